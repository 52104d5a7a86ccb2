#pragma once

// Where a search between two boxes begins: at the features that the separating axes name (box_axes.hpp), a corner of
// one and the point of the other that is nearest to it, or an edge of each. That is nearly always the answer, which the
// first look then proves.
//
// Of a corner, the axes are those of the three faces together: the way from one box to the box about the other one with
// faces parallel to its own. That and the gaps along cross products of edges are lower bounds of the distance; the
// largest names the features.

#include <array>
#include <utility>

#include "proof/plain_look.hpp"
#include "solvers/fast/simplex_feature.hpp"

namespace clearance::detail {

/// A corner on a face or an edge and what is next to it there, one or two corners of the difference, by how much of
/// each the nearest point is made of: at most half.
struct BoxSpot {
  int count;
  Lanes direction;  ///< along the way from a to b
  double length_sq;
  std::array<Lanes, 3> w;
  std::array<int, 3> vertex_a, vertex_b;
  double next, other;  ///< weights of the second and the third corner

  [[gnu::always_inline]] void give(Triangle& t, Foot& foot) const {
    const auto corner = [&](std::size_t i) { return Corner{vector_of(w[i]), vertex_a[i], vertex_b[i]}; };
    t = {corner(0), corner(1), corner(2), count};
    const double first = count == 1 ? 1.0 : count == 2 ? 1.0 - next : (1.0 - next) - other;
    foot = {vector_of(direction), dot(direction, w[0]), length_sq, first, next, 1.0};
  }
};

/// A box about the origin by its half lengths, and another one: its middle, and matrices from its local coordinates and
/// back, but for a factor.
struct BoxBefore {
  Lanes half, half_other, middle;
  Columns from_other, to_other;

  [[gnu::always_inline]] Lanes way() const {
    const Lanes reach = absolute(from_other.x) * half_other[0] + absolute(from_other.y) * half_other[1] +
                        absolute(from_other.z) * half_other[2],
                gap = absolute(middle) - half - reach;
    return gap > 0.0 ? with_signs(gap, middle) : lanes_of(0.0);
  }

  /// At the corner of the other one that is lowest along a direction; as if the first was a. False if it is inside.
  [[gnu::always_inline]] bool at_corner(const Lanes& direction, BoxSpot& spot) const {
    const Lanes side = with_signs(half_other, -(to_other * direction)),
                at = middle + from_other.x * side[0] + from_other.y * side[1] + from_other.z * side[2],
                size = absolute(at), corner = with_signs(half, at);
    spot.direction = size > half ? at - corner : lanes_of(0.0);
    spot.length_sq = norm_sq(spot.direction);
    if (!(spot.length_sq > 0.0)) return false;
    const Lanes part = (half - size) / (half + half), across = at + corner;
    const bool free_x = half[0] > size[0], free_y = half[1] > size[1], free_z = half[2] > size[2];
    const int next = free_x ? 0 : free_y ? 1 : 2, other = free_z ? 2 : 1;
    spot.count = 1 + static_cast<int>(free_x) + static_cast<int>(free_y) + static_cast<int>(free_z);
    using Bits = long long __attribute__((vector_size(32)));
    const Bits lane{0, 1, 2, 3};
    spot.w[0] = at - corner;
    spot.w[1] = lane == next ? across : spot.w[0];
    spot.w[2] = lane == other ? across : spot.w[0];
    const int vertex = corner_along(at[0], at[1], at[2]);
    spot.vertex_a = {vertex, vertex ^ 1 << next, vertex ^ 1 << other};
    spot.vertex_b.fill(corner_along(side[0], side[1], side[2]));
    spot.next = next == 0 ? part[0] : next == 1 ? part[1] : part[2];
    spot.other = other == 2 ? part[2] : part[1];
    return true;
  }
};

/// What a start has shown: the nearest points, nothing, or that no axis shows the boxes apart.
enum class BoxSight { proven, open, overlap };

/// Two boxes by their axes.
class BoxStart {
 public:
  [[gnu::always_inline]] BoxStart(const PlainPair& pair, const Core& a, const Core& b)
      : factor_(pair.factor_b),
        square_(factor_ * factor_),
        of_a_{lanes_of(a.size), lanes_of(b.size), pair.lift, pair.columns, transposed(pair.columns)} {
    const double back = inverse_of_power(square_);
    const Columns& m = of_a_.to_other;
    of_b_ = {of_a_.half_other, of_a_.half, lanes_of(0.0), {m.x * back, m.y * back, m.z * back}, of_a_.from_other};
    of_b_.middle = of_b_.from_other * -of_a_.middle;
    way_a_ = of_a_.way();
    way_b_ = of_b_.way();
    face_a_ = norm_sq(way_a_);
    face_b_ = norm_sq(way_b_) * square_;
  }

  /// Leaves corners and the foot on them: at a corner of one box. False if no face shows that the boxes are apart.
  [[gnu::always_inline]] bool at_corner(Triangle& t, Foot& foot) const {
    BoxSpot spot;
    if (face_a_ >= face_b_) {
      if (!(face_a_ > 0.0) || !of_a_.at_corner(way_a_, spot)) return false;
    } else {
      if (!of_b_.at_corner(way_b_, spot)) return false;
      const auto in_a = [&](const Lanes& v) { return of_a_.from_other * -v; };
      spot.direction = in_a(spot.direction);
      spot.length_sq = norm_sq(spot.direction);
      for (Lanes& w : spot.w) w = in_a(w);
      std::swap(spot.vertex_a, spot.vertex_b);
    }
    spot.give(t, foot);
    return true;
  }

