#pragma once

// Distance by walking between Voronoi regions: Lin and Canny, "A fast algorithm for incremental distance calculation",
// 1991.

#include <optional>

#include "placed/pair_memory.hpp"
#include "placed/witness.hpp"

namespace clearance::detail {

/// Precondition: both bodies have a Surface. Nothing if the bodies touch or overlap, or if the walk stalls.
std::optional<Proposal> lin_canny(const Pair& pair, PairMemory* memory);

}  // namespace clearance::detail
