#pragma once

// Depth of overlap by polytope expansion: van den Bergen, "Proximity queries and penetration depth computation on 3D
// game objects", 2001.

#include "placed/witness.hpp"

namespace clearance::detail {

/// The bound on support points, and so on the working space (on the stack, some 150 kB in double).
inline constexpr int epa_limit = 500;
/// How many of these are spent at the end on the one face that seems best.
inline constexpr int epa_dive = 128;

/// What to stop at, in distances of the cores: depths are counted as negative distances.
struct DepthGoal {
  double gap;           ///< upper - lower within this
  double min_distance;  ///< proven to be below this
  bool only_whether;    ///< stop as soon as overlap is proven
  double proof_margin;  ///< rounding to allow for in a proof
};

/// For cores that touch or overlap: the least translation that separates them, with a proven inner bound. `start`: the
/// simplex in which GJK found the origin.
template <class T>
Proposal epa(Difference<T>& difference, const Simplex<T>& start, const DepthGoal& goal);

extern template Proposal epa(Difference<double>&, const Simplex<double>&, const DepthGoal&);
extern template Proposal epa(Difference<DoubleDouble>&, const Simplex<DoubleDouble>&, const DepthGoal&);

}  // namespace clearance::detail
