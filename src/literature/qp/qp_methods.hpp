#pragma once

// The quadratic-programming methods as methods of the library, on pairs of which both have facets.

#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// One of Method::qp_active_set, qp_interior_point and bobrow. Nothing, if the cores overlap or touch, or
/// if it cannot tell.
std::optional<Proposal> qp_distance(const Pair& pair, Method method);

}  // namespace clearance::detail
