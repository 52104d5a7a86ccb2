#pragma once

// The least distance of two bodies of which neither turns, within one span. It is convex in time, and every slab a line
// below it: two of them, one that falls and one that rises, bound all of the span (Kelley 1960, in one dimension). The
// next look is where they cross, which is the least if it is at a corner, or where the slope is expected to vanish.

#include "motion/approach.hpp"
#include "motion/shifted_looks.hpp"

namespace clearance::detail {

class ShiftedLeast {
 public:
  ShiftedLeast(const PartPair& pair, const Span& span, const MotionOptions& options, PairState& state, Nearest& nearest)
      : looks_(pair, span, options.tolerance, state), span_(span), options_(options), nearest_(nearest) {}

  /// Looks at most so many times. True if it has found the least so far.
  bool run(int most);
  int queries() const { return queries_; }

 private:
  void look(double time);
  void find_bound();
  double tolerance() const;
  std::optional<double> next();
  void narrow(int most);
  /// What the distance of this pair would have to come down to, to be the least.
  double reached() const { return nearest_.least.reached() + nearest_.allowance; }

  ShiftedLooks looks_;
  const Span& span_;
  const MotionOptions& options_;
  Nearest& nearest_;
  int queries_ = 0, steps_ = 0;
  bool found_ = false;

  double time_ = 0.0, size_ = 0.0;  // of the look at hand
  Result result_;
  LinearSlab slab_;
  std::optional<LinearSlab> falls_, rises_;
  bool blunt_ = false;  // that slab tells nothing
  double cross_ = 0.0, bound_ = -HUGE_VAL;
  double first_ = 0.0, last_ = 0.0;  // before and after these they are farther apart than the least
};

}  // namespace clearance::detail
