#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clearance/pose.hpp"
#include "clearance/shapes.hpp"
#include "io/json.hpp"
#include "io/shape_reader.hpp"

namespace clearance::io {

/// A body of a scene; if `error` is not empty it says what is wrong with it, and shape and poses may be missing.
struct SceneBody {
  std::string name;
  std::optional<Shape> shape;
  std::vector<Pose> poses;  ///< one, or one for each step of a motion
  std::string error;

  const Pose& pose(std::size_t step) const { return poses.size() == 1 ? poses.front() : poses[step]; }
};

/// Two bodies, by index and by name; if `error` is not empty the indices mean nothing.
struct ScenePair {
  std::size_t a = 0, b = 0;
  std::string name_a, name_b;
  std::string error;
};

struct Scene {
  std::vector<SceneBody> bodies;
  std::vector<ScenePair> pairs;
  std::size_t steps = 0;              ///< of the motion; zero for a scene without one
  std::vector<std::string> problems;  ///< what is wrong apart from the bodies and pairs
};

/// Throws ReadError where the scene as a whole cannot be understood; what is wrong with one body or one pair is kept
/// with it.
Scene read_scene(std::string_view text, const std::filesystem::path& directory);

/// One line of a stream.
struct Query {
  PosedShape a, b;
};
Query read_query(const Value& root, const std::filesystem::path& directory);
/// The source text of its id; "null" if there is none, or more than one.
std::string_view query_id(const Value& root);

}  // namespace clearance::io
