#pragma once

// Hulls of spheres: a swept sphere of the difference, whatever its weights, bounds the signed distance from above.
// docs/proof.md, section 7b.

#include "proof/certify.hpp"

namespace clearance::detail {

/// The swept sphere of the spheres a[i] of body a and b[i] of body b. Precondition: both are hulls of spheres.
CoreUpper swept_sphere_bound(const Pair& pair, const int* a, const int* b, const Weights& weights);

}  // namespace clearance::detail
