#pragma once

// The least of a distance over time, from bounds over intervals and at times.

#include <algorithm>
#include <cmath>

#include "clearance/motion.hpp"

namespace clearance::detail {

/// Holds if every time of every pair is in an interval that `over` was called with. `allowance`: what uncertainty may
/// change a distance by, either way; `lower` is then for the nearest of all placements.
class LeastDistance {
 public:
  /// The signed distance is at most this at a time. Returns whether no placement of a pair is proven to be nearer.
  bool at(double time, double upper_there, double allowance) {
    upper_ = std::min(upper_, less(upper_there, allowance));
    const double of_all = allowance > 0.0 ? std::nextafter(upper_there + allowance, HUGE_VAL) : upper_there;
    if (!(of_all < attained_)) return false;
    attained_ = of_all;
    at_ = time;
    return true;
  }
  /// It is at least this over an interval.
  void over(double begin, double end, double bound_there, double allowance) {
    const double bound = less(bound_there, allowance);
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
  /// What the distance less its allowance is known to come down to: no lower bound can be above it.
  double reached() const { return upper_; }
  /// At some time, every placement of some pair is no farther apart than this.
  double upper() const { return attained_; }
  double at() const { return at_; }
  /// Holds every time at which the least is attained.
  Interval times() const { return {std::min(times_.lower, at_), std::max(times_.upper, at_)}; }

 private:
  static double less(double value, double allowance) {
    return allowance > 0.0 ? std::nextafter(value - allowance, -HUGE_VAL) : value;
  }
  double lower_ = HUGE_VAL, upper_ = HUGE_VAL, attained_ = HUGE_VAL, at_ = 0.0, nearest_ = HUGE_VAL;
  Interval times_{HUGE_VAL, -HUGE_VAL};
};

}  // namespace clearance::detail
