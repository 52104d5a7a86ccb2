#include "proof/point_depth.hpp"

#include <cmath>

namespace clearance::detail {

namespace {

double depth_in_box(const V3& x, const V3& half) {
  return std::fmin(half.x - std::fabs(x.x), std::fmin(half.y - std::fabs(x.y), half.z - std::fabs(x.z)));
}

double depth_in_cylinder(const V3& x, double radius, double half) {
  return std::fmin(radius - std::sqrt(x.x * x.x + x.y * x.y), half - std::fabs(x.z));
}

/// The profile of a cone is a triangle: the base is at -half, the slope goes from the rim to the apex. A flat cone is a
/// disc and one without a radius a segment: no point is deep in either.
double depth_in_cone(const V3& x, double radius, double half) {
  const double slant = std::sqrt(radius * radius + 4.0 * half * half);
  if (!(radius > 0.0) || !(half > 0.0) || !(slant > 0.0)) return 0.0;
  const double across = std::sqrt(x.x * x.x + x.y * x.y);
  const double below_slope = (2.0 * half / slant) * -across + (radius / slant) * (half - x.z);
  return std::fmin(below_slope, x.z + half);
}

double depth_by(PointFormula formula, const V3& x, const V3& size) {
  switch (formula) {
    case PointFormula::box:
      return depth_in_box(x, size);
    case PointFormula::cylinder:
      return depth_in_cylinder(x, size.x, size.z);
    case PointFormula::cone:
      return depth_in_cone(x, size.x, size.z);
    case PointFormula::none:
      break;
  }
  return 0.0;
}

}  // namespace

/// The map is a rotation times a scale, so that its inverse is the transpose over the square of the scale.
V3 point_in_body(const Pair& pair, bool point_is_a) {
  const Body& point = point_is_a ? pair.a : pair.b;
  const Body& body = point_is_a ? pair.b : pair.a;
  const V3 at_point = point.map * point.ends[0];
  const V3 from_body = point_is_a ? at_point - pair.offset : at_point + pair.offset;
  return transposed_times(body.map, from_body) * (1.0 / norm_sq(body.map.r0));
}

CoreUpper point_depth(const Pair& pair, bool point_is_a) {
  const Body& body = point_is_a ? pair.b : pair.a;
  if (!(point_is_a ? pair.rigid_b : pair.rigid_a) || body.inflate > 0.0) return {};
  const V3 x = point_in_body(pair, point_is_a);
  const double depth = depth_by(traits_of(body.kind).point_formula, x, body.core->size);
  return depth > 0.0 ? CoreUpper(Prover(), -depth * norm(body.map.r0)) : CoreUpper();
}

}  // namespace clearance::detail
