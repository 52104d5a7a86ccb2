#pragma once

#include <vector>

#include "clearance/pose.hpp"

namespace clearance::view {

/// The hull of points that lie in a plane, to a small share of their extent: the numbers of its corners in order around
/// it. Two of points on a line, one of points that coincide.
std::vector<int> flat_outline(const std::vector<Vec3>& points);

}  // namespace clearance::view
