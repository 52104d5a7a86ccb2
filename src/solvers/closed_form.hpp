#pragma once

// Pairs of bodies simple enough for a formula: points and segments (hence spheres and capsules), and a point
// against a box, cylinder or cone.

#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// Whether a formula exists for the two kinds of core.
bool has_closed_form(Kind a, Kind b);

/// The answer, or nothing where the formula would lose digits (bodies that nearly touch, say).
std::optional<Proposal> closed_form(const Pair& pair);

}  // namespace clearance::detail
