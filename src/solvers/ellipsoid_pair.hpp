#pragma once

// The signed distance of two ellipsoids, or of an ellipsoid and a point, by Newton's method on the normal.

#include <optional>

#include "solvers/gjk.hpp"

namespace clearance::detail {

/// Whether the cores are two ellipsoids, or an ellipsoid and a point (which a sphere is, too).
bool is_ellipsoid_pair(const Pair& pair);

/// Precondition: is_ellipsoid_pair. Nothing where an overlap was found whose depth the inner ellipsoid does not prove,
/// or where rounding stopped the search early.
std::optional<Proposal> ellipsoid_pair(const Pair& pair, const Goal& goal, const PairMemory* memory);

/// Replaces the normal of an overlap that another solver found by the best that Newton's method finds from there and
/// from the axes, and the points with it. What was proven of the depth stays. Precondition: is_ellipsoid_pair.
void settle_overlap(const Pair& pair, Proposal& proposal);

}  // namespace clearance::detail
