#pragma once

// Where a tolerance ends a search, points and normal need not fit each other: that is what a wide enclosure says. One
// that came out narrow says nothing of the kind, while points on the way to the nearest ones are off the normal by the
// square root of what their distance lacks. Such a query is asked once more, without a tolerance.

#include "clearance/distance.hpp"
#include "core/core.hpp"

namespace clearance::detail {

/// Relative to the size of the pair: what points may be off the normal, and how wide an enclosure is that tells why.
inline constexpr double halfway_misfit = 0x1p-37, telling_width = 0x1p-30;

[[gnu::cold, gnu::noinline]] inline bool ends_halfway(const Result& r, const Core& a, const Core& b) {
  if (r.ending != Ending::converged || !r.has_distance()) return false;
  const auto reach = [](const Core& core) { return core.unit * (core.reach + core.radius); };
  const Vec3 between = r.point_b - r.point_a;
  const double size = reach(a) + reach(b) + between.norm();
  const double of_points = 0x1p-50 * (r.point_a.norm() + r.point_b.norm());
  const double off = (between - r.distance * r.normal).norm();
  return off > halfway_misfit * size + of_points && !(r.upper - r.lower > telling_width * size);
}

}  // namespace clearance::detail
