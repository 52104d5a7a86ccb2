#pragma once

// The polytope algorithm as Hamlin, Kelley and Tornero write it (section 5.1, after Gilbert, Johnson and Keerthi), step
// by step, on points that are given: the working set, the point of its hull that is nearest to the origin by Johnson's
// sub-algorithm, and what is discarded. For teaching: the solvers are in solvers/gjk.cpp and literature/tracking.

#include <vector>

#include "clearance/pose.hpp"

namespace clearance::reproduce {

struct PolytopeStep {
  std::vector<int> working;  ///< the set whose distance is computed, in the order in which points joined
  std::vector<int> kept;     ///< what is left of it: the points that the nearest one is made of
  Vec3 nearest;              ///< to the origin
  int next = -1;             ///< the point that is farthest towards the origin from there
  double gap = 0.0;          ///< what that point gains: the distance is at least |nearest| less this
};

/// Until no point is nearer than `tolerance`; from the point `first`.
std::vector<PolytopeStep> trace_polytope(const std::vector<Vec3>& points, int first, double tolerance = 1e-12);

}  // namespace clearance::reproduce
