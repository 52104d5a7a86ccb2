#pragma once

#include <optional>

#include "placed/world_points.hpp"
#include "proof/certify.hpp"

namespace clearance::exact {

/// The method lcp-exact, for bounded polyhedral shapes; nothing if they overlap or touch, or without exact arithmetic.
std::optional<detail::Proposal> propose(const detail::Pair& pair, const Shape& a, const Pose& pose_a, const Shape& b,
                                        const Pose& pose_b);

/// A pair of nearest points of any two polyhedral shapes; nothing if they overlap, or without exact arithmetic.
std::optional<detail::WorldPoints> nearest_points(const Shape& a, const Pose& pose_a, const Shape& b,
                                                  const Pose& pose_b);

}  // namespace clearance::exact
