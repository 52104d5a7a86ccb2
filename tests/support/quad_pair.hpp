#pragma once

#include <functional>
#include <limits>

#include "quad_body.hpp"

// Bounds of the signed distance of any two shapes in 113-bit arithmetic. Each is proven, to that rounding, whatever the
// search finds: for any n, the slab f(n) = min n.y - max n.x is at most the true value, and for any two points of the
// bodies their distance is at least the true value of a separated pair.

namespace oracle {

class QuadPair {
 public:
  QuadPair(const clearance::Shape& a, const Placement& at_a, const clearance::Shape& b, const Placement& at_b);
  /// Two bodies of one origin.
  QuadPair(QuadBody a, QuadBody b);

  /// Bounds are improved until this is true of them, or no further.
  using Enough = std::function<bool(Quad lower, Quad upper)>;

  /// Searches from the direction n for the nearest points; narrows lower() and upper().
  void approach(const clearance::Vec3& n, const Enough& enough);
  /// The slab along n; raises lower().
  Quad slab(const clearance::Vec3& n);
  /// Slabs along many directions and a short climb from `hint`: a look, not a search. Raises lower().
  void probe(const clearance::Vec3& hint, const Enough& enough);
  /// Looks for the best slab of an overlapping pair from many directions and `hint`; raises lower().
  void search_depth(const clearance::Vec3& hint, const Enough& enough);

  Quad lower() const { return lower_; }
  Quad upper() const { return upper_; }
  /// Extent of the two shapes and the way between their centres, the measure of errors. An unbounded shape has no
  /// extent, and its centre is its origin, or the foot of the origin on a plane.
  Quad size() const;
  /// What rounding may add to a bound.
  Quad slack() const { return slack_; }
  const QuadBody& a() const { return a_; }
  const QuadBody& b() const { return b_; }

 private:
  QVec lowest(const QVec& n) const { return b_.highest(-n) - a_.highest(n); }
  /// The nearest direction along which the slab is finite; zero if there is none near.
  QVec admissible(QVec n) const;
  Quad slab_along(const QVec& n);
  /// Directions worth a look: the hint first, none of them zero.
  std::vector<QVec> guesses(const QVec& hint) const;
  QVec climb(QVec n, Quad step, Quad last_step, int moves_allowed);

  QuadBody a_, b_;
  std::vector<QVec> directions_;
  bool planar_ = false;  ///< a plane or half-space fixes the normal up to its sense
  QVec plane_normal_;
  Quad lower_ = -std::numeric_limits<double>::infinity();
  Quad upper_ = std::numeric_limits<double>::infinity();
  Quad slack_ = 0;
};

}  // namespace oracle
