#pragma once

#include <optional>
#include <string>

#include "clearance/shapes.hpp"

namespace clearance::exact {

/// The square of the distance of two polyhedral shapes as a reduced fraction "p/q", "0/1" if they touch; nothing if
/// they overlap. Exact for the double matrices of the poses.
std::optional<std::string> squared_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace clearance::exact
