// A body that is moved by at most p, turned by at most an angle t about its origin and changed by at most s has every
// point, and so every support value, moved by at most p + 2 sin(t / 2) rho + s, rho the farthest of its points:
// docs/proof.md, section 1, stability.

#include <algorithm>
#include <cmath>
#include <variant>

#include "clearance/uncertain.hpp"
#include "core/core.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "proof/bounds.hpp"

namespace clearance {

namespace {

/// The norm of R'R - I is 5e-4 at most of any pose, so that of R is at most 1 + 2.5e-4.
constexpr double pose_stretch = 3e-4;

/// How far the farthest point is from the origin, at least that.
double farthest(const Shape& shape) {
  if (!shape.bounded()) return HUGE_VAL;
  if (const auto* whole = std::get_if<Union>(&shape.description())) {
    double most = 0.0;
    for (const Part& part : whole->parts())
      most = std::max(most, part.pose.position().lpNorm<1>() + farthest(part.shape) * (1.0 + part.pose.defect()));
    return most;
  }
  const detail::Core& core = shape.core();
  return (std::fabs(core.centre.x) + std::fabs(core.centre.y) + std::fabs(core.centre.z)) +
         core.unit * (core.reach + core.radius + core.error);
}

double of_body(const Shape& shape, const Uncertain& by) {
  // A chord is no longer than its arc, nor than the diameter; so no sine is needed. A pose may be off a rotation, and
  // stretch the body by less than `pose_stretch`.
  const double turned = by.angle == 0.0 ? 0.0 : std::min(by.angle, 2.0) * farthest(shape) * (1.0 + pose_stretch);
  return by.position + turned + by.surface;
}

[[gnu::noinline]] double both(const Shape& a, const Uncertain& of_a, const Shape& b, const Uncertain& of_b) {
  const double sum = of_body(a, of_a) + of_body(b, of_b);
  if (!(sum >= 0.0)) return HUGE_VAL;              // of what is no number nothing is known
  return sum > 0.0 ? sum * (1.0 + 0x1p-40) : 0.0;  // some ten roundings
}

}  // namespace

double allowance(const Shape& a, const Uncertain& of_a, const Shape& b, const Uncertain& of_b) {
  return detail::in_standard_arithmetic([&] { return both(a, of_a, b, of_b); });
}

Interval widen(const Result& result, const Shape& a, const Uncertain& of_a, const Shape& b, const Uncertain& of_b) {
  const double by = allowance(a, of_a, b, of_b);
  if (!(by > 0.0)) return {result.lower, result.upper};
  if (!(by < HUGE_VAL)) return {};
  return {std::nextafter(result.lower - by, -HUGE_VAL), std::nextafter(result.upper + by, HUGE_VAL)};
}

Result widened(Result result, const Shape& a, const Uncertain& of_a, const Shape& b, const Uncertain& of_b) {
  const double by = allowance(a, of_a, b, of_b);
  // Where no translation separates the shapes, none does where they are moved, but not turned, to.
  if (!(by > 0.0) || (by < HUGE_VAL && !(result.upper > -HUGE_VAL))) return result;
  const Interval bounds = widen(result, a, of_a, b, of_b);
  result.lower = bounds.lower;
  result.upper = bounds.upper;
  result.status = detail::status_of(result.lower, result.upper);
  return result;
}

}  // namespace clearance
