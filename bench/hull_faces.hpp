#pragma once

#include <array>
#include <vector>

#include "clearance/pose.hpp"

namespace bench {

/// The triangles of the convex hull of points in general position or of a box, counter-clockwise seen from outside.
/// FCL wants them given, and the reference depth is computed from them.
std::vector<std::array<int, 3>> hull_faces(const std::vector<clearance::Vec3>& points);

}  // namespace bench
