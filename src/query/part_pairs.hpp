#pragma once

// Unions of convex parts: the least signed distance among all pairs of parts.

#include <span>

#include "clearance/distance.hpp"
#include "core/core.hpp"

namespace clearance::detail {

inline bool has_parts(const Shape& shape) { return shape.core().kind == Kind::parts; }

/// Parts of a union, 1 for any other shape.
std::size_t part_count(const Shape& shape);

/// `state` remembers the nearest parts and where their query ended; `states`, if there are any, where those of as many
/// other pairs of parts did. Neither changes the answer beyond rounding.
Result nearest_parts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                     PairState* state, std::span<PairState> states);

}  // namespace clearance::detail
