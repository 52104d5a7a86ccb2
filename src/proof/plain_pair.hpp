#pragma once

// The pair of most queries, in place at once, and what is proven of it: two bounded bodies under matrices that are
// rotations to rounding, of sizes that no product of theirs can overflow or underflow. In the axes of the world, where
// the roundings are those of section 5 of docs/proof.md, or in the frame of a: section 5a counts those.

#include <bit>
#include <cstdint>

#include "numeric/lanes.hpp"
#include "proof/bounds.hpp"
#include "proof/centres.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

/// What the proof costs, the benchmark of that name finds by a build of the fast lane without it. The library has it.
#ifdef CLEARANCE_UNPROVEN
inline constexpr bool is_proven = false;
#else
inline constexpr bool is_proven = true;
#endif

/// In one or the other of both. Lengths are those of a. Nothing is initialised.
struct PlainPair {
  Lanes offset;  ///< from the centre of a to the centre of b, axes of the world
  double scale, unit, factor_b;
  double radius_a, radius_b, radius, radius_error;
  double size, error;

  Columns turn_a;  ///< the matrix of a

  Columns columns;  ///< frame of a: from local coordinates of b
  Lanes lift;       ///< frame of a: the offset
  M3 map;           ///< both number by number, for searches
  V3 shift;

  /// What a look has proven along one direction in the frame of a: how far the cores are apart. Only looks say so.
  class Seen {
   public:
    /// Bit by bit, so that where n is what was looked along, nothing has to be compared.
    bool along(const V3& n) const {
      return proven_ && same(n.x, direction_.x) && same(n.y, direction_.y) && same(n.z, direction_.z);
    }
    double apart() const { return apart_; }

   private:
    template <Kind kind_a, Kind kind_b>
    friend class PlainLook;
    friend class PlainGlance;
    static bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
    V3 direction_{};
    double apart_ = -HUGE_VAL;
    bool proven_ = false;
  } seen;
};

inline bool is_centred(const Core& core) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  return (bits(core.centre.x) | bits(core.centre.y) | bits(core.centre.z)) << 1U == 0;  // but for the signs
}

/// The offset of bodies that are not both centred at their origins; returns how far that may be off, in true lengths.
[[gnu::noinline, gnu::cold]] inline double far_offset(const Core& a, const Pose& pose_a, const Core& b,
                                                      const Pose& pose_b, V3& high, V3& low) {
  const CentreOffset centres = offset_of_centres(a, pose_a, b, pose_b);
  high = rounded(centres.offset);
  low = rounded(centres.offset - Wide3(high));
  return centres.error;
}

/// What rounding has left of the offset of a pair.
[[gnu::always_inline]] inline V3 offset_rest(const PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                             const Pose& pose_b) {
  V3 high, low;
  if (is_centred(a) && is_centred(b)) {
    const V3 p(pose_a.position()), q(pose_b.position());
    low = V3(two_sum(q.x, -p.x).low, two_sum(q.y, -p.y).low, two_sum(q.z, -p.z).low);
  } else {
    far_offset(a, pose_a, b, pose_b, high, low);
  }
  return low * pair.scale;
}

/// 1 / power, of a power of two: by its exponent.
[[gnu::always_inline]] inline double inverse_of_power(double power) {
  return std::bit_cast<double>(0x7fe0000000000000U - std::bit_cast<std::uint64_t>(power));
}

/// Whether units, which are powers of two, are within plain_ratio of each other and of 1 within plain_unit: by
/// exponents.
[[gnu::always_inline]] inline bool are_plain_units(double unit_a, double unit_b) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  return bits(unit_b) - bits(unit_a) + (bits(plain_ratio) - bits(1.0)) <= 2 * (bits(plain_ratio) - bits(1.0)) &&
         bits(unit_a) - bits(1.0 / plain_unit) <= bits(plain_unit) - bits(1.0 / plain_unit);
}

