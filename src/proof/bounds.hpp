#pragma once

// The bounds of a result. Whatever sets or changes them is here, so that what a result claims is what was proven.

#include <algorithm>
#include <limits>

#include "clearance/distance.hpp"
#include "proof/certify.hpp"

namespace clearance::detail {

inline Status status_of(double lower, double upper) {
  return lower > 0.0 ? Status::separated : upper < 0.0 ? Status::penetrating : Status::touching;
}

/// From lengths that are multiplied by `scale` to true ones, and the status that follows.
inline void set_bounds(Result& r, const Enclosure& enclosure, double scale) {
  const double inverse_scale = 1.0 / scale;
  r.lower = std::min(enclosure.lower() * inverse_scale, std::numeric_limits<double>::max());
  r.upper = enclosure.upper() * inverse_scale;
  r.status = status_of(r.lower, r.upper);
}

/// Makes the interval hold a value, too.
void extend_to(Result& r, double value);

/// Of an overlap, that it is one and no more.
void forget_depth(Result& r);

}  // namespace clearance::detail
