#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clearance/mesh.hpp"
#include "clearance/pose.hpp"
#include "clearance/shapes.hpp"
#include "clearance/uncertain.hpp"

// Files in: meshes, shapes and scenes, as the command reads and prints them. Part of the CMake target clearance::io.
// What is wrong with a file is thrown as InvalidInput, which names the place.

namespace clearance {

/// How much a mesh file may cost before it is refused.
struct MeshLimits {
  std::uint64_t bytes = std::uint64_t{1} << 30;   ///< its size
  double seconds = 60.0;                          ///< for formats that a child process reads: its time ...
  std::uint64_t memory = std::uint64_t{4} << 30;  ///< ... and its memory, bytes
};

struct ReadOptions {
  std::filesystem::path directory = {};  ///< that relative mesh files are looked up in; empty: the working directory
  MeshLimits limits = {};
  /// Called with what a reader should know of a file, where there is more than one convention, say: "arm.dae: ...".
  std::function<void(const std::string&)> note = {};
  /// Called now and then with the share of a scene's bodies that have been read, and with 1 at the end.
  std::function<void(double share)> progress = {};
};

/// STL, OBJ and PLY are read here, in text and binary; other formats (Collada, glTF, OFF, ...) by assimp, in a child
/// process: the program clearance-import-mesh, which is looked for beside the running program and where it was
/// installed. Coordinates are those of the file, turned by no up-axis; Collada's unit is applied, as RViz does.
TriangleMesh read_mesh(const std::filesystem::path& file, const ReadOptions& options = {});

/// A shape from JSON text as in {"type":"box","size":[1,2,3]}. One with a "pose" becomes a union of that one part.
Shape parse_shape(std::string_view json, const ReadOptions& options = {});
/// The same from a file, which relative mesh files are looked up beside.
Shape read_shape(const std::filesystem::path& file, ReadOptions options = {});

struct SceneBody {
  std::string name;
  Shape shape;
  std::vector<Pose> poses;   ///< one, or one for each step of a motion
  std::string group = {};    ///< bodies of one group are not paired with each other; empty: in none
  Uncertain uncertain = {};  ///< how well its place and surface are known; nothing takes it into account by itself
  const Pose& pose(std::size_t step) const { return poses.size() == 1 ? poses.front() : poses[step]; }
};

struct SceneFile {
  std::vector<SceneBody> bodies;
  /// By index of the bodies. Where the scene lists none, every pair of different groups less `ignored` is meant: these
  /// may be more than memory holds, and are not written out.
  std::optional<std::vector<std::pair<std::size_t, std::size_t>>> pairs;
  std::vector<std::pair<std::size_t, std::size_t>> ignored;
  std::size_t steps = 0;      ///< of the motion; zero for a scene without one
  std::vector<double> times;  ///< of the steps, seconds, increasing; by default 0, 1, 2, ...
};

/// A scene whole: the first thing that is wrong with it is thrown.
SceneFile parse_scene(std::string_view json, const ReadOptions& options = {});
SceneFile read_scene(const std::filesystem::path& file, ReadOptions options = {});

}  // namespace clearance
