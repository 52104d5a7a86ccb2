#pragma once

// The bounds of a result. Whatever sets or changes them is here, so that what a result claims is what was proven.

#include "clearance/distance.hpp"
#include "proof/certify.hpp"

namespace clearance::detail {

inline Status status_of(double lower, double upper) {
  return lower > 0.0 ? Status::separated : upper < 0.0 ? Status::penetrating : Status::touching;
}

/// From the scaled lengths of the pair to true ones, and the status that follows.
void set_bounds(Result& r, const Enclosure& enclosure, const Pair& pair);

/// Makes the interval hold a value, too.
void extend_to(Result& r, double value);

/// For bodies that are misplaced by this much. A pair that no translation separates is the same at any place.
void widen(Result& r, double by);

/// Of an overlap, that it is one and no more.
void forget_depth(Result& r);

}  // namespace clearance::detail
