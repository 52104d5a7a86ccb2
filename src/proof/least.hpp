#pragma once

// The least of a distance over time, from bounds over intervals and at times.

#include <algorithm>
#include <cmath>

#include "clearance/motion.hpp"

namespace clearance::detail {

/// Holds if every time of every pair is in an interval that `over` was called with. Where two are the least, the first.
class LeastDistance {
 public:
  /// The signed distance is at most this at a time. Returns whether that is the least so far.
  bool at(double time, double upper_there) {
    if (!(upper_there < upper_)) return false;
    upper_ = upper_there;
    at_ = time;
    return true;
  }
  /// It is at least this over an interval.
  void over(double begin, double end, double bound) {
    lower_ = std::min(lower_, bound);
    if (!(bound <= upper_)) return;
    // What was nearest once and is proven to be farther than what was found since does not count.
    if (nearest_ > upper_) {
      times_ = {begin, end};
      nearest_ = bound;
    } else {
      times_ = {std::min(times_.lower, begin), std::max(times_.upper, end)};
      nearest_ = std::min(nearest_, bound);
    }
  }

  double lower() const { return std::min(lower_, upper_); }
  double upper() const { return upper_; }
  /// Holds every time at which the least is attained.
  Interval times() const { return {std::min(times_.lower, at_), std::max(times_.upper, at_)}; }

 private:
  double lower_ = HUGE_VAL, upper_ = HUGE_VAL, at_ = 0.0, nearest_ = HUGE_VAL;
  Interval times_{HUGE_VAL, -HUGE_VAL};
};

}  // namespace clearance::detail
