#pragma once

#include "clearance/distance.hpp"

namespace clearance::detail {

/// A pair of nearest points in the world, from methods that work on shapes as described and not on a placed pair.
struct WorldPoints {
  Vec3 a, b;
  int iterations = 0;
  Feature feature_a = {}, feature_b = {};  ///< the vertices that they rest on, of shapes that have vertices
};

}  // namespace clearance::detail
