#pragma once

// A slab between two moving bodies, and how wide it stays as they move on: a lower bound of their signed distance over
// a stretch of time from one direction. docs/proof.md, section 11b, has the argument.

#include "proof/body.hpp"
#include "proof/moving.hpp"

namespace clearance::detail {

/// All roundings of a slab, in u times the lengths that enter it: 62.
inline constexpr double slab_rounding = 128.0 * 0x1p-53;
/// Sums of centres and positions in double-double, relative to what enters them.
inline constexpr double wide_sum_error = 0x1p-93;
/// Up to this a matrix that turns is a rotation but for rounding, and a ball stays one.
inline constexpr double rigid_swell = 1e-12;

/// One convex body on its way. `inner` places it in the body that moves, if it is a part of one.
struct Mover {
  const Shape* shape = nullptr;
  const Pose* inner = nullptr;
  const Stretch* stretch = nullptr;
  const Pose* rest = nullptr;  ///< where it is without a stretch
};

/// A body at one moment; true lengths, axes of the world.
struct MomentBody {
  const Core* core = nullptr;
  const Pose* inner = nullptr;
  MovingPlace place;
  M3 map{};            ///< rotation of the shape, rounded
  Wide3 origin;        ///< of the shape
  Wide3 centre;        ///< of its core; of a plane, the point nearest to its origin
  V3 arm{};            ///< from the pivot to that centre
  double reach = 0.0;  ///< from the centre, without the radius
  double radius = 0.0;
  double lever = 0.0;  ///< the farthest point from the pivot
  double swell = 0.0;  ///< how much longer than one a column of its matrix may become
  double error = 0.0;  ///< of all positions
  bool bounded = true;
};

struct Moment {
  double time = 0.0;
  MomentBody a, b;
  V3 apart{};               ///< from the centre of a to that of b
  V3 pivots{};              ///< from the pivot of a to that of b
  V3 between{};             ///< from the origin of shape a to that of b: where a query has b
  double entering = 0.0;    ///< sum of absolute values of these
  double pose_error = 0.0;  ///< what a query with rounded poses may be off by
  double size = 0.0;        ///< of the pair
  /// Whether both are unbounded and turn with respect to each other: then a query with rounded poses proves nothing.
  bool unsteady = false;
};

Moment make_moment(const Mover& a, const Mover& b, double time);

/// The pose of a shape at a moment, at a position; its rounding is in Moment::pose_error.
Pose query_pose(const MomentBody& body, const Vec3& position);

/// Makes a result that was found with the rounded poses of a moment one of the true poses.
void allow_for_motion(Result& r, const Moment& moment);

/// Of two boxes that overlap, an upper bound of the signed distance by separating axes; infinity where that says
/// nothing.
double upper_by_axes(const Moment& moment);

/// At all times a lower bound of the signed distance. As a function of time it has a concave function between itself
/// and that bound, so that over an interval it is least at one of its ends. By default nothing is claimed.
class SweptSlab {
 public:
  SweptSlab() = default;
  double operator()(double time) const;
  double over(double begin, double end) const { return std::min((*this)(begin), (*this)(end)); }
  double time() const { return time_; }
  const V3& normal() const { return normal_; }
  /// What rounding and inexact poses take off at its own time.
  double error() const { return error_; }

 private:
  friend SweptSlab swept_slab(const Moment& moment, V3 n, double proven, V3 carried);
  struct Side {
    const Core* core = nullptr;
    double inflate = 0.0;
    V3 u{0, 0, 0}, rate{0, 0, 0};
    int vertex = -1;
    double support(double d) const;
  };
  bool claims_ = false, has_a_ = false, has_b_ = false;
  Side a_, b_;
  V3 normal_{0, 0, 0};
  double time_ = 0.0, value_ = 0.0, slope_ = 0.0, curve_ = 0.0, jerk_ = 0.0;
  double error_ = 0.0, error_rate_ = 0.0;
  double within_ = HUGE_VAL;  ///< of its own time; beyond, nothing is claimed
};

/// The slab along n, which need not be of unit length, and turns at the rate `carried`: any will do; with a body that
/// turns, its face stays in contact with the slab. With an unbounded body the direction turns as it must. `proven`: a
/// lower bound of the signed distance at that moment, for pairs of unbounded bodies, which have no other.
SweptSlab swept_slab(const Moment& moment, V3 n, double proven, V3 carried);

}  // namespace clearance::detail
