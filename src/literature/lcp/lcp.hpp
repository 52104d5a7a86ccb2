#pragma once

// The method lcp: nearest points by Lemke's method in double, for polyhedral shapes. The program is that of
// clearance/lcp/primitives.hpp; rounding may mislead the pivots, so its answer is a proposal like any other's.

#include <optional>

#include "placed/world_points.hpp"
#include "proof/certify.hpp"

namespace clearance::detail {

/// Bodies of more vertices are not taken: the cost grows with the cube of their number.
inline constexpr int lcp_vertex_limit = 100;

/// Nothing, if the bodies overlap or nearly so, or if Lemke's method fails.
std::optional<Proposal> lcp_proposal(const Pair& pair);

/// For pairs of which a formula gives the proof.
std::optional<WorldPoints> lcp_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace clearance::detail
