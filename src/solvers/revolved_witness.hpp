#pragma once

// Where two solids of revolution that overlap touch when one of them is moved out along a normal.

#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// The proposal of this normal, which need not be of unit length, and depth; none if no points of the bodies fit them.
std::optional<Proposal> revolved_witness(const Pair& pair, const V3& normal, double depth);

}  // namespace clearance::detail
