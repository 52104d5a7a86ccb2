#include "motion/shifted_looks.hpp"

#include <cmath>

namespace clearance::detail {

namespace {

/// A little short of where the line meets the level, so that rounding does not put it beyond: of the way, and of all
/// that is rounded.
constexpr double short_of = 0x1p-44, rounding = 0x1p-51;

}  // namespace

bool is_shifted(const PartPair& pair, const Span& span) {
  return span.end > span.begin && ShiftedPair::applies(mover_a(pair, span), mover_b(pair, span));
}

void ShiftedLooks::look(double time, double enough, Result& r, LinearSlab& slab) {
  r = distance(*parts_.a, pair_.pose_a(), *parts_.b, pair_.pose_b(time),
               {.tolerance = tolerance_ / query_share, .min_distance = enough - 4.0 * pair_.position_error()}, &state_);
  pair_.allow(r);
  r.part_a = parts_.name_a;
  r.part_b = parts_.name_b;
  slab = r.has_distance() ? pair_.slab(V3(r.normal), time) : LinearSlab();
}

double reach_of(const LinearSlab& slab, double level, double limit) {
  if (slab(limit) > level) return limit;
  const double at = slab(slab.time()), steepness = std::fabs(slab.slope()) + slab.slack();
  const double towards = std::copysign(1.0, limit - slab.time());
  const double way = (at - level - rounding * (std::fabs(at) + std::fabs(level))) / steepness;
  const double reached =
      slab.time() + towards * (way - short_of * way - rounding * (std::fabs(slab.time()) + std::fabs(way)));
  return (reached - slab.time()) * towards > 0.0 && slab(reached) > level ? reached : slab.time();
}

}  // namespace clearance::detail
