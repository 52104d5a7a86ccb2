#include "clearance/tracker.hpp"

#include <algorithm>
#include <utility>

#include "numeric/arithmetic_mode.hpp"
#include "query/part_pairs.hpp"

namespace clearance {

Tracker::Tracker(Shape a, Shape b, const Options& options) : a_(std::move(a)), b_(std::move(b)), options_(options) {
  if (detail::has_parts(a_) || detail::has_parts(b_))
    part_states_.resize(std::min(detail::part_count(a_) * detail::part_count(b_), most_states));
}

Result Tracker::distance(const Pose& pose_a, const Pose& pose_b) {
  if (!part_states_.empty() && (options_.method == Method::automatic || info(options_.method).accepts(a_, b_)))
    return detail::in_standard_arithmetic(
        [&] { return detail::nearest_parts(a_, pose_a, b_, pose_b, options_, &state_, part_states_); });
  return clearance::distance(a_, pose_a, b_, pose_b, options_, &state_);
}

void Tracker::forget() {
  state_ = PairState{};
  std::fill(part_states_.begin(), part_states_.end(), PairState{});
}

}  // namespace clearance
