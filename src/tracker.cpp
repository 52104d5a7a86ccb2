// Which method: a large hull that was apart and has hardly moved is a walk of a step or two for `feature`, which asks
// one body at a time. Small hulls are scanned by the default solver in about the same time, and overlap is its
// business alone: a search for features would only find out that there is none.

#include "clearance/tracker.hpp"

#include <algorithm>
#include <utility>

#include "solvers/part_pairs.hpp"

namespace clearance {

namespace {

bool large(const Shape& shape) {
  const detail::Core& core = shape.core();
  return core.kind == detail::Kind::polytope && core.polytope.vertices > detail::scan_limit;
}

}  // namespace

Tracker::Tracker(Shape a, Shape b, const Options& options)
    : a_(std::move(a)),
      b_(std::move(b)),
      options_(options),
      by_features_(options.method == Method::automatic && info(Method::feature).accepts(a_, b_) &&
                   (large(a_) || large(b_))) {
  if (detail::has_parts(a_) || detail::has_parts(b_))
    part_states_.resize(std::min(detail::part_count(a_) * detail::part_count(b_), most_states));
}

Result Tracker::distance(const Pose& pose_a, const Pose& pose_b) {
  if (!part_states_.empty() && (options_.method == Method::automatic || info(options_.method).accepts(a_, b_)))
    return detail::nearest_parts(a_, pose_a, b_, pose_b, options_, &state_, part_states_);
  Options options = options_;
  if (by_features_ && apart_) options.method = Method::feature;
  const Result r = clearance::distance(a_, pose_a, b_, pose_b, options, &state_);
  apart_ = r.status == Status::separated;
  return r;
}

void Tracker::forget() {
  apart_ = false;
  state_ = PairState{};
  std::fill(part_states_.begin(), part_states_.end(), PairState{});
}

}  // namespace clearance
