#pragma once

// The pair of most queries, in place at once, and what is proven of it: two bounded bodies under matrices that are
// rotations to rounding, of sizes that no product of theirs can overflow or underflow. In the axes of the world, where
// the roundings are those of section 5 of docs/proof.md, or in the frame of a: section 5a counts those.

#include "proof/bounds.hpp"
#include "proof/centres.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

/// In one or the other of both. Lengths are those of a. Nothing is initialised.
struct PlainPair {
  V3 offset;      ///< from the centre of a to the centre of b, axes of the world
  V3 offset_low;  ///< what rounding it has left
  double scale, unit, factor_b;
  double radius_a, radius_b, radius, radius_error;
  double size, error;

  M3 map_a, map_b;  ///< axes of the world: from local coordinates

  M3 map;    ///< frame of a: from local coordinates of b
  V3 shift;  ///< frame of a: the offset

  /// What a look has proven along one direction in the frame of a: how far the cores are apart. Only looks say so.
  class Seen {
   public:
    bool along(const V3& n) const {
      return proven_ & (n.x == direction_.x) & (n.y == direction_.y) & (n.z == direction_.z);
    }
    double apart() const { return apart_; }

   private:
    template <Kind kind_a, Kind kind_b>
    friend class PlainLook;
    V3 direction_{};
    double apart_ = -HUGE_VAL;
    bool proven_ = false;
  } seen;
};

inline bool is_centred(const Core& core) {
  return (core.centre.x == 0.0) & (core.centre.y == 0.0) & (core.centre.z == 0.0);
}

/// False if the pair is not one of those above.
[[gnu::always_inline]] inline bool measure(PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                           const Pose& pose_b) {
  const double defect_a = pose_a.defect(), defect_b = pose_b.defect();
  double unit_a = a.unit, unit_b = b.unit;
  if (a.reach + a.radius == 0.0) unit_a = unit_b;  // a point at its own centre has no size to measure by
  if (b.reach + b.radius == 0.0) unit_b = unit_a;
  const bool ordinary = (defect_a <= rigid_defect) & (defect_b <= rigid_defect) & (unit_b <= unit_a * plain_ratio) &
                        (unit_a <= unit_b * plain_ratio) & (unit_a <= plain_unit) & (unit_a >= 1.0 / plain_unit);
  if (!ordinary) return false;
  pair.unit = unit_a;
  pair.scale = 1.0 / unit_a;
  pair.factor_b = unit_b * pair.scale;
  double error = 0.0;
  if (is_centred(a) && is_centred(b)) {
    const V3 p(pose_a.position()), q(pose_b.position());
    const DoubleDouble x = two_sum(q.x, -p.x), y = two_sum(q.y, -p.y), z = two_sum(q.z, -p.z);
    pair.offset = V3(x.high, y.high, z.high) * pair.scale;
    pair.offset_low = V3(x.low, y.low, z.low) * pair.scale;
  } else {
    const CentreOffset centres = offset_of_centres(a, pose_a, b, pose_b);
    const V3 high = rounded(centres.offset), low = rounded(centres.offset - Wide3(high));
    pair.offset = high * pair.scale;
    pair.offset_low = low * pair.scale;
    error = centres.error * pair.scale;
  }
  pair.radius_a = a.radius;
  pair.radius_b = b.radius * pair.factor_b;
  pair.radius = pair.radius_a + pair.radius_b;
  pair.radius_error = pair.radius_a * defect_a + pair.radius_b * defect_b;
  pair.size = a.reach + b.reach * pair.factor_b + pair.radius + norm(pair.offset);
  pair.error = error + a.error + b.error * pair.factor_b + length_underflow * pair.scale;
  return pair.size < plain_ratio;  // false, too, if a position overflowed
}

[[gnu::always_inline]] inline bool place_in_world(PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                                  const Pose& pose_b) {
  if (!measure(pair, a, pose_a, b, pose_b)) return false;
  pair.map_a = M3(pose_a.rotation());
  pair.map_b = M3(pose_b.rotation()) * pair.factor_b;
  pair.error += pair_rounding * pair.size;
  return true;
}

[[gnu::always_inline]] inline bool place_in_frame(PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                                  const Pose& pose_b) {
  if (!measure(pair, a, pose_a, b, pose_b)) return false;
  const M3 turn(pose_a.rotation());
  pair.map = transposed_times(turn, M3(pose_b.rotation()) * pair.factor_b);
  pair.shift = transposed_times(turn, pair.offset);
  pair.error += (pair_rounding + std::fmax(0.5 * pose_a.defect() - frame_allowance, 0.0)) * pair.size;
  return true;
}

/// A core of a kind that is known when this is compiled, as the functions of body.hpp take it.
template <Kind kind>
[[gnu::always_inline]] inline Body plain_body(const Core& core) {
  Body body;
  body.core = &core;
  body.kind = kind;
  if constexpr (kind == Kind::point || kind == Kind::segment) body.ends = core.ends;
  return body;
}

/// Whether a slab along n proves anything: of unit length to rounding.
[[gnu::always_inline]] inline bool is_unit(const V3& n) { return std::fabs(norm_sq(n) - 1.0) <= 0x1p-49; }

/// How far the cores are apart along n, in the axes of the world, at least; -infinity if n is not of unit length.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline CoreLower plain_slab(const PlainPair& pair, const Core& a, const Core& b, const V3& n) {
  if (!is_unit(n)) return {Prover(), -HUGE_VAL};
  return {Prover(), dot(n, pair.offset) - outer_support(plain_body<kind_a>(a), transposed_times(pair.map_a, n), -1) -
                        outer_support(plain_body<kind_b>(b), -transposed_times(pair.map_b, n), -1)};
}

/// From a point of a to one of b, in the axes of the world or in the frame of a.
[[gnu::always_inline]] inline V3 between_in_world(const PlainPair& pair, const Member& at_a, const Member& at_b) {
  return pair.map_b * at_b + pair.offset - pair.map_a * at_a;
}
[[gnu::always_inline]] inline V3 between_in_frame(const PlainPair& pair, const Member& at_a, const Member& at_b) {
  return pair.map * at_b + pair.shift - at_a.at();
}

/// The bounds of a result by a slab and by a point of each core, and the status that follows. Scaling back is exact.
enum class PlainAxes { world, frame };
template <PlainAxes axes>
[[gnu::always_inline]] inline void bound_plain(Result& r, const PlainPair& pair, const CoreLower& slab,
                                               const Member& at_a, const Member& at_b) {
  const V3 between = axes == PlainAxes::world ? between_in_world(pair, at_a, at_b) : between_in_frame(pair, at_a, at_b);
  r.lower = (slab.value() - pair.error - pair.radius - pair.radius_error) * pair.unit;
  r.upper = (norm(between) + pair.error - pair.radius + pair.radius_error) * pair.unit;
  r.status = status_of(r.lower, r.upper);
}

}  // namespace clearance::detail
