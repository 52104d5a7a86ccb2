#pragma once

// Directions as points of the surface of a cube: six faces, each with coordinates from -1 to 1.

#include "numeric/vector.hpp"

namespace clearance::detail {

struct CubePoint {
  int face;  ///< +x, -x, +y, -y, +z, -z
  double u, v;
};

/// Where direction n meets the cube; nothing special for zero, which is given a face, too.
inline CubePoint on_cube(const V3& n) {
  const double ax = std::fabs(n.x), ay = std::fabs(n.y), az = std::fabs(n.z);
  int face = 0;
  double major = ax, u = n.y, v = n.z;
  bool negative = n.x < 0.0;
  if (ay > major) face = 2, major = ay, u = n.z, v = n.x, negative = n.y < 0.0;
  if (az > major) face = 4, major = az, u = n.x, v = n.y, negative = n.z < 0.0;
  if (!(major > 0.0)) return {0, 0.0, 0.0};
  return {face + (negative ? 1 : 0), u / major, v / major};
}

inline V3 cube_direction(const CubePoint& p) {
  const double sign = p.face % 2 == 0 ? 1.0 : -1.0;
  if (p.face / 2 == 0) return {sign, p.u, p.v};
  if (p.face / 2 == 1) return {p.v, sign, p.u};
  return {p.u, p.v, sign};
}

}  // namespace clearance::detail
