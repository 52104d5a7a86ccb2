#pragma once

// Overlap of two solids of revolution whose axes are nearly one: proof/revolved.hpp.

#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// The depth of the cores, if they are such bodies and overlap; or a guess of how far they are apart.
std::optional<Proposal> revolved_overlap(const Pair& pair);

}  // namespace clearance::detail
