#pragma once

#include <optional>

#include "placed/world_points.hpp"
#include "proof/certify.hpp"

namespace clearance::exact {

/// How the exact answer is found.
enum class Way {
  repair,  ///< the method `exact`: doubles propose, what is wrong is repaired
  lemke,   ///< the method `lcp-exact`: Lemke's method in rational numbers
};

/// For bounded polyhedral shapes; nothing if they overlap or touch, or without exact arithmetic.
std::optional<detail::Proposal> propose(const detail::Pair& pair, const Shape& a, const Pose& pose_a, const Shape& b,
                                        const Pose& pose_b, Way way);

/// A pair of nearest points of any two polyhedral shapes; nothing if they overlap, or without exact arithmetic.
std::optional<detail::WorldPoints> nearest_points(const Shape& a, const Pose& pose_a, const Shape& b,
                                                  const Pose& pose_b, Way way);

}  // namespace clearance::exact
