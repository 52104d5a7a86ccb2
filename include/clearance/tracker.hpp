#pragma once

#include <vector>

#include "clearance/distance.hpp"

namespace clearance {

/// A pair that moves: two shapes, and what the last query found, which is where the next one starts, by the method that
/// costs least from there unless the options name one; all methods share one state. The enclosure of every result is
/// proven anew, so that a pair may jump at will: that costs time, never correctness. Queries allocate nothing. One
/// thread at a time. A pair of unions starts with the parts that were nearest last, and has a state for each pair of
/// parts, up to `most_states` of them.
class Tracker {
 public:
  static constexpr std::size_t most_states = 1024;

  Tracker(Shape a, Shape b, const Options& options = {});

  /// As clearance::distance(a, pose_a, b, pose_b, options).
  Result distance(const Pose& pose_a, const Pose& pose_b);

  /// What the next query starts from; any query of the same two shapes may use it.
  const PairState& state() const { return state_; }
  /// Starts anew.
  void forget();

  const Shape& a() const { return a_; }
  const Shape& b() const { return b_; }

 private:
  Shape a_, b_;
  Options options_;
  PairState state_;
  std::vector<PairState> part_states_;  ///< of unions; each knows whose it is
};

}  // namespace clearance
