#pragma once

#include <limits>

#include "clearance/pose.hpp"
#include "clearance/shapes.hpp"

// How far a shape reaches in a pose. Proven like distances: every rounding is on the safe side, so that what these
// numbers say is outside is outside. Neither function throws, allocates or locks.

namespace clearance {

/// A box along the axes of the world. Of an unbounded shape, some sides are at infinity.
struct BoundingBox {
  Vec3 low = Vec3::Constant(-std::numeric_limits<double>::infinity());
  Vec3 high = Vec3::Constant(std::numeric_limits<double>::infinity());

  bool bounded() const { return low.allFinite() && high.allFinite(); }
  bool contains(const Vec3& point) const {
    return (low.array() <= point.array()).all() && (point.array() <= high.array()).all();
  }
};

/// A box that holds every point of the shape in the pose, rounding included, and is not larger than needed by more than
/// some 1e-14 of its coordinates.
BoundingBox bounding_box(const Shape& shape, const Pose& pose = {});

/// A number that direction . x exceeds for no point x of the shape in the pose: the support value, rounded up. The
/// direction is taken as it is and need not be of unit length. Infinity where the shape has no end, or where rounding
/// cannot tell.
double support_value(const Shape& shape, const Pose& pose, const Vec3& direction);

}  // namespace clearance
