#pragma once

// Points of an overlap that are joined by its normal. An expansion ends with a normal that is good to half of the
// digits of the depth, and with points that are mixtures of three: on long and round bodies they may be off to the
// side. Once the bodies are moved apart along the normal, by the depth and a little more, their nearest points are what
// is wanted.

#include "proof/certify.hpp"

namespace clearance::detail {

/// Replaces the points of `proposal` by such that fit its normal better, where some are found in arithmetic T. `slab`:
/// how far the cores are apart along the normal, which is negative.
template <class T>
void fit_overlap(const Pair& pair, double slab, Proposal& proposal);

}  // namespace clearance::detail
