#pragma once

#include <string_view>

#include "clearance/mesh.hpp"

// Strict readers of the formats that robots use, each from the bytes of a file. They take a file whole or not at all:
// one that is cut short, counts more than it holds, names a vertex that is not there, or holds a coordinate that is not
// a finite number is refused with InvalidInput, which says where. Coordinates written as text are read as doubles.
// Memory is a small multiple of the bytes given, whatever the file claims to hold.

namespace clearance::io {

/// Text or binary. Every facet has corners of its own.
TriangleMesh read_stl(std::string_view bytes);
/// Faces of more than three corners are cut into triangles like fans.
TriangleMesh read_obj(std::string_view bytes);
/// Text, and binary of either byte order; elements other than vertices and faces are skipped.
TriangleMesh read_ply(std::string_view bytes);

}  // namespace clearance::io
