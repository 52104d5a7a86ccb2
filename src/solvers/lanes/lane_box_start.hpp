#pragma once

// Where a search between two boxes begins, in lanes: as box_start.hpp, but corners alone, of which the sub-problem of
// GJK finds out what is nearest.

#include "proof/lanes/lane_frame.hpp"

namespace clearance::detail {

/// A pair of corners by their numbers, and two more, each one step along an edge away.
template <class P>
struct LaneBoxSpot {
  P base_a, base_b, next_a, next_b, other_a, other_b;

  friend LaneBoxSpot select(const typename P::Mask& m, const LaneBoxSpot& yes, const LaneBoxSpot& no) {
    return {select(m, yes.base_a, no.base_a), select(m, yes.base_b, no.base_b),   select(m, yes.next_a, no.next_a),
            select(m, yes.next_b, no.next_b), select(m, yes.other_a, no.other_a), select(m, yes.other_b, no.other_b)};
  }
};

template <class P>
class LaneBoxStart {
  using Mask = typename P::Mask;

 public:
  /// By half lengths.
  LaneBoxStart(const LaneFrame<P>& frame, const Lane3<P>& a, const Lane3<P>& b)
      : half_a_{a.x, a.y, a.z}, half_b_{b.x, b.y, b.z}, middle_{frame.shift.x, frame.shift.y, frame.shift.z} {
    for (int j = 0; j < 3; ++j) {
      axis_[j] = frame.map[j];
      const Lane3<P>& m = axis_[j];
      const P part[3] = {m.x, m.y, m.z};
      for (int i = 0; i < 3; ++i) part_[j][i] = part[i], size_[j][i] = abs(part[i]);
    }
    square_ = frame.factor * frame.factor;
    inverse_ = P(1.0) / square_;
    factor_ = frame.factor;
  }

  LaneBoxSpot<P> spot() const {
    const P zero(0.0);
    P way_a[3], way_b[3], face_a = zero, face_b = zero;
    for (int i = 0; i < 3; ++i) {
      way_a[i] = way(middle_[i], half_a_[i], reach(size_[0][i], size_[1][i], size_[2][i], half_b_));
      face_a = mul_add(way_a[i], way_a[i], face_a);
      way_b[i] = way(-in_b(middle_, i), half_b_[i], reach(size_[i][0], size_[i][1], size_[i][2], half_a_) * inverse_);
      face_b = mul_add(way_b[i], way_b[i], face_b);
    }
    face_b = face_b * square_;
    P edge, axis_a, axis_b;
    best_edges(edge, axis_a, axis_b);
    const Mask crossing = edge > larger(face_a, face_b);
    return select(crossing, at_edges(axis_a, axis_b),
                  select(face_a >= face_b, at_corner_of_b(way_a), at_corner_of_a(way_b)));
  }

 private:
  /// Edges that are nearer to parallel than this, by the square of the sine, are left out.
  static constexpr double least_square = 0x1p-20;

  static P signed_as(const P& size, const P& sign) { return select(sign < P(0.0), -size, size); }
  static P reach(const P& x, const P& y, const P& z, const P (&half)[3]) {
    return mul_add(z, half[2], mul_add(y, half[1], x * half[0]));
  }
  static P way(const P& to, const P& half, const P& other) {
    const P gap = abs(to) - half - other;
    return select(gap > P(0.0), signed_as(gap, to), P(0.0));
  }
  /// Along axis j of b, in its local lengths.
  P in_b(const P (&v)[3], int j) const { return dot(axis_[j], Lane3<P>{v[0], v[1], v[2]}) * inverse_; }

  /// The gap along the cross product of two axes that is the largest, squared, with its sign, and which they are.
  void best_edges(P& edge, P& axis_a, P& axis_b) const {
    edge = P(-HUGE_VAL);
    axis_a = axis_b = P(0.0);
    for (int j = 0; j < 3; ++j) {
      const int k = (j + 1) % 3, l = (j + 2) % 3;
      for (int i = 0; i < 3; ++i) {
        const int u = (i + 1) % 3, v = (i + 2) % 3;
        const P across = mul_sub(part_[j][u], middle_[v], part_[j][v] * middle_[u]);
        const P square = mul_add(size_[j][u], size_[j][u], size_[j][v] * size_[j][v]);
        const P gap = abs(across) - mul_add(size_[j][v], half_a_[u], size_[j][u] * half_a_[v]) -
                      mul_add(size_[l][i], half_b_[k], size_[k][i] * half_b_[l]) * factor_;
        const P value = gap * abs(gap) / square;
        const Mask better = (value > edge) & (square > P(least_square) * square_);
        edge = select(better, value, edge);
        axis_a = select(better, P(static_cast<double>(i)), axis_a);
        axis_b = select(better, P(static_cast<double>(j)), axis_b);
      }
    }
  }

  /// The number of a corner by its sides, and that of the corner across along an axis.
  struct Corner {
    explicit Corner(const Mask (&positive)[3]) {
      number = P(0.0);
      for (int i = 0; i < 3; ++i) {
        const P bit(static_cast<double>(1 << i));
        across[i] = select(positive[i], -bit, bit);
        number = number + select(positive[i], bit, P(0.0));
      }
    }
    P along(const P& axis) const { return number + chosen(axis, across[0], across[1], across[2]); }
    P number, across[3];
  };
  static P chosen(const P& axis, const P& first, const P& second, const P& third) {
    return select(axis == P(2.0), third, select(axis == P(1.0), second, first));
  }

