#pragma once

// That no translation shorter than a claimed depth ends an overlap: an inner polytope of the difference b - a is built
// anew about the origin, from the shapes as they were described and in extended precision.

#include "verify/placed.hpp"

namespace clearance::check {

enum class DepthFinding {
  proven,   ///< every face of a polytope inside the difference is farther from the origin
  refuted,  ///< some slab is shorter
  open      ///< neither came out within the number of support points that are asked for
};

/// Whether the difference of two placed shapes, neither of which is a plane, a half-space or a union, holds the ball of
/// this radius about the origin; a negative one: whether they are no farther apart than that. `noise`: lengths that
/// are rounding.
DepthFinding check_depth(const Placed& a, const Placed& b, Real radius, Real noise);

}  // namespace clearance::check
