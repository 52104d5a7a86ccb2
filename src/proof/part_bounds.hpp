#pragma once

// Bounds of unions. A slab bounds the signed distance of all that is inside of two boxes from below, overlap or not: a
// subset has a support no larger. So the least of the lower bounds, of pairs of parts and of boxes left alone, is a
// lower bound of all; and the least of the upper bounds of pairs of parts is an upper bound.
//
// Parts are placed with respect to each other: their rotations and positions are composed in double-double, and what
// the position rounds off is added to the bounds. So parts far from the origin of their union lose no digits.

#include <array>

#include "clearance/distance.hpp"
#include "core/core.hpp"

namespace clearance::detail {

/// A shape that is no union as its own and only part.
PartNode whole_node(const Core& core);

/// Two bodies made of parts, in place.
class PlacedParts {
 public:
  /// A direction, and what the half lengths of the boxes of a and b count along it.
  struct Axis {
    V3 n, in_a, in_b;
    double length;
  };

  PlacedParts(const Pose& a, const Pose& b);

  Axis axis(const V3& n) const { return {n, across(rotation_a_, n), across(rotation_b_, n), norm(n)}; }

  /// A proven lower bound of the signed distance of all parts below two nodes: the best of a few slabs, the given one
  /// first, or the first that exceeds `enough`.
  double slab(const PartNode& p, const PartNode& q, const Axis* first, double enough) const;

  /// Where two parts are: the first in the world, the second from there, and what that is off by.
  struct Place {
    Wide3 origin;
    V3 apart;
    double misplaced;
  };
  /// Of parts at these positions in their unions, whose cores have these centres.
  Place place(const V3& inside_a, const V3& centre_a, const V3& inside_b, const V3& centre_b) const;

 private:
  /// |R' n|.
  static V3 across(const M3& rotation, const V3& n) {
    const V3 m = transposed_times(rotation, n);
    return {std::fabs(m.x), std::fabs(m.y), std::fabs(m.z)};
  }

  const Pose& a_;
  const Pose& b_;
  M3 rotation_a_, rotation_b_;
  Wide3 between_;
  V3 offset_;
  std::array<Axis, 6> axes_;  ///< of both bodies
};

/// The bounds of a union, gathered from its pairs of parts.
class UnionBounds {
 public:
  /// Pairs that are left alone, since this bounds them from below.
  void leave(double lower_bound) {
    if (!(lower_bound >= lower_)) lower_ = lower_bound > -HUGE_VAL ? lower_bound : -HUGE_VAL;
  }
  /// A pair that was measured.
  void take(const Result& r) {
    leave(r.lower);
    if (r.upper < upper_) upper_ = r.upper;
    if (!r.finished() && r.lower < unfinished_) unfinished_ = r.lower;
  }
  double upper() const { return upper_; }
  /// What is proven once every pair is left alone or taken, as the answer of one pair has it: the one that the upper
  /// bound comes from. It has not converged if another one, of which a query stopped short, may be nearer.
  void set(Result& r) const;

 private:
  double lower_ = HUGE_VAL, upper_ = HUGE_VAL;
  double unfinished_ = HUGE_VAL;  ///< the least lower bound of a query that stopped short
};

}  // namespace clearance::detail
