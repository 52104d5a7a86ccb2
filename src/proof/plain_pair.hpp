#pragma once

// The pair of most queries, in place at once, and what is proven of it: two bounded bodies centred at their body
// origins, under matrices that are rotations to rounding, of sizes that no product of theirs can overflow or underflow.
// The axes are those of the world, so that the roundings are those of section 5 of docs/proof.md; section 5a says why.

#include "proof/bounds.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

/// Sizes and ratios of sizes beyond these are for the careful lane.
inline constexpr double plain_ratio = 0x1p40, plain_unit = 0x1p400;

/// As Pair, with the lengths of a: no more than the proof takes. Nothing is initialised.
struct PlainPair {
  M3 map_a, map_b;  ///< local coordinates to the axes of the pair
  V3 offset;        ///< from the centre of a to the centre of b
  double scale, factor_b;
  double radius_a, radius_b, radius, radius_error;
  double size, error;
};

inline bool is_centred(const Core& core) {
  return core.centre.x == 0.0 && core.centre.y == 0.0 && core.centre.z == 0.0;
}

/// False if the pair is not one of those above.
[[gnu::always_inline]] inline bool place_plain(PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                               const Pose& pose_b) {
  if (!is_centred(a) || !is_centred(b)) return false;
  if (!(pose_a.defect() <= rigid_defect && pose_b.defect() <= rigid_defect)) return false;
  double unit_a = a.unit, unit_b = b.unit;
  if (a.reach + a.radius == 0.0) unit_a = unit_b;  // a point at its own centre has no size to measure by
  if (b.reach + b.radius == 0.0) unit_b = unit_a;
  if (!(unit_b <= unit_a * plain_ratio && unit_a <= unit_b * plain_ratio)) return false;
  if (!(unit_a <= plain_unit && unit_a >= 1.0 / plain_unit)) return false;
  pair.scale = 1.0 / unit_a;
  pair.factor_b = unit_b * pair.scale;
  pair.map_a = M3(pose_a.rotation());
  pair.map_b = M3(pose_b.rotation()) * pair.factor_b;
  pair.offset = (V3(pose_b.position()) - V3(pose_a.position())) * pair.scale;
  pair.radius_a = a.radius;
  pair.radius_b = b.radius * pair.factor_b;
  pair.radius = pair.radius_a + pair.radius_b;
  pair.radius_error = pair.radius_a * pose_a.defect() + pair.radius_b * pose_b.defect();
  pair.size = a.reach + b.reach * pair.factor_b + pair.radius + norm(pair.offset);
  pair.error = pair_rounding * pair.size + a.error + b.error * pair.factor_b + length_underflow * pair.scale;
  return pair.size < plain_ratio;  // false, too, if a position overflowed
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

/// How far the cores are apart along n, at least; -infinity if n is not of unit length. By a look around the vertices
/// at a hull that takes longer to scan, which proves nothing where they are not farthest.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline CoreLower plain_slab_at(const PlainPair& pair, const Core& a, const Core& b, const V3& n,
                                                      int vertex_a, int vertex_b) {
  if (!is_unit(n)) return {Prover(), -HUGE_VAL};
  return {Prover(), dot(n, pair.offset) -
                        outer_support_at(plain_body<kind_a>(a), transposed_times(pair.map_a, n), vertex_a) -
                        outer_support_at(plain_body<kind_b>(b), -transposed_times(pair.map_b, n), vertex_b)};
}

/// The same by any means.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline CoreLower plain_slab(const PlainPair& pair, const Core& a, const Core& b, const V3& n) {
  if (!is_unit(n)) return {Prover(), -HUGE_VAL};
  return {Prover(), dot(n, pair.offset) - outer_support(plain_body<kind_a>(a), transposed_times(pair.map_a, n), -1) -
                        outer_support(plain_body<kind_b>(b), -transposed_times(pair.map_b, n), -1)};
}

/// The bounds of a result by a slab and by a point of each core, and the status that follows. Scaling back is exact.
[[gnu::always_inline]] inline void bound_plain(Result& r, const PlainPair& pair, const CoreLower& slab,
                                               const Member& at_a, const Member& at_b) {
  const V3 between = pair.map_b * at_b + pair.offset - pair.map_a * at_a;
  const double unit = 1.0 / pair.scale;
  r.lower = (slab.value() - pair.error - pair.radius - pair.radius_error) * unit;
  r.upper = (norm(between) + pair.error - pair.radius + pair.radius_error) * unit;
  r.status = status_of(r.lower, r.upper);
}

}  // namespace clearance::detail
