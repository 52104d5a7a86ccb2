#pragma once

// Overlap of an ellipsoid of revolution with another one, or with a cylinder, cone or capsule, on nearly one axis:
// proof/spheroid.hpp.

#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// The depth of the cores, if they are such bodies and overlap.
std::optional<Proposal> spheroid_overlap(const Pair& pair);

}  // namespace clearance::detail
