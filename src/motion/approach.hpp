#pragma once

// The search for the least distance of a motion, as a scene uses it, too: all pairs share the best distance found.

#include "motion/pair_path.hpp"
#include "proof/least.hpp"

namespace clearance::detail {

/// What is known of the least distance: the proof, and the answer that gave the upper bound.
struct Nearest {
  LeastDistance least;
  Sight sight;
  int queries = 0;
  bool finished = true;       ///< no search ended at its bound on work
  double allowance = 0.0;     ///< of the pair that is looked at: what uncertainty may change its distance by
  double scouted = HUGE_VAL;  ///< the least that a scout has seen of it
};

/// Looks at a few times, for an upper bound to begin with. Returns whether that is the least so far.
bool scout(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Nearest& nearest);

/// Adds what is proven of two moving bodies. Returns whether it has found the least so far.
bool find_least(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                const MotionOptions& options, Nearest& nearest);

}  // namespace clearance::detail
