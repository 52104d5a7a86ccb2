#pragma once

// The bounds of an overlap in the fast lane: docs/proof.md, section 7c.

#include "proof/plain_pair.hpp"

namespace clearance::detail {

/// By a slab and a ball about the origin that the difference of the cores holds; and the status that follows.
[[gnu::always_inline]] inline void bound_overlap(Result& r, const PlainPair& pair, const CoreLower& slab,
                                                 const CoreUpper& ball) {
  r.lower = (slab.value() - pair.error - pair.radius - pair.radius_error) * pair.unit;
  r.upper = (ball.value() + pair.error - pair.radius + pair.radius_error) * pair.unit;
  r.status = status_of(r.lower, r.upper);
}

/// That they overlap, and no more; false if they are not proven to.
[[gnu::always_inline]] inline bool overlap_alone(Result& r, const PlainPair& pair, const CoreUpper& ball, Method method,
                                                 int iterations) {
  if (!((ball.value() + pair.error - pair.radius + pair.radius_error) * pair.unit < 0.0)) return false;
  r.status = Status::penetrating;
  forget_depth(r);
  r.ending = Ending::overlap_only;
  r.method = method;
  r.iterations = iterations;
  return true;
}

}  // namespace clearance::detail
