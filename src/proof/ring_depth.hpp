#pragma once

// Overlap of an ellipsoid with another round body where both are nearly round about one axis, so that a ring of
// directions is nearly as good as the best one: docs/proof.md, section 8b.

#include "proof/round_depth.hpp"

namespace clearance::detail {

/// Whether `ring_depth` may do with few cells: the ellipsoids are nearly round about the axis of the pair, none is
/// thin, and the shift of their centres is small across it. `part`: of what they may lack to that.
bool nearly_round(const Pair& pair, const RoundPair& round, double part);

/// As `round_depth`, of a pair that is nearly round; tight to 64 times the gap, if it would take too many cells. `n`:
/// where the depth was found, which says where cells begin.
RoundBound ring_depth(const Pair& pair, const RoundPair& round, double depth, double gap, const V3& n);

}  // namespace clearance::detail
