#pragma once

#include <optional>

#include "solvers/pair.hpp"

namespace clearance::exact {

/// The method lcp-exact, for bounded polyhedral shapes; nothing if they overlap or touch, or without exact arithmetic.
std::optional<detail::Proposal> propose(const detail::Pair& pair, const Shape& a, const Pose& pose_a, const Shape& b,
                                        const Pose& pose_b);

}  // namespace clearance::exact
