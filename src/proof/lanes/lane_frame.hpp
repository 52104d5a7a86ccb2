#pragma once

// Pairs in lanes: the numbers of PlainPair, several side by side, by the operations of plain_pair.hpp, in the same
// order; and their bounds. docs/proof.md, section 5b.

#include <cmath>

#include "proof/lanes/lane_group.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

template <class P>
struct Lane3 {
  P x, y, z;
  friend Lane3 operator+(const Lane3& a, const Lane3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Lane3 operator-(const Lane3& a, const Lane3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Lane3 operator-(const Lane3& a) { return {-a.x, -a.y, -a.z}; }
  friend Lane3 operator*(const Lane3& a, const P& s) { return {a.x * s, a.y * s, a.z * s}; }
  friend P dot(const Lane3& a, const Lane3& b) { return mul_add(a.z, b.z, mul_add(a.y, b.y, a.x * b.x)); }
  /// a s + c
  friend Lane3 mul_add(const Lane3& a, const P& s, const Lane3& c) {
    return {mul_add(a.x, s, c.x), mul_add(a.y, s, c.y), mul_add(a.z, s, c.z)};
  }
  friend P norm_sq(const Lane3& a) { return dot(a, a); }
  friend Lane3 cross(const Lane3& a, const Lane3& b) {
    return {mul_sub(a.y, b.z, a.z * b.y), mul_sub(a.z, b.x, a.x * b.z), mul_sub(a.x, b.y, a.y * b.x)};
  }
  friend Lane3 select(const typename P::Mask& m, const Lane3& yes, const Lane3& no) {
    return {select(m, yes.x, no.x), select(m, yes.y, no.y), select(m, yes.z, no.z)};
  }
};

template <class P>
Lane3<P> load3(const LaneRow* row, int at) {
  return {P::load(row[0] + at), P::load(row[1] + at), P::load(row[2] + at)};
}

/// What is left of a + b when it is rounded to `sum`: exactly (Knuth).
template <class P>
P rest_of_sum(const P& a, const P& b, const P& sum) {
  const P part = sum - a;
  return (a - (sum - part)) + (b - part);
}

/// Nine numbers of each lane as a matrix by columns.
template <class P>
void load_columns(const double* const* matrix, int at, Lane3<P> (&column)[3]) {
  P first[4], second[4], last[4];
  const double* from[P::width];
  P::load_fours(matrix + at, first);
  for (int i = 0; i < P::width; ++i) from[i] = matrix[at + i] + 4;
  P::load_fours(from, second);
  for (int i = 0; i < P::width; ++i) from[i] = matrix[at + i] + 5;
  P::load_fours(from, last);
  column[0] = {first[0], first[1], first[2]};
  column[1] = {first[3], second[0], second[1]};
  column[2] = {second[2], second[3], last[3]};
}

/// A rotation by columns, in lanes `at` to `at + P::width` of a group, and the position.
template <class P>
struct LanePlace {
  Lane3<P> column[3], position;

  LanePlace(const LaneBodies& body, int at) {
    P first[4], second[4], last[4];
    const double* from[P::width];
    P::load_fours(body.rotation + at, first);
    for (int i = 0; i < P::width; ++i) from[i] = body.rotation[at + i] + 4;
    P::load_fours(from, second);
    load_last(body, at, last);
    column[0] = {first[0], first[1], first[2]};
    column[1] = {first[3], second[0], second[1]};
    column[2] = {second[2], second[3], last[0]};
    position = {last[1], last[2], last[3]};
  }
  static Lane3<P> position_of(const LaneBodies& body, int at) {
    P last[4];
    load_last(body, at, last);
    return {last[1], last[2], last[3]};
  }
  /// The rotation of a vector.
  Lane3<P> turn(const Lane3<P>& v) const { return mul_add(column[2], v.z, mul_add(column[1], v.y, column[0] * v.x)); }
  /// The transpose of the rotation times a vector.
  Lane3<P> turn_back(const Lane3<P>& v) const { return {dot(column[0], v), dot(column[1], v), dot(column[2], v)}; }

 private:
  static void load_last(const LaneBodies& body, int at, P (&last)[4]) {
    const double* from[P::width];
    for (int i = 0; i < P::width; ++i) from[i] = body.position[at + i];
    P::load_fours(from, last);
  }
};

/// Sizes and errors of lanes `at` to `at + P::width` of a group: the operations of `measure` and `place_in_world`, or
/// of `measure_frame`.
template <class P>
struct LaneMeasure {
  using Mask = typename P::Mask;

  Lane3<P> offset;  ///< from the centre of a to that of b, axes of the world
  Lane3<P> origin;  ///< of a in the world
  P unit, scale, factor, radius_a, radius_b, radius, radius_error, size, error;
  P reach_a, reach_b;
  Mask plain;  ///< pairs that are proven this way

  LaneMeasure(const LaneGroup& group, int at, const Lane3<P>& from, const Lane3<P>& to, bool in_frame) {
    P form_a[4], form_b[4];
    P::load_fours(group.a.measures + at, form_a);
    P::load_fours(group.b.measures + at, form_b);
    const P defect_a = P::load(group.a.defect + at), defect_b = P::load(group.b.defect + at);
    const P zero(0.0);
    P unit_b = form_b[0];
    // NOLINTBEGIN(cppcoreguidelines-prefer-member-initializer): each follows from those before
    reach_a = form_a[2];
    reach_b = form_b[2];
    unit = select(reach_a + form_a[1] == zero, unit_b, form_a[0]);
    unit_b = select(reach_b + form_b[1] == zero, unit, unit_b);
    const P ratio(plain_ratio);
    plain = (defect_a <= P(rigid_defect)) & (defect_b <= P(rigid_defect)) & (unit_b <= unit * ratio) &
            (unit <= unit_b * ratio) & (unit <= P(plain_unit)) & (unit >= P(1.0 / plain_unit));
    scale = P(1.0) / unit;
    factor = unit_b * scale;
    offset = (to - from) * scale;
    radius_a = form_a[1];
    radius_b = form_b[1] * factor;
    radius = radius_a + radius_b;
    radius_error = radius_a * defect_a + radius_b * defect_b;
    size = reach_a + reach_b * factor + radius + sqrt(norm_sq(offset));
    P rounding(pair_rounding);
    if (in_frame) rounding = rounding + larger(P(0.5) * defect_a - P(frame_allowance), zero);
    error = form_a[3] + form_b[3] * factor + P(plain_underflow) + rounding * size;
    plain = plain & (size < ratio) & (size >= P(plain_least));
    origin = from;
    // NOLINTEND(cppcoreguidelines-prefer-member-initializer)
    if (!group.centred) {
      origin = load3<P>(group.origin, at);
      error = error + P::load(group.uncertain + at) * scale;
    }
  }
};

/// A pair in the frame of a.
template <class P>
struct LaneFrame : LanePlace<P>, LaneMeasure<P> {
  Lane3<P> map[3];      ///< from local coordinates of b, by columns
  Lane3<P> shift;       ///< from the centre of a to that of b
  Lane3<P> offset_low;  ///< what rounding has left of the offset

  /// The operations of `place_in_frame`.
  LaneFrame(const LaneGroup& group, int at) : LaneFrame(group, at, LanePlace<P>(group.b, at)) {}

  /// A point of b, given in its local coordinates, in the frame of a.
  Lane3<P> placed(const Lane3<P>& y) const { return mul_add(map[2], y.z, mul_add(map[1], y.y, map[0] * y.x)) + shift; }

 private:
  LaneFrame(const LaneGroup& group, int at, const LanePlace<P>& b)
      : LanePlace<P>(group.a, at), LaneMeasure<P>(group, at, this->position, b.position, true) {
    for (int k = 0; k < 3; ++k) map[k] = this->turn_back(b.column[k] * this->factor);
    shift = this->turn_back(this->offset);
    const Lane3<P>&from = this->position, &to = b.position;
    const Lane3<P> apart = to - from;
    Lane3<P> rest{rest_of_sum(to.x, -from.x, apart.x), rest_of_sum(to.y, -from.y, apart.y),
                  rest_of_sum(to.z, -from.z, apart.z)};
    if (!group.centred) rest = rest + load3<P>(group.rest, at);
    offset_low = rest * this->scale;
  }
};

/// The right to state of lanes what Prover is the right to state of a pair: only looks have it.
class LaneProver {
  LaneProver() = default;
  template <class, bool, bool, bool>
  friend class LaneLook;
  template <class, bool, bool>
  friend class LaneEnds;
  template <class>
  friend class LaneBoxAndPoint;
};

/// A point of a and one of b, in the frame of a or in the axes of the world.
template <class P>
class LaneMembers {
 public:
  LaneMembers(LaneProver /*key*/, const Lane3<P>& of_a, const Lane3<P>& apart)
      : of_a_(of_a), apart_(apart), length_sq_(norm_sq(apart)), length_(sqrt(length_sq_)) {}
  const Lane3<P>& of_a() const { return of_a_; }
  /// From that of a to that of b.
  const Lane3<P>& apart() const { return apart_; }
  const P& length_sq() const { return length_sq_; }
  const P& length() const { return length_; }

 private:
  Lane3<P> of_a_, apart_;
  P length_sq_, length_;
};

/// A direction of any length, and the square of that.
template <class P>
class LaneDirection {
 public:
  explicit LaneDirection(const Lane3<P>& n) : n_(n), square_(norm_sq(n)) {}
  /// From a point of a to one of b.
  explicit LaneDirection(const LaneMembers<P>& members) : n_(members.apart()), square_(members.length_sq()) {}
  friend LaneDirection select(const typename P::Mask& m, const LaneDirection& yes, const LaneDirection& no) {
    return {select(m, yes.n_, no.n_), select(m, yes.square_, no.square_)};
  }
  const Lane3<P>& n() const { return n_; }
  const P& square() const { return square_; }
  Lane3<P> unit() const { return n_ * (P(1.0) / sqrt(square_)); }

 private:
  LaneDirection(const Lane3<P>& n, const P& square) : n_(n), square_(square) {}
  Lane3<P> n_;
  P square_;
};

/// How far the cores are apart, at least.
template <class P>
class LaneSlab {
 public:
  /// `apart`: times the length of a direction, of which this is the square.
  LaneSlab(LaneProver /*key*/, const P& apart, const P& square) {
    const typename P::Mask proves = (square >= P(0x1p-900)) & (square <= P(0x1p900));
    value_ = select(proves, apart / sqrt(square), P(-HUGE_VAL));
  }
  const P& value() const { return value_; }

 private:
  P value_;
};

/// Lower and upper bounds of the signed distance, in true lengths.
template <class P>
struct LaneBounds {
  P lower, upper;

  /// By a slab and by two points. Scaling back is exact.
  LaneBounds(const LaneMeasure<P>& pair, const LaneSlab<P>& slab, const LaneMembers<P>& members)
      : lower((slab.value() - pair.error - pair.radius - pair.radius_error) * pair.unit),
        upper((members.length() + pair.error - pair.radius + pair.radius_error) * pair.unit) {}
};

}  // namespace clearance::detail
