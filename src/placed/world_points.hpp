#pragma once

#include "clearance/pose.hpp"

namespace clearance::detail {

/// A pair of nearest points in the world, from methods that work on shapes as described and not on a placed pair.
struct WorldPoints {
  Vec3 a, b;
  int iterations = 0;
};

}  // namespace clearance::detail
