#pragma once

// Two ellipsoids by polyhedra that are refined where it matters (refinement_search.hpp), in double-double.

#include <optional>

#include "literature/ellipsoids/ellipsoid_methods.hpp"

namespace clearance::detail {

/// Facets added to each body in a cycle: 4 or 7. Nothing where no gap was found.
std::optional<Proposal> ellipsoid_refinement(const Pair& pair, const Goal& goal, int facets);

}  // namespace clearance::detail
