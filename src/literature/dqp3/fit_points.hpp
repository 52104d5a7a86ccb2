#pragma once

#include "proof/certify.hpp"

namespace clearance::detail {

/// The variants of the thesis end by tolerances of their own, which leave points to the side of the normal: puts better
/// ones in their place, where there are some nearby, and certifies them. Both bodies have facets.
void fit_points(const Pair& pair, Attempt& attempt);

}  // namespace clearance::detail
