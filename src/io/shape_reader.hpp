#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "clearance/pose.hpp"
#include "clearance/shapes.hpp"
#include "io/json.hpp"

namespace clearance::io {

/// A shape, and where it is.
struct PosedShape {
  Shape shape;
  Pose pose;
};

/// A shape as in {"type":"box","size":[1,2,3]}; the file of a mesh is relative to `directory`.
Shape read_shape(const Value& value, const std::filesystem::path& directory);
/// The same with an optional "pose" among the fields.
PosedShape read_posed_shape(const Value& value, const std::filesystem::path& directory);
Pose read_pose(const Value& value);

}  // namespace clearance::io
