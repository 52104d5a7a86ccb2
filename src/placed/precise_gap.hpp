#pragma once

// The gap of two cores along the normal at the witness points, to nearly full relative precision. Where a gap is small
// against the bodies, the difference of two rounded points has lost its last digits. The weighted mean over the corners
// of the witness is free of what rounding did to the normal; it is taken of what the corners are beyond the first,
// which is next to nothing, so that only the last sum rounds. Nothing proven rests on it: the gap is put between the
// bounds.

#include "numeric/lanes.hpp"

namespace clearance::detail {

[[gnu::always_inline]] inline void set_lanes(Lanes& lanes, const V3& v) { lanes = lanes_of(v); }

/// Lane by lane, sums of products as if in twice the working precision: as CompensatedSum.
class LaneSums {
 public:
  [[gnu::always_inline]] void add_product(const Lanes& a, const Lanes& b) {
    const Lanes product = a * b;
    Lanes rest;
#ifdef __FMA__
    rest = _mm256_fmsub_pd(a, b, product);
#else
    constexpr double splitter = 134217729.0;  // 2^27 + 1
    const Lanes a_big = splitter * a, b_big = splitter * b;
    const Lanes a_high = a_big - (a_big - a), b_high = b_big - (b_big - b);
    const Lanes a_low = a - a_high, b_low = b - b_high;
    rest = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
#endif
    const Lanes sum = sum_ + product, part = sum - sum_;
    rest_ += ((sum_ - (sum - part)) + (product - part)) + rest;
    sum_ = sum;
  }
  [[gnu::always_inline]] void add_product(const V3& a, double b) {
    Lanes lanes;
    set_lanes(lanes, a);
    add_product(lanes, Lanes{b, b, b, b});
  }
  [[gnu::always_inline]] void add(const Lanes& value) { rest_ += value; }  // a small correction
  /// The sums rounded, and what that leaves.
  [[gnu::always_inline]] void split(Lanes& high, Lanes& low) const {
    high = sum_ + rest_;
    low = (sum_ - high) + rest_;
  }
  /// The three lanes together.
  [[gnu::always_inline]] DoubleDouble total() const {
    const DoubleDouble two = two_sum(sum_[0], sum_[1]), three = two_sum(two.high, sum_[2]);
    return fast_two_sum(three.high, (two.low + three.low) + ((rest_[0] + rest_[1]) + rest_[2]));
  }

 private:
  Lanes sum_{0.0, 0.0, 0.0, 0.0}, rest_{0.0, 0.0, 0.0, 0.0};
};

/// A body in place, as a precise look at its corners takes it.
template <class Point>
struct PreciseBody {
  const M3& map;  ///< local coordinates to the axes of the pair
  const Pose& pose;
  double factor;         ///< from local to scaled lengths
  const Point* corners;  ///< local
};

/// transpose(map) n with all that is known of the rotation, as a rounded vector and the rest.
[[gnu::always_inline]] inline void turn_back(const M3& map, const Pose& pose, double factor, const V3& n, Lanes& high,
                                             Lanes& low) {
  LaneSums sums;
  sums.add_product(map.r0, n.x);
  sums.add_product(map.r1, n.y);
  sums.add_product(map.r2, n.z);
  if (!pose.exact()) {
    Lanes rest;
    set_lanes(rest, transposed_times(M3(pose.rotation_low()), n) * factor);
    sums.add(rest);
  }
  sums.split(high, low);
}

/// The offset from one centre to the other comes with what rounding has left of it; lengths are those of the pair.
template <class Point>
[[gnu::always_inline]] inline double precise_gap(const PreciseBody<Point>& body_a, const PreciseBody<Point>& body_b,
                                                 const V3& offset, const V3& offset_low, const V3& n,
                                                 const double* weight, int corners) {
  Lanes high_a, low_a, high_b, low_b, between, between_low, normal;
  turn_back(body_a.map, body_a.pose, body_a.factor, n, high_a, low_a);
  turn_back(body_b.map, body_b.pose, body_b.factor, n, high_b, low_b);
  set_lanes(between, offset);
  set_lanes(between_low, offset_low);
  set_lanes(normal, n);
  LaneSums of_centres;
  of_centres.add_product(normal, between);
  of_centres.add(normal * between_low);
  const auto gap_at = [&](int i) {
    Lanes a, b;
    set_lanes(a, -static_cast<const V3&>(body_a.corners[i]));
    set_lanes(b, static_cast<const V3&>(body_b.corners[i]));
    LaneSums sums = of_centres;
    sums.add_product(high_a, a);
    sums.add_product(high_b, b);
    sums.add(low_a * a + low_b * b);
    return sums.total();
  };
  const DoubleDouble first = gap_at(0);
  double beyond_first = 0.0, total = weight[0];
  for (int i = 1; i < corners; ++i) {
    const DoubleDouble gap = gap_at(i);
    beyond_first += weight[i] * ((gap.high - first.high) + (gap.low - first.low));
    total += weight[i];
  }
  LaneSums squares;
  squares.add_product(normal, normal);
  const DoubleDouble length_sq = squares.total();
  const double excess = (length_sq.high - 1.0) + length_sq.low;
  return first.high + (first.low + beyond_first / total - 0.5 * excess * first.high);
}

}  // namespace clearance::detail
