#pragma once

// The first time of contact, from times at which it is proven and intervals in which it is not excluded.

#include <algorithm>
#include <cmath>

#include "clearance/motion.hpp"

namespace clearance::detail {

/// Holds if every time before `upper()` is either proven to be clear or in an interval that is in doubt.
class FirstContact {
 public:
  /// At this time the signed distance is at most that. Returns whether it is the first contact so far.
  bool contact(double time, double distance_there, double margin) {
    if (!(distance_there <= margin) || !(time < upper_)) return false;
    upper_ = time;
    return true;
  }
  /// Contact is not excluded from one time to another.
  void doubt(double begin, double /*end*/) { lower_ = std::min(lower_, begin); }
  void stop_short() { finished_ = false; }

  double upper() const { return upper_; }
  bool finished() const { return finished_; }
  Interval times() const { return {std::min(lower_, upper_), upper_}; }

 private:
  double lower_ = HUGE_VAL, upper_ = HUGE_VAL;
  bool finished_ = true;
};

}  // namespace clearance::detail
