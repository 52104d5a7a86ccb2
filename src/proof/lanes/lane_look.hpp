#pragma once

// Looks along directions in lanes, as PlainLook: the farthest vertex of each body, how far the bodies are apart, which
// the same look proves, and the points of the difference b - a that bound it from above. What a search can do with such
// points is to choose among them and to mix them.

#include <cmath>

#include "proof/lanes/lane_frame.hpp"

namespace clearance::detail {

/// A point of the difference of two bodies, and the vertices it is made of. Only looks make them.
template <class P>
class LaneCorner {
 public:
  LaneCorner() = default;
  const Lane3<P>& w() const { return w_; }
  typename P::Mask is(const LaneCorner& other) const { return both_ == other.both_; }
  friend LaneCorner select(const typename P::Mask& m, const LaneCorner& yes, const LaneCorner& no) {
    LaneCorner corner;
    corner.w_ = select(m, yes.w_, no.w_);
    corner.both_ = select(m, yes.both_, no.both_);
    return corner;
  }
  /// Where both vertices are one number: that of b is that many times larger.
  static constexpr double of_b = 64.0;
  void vertices(P& a, P& b) const {
    // Adding and taking away 1.5 2^52 rounds to a whole number, down here: |a| / 64 is below one half.
    const P large(0x1.8p52);
    b = ((both_ - P(of_b / 2 - 1)) * P(1.0 / of_b) + large) - large;
    a = both_ - b * P(of_b);
  }

 private:
  template <class, bool, bool, bool>
  friend class LaneLook;
  Lane3<P> w_;
  P both_;
};

/// Indices as numbers.
inline constexpr double lane_indices[most_lane_points + 1] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                              11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                                              22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};

/// Bodies that are boxes, or else points. `few`: points are few enough to keep hold of where the farthest is.
template <class P, bool box_a, bool box_b, bool few>
class LaneLook {
 public:
  using Mask = typename P::Mask;

  LaneLook(const LaneGroup& group, int at, const LaneFrame<P>& frame)
      : most_a_(group.a.most), most_b_(group.b.most), frame_(frame), value_(-HUGE_VAL), square_(1.0) {
    P q[4];
    if constexpr (box_a) {
      P::load_fours(group.a.form + at, q);
      half_ = {q[0], q[1], q[2]};
    } else {
      lay_out(group.a, at, of_a_);
    }
    if constexpr (box_b) {
      P::load_fours(group.b.form + at, q);
      half_b_ = {q[0], q[1], q[2]};
      edge_[0] = frame.map[0] * q[0];
      edge_[1] = frame.map[1] * q[1];
      edge_[2] = frame.map[2] * q[2];
    } else {
      lay_out(group.b, at, of_b_);
      for (int i = 0; i < most_b_; ++i) placed_[i] = frame.placed(of_b_[i]);
      placed_[most_b_] = placed_[0];
    }
  }

  /// Along a direction of any length, towards b. The value is kept for the lanes that are wanted.
  LaneCorner<P> along(const Lane3<P>& n, const Mask& wanted) {
    LaneCorner<P> seen;
    Lane3<P> x;
    P vertex_a, vertex_b;
    const P square = norm_sq(n);
    const P of_a = farthest_a(n, x, vertex_a), of_b = farthest_b(-n, seen.w_, vertex_b);
    seen.w_ = seen.w_ - x;
    seen.both_ = mul_add(vertex_b, P(LaneCorner<P>::of_b), vertex_a);
    apart_ = -of_b - of_a;
    value_ = select(wanted, apart_, value_);
    square_ = select(wanted, square, square_);
    return seen;
  }
  /// At two corners of boxes, by their numbers.
  LaneCorner<P> at_corners(const P& a, const P& b) const requires(box_a&& box_b) {
    LaneCorner<P> corner;
    corner.w_ = corner_of_b(corner_of({P(1.0), P(1.0), P(1.0)}, b)) - corner_of(half_, a);
    corner.both_ = mul_add(b, P(LaneCorner<P>::of_b), a);
    return corner;
  }
  /// How far the cores are apart along the last direction, times its length.
  const P& apart() const { return apart_; }
  /// How far they are apart, at least, by the last look that was wanted in a lane.
  LaneSlab<P> slab() const { return {LaneProver(), value_, square_}; }

  /// Corners mixed by weights, whatever these are: none is negative, and their sum is one within 6 u.
  LaneMembers<P> mixed(const LaneCorner<P> (&corner)[3], const P (&weight)[3]) const {
    P used[3];
    proper(weight, used);
    Lane3<P> x[3];
    for (int i = 0; i < 3; ++i) {
      P a, b;
      corner[i].vertices(a, b);
      x[i] = local_a(a);
    }
    return {LaneProver(), mul_add(x[2], used[2], mul_add(x[1], used[1], x[0] * used[0])),
            mul_add(corner[2].w_, used[2], mul_add(corner[1].w_, used[1], corner[0].w_ * used[0]))};
  }

  /// Half lengths of boxes.
  const Lane3<P>& half_a() const { return half_; }
  const Lane3<P>& half_b() const { return half_b_; }

  /// Vertices in local coordinates, by their numbers.
  Lane3<P> local_a(const P& vertex) const {
    if constexpr (box_a)
      return corner_of(half_, vertex);
    else
      return picked(of_a_, vertex);
  }
  Lane3<P> local_b(const P& vertex) const {
    if constexpr (box_b)
      return corner_of(half_b_, vertex);
    else
      return picked(of_b_, vertex);
  }

