#include "placed/answer.hpp"

#include <algorithm>
#include <cmath>

#include "proof/bounds.hpp"

namespace clearance::detail {

namespace {

/// Enclosures of an overlap that are wider than this, relative to the size of the pair, are short of what was wanted.
constexpr double wide_overlap = 0x1p-36;
/// Of edges that are shorter than this against the gap, the products have all the digits that the gap needs.
constexpr double short_edge = 0.25;

bool is_at_origin(const Core& core) { return core.centre.x == 0.0 && core.centre.y == 0.0 && core.centre.z == 0.0; }

/// transpose(R) n with all that is known of R, as a rounded vector and the rest.
struct Split3 {
  V3 high, low;
};
Split3 turned_back(const Pose& pose, const V3& n) {
  const auto component = [&](int j, double& high, double& low) {
    CompensatedSum sum;
    sum.add_product(pose.rotation()(0, j), n.x);
    sum.add_product(pose.rotation()(1, j), n.y);
    sum.add_product(pose.rotation()(2, j), n.z);
    if (!pose.exact())
      sum.add(pose.rotation_low()(0, j) * n.x + pose.rotation_low()(1, j) * n.y + pose.rotation_low()(2, j) * n.z);
    high = sum.high();
    low = sum.low();
  };
  Split3 result{};
  component(0, result.high.x, result.low.x);
  component(1, result.high.y, result.low.y);
  component(2, result.high.z, result.low.z);
  return result;
}

/// The gap of the cores along the normal at the witness points, in the scaled lengths of the pair, to nearly full
/// relative precision: where a gap is small against the bodies, the difference of two rounded points has lost its last
/// digits. The weighted mean over the corners of the witness is free of what rounding did to the normal; it is taken
/// of what the corners are beyond the first, which is next to nothing, so that only the last sum rounds.
double precise_gap(const Pair& pair, const Proposal& proposal, const Pose& pose_a, const Pose& pose_b) {
  const V3& n = proposal.normal;
  const Split3 in_a = turned_back(pose_a, n), in_b = turned_back(pose_b, n);
  const V3 p(pose_a.position()), q(pose_b.position());
  const DoubleDouble x = two_sum(q.x, -p.x), y = two_sum(q.y, -p.y), z = two_sum(q.z, -p.z);
  const double factor_a = pair.factor_a, factor_b = pair.factor_b;
  CompensatedSum of_centres;
  of_centres.add_product(n.x, x.high * pair.scale);
  of_centres.add_product(n.y, y.high * pair.scale);
  of_centres.add_product(n.z, z.high * pair.scale);
  of_centres.add((n.x * x.low + n.y * y.low + n.z * z.low) * pair.scale);
  const auto gap_at = [&](const V3& a, const V3& b) {
    CompensatedSum sum = of_centres;
    sum.add_product(in_a.high.x, a.x);
    sum.add_product(in_a.high.y, a.y);
    sum.add_product(in_a.high.z, a.z);
    sum.add_product(in_b.high.x, b.x);
    sum.add_product(in_b.high.y, b.y);
    sum.add_product(in_b.high.z, b.z);
    sum.add(dot(in_a.low, a) + dot(in_b.low, b));
    return DoubleDouble(sum.high(), sum.low());
  };
  const V3 a0 = proposal.corner_a[0] * -factor_a, b0 = proposal.corner_b[0] * factor_b;
  const DoubleDouble first = gap_at(a0, b0);
  double beyond_first = 0.0, total = proposal.weight[0];
  for (std::size_t i = 1; i < static_cast<std::size_t>(proposal.corners); ++i) {
    const V3 a = proposal.corner_a[i] * -factor_a, b = proposal.corner_b[i] * factor_b;
    const V3 edge_a = a - a0, edge_b = b - b0;
    double beyond = dot(in_a.high, edge_a) + dot(in_b.high, edge_b);
    if (norm_sq(edge_a) + norm_sq(edge_b) > short_edge * short_edge * (first.high * first.high)) {
      const DoubleDouble gap = gap_at(a, b);
      beyond = (gap.high - first.high) + (gap.low - first.low);
    }
    beyond_first += proposal.weight[i] * beyond;
    total += proposal.weight[i];
  }
  CompensatedSum excess;  // of the square of the length of the normal over one
  excess.add_product(n.x, n.x);
  excess.add_product(n.y, n.y);
  excess.add_product(n.z, n.z);
  excess.add_product(-1.0, 1.0);
  return first.high + (first.low + beyond_first / total - 0.5 * excess.high() * first.high);
}

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
  V3 p = pair.a.map * proposal.at_a + n * pair.radius_a;
  V3 q = pair.b.map * proposal.at_b + pair.offset - n * pair.radius_b;
  double along = dot(n, q - p);
  if (proposal.upper.overlap() && enclosure.width() > wide_overlap * pair.size) {
    const double slab = enclosure.lower() + pair.error + pair.radius_error;
    p = p + n * (0.5 * (along - slab));
    q = q - n * (0.5 * (along - slab));
    along = slab;
  } else if (pair.plain && !pair.curved && proposal.corners > 0) {
    along = precise_gap(pair, proposal, pose_a, pose_b) - pair.radius;
  }
  if (std::isnan(along)) along = 0.0;  // lengths that overflow: nothing is known
  r.distance = std::clamp(along * inverse_scale, r.lower, r.upper);
  if (is_at_origin(a.core()) && is_bounded(a.core().kind)) {
    r.point_a = pose_a.position() + (p * inverse_scale).eigen();
    r.point_b = pose_a.position() + (q * inverse_scale).eigen();
    return r;
  }
  const Wide3 origin = origin_of(a.core(), pose_a, b.core(), pose_b);
  r.point_a = rounded(origin + Wide3(p * inverse_scale)).eigen();
  r.point_b = rounded(origin + Wide3(q * inverse_scale)).eigen();
  return r;
}

}  // namespace clearance::detail
