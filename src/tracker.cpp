// Which method: a large hull that was apart and has hardly moved is a walk of a step or two for `feature`, which asks
// one body at a time. Small hulls are scanned by the default solver in about the same time, and overlap is its
// business alone: a search for features would only find out that there is none.

#include "clearance/tracker.hpp"

#include <utility>

#include "shapes/core.hpp"

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
                   (large(a_) || large(b_))) {}

Result Tracker::distance(const Pose& pose_a, const Pose& pose_b) {
  Options options = options_;
  if (by_features_ && apart_) options.method = Method::feature;
  const Result r = clearance::distance(a_, pose_a, b_, pose_b, options, &state_);
  apart_ = r.status == Status::separated;
  return r;
}

void Tracker::forget() {
  apart_ = false;
  state_ = PairState{};
}

}  // namespace clearance