  /// The corners next to one on a box, along the two axes across the one along which a point is farthest out.
  static void step(const P (&at)[3], const P (&half)[3], const Corner& corner, P& next, P& other) {
    const P x = abs(at[0]) - half[0], y = abs(at[1]) - half[1], z = abs(at[2]) - half[2];
    const Mask is_y = y > x, is_z = z > larger(x, y);
    next = corner.number + select(is_z | is_y, corner.across[0], corner.across[1]);
    other = corner.number + select(is_z, corner.across[1], corner.across[2]);
  }

  LaneBoxSpot<P> at_corner_of_b(const P (&direction)[3]) const {
    const P zero(0.0);
    P at[3] = {middle_[0], middle_[1], middle_[2]};
    Mask side[3], place[3];
    for (int j = 0; j < 3; ++j) {
      side[j] = in_b(direction, j) < zero;
      const P half = select(side[j], half_b_[j], -half_b_[j]);
      for (int i = 0; i < 3; ++i) at[i] = mul_add(part_[j][i], half, at[i]);
    }
    for (int i = 0; i < 3; ++i) place[i] = at[i] > zero;
    const Corner of_a(place), of_b(side);
    LaneBoxSpot<P> spot{of_a.number, of_b.number, zero, of_b.number, zero, of_b.number};
    step(at, half_a_, of_a, spot.next_a, spot.other_a);
    return spot;
  }

  LaneBoxSpot<P> at_corner_of_a(const P (&direction)[3]) const {
    const P zero(0.0);
    P from[3], at[3];
    Mask side[3], place[3];
    for (int i = 0; i < 3; ++i) {
      side[i] =
          mul_add(part_[2][i], direction[2], mul_add(part_[1][i], direction[1], part_[0][i] * direction[0])) < zero;
      from[i] = select(side[i], half_a_[i], -half_a_[i]) - middle_[i];
    }
    for (int j = 0; j < 3; ++j) {
      at[j] = in_b(from, j);
      place[j] = at[j] > zero;
    }
    const Corner of_a(side), of_b(place);
    LaneBoxSpot<P> spot{of_a.number, of_b.number, of_a.number, zero, of_a.number, zero};
    step(at, half_b_, of_b, spot.next_b, spot.other_b);
    return spot;
  }

  LaneBoxSpot<P> at_edges(const P& axis_a, const P& axis_b) const {
    const P zero(0.0), one(1.0);
    const auto of_b = [&](const Lane3<P>& x, const Lane3<P>& y, const Lane3<P>& z) {
      return select(axis_b == P(2.0), z, select(axis_b == one, y, x));
    };
    const Lane3<P> axis = of_b(axis_[0], axis_[1], axis_[2]);
    const Mask is_a[3] = {axis_a == zero, axis_a == one, axis_a == P(2.0)};
    const Lane3<P> unit{select(is_a[0], one, zero), select(is_a[1], one, zero), select(is_a[2], one, zero)};
    const Lane3<P> middle{middle_[0], middle_[1], middle_[2]}, across = cross(unit, axis);
    const Lane3<P> n = select(dot(across, middle) < zero, -across, across);
    const P along[3] = {n.x, n.y, n.z};
    Mask side_a[3], side_b[3];
    P between[3] = {middle_[0], middle_[1], middle_[2]};
    for (int i = 0; i < 3; ++i) {
      side_a[i] = along[i] > zero;
      between[i] = between[i] - select(is_a[i], zero, select(side_a[i], half_a_[i], -half_a_[i]));
    }
    for (int j = 0; j < 3; ++j) {
      side_b[j] = dot(axis_[j], n) < zero;
      const P half = select(axis_b == P(static_cast<double>(j)), zero, select(side_b[j], half_b_[j], -half_b_[j]));
      for (int i = 0; i < 3; ++i) between[i] = mul_add(part_[j][i], half, between[i]);
    }
    // The sides on which the lines of both edges are nearest to each other.
    const Lane3<P> way{between[0], between[1], between[2]};
    const P of_unit = dot(unit, way), of_axis = dot(axis, way), both = dot(unit, axis);
    const Mask far_a = mul_sub(of_unit, square_, of_axis * both) > zero, far_b = mul_sub(of_unit, both, of_axis) > zero;
    for (int i = 0; i < 3; ++i) {
      side_a[i] = (is_a[i] & far_a) | ((!is_a[i]) & side_a[i]);
      const Mask is_b = axis_b == P(static_cast<double>(i));
      side_b[i] = (is_b & far_b) | ((!is_b) & side_b[i]);
    }
    const Corner a(side_a), b(side_b);
    return {a.number, b.number, a.along(axis_a), b.number, a.number, b.along(axis_b)};
  }

  const P half_a_[3], half_b_[3], middle_[3];
  Lane3<P> axis_[3];
  P part_[3][3], size_[3][3], square_, inverse_, factor_;
};

}  // namespace clearance::detail
