#pragma once

// The sub-problem of GJK in lanes: as simplex_feature.hpp, but all features of the newest corner are looked at in every
// lane that has them, and the nearest of those that the origin is above is chosen, without branches.

#include "proof/lanes/lane_look.hpp"

namespace clearance::detail {

/// Where the nearest point of a simplex is: see Foot.
template <class P>
struct LaneFoot {
  Lane3<P> direction;
  P height, length_sq, share_p, share_q, whole;
};

/// One to three corners.
template <class P>
struct LaneSimplex {
  using Mask = typename P::Mask;
  LaneCorner<P> corner[3];
  Mask two, three;  ///< at least so many
  LaneFoot<P> foot;
};

template <class P>
LaneFoot<P> foot_at(const LaneCorner<P>& corner) {
  const P square = norm_sq(corner.w());
  return {corner.w(), square, square, P(1.0), P(0.0), P(1.0)};
}

template <class P>
LaneSimplex<P> simplex_at(const LaneCorner<P>& corner) {
  LaneSimplex<P> s;
  for (LaneCorner<P>& c : s.corner) c = corner;
  s.two = s.three = typename P::Mask(false);
  s.foot = foot_at(corner);
  return s;
}

/// The nearest feature of a simplex with one more corner, and which of the old corners it is made of besides.
template <class P>
class LaneFeature {
  using Mask = typename P::Mask;

 public:
  LaneFeature(const LaneSimplex<P>& old, const LaneCorner<P>& newest)
      : newest_(newest), d_(newest.w()), foot_(foot_at(newest)) {
    const Mask no(false);
    inside_ = two_ = three_ = no;
    for (Mask& m : first_) m = no;
    for (Mask& m : second_) m = no;
    edge_[0] = old.corner[0].w() - d_;
    try_edge(0, Mask(true));
    if (!any(old.two)) return;
    edge_[1] = old.corner[1].w() - d_;
    try_edge(1, old.two);
    const Lane3<P> n01 = cross(edge_[0], edge_[1]);
    const P height01 = dot(n01, d_);
    if (!any(old.three)) {
      try_face(0, 1, n01, height01, old.two);
      return;
    }
    edge_[2] = old.corner[2].w() - d_;
    try_edge(2, old.three);
    const P zero(0.0);
    const Lane3<P> n12 = cross(edge_[1], edge_[2]), n02 = cross(edge_[0], edge_[2]);
    const P height12 = dot(n12, d_), height02 = dot(n02, d_);
    const P turn = dot(n01, edge_[2]);  // how the three faces about the newest corner are turned
    const Mask beyond01 = !(height01 * turn < zero), beyond12 = !(height12 * turn < zero),
               beyond02 = !(height02 * turn > zero);
    inside_ = old.three & !(beyond01 | beyond12 | beyond02);
    try_face(0, 1, n01, height01, old.two & (beyond01 | !old.three));
    try_face(0, 2, n02, height02, old.three & beyond02);
    try_face(1, 2, n12, height12, old.three & beyond12);
  }

  /// Lanes whose tetrahedron holds the origin; they have no such feature.
  const Mask& inside() const { return inside_; }
  const LaneFoot<P>& foot() const { return foot_; }
  Mask nearer_than(const LaneFoot<P>& other) const {
    return foot_.height * foot_.height * other.length_sq < other.height * other.height * foot_.length_sq;
  }

  /// Makes it the simplex of the lanes that are wanted.
  void adopt(const Mask& wanted, LaneSimplex<P>& s) const {
    const LaneCorner<P> zeroth = s.corner[0], other = s.corner[1], last = s.corner[2];
    const LaneCorner<P> first = select(first_[2], last, select(first_[1], other, select(first_[0], zeroth, newest_)));
    const LaneCorner<P> second = select(second_[1], last, select(second_[0], other, newest_));
    s.corner[0] = select(wanted, first, zeroth);
    s.corner[1] = select(wanted, second, other);
    s.corner[2] = select(wanted & three_, newest_, last);
    s.two = (wanted & two_) | ((!wanted) & s.two);
    s.three = (wanted & three_) | ((!wanted) & s.three);
    LaneFoot<P>& f = s.foot;
    f.direction = select(wanted, foot_.direction, f.direction);
    f.height = select(wanted, foot_.height, f.height);
    f.length_sq = select(wanted, foot_.length_sq, f.length_sq);
    f.share_p = select(wanted, foot_.share_p, f.share_p);
    f.share_q = select(wanted, foot_.share_q, f.share_q);
    f.whole = select(wanted, foot_.whole, f.whole);
  }

 private:
  /// Nearer than the best so far, by height^2 / length^2 without a division.
  Mask nearer(const P& height, const P& length_sq) const {
    return height * height * foot_.length_sq < foot_.height * foot_.height * length_sq;
  }
  void take(const Mask& taken, const Lane3<P>& direction, const P& height, const P& length_sq, const P& share,
            const P& whole) {
    foot_.direction = select(taken, direction, foot_.direction);
    foot_.height = select(taken, height, foot_.height);
    foot_.length_sq = select(taken, length_sq, foot_.length_sq);
    foot_.share_p = select(taken, share, foot_.share_p);
    foot_.whole = select(taken, whole, foot_.whole);
    two_ = two_ | taken;
    for (Mask& m : first_) m = m & !taken;
    for (Mask& m : second_) m = m & !taken;
  }
  void try_edge(int i, const Mask& there) {
    const P along = -dot(d_, edge_[i]), square = norm_sq(edge_[i]);
    const Lane3<P> direction = mul_add(d_, square, edge_[i] * along);
    const P height = dot(direction, d_), length_sq = norm_sq(direction);
    const Mask taken = there & (along > P(0.0)) & nearer(height, length_sq);
    take(taken, direction, height, length_sq, along, square);
    first_[i] = first_[i] | taken;
  }
  void try_face(int i, int j, const Lane3<P>& n, const P& height, const Mask& seen) {
    const P zero(0.0);
    const P share_i = dot(cross(n, edge_[j]), d_), share_j = dot(cross(edge_[i], n), d_), length_sq = norm_sq(n);
    const Mask taken = seen & (share_i > zero) & (share_j > zero) & nearer(height, length_sq);
    take(taken, select(height < zero, -n, n), abs(height), length_sq, share_i, length_sq);
    foot_.share_q = select(taken, share_j, foot_.share_q);
    first_[i] = first_[i] | taken;
    second_[j - 1] = second_[j - 1] | taken;
    three_ = three_ | taken;
  }

  const LaneCorner<P>& newest_;
  const Lane3<P> d_;
  LaneFoot<P> foot_;
  Lane3<P> edge_[3];
  Mask inside_, two_, three_;
  Mask first_[3], second_[2];  ///< which of the old corners comes first, and second; else the newest
};

}  // namespace clearance::detail
