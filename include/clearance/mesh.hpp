#pragma once

#include <array>
#include <vector>

#include "clearance/pose.hpp"

namespace clearance {

/// A surface of triangles, each by the indices of its corners, counter-clockwise seen from outside.
struct TriangleMesh {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> triangles;
};

}  // namespace clearance
