#pragma once

// Segments and points in lanes, in the axes of the world, as PlacedEnds; and a box before a point, in the frame of the
// box. Rounding: docs/proof.md, sections 5a and 5b.

#include "proof/lanes/lane_frame.hpp"

namespace clearance::detail {

/// Two bodies, each with two ends, or with one, which must be at its own centre.
template <class P, bool segment_a, bool segment_b>
class LaneEnds : public LaneMeasure<P> {
  using Mask = typename P::Mask;

 public:
  LaneEnds(const LaneGroup& group, int at)
      : LaneEnds(group, at, place<segment_a>(group.a, at), place<segment_b>(group.b, at)) {}

  /// From the centre of a. A body with one end has it twice.
  const Lane3<P>& a(int i) const { return a_[i]; }
  const Lane3<P>& b(int i) const { return b_[i]; }

  /// At these shares of the ways from the first ends to the second.
  LaneMembers<P> at(const P& s, const P& t) const {
    Lane3<P> p = a_[0], q = b_[0];
    if constexpr (segment_a) p = mul_add(a_[1] - p, within(s), p);
    if constexpr (segment_b) q = mul_add(b_[1] - q, within(t), q);
    return {LaneProver(), p, q - p};
  }
  LaneSlab<P> along(const LaneDirection<P>& direction) const {
    const Lane3<P>& n = direction.n();
    P of_b = dot(n, b_[0]);
    if constexpr (segment_b) of_b = smaller(of_b, dot(n, b_[1]));
    if constexpr (segment_a) return {LaneProver(), of_b - larger(dot(n, a_[0]), dot(n, a_[1])), direction.square()};
    return {LaneProver(), of_b, direction.square()};
  }

 private:
  template <bool segment>
  static auto place(const LaneBodies& body, int at) {
    if constexpr (segment)
      return LanePlace<P>(body, at);
    else
      return LanePlace<P>::position_of(body, at);
  }
  static const Lane3<P>& position_of(const LanePlace<P>& place) { return place.position; }
  static const Lane3<P>& position_of(const Lane3<P>& position) { return position; }

  template <class PlaceA, class PlaceB>
  LaneEnds(const LaneGroup& group, int at, const PlaceA& place_a, const PlaceB& place_b)
      : LaneMeasure<P>(group, at, position_of(place_a), position_of(place_b), false) {
    const P zero(0.0);
    if constexpr (segment_a) {
      load_ends(group.a, at, a_);
      for (Lane3<P>& end : a_) end = place_a.turn(end);
    } else {
      this->plain = this->plain & (this->reach_a == zero);
      a_[0] = a_[1] = {zero, zero, zero};
    }
    if constexpr (segment_b) {
      load_ends(group.b, at, b_);
      for (Lane3<P>& end : b_) end = place_b.turn(end) * this->factor + this->offset;
    } else {
      this->plain = this->plain & (this->reach_b == zero);
      b_[0] = b_[1] = this->offset;
    }
  }
  /// One after the other: x y z x, z x y z.
  static void load_ends(const LaneBodies& body, int at, Lane3<P> (&to)[2]) {
    P first[4], last[4];
    const double* from[P::width];
    P::load_fours(body.form + at, first);
    for (int k = 0; k < P::width; ++k) from[k] = body.form[at + k] + 2;
    P::load_fours(from, last);
    to[0] = {first[0], first[1], first[2]};
    to[1] = {first[3], last[2], last[3]};
  }
  static P within(const P& share) { return select(share > P(0.0), select(share < P(1.0), share, P(1.0)), P(0.0)); }

  Lane3<P> a_[2], b_[2];
};

/// A box, and a point at its own centre.
template <class P>
class LaneBoxAndPoint : public LanePlace<P>, public LaneMeasure<P> {
 public:
  LaneBoxAndPoint(const LaneGroup& group, int at)
      : LanePlace<P>(group.a, at),
        LaneMeasure<P>(group, at, this->position, LanePlace<P>::position_of(group.b, at), true),
        shift_(this->turn_back(this->offset)) {
    P lengths[4];
    P::load_fours(group.a.form + at, lengths);
    half_ = {lengths[0], lengths[1], lengths[2]};
    this->plain = this->plain & (this->reach_b == P(0.0));
  }
  /// The point, and the nearest one of the box.
  LaneMembers<P> nearest() const {
    const Lane3<P> foot{within(shift_.x, half_.x), within(shift_.y, half_.y), within(shift_.z, half_.z)};
    return {LaneProver(), foot, shift_ - foot};
  }
  /// Along the way from one to the other.
  LaneSlab<P> along(const LaneMembers<P>& members) const {
    const Lane3<P>& n = members.apart();
    return {LaneProver(), dot(n, shift_) - dot(Lane3<P>{abs(n.x), abs(n.y), abs(n.z)}, half_), members.length_sq()};
  }

 private:
  static P within(const P& value, const P& half) {
    return select(value > -half, select(value < half, value, half), -half);
  }

  Lane3<P> half_, shift_;
};

}  // namespace clearance::detail
