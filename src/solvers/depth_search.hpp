#pragma once

// The search for the best normal of an overlap where the polytope expansion could not follow a curved difference.

#include "placed/witness.hpp"

namespace clearance::detail {

/// Support points that one descent, or following a normal out of the polytope, may take.
inline constexpr int descent_steps = 48;
/// Golden sections on each circle about an axis of a body.
inline constexpr int golden_sections = 40;

/// A normal, how far apart the bodies are along it (a lower bound of the distance), and the vertices that say so.
template <class T>
struct DepthBound {
  Vector<T> outward{T(1.0), T(0.0), T(0.0)};
  double lower = -HUGE_VAL;
  int vertex_a = -1, vertex_b = -1;
};

/// Improves `best`, which is known to be off by no more than `gap`, relative to the size of the pair. Returns how many
/// support points it took: at most descent_steps + 24 (golden_sections + 2).
int search_depth(Difference<double>& difference, DepthBound<double>& best, double gap);

}  // namespace clearance::detail
