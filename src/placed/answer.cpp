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

/// A point in the world, where lengths overflow the nearest that there is.
void keep_finite(Vec3& point, const Vec3& known) {
  constexpr double largest = std::numeric_limits<double>::max();
  for (int i = 0; i < 3; ++i) point[i] = std::isnan(point[i]) ? known[i] : std::clamp(point[i], -largest, largest);
}

/// origin + p / scale, where that is a number although what enters it may be none.
Vec3 in_world(const Wide3& origin, const V3& p, double inverse_scale) {
  const Vec3 point = rounded(origin + Wide3(p * inverse_scale)).eigen();
  if (point.allFinite()) [[likely]]
    return point;
  const DoubleDouble eighth(0.125);
  return 8.0 * rounded(origin * eighth + Wide3(p * (0.125 * inverse_scale))).eigen();
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
  // Radii are measured along the way between the cores if that is longer than half of them: then the points are as near
  // as upper says. Along a shorter way, what it is off the normal would grow with the radii.
  V3 p = pair.a.map * proposal.at_a;
  V3 q = pair.b.map * proposal.at_b + pair.offset;
  if (pair.radius > 0.0) {
    const V3 way = q - p;
    const double length = norm(way);
    const bool apart = !proposal.upper.overlap() && length > 0.5 * pair.radius;
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
  }
  if (!is_at_origin(a.core()) || !is_bounded(a.core().kind) || !r.point_a.allFinite() || !r.point_b.allFinite()) {
    const Wide3 origin = origin_of(a.core(), pose_a, b.core(), pose_b);
    r.point_a = in_world(origin, p, inverse_scale);
    r.point_b = in_world(origin, q, inverse_scale);
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