  /// At an edge of each. Leaves everything as it is if the axes name none.
  [[gnu::always_inline]] BoxSight at_edges(Triangle& t, Foot& foot) {
    look_at_edges();
    if (face_a_ == 0.0 && face_b_ == 0.0 && edge_ < 0.0) return BoxSight::overlap;
    BoxSpot spot;
    if (edge_ > larger(face_a_, face_b_) && between_edges(spot)) spot.give(t, foot);
    return BoxSight::open;
  }

 private:
  /// Edges that are nearer to parallel than this, by the square of the sine, are left out.
  static constexpr double least_square = 0x1p-20;

  static Lanes next(const Lanes& v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }
  static Lanes last(const Lanes& v) { return __builtin_shufflevector(v, v, 2, 0, 1, 3); }

  /// The gap along the cross product of axis i of a, a lane each, and axis j of b, squared, with its sign.
  [[gnu::always_inline]] void look_at_edges() {
    const std::array<Lanes, 3> axis{of_a_.from_other.x, of_a_.from_other.y, of_a_.from_other.z},
        size{absolute(axis[0]), absolute(axis[1]), absolute(axis[2])};
    const Lanes &half = of_a_.half, half_next = next(half), half_last = last(half);
    Lanes best = lanes_of(-HUGE_VAL), which = lanes_of(0.0);
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t k = (j + 1) % 3, l = (j + 2) % 3;
      const Lanes one = next(size[j]), two = last(size[j]), square = one * one + two * two;
      const Lanes gap =
          absolute(cross(axis[j], of_a_.middle)) - (two * half_next + one * half_last) -
          (size[l] * of_a_.half_other[static_cast<int>(k)] + size[k] * of_a_.half_other[static_cast<int>(l)]) * factor_;
      const Lanes value = square > least_square * square_ ? gap * absolute(gap) / square : lanes_of(-HUGE_VAL);
      which = value > best ? lanes_of(static_cast<double>(j)) : which;
      best = value > best ? value : best;
    }
    axis_a_ = best[1] > best[0] ? 1 : 0;
    edge_ = larger(best[1], best[0]);
    double of_b = best[1] > best[0] ? which[1] : which[0];
    if (best[2] > edge_) {
      axis_a_ = 2;
      edge_ = best[2];
      of_b = which[2];
    }
    axis_b_ = static_cast<int>(of_b);
  }

  /// At the edges along these axes, as their cross product meets them. False if their lines are nearest elsewhere.
  [[gnu::always_inline]] bool between_edges(BoxSpot& spot) const {
    const std::array<Lanes, 3> axes{of_a_.from_other.x, of_a_.from_other.y, of_a_.from_other.z};
    const Lanes axis = axes[static_cast<std::size_t>(axis_b_)];
    using Bits = long long __attribute__((vector_size(32)));
    const Bits lane{0, 1, 2, 3}, is_a = lane == axis_a_, is_b = lane == axis_b_;
    const Lanes none = lanes_of(0.0), unit = is_a ? lanes_of(1.0) : none;
    Lanes n = cross(unit, axis);
    if (dot(n, of_a_.middle) < 0.0) n = -n;
    const Lanes side_b = with_signs(of_a_.half_other, -(of_a_.to_other * n)), side_a = with_signs(of_a_.half, n);
    const Lanes rest_a = is_a ? none : side_a, rest_b = is_b ? none : side_b;
    const Lanes between = of_a_.middle + of_a_.from_other * rest_b - rest_a;
    const double length_sq = norm_sq(n), along_a = dot(unit, between), along_b = dot(axis, between),
                 both = dot(unit, axis), inverse = 1.0 / length_sq;
    const double s = (along_a * square_ - along_b * both) * inverse, u = (along_a * both - along_b) * inverse;
    const double half_a = dot(of_a_.half, unit), half_b = dot(of_a_.half_other, is_b ? lanes_of(1.0) : none);
    if (!(std::fabs(s) < half_a) || !(std::fabs(u) < half_b)) return false;
    const double end_a = std::copysign(half_a, s), end_b = std::copysign(half_b, u);
    spot.count = 3;
    spot.direction = n;
    spot.length_sq = length_sq;
    spot.w[0] = between + axis * end_b - unit * end_a;
    spot.w[1] = spot.w[0] + unit * (end_a + end_a);
    spot.w[2] = spot.w[0] - axis * (end_b + end_b);
    const Lanes at_a = is_a ? lanes_of(end_a) : side_a, at_b = is_b ? lanes_of(end_b) : side_b;
    const int a = corner_along(at_a[0], at_a[1], at_a[2]), b = corner_along(at_b[0], at_b[1], at_b[2]);
    spot.vertex_a = {a, a ^ 1 << axis_a_, a};
    spot.vertex_b = {b, b, b ^ 1 << axis_b_};
    spot.next = (half_a - std::fabs(s)) / (half_a + half_a);
    spot.other = (half_b - std::fabs(u)) / (half_b + half_b);
    return dot(n, spot.w[0]) > 0.0;
  }

  double factor_, square_;
  BoxBefore of_a_, of_b_;
  Lanes way_a_, way_b_;
  double face_a_, face_b_, edge_;  ///< squares of lower bounds
  int axis_a_, axis_b_;
};

}  // namespace clearance::detail
