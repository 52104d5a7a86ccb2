#pragma once

// An ellipsoid and a line, a facet or a polyhedron, after Fenger 2001, section 5.5.1.

#include <optional>

#include "solvers/gjk.hpp"

namespace clearance::detail {

/// The bound on steps.
inline constexpr int dqp3_ellipsoid_limit = 64;

/// One body an ellipsoid whose placement is a rotation but for rounding, the other a hull of points.
bool is_ellipsoid_and_vertices(const Pair& pair);

/// Nothing where the cores touch or overlap. Precondition: is_ellipsoid_and_vertices.
std::optional<Proposal> dqp3_ellipsoid(const Pair& pair, const Goal& goal, PairMemory* memory);

}  // namespace clearance::detail
