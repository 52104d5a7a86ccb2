#include "proof/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

void extend_to(Result& r, double value) {
  r.lower = std::min(r.lower, value);
  r.upper = std::max(r.upper, value);
  r.status = status_of(r.lower, r.upper);
}

void forget_depth(Result& r) {
  r.distance = r.lower = -HUGE_VAL;
  r.upper = 0.0;
}

}  // namespace clearance::detail
