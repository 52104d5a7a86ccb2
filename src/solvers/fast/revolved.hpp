#pragma once

// A sphere or a capsule against a cylinder or a cone. The distance of a point from a solid of revolution is a formula
// in the half-plane through axis and point. Along a segment it is convex, and its slope is known: an end is nearest if
// the slope there says so, else Newton's method, held between bounds, finds where the slope is zero. Nothing is proven
// here.

#include "proof/plain_ends.hpp"
#include "solvers/fast/formulas.hpp"

namespace clearance::detail {

/// In the half-plane through the axis of a solid of revolution: from what it has nearest to a point, to that point.
struct Away {
  double across, up;              ///< both zero inside
  double along_across, along_up;  ///< the edge that the nearest point is on, of unit length; zero at a corner
  bool at_corner() const { return (along_across == 0.0) & (along_up == 0.0); }
};

template <Kind kind>
class HalfPlane;

template <>
class HalfPlane<Kind::cylinder> {
 public:
  explicit HalfPlane(const V3& size) : radius_(size.x), half_(size.z) {}
  [[gnu::always_inline]] Away away(double across, double up) const {
    const double out = larger(across - radius_, 0.0), over = up - smaller(larger(up, -half_), half_);
    return {out, over, out == 0.0 ? 1.0 : 0.0, ((over == 0.0) & (out != 0.0)) ? 1.0 : 0.0};
  }

 private:
  double radius_, half_;
};

template <>
class HalfPlane<Kind::cone> {
 public:
  explicit HalfPlane(const V3& size)
      : radius_(size.x), half_(size.z), slant_(std::sqrt(radius_ * radius_ + 4.0 * half_ * half_)) {
    const double inverse = 1.0 / slant_;
    out_ = 2.0 * half_ * inverse;
    rise_ = radius_ * inverse;
  }
  [[gnu::always_inline]] Away away(double across, double up) const {
    const double below = up - half_, along = rise_ * across - out_ * below, over = out_ * across + rise_ * below;
    if ((up <= -half_) & (across <= radius_)) return {0.0, up + half_, 1.0, 0.0};
    if (along >= slant_) return {across - radius_, up + half_, 0.0, 0.0};
    if (along <= 0.0) return {across, below, 0.0, 0.0};
    const double most = larger(over, 0.0);
    return {most * out_, most * rise_, rise_, -out_};
  }