 private:
  static void proper(const P (&weight)[3], P (&used)[3]) {
    for (int i = 0; i < 3; ++i) used[i] = select(weight[i] > P(0.0), weight[i], P(0.0));
    const P sum = used[0] + used[1] + used[2];
    const Mask as_is = abs(sum - P(1.0)) <= P(4.0 * 0x1p-53);
    for (P& w : used) w = select(as_is, w, w / sum);
  }

  /// The points of each lane; where another has more, some once more.
  static void lay_out(const LaneBodies& body, int at, Lane3<P>* to) {
    const double* from[P::width];
    P x[4], y[4], z[4];
    for (int i = 0; i < body.most; i += 4) {
      for (int k = 0; k < P::width; ++k) from[k] = body.form[at + k] + (i < body.stride[at + k] ? i : 0);
      P::load_fours(from, x);
      for (int k = 0; k < P::width; ++k) from[k] += body.stride[at + k];
      P::load_fours(from, y);
      for (int k = 0; k < P::width; ++k) from[k] += body.stride[at + k];
      P::load_fours(from, z);
      for (int k = 0; k < 4; ++k) to[i + k] = {x[k], y[k], z[k]};
    }
    to[body.most] = to[0];  // as points are looked at in pairs
  }

  static Lane3<P> corner_of(const Lane3<P>& h, const P& vertex) {
    const P z = select(vertex >= P(4.0), P(1.0), P(0.0)), rest = vertex - z * P(4.0);
    const P y = select(rest >= P(2.0), P(1.0), P(0.0)), x = rest - y * P(2.0), half(0.5);
    return {select(x > half, h.x, -h.x), select(y > half, h.y, -h.y), select(z > half, h.z, -h.z)};
  }
  /// By its sides, 1 or -1.
  Lane3<P> corner_of_b(const Lane3<P>& side) const {
    return mul_add(edge_[2], side.z, mul_add(edge_[1], side.y, mul_add(edge_[0], side.x, frame_.shift)));
  }
  P farthest_a(const Lane3<P>& n, Lane3<P>& where, P& vertex) const {
    if constexpr (box_a) {
      const auto side = [](const P& along, const P& half) { return select(along < P(0.0), -half, half); };
      where = {side(n.x, half_.x), side(n.y, half_.y), side(n.z, half_.z)};
      vertex = box_corner(n.x, n.y, n.z);
      return dot(Lane3<P>{abs(n.x), abs(n.y), abs(n.z)}, half_);
    } else {
      return farthest(n, most_a_, of_a_, where, vertex);
    }
  }
  P farthest_b(const Lane3<P>& n, Lane3<P>& where, P& vertex) const {
    if constexpr (box_b) {
      const P x = dot(n, edge_[0]), y = dot(n, edge_[1]), z = dot(n, edge_[2]);
      const auto side = [](const P& along) { return select(along < P(0.0), P(-1.0), P(1.0)); };
      where = corner_of_b({side(x), side(y), side(z)});
      vertex = box_corner(x, y, z);
      return dot(n, frame_.shift) + (abs(x) + abs(y) + abs(z));
    } else {
      return farthest(n, most_b_, placed_, where, vertex);
    }
  }
  static P box_corner(const P& x, const P& y, const P& z) {
    const auto bit = [](const P& along, double value) { return select(along < P(0.0), P(0.0), P(value)); };
    return bit(x, 1.0) + bit(y, 2.0) + bit(z, 4.0);
  }

  /// The farthest so far among some points.
  struct Best {
    P value, vertex;
    Lane3<P> where;
    void see(const P& v, const P& i, const Lane3<P>& x) {
      const Mask better = v > value;
      value = larger(v, value);
      vertex = select(better, i, vertex);
      if constexpr (few) where = select(better, x, where);
    }
  };
  /// Points of even and of odd index apart, so that one does not wait for the other; the first of equal ones.
  static P farthest(const Lane3<P>& n, int count, const Lane3<P>* at, Lane3<P>& where, P& vertex) {
    Best even{dot(n, at[0]), P(0.0), at[0]}, odd = even;
    for (int i = 1; i < count; i += 2) {
      odd.see(dot(n, at[i]), P(lane_indices[i]), at[i]);
      even.see(dot(n, at[i + 1]), P(lane_indices[i + 1]), at[i + 1]);
    }
    even.see(odd.value, odd.vertex, odd.where);
    vertex = even.vertex;
    if constexpr (few)
      where = even.where;
    else
      where = picked(at, vertex);
    return even.value;
  }
  static Lane3<P> picked(const Lane3<P>* at, const P& vertex) {
    const auto* row = reinterpret_cast<const double*>(at);
    constexpr int stride = 3 * P::width;
    static_assert(sizeof(Lane3<P>) == stride * sizeof(double));
    return {P::pick(row, vertex, stride), P::pick(row + P::width, vertex, stride),
            P::pick(row + 2 * P::width, vertex, stride)};
  }

  const int most_a_, most_b_;
  const LaneFrame<P>& frame_;
  static constexpr int most = few ? few_lane_points : most_lane_points;
  Lane3<P> half_, edge_[3], half_b_, of_a_[box_a ? 1 : most + 1], of_b_[box_b ? 1 : most + 1],
      placed_[box_b ? 1 : most + 1];
  P apart_, value_, square_;
};

}  // namespace clearance::detail
