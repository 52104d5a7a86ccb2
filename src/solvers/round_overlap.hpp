#pragma once

// Overlap of an ellipsoid with another one, with a cylinder, a cone or a segment: proof/round_depth.hpp.

#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// The depth of the cores, if they are such bodies and overlap. `along`: a direction that may be near the normal.
std::optional<Proposal> round_overlap(const Pair& pair, const V3& along);

/// The same of bodies that are nearly round about one axis: proof/ring_depth.hpp.
std::optional<Proposal> ring_overlap(const Pair& pair);

}  // namespace clearance::detail
