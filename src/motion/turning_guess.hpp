#pragma once

// Where to begin the search for the first contact of two bodies that turn. Nothing rests on it.

#include "motion/pair_path.hpp"

namespace clearance::detail {

struct ContactGuess {
  double time = HUGE_VAL;  ///< at which they are about to be `margin` apart; infinity if none was found
  int queries = 0;
};
/// By Newton's method from the beginning of the span, until the time is expected to be off by no more than that.
ContactGuess guess_turning(const PartPair& pair, const Span& span, double margin, double off, PairState& state);

}  // namespace clearance::detail
