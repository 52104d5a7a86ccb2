#pragma once

#include "clearance/io.hpp"
#include "io/json.hpp"

namespace clearance::io {

/// A shape, and where it is.
struct PosedShape {
  Shape shape;
  Pose pose;
};

/// A shape as in {"type":"box","size":[1,2,3]}, with a "pose" among the fields or without.
PosedShape read_posed_shape(const Value& value, const ReadOptions& options);
/// The same as one shape: with a pose, the union of that one part.
Shape read_shape(const Value& value, const ReadOptions& options);
Pose read_pose(const Value& value);

}  // namespace clearance::io
