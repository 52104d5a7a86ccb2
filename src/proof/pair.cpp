// The error analysis behind the constants here is in docs/proof.md.

#include "proof/pair.hpp"

#include <algorithm>
#include <cmath>

#include "proof/centres.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

namespace {

/// Pairs whose sizes differ by more are scaled as a whole, instead of to the size of a.
constexpr double scale_span = 0x1p100;
/// A ray or line is cut where it can no longer matter: see `cut`.
constexpr double cut_factor = 2.0 + 0x1p-16;
/// Error of a sum of centres and positions in double-double, relative to what enters it.
constexpr double wide_error = 0x1p-99;

/// R c + p - base in double-double: what a far-off centre or position costs is lost before rounding, not after.
Wide3 centre_from(const Core& core, const Pose& pose, const Vec3& base) {
  const V3 p(pose.position()), o(base);
  const Wide3 shift(two_sum(p.x, -o.x), two_sum(p.y, -o.y), two_sum(p.z, -o.z));
  if (core.centre.x == 0.0 && core.centre.y == 0.0 && core.centre.z == 0.0) return shift;
  return wide_rotation(pose) * Wide3(core.centre) + shift;
}

double sum_abs(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

bool is_zero(const V3& v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

/// From the centre of a to the centre of b, true lengths, each component to half an ulp.
Wide3 centre_offset(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const Wide3 to_b = centre_from(b, pose_b, pose_a.position());
  if (is_zero(a.centre)) return to_b;
  return to_b - wide_rotation(pose_a) * Wide3(a.centre);
}

}  // namespace

CentreOffset offset_of_centres(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const V3 between = V3(pose_b.position()) - V3(pose_a.position());
  return {centre_offset(a, pose_a, b, pose_b), wide_error * (sum_abs(a.centre) + sum_abs(b.centre) + sum_abs(between))};
}

namespace {

/// The power of two above a length, not so large or small that its inverse is lost.
double power_of_two(double length) {
  int exponent = 0;
  std::frexp(std::isfinite(length) ? length : 0x1p1023, &exponent);
  return std::ldexp(1.0, std::clamp(exponent, -1020, 1020));
}

/// Everything about one body but its cut.
void place(Body& body, const Core& core, const Pose& pose, double scale) {
  body.core = &core;
  body.kind = core.kind;
  body.map = M3(pose.rotation()) * scale;
  body.ends = core.ends;
  if (pose.defect() > rigid_defect) body.inflate = core.radius;
}

/// A ray or line against a body of radius r whose centre is at c, as a segment that reaches S from its foot point. Let
/// f(m) be the distance along a normal m perpendicular to the direction u. Along n = m cos t + u sin t the segment is
/// at most f(m) cos t + (|c| + r - S) sin t away, and |f(m)| <= |c| + r, so that no n is better than its m once S is
/// at least 2 (|c| + r): the segment and the line have the same signed distance.
/// `foot` moves the origin of the line next to the body, in double-double, so that a far-off origin costs no digits.
struct Cut {
  Wide3 foot{};  // from the origin of the line, true lengths, world axes
  double foot_parameter = 0.0;
};

Cut foot_point(const Core& line, const Pose& pose, const Wide3& line_to_body) {
  const Wide3 direction = wide_rotation(pose) * Wide3(line.direction);
  const V3 d = rounded(direction), c = rounded(line_to_body);
  double parameter = dot(d, c) / norm_sq(d);
  if (line.kind == Kind::ray) parameter = std::fmax(parameter, 0.0);
  return {direction * DoubleDouble(parameter), parameter};
}

/// The ends of the cut line about its foot, in local coordinates of the given unit.
void cut(Body& body, double foot_parameter, double half_length, double unit) {
  const V3& d = body.core->direction;
  const double least = half_length / (unit * norm(d));
  int exponent = 0;
  std::frexp(least, &exponent);
  // A power of two, so that the ends are on the line exactly. Where lengths overflow, no end is far enough.
  const double step = std::isfinite(least) ? std::ldexp(1.0, exponent) : NAN;
  body.ends[1] = d * step;
  body.ends[0] = d * -step;
  if (body.core->kind == Kind::ray && foot_parameter < step * unit) body.ends[0] = d * -(foot_parameter / unit);
  body.kind = Kind::segment;
}

}  // namespace

Pair make_pair(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b) {
  const Core& a = shape_a.core();
  const Core& b = shape_b.core();
  Pair pair;
  const bool plain = is_zero(a.centre) && is_zero(b.centre) && is_bounded(a.kind) && is_bounded(b.kind);
  Wide3 offset = plain ? Wide3(V3(pose_b.position()) - V3(pose_a.position())) : centre_offset(a, pose_a, b, pose_b);

  double unit_a = a.unit, unit_b = b.unit, reach_a = a.reach + a.radius, reach_b = b.reach + b.radius;
  const bool cut_a = !is_bounded(a.kind), cut_b = !is_bounded(b.kind);
  Cut at;
  double half_length = 0.0;
  if (cut_a || cut_b) {
    const Core& line = cut_a ? a : b;
    at = foot_point(line, cut_a ? pose_a : pose_b, cut_a ? offset : -offset);
    offset = cut_a ? offset - at.foot : offset + at.foot;
    double unit = cut_a ? b.unit : a.unit;
    const double reach = (cut_a ? reach_b : reach_a) * unit;
    half_length = cut_factor * (sum_abs(rounded(offset)) + reach);
    if (!(half_length < unit * scale_span)) unit = power_of_two(half_length);  // the body is far off, for its size
    (cut_a ? unit_a : unit_b) = unit;
  }

  if (reach_a == 0.0 && !cut_a) unit_a = unit_b;  // a point at its own centre has no size to measure by
  if (reach_b == 0.0 && !cut_b) unit_b = unit_a;

  const double true_size = reach_a * unit_a + reach_b * unit_b + sum_abs(rounded(offset)) + half_length;
  const bool similar =
      true_size < unit_a * scale_span && true_size > unit_a / scale_span && unit_b < unit_a * scale_span;
  if (similar) {
    pair.scale = 1.0 / unit_a;
  } else if (true_size > 0.0) {
    pair.scale = 1.0 / power_of_two(true_size);
  }

  place(pair.a, a, pose_a, unit_a * pair.scale);
  place(pair.b, b, pose_b, unit_b * pair.scale);
  if (cut_a) {
    cut(pair.a, at.foot_parameter, half_length, unit_a);
    reach_a = std::fmax(norm(pair.a.ends[0]), norm(pair.a.ends[1]));
  }
  if (cut_b) {
    cut(pair.b, at.foot_parameter, half_length, unit_b);
    reach_b = std::fmax(norm(pair.b.ends[0]), norm(pair.b.ends[1]));
  }

  pair.offset = rounded(offset) * pair.scale;
  const double factor_a = unit_a * pair.scale, factor_b = unit_b * pair.scale;
  pair.factor_a = factor_a;
  pair.factor_b = factor_b;
  pair.plain = plain;
  if (pair.a.inflate == 0.0) pair.radius_a = a.radius * factor_a;
  if (pair.b.inflate == 0.0) pair.radius_b = b.radius * factor_b;
  pair.radius = pair.radius_a + pair.radius_b;
  pair.radius_error = pair.radius_a * pose_a.defect() + pair.radius_b * pose_b.defect();
  pair.size = reach_a * factor_a + reach_b * factor_b + norm(pair.offset);
  pair.error = pair_rounding * pair.size + a.error * factor_a + b.error * factor_b;
  const bool one_point = plain && reach_a == 0.0 && reach_b == 0.0 && is_zero(pair.offset);  // no number rounds
  if (!one_point) pair.error += length_underflow * pair.scale;
  if (!plain) {
    const V3 between = V3(pose_b.position()) - V3(pose_a.position());
    pair.error += wide_error * pair.scale *
                  (sum_abs(a.centre) + sum_abs(b.centre) + sum_abs(between) + sum_abs(rounded(at.foot)));
  }
  pair.rigid_a = similar && pose_a.defect() <= rigid_defect;
  pair.rigid_b = similar && pose_b.defect() <= rigid_defect;
  pair.depth_error =
      2.0 * pair.size * std::max(pair.rigid_a ? pose_a.defect() : 0.0, pair.rigid_b ? pose_b.defect() : 0.0);
  pair.curved = vertex_count(pair.a) == 0 || vertex_count(pair.b) == 0;
  return pair;
}

Wide3 origin_of(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const Wide3 centre = centre_from(a, pose_a, Vec3::Zero());
  if (is_bounded(a.kind)) return centre;
  // The pair is centred at the foot of the line.
  return centre + foot_point(a, pose_a, centre_offset(a, pose_a, b, pose_b)).foot;
}

}  // namespace clearance::detail
