#pragma once

// Pairs in lanes, in the frame of a: the numbers of PlainPair, several side by side, and what is proven of them by the
// operations of plain_pair.hpp and plain_look.hpp, in the same order. docs/proof.md, section 5b.

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

template <class P>
void store3(const Lane3<P>& v, LaneRow* row, int at) {
  v.x.store(row[0] + at);
  v.y.store(row[1] + at);
  v.z.store(row[2] + at);
}

/// Lanes `at` to `at + P::width` of a group.
template <class P>
struct LaneFrame {
  using Mask = typename P::Mask;

  Lane3<P> turn[3];    ///< rows of the rotation of a
  Lane3<P> column[3];  ///< from local coordinates of b, by columns
  Lane3<P> shift;      ///< from the centre of a to that of b
  Lane3<P> origin;     ///< of a in the world
  P unit, scale, radius_a, radius_b, radius, radius_error, size, error;
  Mask plain;  ///< pairs that are proven this way

  /// The operations of `measure` and `place_in_frame`.
  LaneFrame(LaneGroup& group, int at) {
    P form_a[4], form_b[4];
    Lane3<P> a[3], b[3], from, to;
    turned(group.a, at, a, from);
    turned(group.b, at, b, to);
    P::load_fours(group.a.measures + at, form_a);
    P::load_fours(group.b.measures + at, form_b);
    const P defect_a = P::load(group.a.defect + at), defect_b = P::load(group.b.defect + at);
    const P zero(0.0);
    P unit_b = form_b[0];
    const P &reach_a = form_a[2], &reach_b = form_b[2];
    unit = select(reach_a + form_a[1] == zero, unit_b, form_a[0]);
    unit_b = select(reach_b + form_b[1] == zero, unit, unit_b);
    const P ratio(plain_ratio);
    plain = (defect_a <= P(rigid_defect)) & (defect_b <= P(rigid_defect)) & (unit_b <= unit * ratio) &
            (unit <= unit_b * ratio) & (unit <= P(plain_unit)) & (unit >= P(1.0 / plain_unit));
    // NOLINTBEGIN(cppcoreguidelines-prefer-member-initializer): each follows from those before
    scale = P(1.0) / unit;
    const P factor = unit_b * scale;
    Lane3<P> rest;
    Lane3<P> offset{sum_of(to.x, -from.x, rest.x), sum_of(to.y, -from.y, rest.y), sum_of(to.z, -from.z, rest.z)};
    offset = offset * scale;
    radius_a = form_a[1];
    radius_b = form_b[1] * factor;
    radius = radius_a + radius_b;
    // NOLINTEND(cppcoreguidelines-prefer-member-initializer)
    radius_error = radius_a * defect_a + radius_b * defect_b;
    size = reach_a + reach_b * factor + radius + sqrt(norm_sq(offset));
    const P rounding = P(pair_rounding) + larger(P(0.5) * defect_a - P(frame_allowance), zero);
    error = form_a[3] + form_b[3] * factor + P(plain_underflow) + rounding * size;
    plain = plain & (size < ratio) & (size >= P(plain_least));

    turn[0] = {a[0].x, a[1].x, a[2].x};
    turn[1] = {a[0].y, a[1].y, a[2].y};
    turn[2] = {a[0].z, a[1].z, a[2].z};
    for (int k = 0; k < 3; ++k) {
      const Lane3<P> moved = b[k] * factor;
      column[k] = {dot(a[0], moved), dot(a[1], moved), dot(a[2], moved)};
    }
    shift = {dot(a[0], offset), dot(a[1], offset), dot(a[2], offset)};
    origin = from;
    if (!group.centred) {
      origin = load3<P>(group.origin, at);
      rest = rest + load3<P>(group.rest, at);
      error = error + P::load(group.uncertain + at) * scale;
    }
    store3(offset, group.offset, at);
    store3(rest * scale, group.offset_low, at);
    unit.store(group.unit + at);
    scale.store(group.scale + at);
    factor.store(group.factor_b + at);
    radius.store(group.radius + at);
    size.store(group.size + at);
  }
  /// A point of b, given in its local coordinates, in the frame of a.
  Lane3<P> placed(const Lane3<P>& y) const {
    return mul_add(column[2], y.z, mul_add(column[1], y.y, column[0] * y.x)) + shift;
  }

 private:
  /// The rotation by columns, and the position.
  static void turned(const LaneBodies& body, int at, Lane3<P> (&column)[3], Lane3<P>& position) {
    P first[4], second[4], last[4];
    const double* from[P::width];
    P::load_fours(body.rotation + at, first);
    for (int i = 0; i < P::width; ++i) from[i] = body.rotation[at + i] + 4;
    P::load_fours(from, second);
    for (int i = 0; i < P::width; ++i) from[i] = body.position[at + i];
    P::load_fours(from, last);
    column[0] = {first[0], first[1], first[2]};
    column[1] = {first[3], second[0], second[1]};
    column[2] = {second[2], second[3], last[0]};
    position = {last[1], last[2], last[3]};
  }
  /// a + b rounded, and what that leaves, exactly (Knuth).
  static P sum_of(const P& a, const P& b, P& rest) {
    const P sum = a + b, part = sum - a;
    rest = (a - (sum - part)) + (b - part);
    return sum;
  }
};

}  // namespace clearance::detail
