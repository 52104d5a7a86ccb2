#pragma once

// The bound of a pair from its last query, as both bodies move on. Section 6c of docs/proof.md.

#include <cstdint>

#include "clearance/monitor.hpp"
#include "proof/moved_slab.hpp"

namespace clearance::detail {

/// A body whose poses come one after the other.
struct MovingBody {
  MovingBody(const Shape& given, const Pose& at)
      : shape(given), local(local_box(given)), pose(at), frame(frame_of(local, at)) {}
  /// A pose that is not finite says nothing: the body is then where nobody knows.
  void move_to(const Pose& next) noexcept;

  Shape shape;
  LocalBox local;
  Pose pose;
  BodyFrame frame;
  double way = 0.0;          ///< no point has moved farther in all moves together, but for breaks
  std::uint32_t breaks = 0;  ///< how often its motion had no bound: an unbounded body that turned
  bool known = true;         ///< whether `pose` is where it is
  bool present = true;       ///< else its pairs do not count
  /// What the uncertainty of its place and surface may take from a distance: clearance::allowance.
  double loose = 0.0;
};

class MovingBound {
 public:
  /// From a query of the two where they are now.
  void renew(Bound& bound, const Result& result, const MovingBody& a, const MovingBody& b) noexcept;
  /// To where they are now, without a query.
  void follow(Bound& bound, const MovingBody& a, const MovingBody& b) const noexcept { bound.lower = now(a, b); }

 private:
  double now(const MovingBody& a, const MovingBody& b) const noexcept {
    if (!a.present || !b.present) return HUGE_VAL;
    if (!a.known || !b.known || breaks_ != a.breaks + b.breaks) return -HUGE_VAL;
    const double rested = after_ways(a, b);
    if (!(slab_.base > -HUGE_VAL)) return with_looseness(rested, a, b);
    const double moved = moved_lower(slab_, a.frame, b.frame);  // neither is NaN
    return with_looseness(moved < rested ? rested : moved, a, b);
  }
  /// For every placement within the uncertainties of both, if that is so for the placements as given.
  static double with_looseness(double lower, const MovingBody& a, const MovingBody& b) noexcept {
    const double loose = a.loose + b.loose;
    if (!(loose > 0.0)) return lower;
    const double least = lower - loose - 0x1p-50 * (std::fabs(lower) + loose);
    return least < HUGE_VAL ? least : -HUGE_VAL;
  }
  double after_ways(const MovingBody& a, const MovingBody& b) const noexcept {
    const double lower = rested_ - (a.way + b.way) - 0x1p-50 * (std::fabs(rested_) + a.way + b.way);
    return lower < HUGE_VAL ? lower : -HUGE_VAL;
  }

  Slab slab_;
  double rested_ = -HUGE_VAL;  ///< the bound of the query, plus the ways of both bodies until then
  std::uint32_t breaks_ = 0;   ///< of both together, then
};

/// The least of all bounds is that of the report.
inline void state_least(Report& report, const Bound& least) { report.lower = least.lower; }

}  // namespace clearance::detail
