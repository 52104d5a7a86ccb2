#pragma once

#include <vector>

#include "clearance/pose.hpp"

namespace clearance::detail {

/// How far a polygon may be from flat and convex, a rectangle from square.
inline constexpr double form_tolerance = 1e-9;

/// Throws InvalidInput, naming the point, unless the points go once around a convex polygon in one plane.
void require_planar_and_convex(const std::vector<Vec3>& points);

}  // namespace clearance::detail
