#pragma once

// Overlap of two solids of revolution on one axis: spheres, capsules, cylinders and cones. Every direction around the
// axis is equally good there, which is the worst case of polytope expansion, and a two-dimensional problem of a few
// directions in truth.

#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// The depth of the cores, if they are on one axis to rounding and overlap.
std::optional<Proposal> coaxial_overlap(const Pair& pair);

}  // namespace clearance::detail
