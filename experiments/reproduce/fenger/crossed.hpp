#pragma once

// The crossed ellipsoids with axes 1:2:5, which chapter 5 runs everything on, and polyhedral models of them.

#include "clearance/distance.hpp"

namespace clearance::reproduce::fenger {

inline const Vec3 radii_a(1, 2, 5), radii_b(5, 2, 1);
/// Their distance where the second is at (4, 4, 4).
inline constexpr double standard_gap = 1.29549481993874;

/// The second ellipsoid of the crossed pair displaced along the solution, and the nearest points.
struct Crossed {
  Vec3 position;
  Result exact;
};
Crossed crossed_at(double gap);

/// |x - x*| of both points together, equation (5.2.1).
double point_error(const Result& exact, const Vec3& x, const Vec3& y);

/// DQP3 on facet-balls about the crossed pair. `against_ellipsoid`: the second as it is (section 5.5.1).
struct Polyhedral {
  double point_error, distance_error, flops;
  bool optimal;
  Vec3 on_a;
};
Polyhedral polyhedral(int order, const Crossed& pair, bool against_ellipsoid = false);

}  // namespace clearance::reproduce::fenger
