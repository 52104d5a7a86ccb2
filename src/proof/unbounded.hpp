#pragma once

// Planes and half-spaces against anything, and rays and lines against each other: formulas in double-double. (A ray or
// a line against a bounded body is cut to a segment and goes the common way: pair.cpp.)

#include "clearance/distance.hpp"

namespace clearance::detail {

/// Whether the pair is one of those.
bool is_unbounded_pair(const Shape& a, const Shape& b);

Result unbounded_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace clearance::detail