 private:
  double radius_, half_, slant_, out_, rise_;
};

/// A point in the half-plane, and what is nearest to it.
struct Spot {
  V3 at;
  double across;
  Away away;
  /// From the nearest point of the body, in space.
  [[gnu::always_inline]] V3 outward() const {
    const double f = across > 0.0 ? away.across / across : 0.0;
    return {at.x * f, at.y * f, away.up};
  }
};

template <Kind kind>
[[gnu::always_inline]] inline Spot spot_at(const HalfPlane<kind>& plane, const V3& at) {
  const double across = std::sqrt(at.x * at.x + at.y * at.y);
  return {at, across, plane.away(across, at.z)};
}

/// The slope along d of a positive multiple of the distance at a spot outside, and the slope of that.
struct Climb {
  double slope, bend;
};
[[gnu::always_inline]] inline Climb climb(const Spot& spot, const V3& d) {
  const Away& v = spot.away;
  const double inverse = spot.across > 0.0 ? 1.0 / spot.across : 0.0, flat = d.x * d.x + d.y * d.y,
               out = (spot.at.x * d.x + spot.at.y * d.y) * inverse, turn = (flat - out * out) * inverse;
  if (v.at_corner()) return {v.across * out + v.up * d.z, out * out + d.z * d.z + v.across * turn};
  // Along the normal of an edge, which is (out of the axis) the edge turned by a quarter.
  const double normal_out = std::fabs(v.along_up),
               normal_up = v.along_up != 0.0 ? v.along_across : std::copysign(1.0, v.up);
  return {normal_out * out + normal_up * d.z, normal_out * turn};
}

/// Steps that the search along a segment takes at most. A step of Newton's method this short may be the last; it is if
/// the next one would be of so small a part of the distance from the axis, or if this one is all that a share can tell.
inline constexpr int climb_limit = 24;
inline constexpr double last_step = 0x1p-27, next_step = 0x1p-54, finest_step = 0x1p-52;

/// Where on the segment p, p + d the distance is least. False if the segment reaches into the body, or no place is
/// found.
template <Kind kind>
[[gnu::always_inline]] inline bool lowest(const HalfPlane<kind>& plane, const V3& p, const V3& q, double& t,
                                          int& steps) {
  const V3 d = q - p;
  const double first = climb(spot_at(plane, p), d).slope, second = climb(spot_at(plane, q), d).slope;
  t = 0.0;
  if (first >= 0.0) return true;
  t = 1.0;
  if (second <= 0.0) return true;
  double low = 0.0, high = 1.0;
  t = first / (first - second);
  for (steps = 1; steps < climb_limit; ++steps) {
    const Spot spot = spot_at(plane, p + d * t);
    if ((spot.away.across == 0.0) & (spot.away.up == 0.0)) return false;
    const Climb at = climb(spot, d);
    if (at.slope == 0.0) return true;  // anywhere along a side that the segment is parallel to
    (at.slope < 0.0 ? low : high) = t;
    const double next = t - at.slope / at.bend;
    const bool within = (next >= low) & (next <= high);
    const double step = (within ? next : 0.5 * (low + high)) - t;
    t += step;
    if (!within | (std::fabs(step) > last_step)) continue;
    const double square = step * step, most = next_step * spot.across;
    if ((square * square * norm_sq(d) <= most * most) | (std::fabs(step) <= finest_step)) return true;
  }
  return false;
}

/// The normal across from an inner point of a segment along d, which it must be perpendicular to, as it must to the
/// side of a cylinder or the slope of a cone; first as the spot has it.
[[gnu::always_inline]] inline V3 perpendicular_normal(const Spot& spot, const V3& n, const V3& d) {
  const double inverse = 1.0 / norm_sq(d);
  if (spot.away.at_corner()) return n - d * (dot(n, d) * inverse);
  if (spot.away.along_up == 0.0) return n;  // of a flat face
  const V3 u = d * std::sqrt(inverse), side(-u.y, u.x, 0.0);
  const double square = u.x * u.x + u.y * u.y, up = n.z / norm(n), f = up / square;
  const V3 flat(-u.x * u.z * f, -u.y * u.z * f, up);
  const double rest = 1.0 - norm_sq(flat);
  if (!(rest > 0.0) || !(square > 0x1p-40)) return n;
  return flat + side * std::copysign(std::sqrt(rest / square), dot(side, n));
}

template <Kind kind, Kind straight, bool body_is_a>
[[gnu::flatten]] bool ByHalfPlane<kind, straight, body_is_a>::answer(const Core& a, const Pose& pose_a, const Core& b,
                                                                     const Pose& pose_b, const Options& options,
                                                                     PairMemory* /*none*/, Result& r,
                                                                     Handover& /*none*/) {
  const FastQuery query =
      body_is_a ? FastQuery{a, pose_a, b, pose_b, options, nullptr} : FastQuery{b, pose_b, a, pose_a, options, nullptr};
  PlainPair pair;
  FramedEnds<straight> ends;
  if (!measure_frame(pair, query.a, query.pose_a, query.b, query.pose_b) || !ends.place(pair, query.b, query.pose_b))
    return false;
  const HalfPlane<kind> plane(query.a.size);
  double t = 0.0;
  int steps = 0;
  if constexpr (straight == Kind::segment)
    if (!lowest(plane, ends[0], ends[1], t, steps)) return false;
  const Spot spot = spot_at(plane, ends.at(t));
  const V3 outward = spot.outward();
  V3 n = outward;
  if constexpr (straight == Kind::segment)
    if (t > 0.0 && t < 1.0) n = perpendicular_normal(spot, outward, ends[1] - ends[0]);
  const PlainPoints points =
      PlainSpots::in_revolved<kind>(query.a, ends, t, kind == Kind::cylinder ? spot.at : spot.at - outward);
  if (!(points.length() > origin_rounding * pair.size)) return false;
  PlainGlance::framed_ends<kind>(pair, query.a, ends, n);
  const CoreLower slab = plain_slab<kind, straight>(pair, query.a, query.b, n);
  // Where a limit or a tolerance ends this early, the points are farther apart than along the normal.
  const Lanes unit = lanes_of(n) * (1.0 / norm(n));
  const double along = dot(unit, points.between());
  if (!enclose(query, pair, points, slab, r, curved_gap)) return false;
  if constexpr (straight == Kind::segment)
    if (!are_joined(query, pair, unit, points, along, r)) return false;
  if (!give_in_frame(query, pair, unit, points, along, r)) return false;
  r.feature_b = straight_feature<straight>(t);
  if (!body_is_a) turn_around(r);
  r.method = Method::closed_form;
  r.iterations = steps;
  return true;
}

}  // namespace clearance::detail
