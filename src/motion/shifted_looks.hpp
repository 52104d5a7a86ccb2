#pragma once

// Looks at two bodies of which neither turns: the query, made good for the true poses, and the slab along its normal,
// which holds for all times of the span.

#include "motion/pair_path.hpp"
#include "proof/shifted_pair.hpp"

namespace clearance::detail {

class ShiftedLooks {
 public:
  ShiftedLooks(const PartPair& pair, const Span& span, double tolerance, PairState& state)
      : pair_(mover_a(pair, span), mover_b(pair, span), span.begin, span.end),
        parts_(pair),
        tolerance_(tolerance),
        state_(state) {}

  /// `enough`: a distance that is proven to be less need not be known any better.
  void look(double time, double enough, Result& r, LinearSlab& slab);
  Sight sight(double time, const Result& r) const { return {time, r, pair_.origin_a(time), pair_.size(time)}; }

  ShiftedPair& pair() { return pair_; }
  const ShiftedPair& pair() const { return pair_; }
  /// What the next query begins with.
  PairState& state() { return state_; }

 private:
  ShiftedPair pair_;
  const PartPair& parts_;
  double tolerance_;
  PairState& state_;
};

/// Whether a pair can be looked at like that.
bool is_shifted(const PartPair& pair, const Span& span);

/// How far towards a limit a slab stays above a level from its own time on, where it is: proven up to there.
double reach_of(const LinearSlab& slab, double level, double limit);

}  // namespace clearance::detail
