#pragma once

// GJK with hill climbing and tracking: Cameron, "Enhancing GJK: computing minimum and penetration distances between
// convex polyhedra", 1997.

#include <optional>

#include "placed/pair_memory.hpp"
#include "placed/witness.hpp"

namespace clearance::detail {

/// Precondition: has_vertices(pair). `gap`: stop when upper - lower of the cores is within this. Nothing if the cores
/// touch or overlap, or rounding cannot tell that they do not.
std::optional<Proposal> enhanced_gjk(const Pair& pair, double gap, PairMemory* memory);

}  // namespace clearance::detail
