#include "proof/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clearance::detail {

void set_bounds(Result& r, const Enclosure& enclosure, const Pair& pair) {
  const double inverse_scale = 1.0 / pair.scale;
  r.lower = std::min(enclosure.lower() * inverse_scale, std::numeric_limits<double>::max());
  // What overflows is beyond the largest number there is, and not infinite.
  r.upper = std::max(enclosure.upper() * inverse_scale, std::numeric_limits<double>::lowest());
  r.status = status_of(r.lower, r.upper);
}

void extend_to(Result& r, double value) {
  r.lower = std::min(r.lower, value);
  r.upper = std::max(r.upper, value);
  r.status = status_of(r.lower, r.upper);
}

void widen(Result& r, double by) {
  if (!r.has_distance()) return;
  const bool known = by < HUGE_VAL;
  r.lower = known ? std::nextafter(r.lower - by, -HUGE_VAL) : -HUGE_VAL;
  r.upper = known ? std::nextafter(r.upper + by, HUGE_VAL) : HUGE_VAL;
  r.status = status_of(r.lower, r.upper);
}

void forget_depth(Result& r) {
  r.distance = r.lower = -HUGE_VAL;
  r.upper = 0.0;
}

}  // namespace clearance::detail
