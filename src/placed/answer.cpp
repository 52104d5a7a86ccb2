#include "placed/answer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "placed/precise_gap.hpp"
#include "proof/bounds.hpp"

namespace clearance::detail {

namespace {

/// Enclosures of an overlap that are wider than this, relative to the size of the pair, are short of what was wanted.
constexpr double wide_overlap = 0x1p-36;

/// Cores that are nearer, relative to the size of the pair, have no way between them that is worth following.
constexpr double least_way = 0x1p-20;

/// A point in the world, where lengths overflow the nearest that there is.
void keep_finite(Vec3& point, const Vec3& known) {
  constexpr double largest = std::numeric_limits<double>::max();
  for (int i = 0; i < 3; ++i) point[i] = std::isnan(point[i]) ? known[i] : std::clamp(point[i], -largest, largest);
}

bool is_at_origin(const Core& core) { return core.centre.x == 0.0 && core.centre.y == 0.0 && core.centre.z == 0.0; }

}  // namespace

Result make_result(const Pair& pair, const Proposal& proposal, const Enclosure& enclosure, const Shape& a,
                   const Pose& pose_a, const Shape& b, const Pose& pose_b, Method method) {
  const double inverse_scale = 1.0 / pair.scale;
  Result r;
  set_bounds(r, enclosure, pair);
  const V3 n = of_unit_length(proposal.normal);
  r.normal = n.eigen();
  r.feature_a = proposal.feature_a;
  r.feature_b = proposal.feature_b;
  r.iterations = proposal.iterations;
  r.method = method;
  r.ending = proposal.ending;

  // Witness points in the axes of the pair, then in the world. Of an overlap whose enclosure stayed wide, the slab is
  // the better half, its error being of second order: the points are then moved apart to it along the normal.
  // Radii are measured along the way between the cores, where there is one: so the points are as near as upper says.
  V3 p = pair.a.map * proposal.at_a;
  V3 q = pair.b.map * proposal.at_b + pair.offset;
  if (pair.radius > 0.0) {
    const V3 way = q - p;
    const double length = norm(way);
    const bool apart = !proposal.upper.overlap() && length > least_way * pair.size;
    const V3 m = apart ? way * (1.0 / length) : n;
    p = p + m * pair.radius_a;
    q = q - m * pair.radius_b;
  }
  double along = dot(n, q - p);
  if (proposal.upper.overlap() && enclosure.width() > wide_overlap * pair.size) {
    const double slab = enclosure.lower() + pair.error + pair.radius_error;
    p = p + n * (0.5 * (along - slab));
    q = q - n * (0.5 * (along - slab));
    along = slab;
  } else if (pair.plain && !pair.curved && proposal.corners > 0) {
    const V3 from(pose_a.position()), to(pose_b.position());
    const DoubleDouble x = two_sum(to.x, -from.x), y = two_sum(to.y, -from.y), z = two_sum(to.z, -from.z);
    along = precise_gap<V3>({pair.a.map, pose_a, pair.factor_a, proposal.corner_a.data()},
                            {pair.b.map, pose_b, pair.factor_b, proposal.corner_b.data()},
                            V3(x.high, y.high, z.high) * pair.scale, V3(x.low, y.low, z.low) * pair.scale,
                            proposal.normal, proposal.weight.data(), proposal.corners) -
            pair.radius;
  }
  if (std::isnan(along)) along = 0.0;  // lengths that overflow: nothing is known
  constexpr double largest = std::numeric_limits<double>::max();
  r.distance = std::clamp(along * inverse_scale, std::max(r.lower, -largest), std::min(r.upper, largest));
  if (is_at_origin(a.core()) && is_bounded(a.core().kind)) {
    r.point_a = pose_a.position() + (p * inverse_scale).eigen();
    r.point_b = pose_a.position() + (q * inverse_scale).eigen();
  } else {
    const Wide3 origin = origin_of(a.core(), pose_a, b.core(), pose_b);
    r.point_a = rounded(origin + Wide3(p * inverse_scale)).eigen();
    r.point_b = rounded(origin + Wide3(q * inverse_scale)).eigen();
  }
  if (!r.normal.allFinite()) [[unlikely]]
    r.normal = Vec3::UnitX();
  if (!r.point_a.allFinite()) [[unlikely]]
    keep_finite(r.point_a, pose_a.position());
  if (!r.point_b.allFinite()) [[unlikely]]
    keep_finite(r.point_b, pose_b.position());
  return r;
}

}  // namespace clearance::detail
