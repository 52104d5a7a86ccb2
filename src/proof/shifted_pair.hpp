#pragma once

// Two bodies over a stretch of time in which neither turns. The way from one to the other is then linear in time, so a
// slab is, too: one direction bounds the signed distance at all times of the stretch. docs/proof.md, section 11c.

#include "proof/swept_slab.hpp"

namespace clearance::detail {

/// At all times of a stretch a lower bound of the signed distance, linear but for what rounding takes off on both sides
/// of one time. By default nothing is claimed.
class LinearSlab {
 public:
  LinearSlab() = default;
  double operator()(double time) const {
    const double d = time - time_, value = value_ + slope_ * d - slack_ * std::fabs(d);
    return value < HUGE_VAL ? value : -HUGE_VAL;  // what overflowed claims nothing
  }
  /// Concave: over an interval it is least at an end.
  double over(double begin, double end) const { return std::min((*this)(begin), (*this)(end)); }
  double time() const { return time_; }
  double slope() const { return slope_; }
  double slack() const { return slack_; }

 private:
  friend class ShiftedPair;
  double time_ = 0.0, value_ = -HUGE_VAL, slope_ = 0.0, slack_ = 0.0;
};

class ShiftedPair {
 public:
  /// Whether neither turns, and both are bounded.
  static bool applies(const Mover& a, const Mover& b);
  /// Precondition: that, and both are on one stretch of their motion from `begin` to `end`, or at rest.
  ShiftedPair(const Mover& a, const Mover& b, double begin, double end);

  /// Where a query has the two: a at the origin; what rounding has left out is in `allow`.
  const Pose& pose_a() const { return pose_a_; }
  Pose pose_b(double time) const { return part_pose(pose_b_, Pose(), between(time).eigen()); }
  V3 between(double time) const { return from_ + change_ * share(time); }
  /// How that changes from begin to end.
  const V3& change() const { return change_; }
  /// Makes a result that was found with these poses one of the true ones.
  void allow(Result& r) const;
  /// What that may take.
  double position_error() const { return position_error_; }
  /// What rounding may take from a slab at its own time.
  double slab_error() const { return error_ + slab_rounding * (sum_abs(from_) + sum_abs(change_)); }
  /// The slab along n, which need not be of unit length, good for all times.
  LinearSlab slab(const V3& n, double time);
  /// Of two boxes that overlap, an upper bound of the signed distance by separating axes; infinity where that says
  /// nothing.
  double upper_by_axes(double time) const;
  /// Where the origin of a is in the world.
  Wide3 origin_a(double time) const;
  /// Of the pair at a time.
  double size(double time) const { return extent_ + norm(between(time) + centres_); }

  const Core& core_a() const { return *a_.core; }
  const Core& core_b() const { return *b_.core; }
  /// The way between the centres of the cores, from that between the origins.
  const V3& centres() const { return centres_; }
  double begin() const { return begin_; }
  double end() const { return end_; }

 private:
  struct Side {
    const Core* core = nullptr;
    M3 map{};
    double inflate = 0.0;  ///< of a radius that is part of the support function
    double radius = 0.0;   ///< of one that is not, and what it may be stretched to
    double error = 0.0;
    int vertex = -1;  ///< of the last support: where the next one starts
    double support(const V3& direction);
  };
  static Side side_of(const Mover& mover, const Pose& pose);
  double share(double time) const { return (time - begin_) / (end_ - begin_); }

  Mover mover_a_;
  double begin_, end_;
  Side a_, b_;
  Pose pose_a_, pose_b_;
  V3 from_, change_, centres_;
  double extent_ = 0.0, position_error_ = 0.0, error_ = 0.0;
};

}  // namespace clearance::detail
