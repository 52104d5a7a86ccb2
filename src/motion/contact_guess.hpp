#pragma once

// Where to begin the search for the first contact of two bodies of which neither turns: by formula, for spheres and
// capsules and for boxes. Nothing rests on it.

#include "proof/shifted_pair.hpp"

namespace clearance::detail {

/// The time at which they are about to be `margin` apart, or nearest; before the beginning if there is no formula.
/// Where it tells the nearest corners, too, these are left to the first query.
double guess_contact(const ShiftedPair& pair, double margin, PairState& start);

}  // namespace clearance::detail
