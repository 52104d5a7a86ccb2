#include <cmath>

#include "numeric/arithmetic_mode.hpp"
#include "query/engine.hpp"

namespace clearance {

namespace {

using namespace detail;  // NOLINT(google-build-using-namespace)

[[gnu::always_inline]] inline MarginCheck answer(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                                 double margin, PairState* state) {
  MarginCheck check;  // the only one, so that it is made where the caller wants it
  if (state != nullptr && has_standard_arithmetic()) {
    fast_margin(a, pose_a, b, pose_b, *PairMemory::of(state), check);
    if (check.lower >= margin) {
      check.margin = Margin::kept;
      return check;
    }
  }
  Options options;
  options.penetration = margin < 0.0;
  options.max_distance = std::nextafter(margin, -HUGE_VAL);  // to be exceeded, while a margin may be met
  options.min_distance = margin;
  const Result r = engine_distance(a, pose_a, b, pose_b, options, state);
  check = {Margin::undecided, r.lower, r.upper, r.normal};
  if (r.lower >= margin)
    check.margin = Margin::kept;
  else if (r.upper < margin || (r.status == Status::penetrating && margin >= 0.0))
    check.margin = Margin::broken;
  return check;
}

}  // namespace

MarginCheck detail::engine_margin(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                                  PairState* state) {
  return answer(a, pose_a, b, pose_b, margin, state);
}

#ifndef CLEARANCE_ENGINES  // else in engines.cpp
MarginCheck check_margin(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                         PairState* state) {
  return answer(a, pose_a, b, pose_b, margin, state);
}
#endif

}  // namespace clearance
