#pragma once

#include <string>
#include <string_view>

#include "clearance/io.hpp"

// Formats that are not read here are read by assimp in a process of its own, since a bad file can make it hang, crash
// or take all memory. The two sides share this header.

namespace clearance::io {

/// What the child writes to its standard output: this word, then the note, points and triangles, each with its count
/// before it, in the byte order of the machine. If something is wrong, its standard error says what, and its exit
/// status is 1.
inline constexpr std::string_view import_magic = "clearance mesh 1\n";
inline constexpr std::string_view import_program = "clearance-import-mesh";

struct Imported {
  TriangleMesh mesh;
  std::string note;  ///< which conventions were taken; empty where there is nothing to say
};

/// Runs the child. Throws InvalidInput if it fails, dies, or exceeds a limit.
Imported import_mesh(const std::filesystem::path& file, const MeshLimits& limits);

}  // namespace clearance::io