/// False if the pair is not one of those above.
[[gnu::always_inline]] inline bool measure(PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                           const Pose& pose_b) {
  const double defect_a = pose_a.defect(), defect_b = pose_b.defect();
  const double extent_a = a.reach + a.radius, extent_b = b.reach + b.radius;
  double unit_a = a.unit, unit_b = b.unit;
  if (extent_a * extent_b == 0.0) [[unlikely]] {  // a point at its own centre has no size to measure by
    if (extent_a == 0.0) unit_a = unit_b;
    if (extent_b == 0.0) unit_b = unit_a;
  }
  if (!(defect_a <= rigid_defect) || !(defect_b <= rigid_defect) || !are_plain_units(unit_a, unit_b)) [[unlikely]]
    return false;
  pair.unit = unit_a;
  pair.scale = inverse_of_power(unit_a);
  pair.factor_b = unit_b * pair.scale;
  double error = 0.0;
  if (is_centred(a) && is_centred(b)) [[likely]] {
    pair.offset = (load_three(pose_b.position().data()) - load_three(pose_a.position().data())) * pair.scale;
  } else {
    V3 high, low;
    error = far_offset(a, pose_a, b, pose_b, high, low) * pair.scale;
    pair.offset = lanes_of(high) * pair.scale;
  }
  pair.radius_a = a.radius;
  pair.radius_b = b.radius * pair.factor_b;
  pair.radius = pair.radius_a + pair.radius_b;
  pair.radius_error = pair.radius_a * defect_a + pair.radius_b * defect_b;
  pair.size = extent_a + extent_b * pair.factor_b + norm(pair.offset);
  pair.error = error + a.error + b.error * pair.factor_b + plain_underflow;
  return pair.size < plain_ratio && pair.size >= plain_least;  // false, too, if a position overflowed
}

[[gnu::always_inline]] inline bool place_in_world(PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                                  const Pose& pose_b) {
  if (!measure(pair, a, pose_a, b, pose_b)) return false;
  pair.error += pair_rounding * pair.size;
  return true;
}

/// In the frame of a, but for what is turned to it.
[[gnu::always_inline]] inline bool measure_frame(PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                                 const Pose& pose_b) {
  if (!measure(pair, a, pose_a, b, pose_b)) return false;
  pair.turn_a = columns_of(pose_a.rotation());
  pair.error += (pair_rounding + larger(0.5 * pose_a.defect() - frame_allowance, 0.0)) * pair.size;
  return true;
}

/// The offset alone: all that there is to a point at its own centre.
[[gnu::always_inline]] inline void shift_to_frame(PlainPair& pair) {
  pair.shift = transposed_times(pair.turn_a, pair.offset);
}

/// All of it.
[[gnu::always_inline]] inline void place_in_frame(PlainPair& pair, const Pose& pose_b) {
  shift_to_frame(pair);
  const Columns back = transposed(pair.turn_a);
  const double* const m = pose_b.rotation().data();
  const auto turned = [&](const double* c) { return (back.x * c[0] + back.y * c[1] + back.z * c[2]) * pair.factor_b; };
  pair.columns = {turned(m), turned(m + 3), turned(m + 6)};
  pair.map = rows_of(pair.columns);
  pair.lift = lanes_of(pair.shift);
}
[[gnu::always_inline]] inline bool place_in_frame(PlainPair& pair, const Core& a, const Pose& pose_a, const Core& b,
                                                  const Pose& pose_b) {
  if (!measure_frame(pair, a, pose_a, b, pose_b)) return false;
  place_in_frame(pair, pose_b);
  return true;
}

/// A point of each core: that of a in its local coordinates, and the way to that of b in the frame of a; or both in the
/// axes of the world. Only plain_points.hpp makes them.
class PlainPoints {
 public:
  const Lanes& at_a() const { return at_a_; }
  const Lanes& between() const { return between_; }
  double length() const { return length_; }

 private:
  friend class PlainSpots;
  PlainPoints(const Lanes& at_a, const Lanes& between) : at_a_(at_a), between_(between), length_(norm(between)) {}
  Lanes at_a_, between_;
  double length_;
};

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

/// The lower bound of the distance by a slab. Scaling back is exact.
[[gnu::always_inline]] inline double plain_lower(const PlainPair& pair, const CoreLower& slab) {
  return (slab.value() - (pair.error + pair.radius_error + pair.radius)) * pair.unit;
}

/// The bound of an answer of which nothing is known but a slab.
template <class Answer>
[[gnu::always_inline]] inline void bound_below(Answer& answer, const PlainPair& pair, const CoreLower& slab) {
  answer.lower = plain_lower(pair, slab);
}

/// The bounds of a result by a slab and by the length between a point of each core, and the status that follows.
[[gnu::always_inline]] inline void bound_plain(Result& r, const PlainPair& pair, const CoreLower& slab,
                                               const PlainPoints& points) {
  const double between = points.length();
  if constexpr (!is_proven) {
    r.lower = r.upper = (between - pair.radius) * pair.unit;
    r.status = status_of(r.lower, r.upper);
    return;
  }
  r.lower = plain_lower(pair, slab);
  r.upper = (between + (pair.error + pair.radius_error - pair.radius)) * pair.unit;
  r.status = status_of(r.lower, r.upper);
}

}  // namespace clearance::detail
