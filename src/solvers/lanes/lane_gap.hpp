#pragma once

// The gap of two cores along the normal at the corners of a simplex, to nearly full relative precision: as
// precise_gap.hpp, in lanes. Nothing proven rests on it: the gap is put between the bounds.

#include "solvers/lanes/lane_simplex.hpp"

namespace clearance::detail {

/// Sums of products as if in twice the working precision: as CompensatedSum.
template <class P>
struct LaneSum {
  P sum, rest;

  LaneSum(const P& a, const P& b) : sum(a * b), rest(rest_of_product(a, b, sum)) {}
  void add_product(const P& a, const P& b) {
    const P product = a * b, before = sum;
    sum = before + product;
    rest = rest + (rest_of_product(a, b, product) + rest_of_sum(before, product, sum));
  }
  /// Rounded, and what that leaves.
  void split(P& high, P& low) const {
    high = sum + rest;
    low = (sum - high) + rest;
  }
};

template <class P>
struct LaneWide {
  P high, low;
};
/// Three of them together.
template <class P>
LaneWide<P> total(const LaneSum<P> (&sums)[3]) {
  const P two = sums[0].sum + sums[1].sum, three = two + sums[2].sum;
  P low = rest_of_sum(sums[0].sum, sums[1].sum, two);
  low = low + rest_of_sum(two, sums[2].sum, three);
  low = low + ((sums[0].rest + sums[1].rest) + sums[2].rest);
  const P high = three + low;
  return {high, low - (high - three)};
}

/// The transpose of a rotation, with all that is known of it, times n and a power of two.
template <class P>
void turn_back(const LaneBodies& body, int at, bool exact, const Lane3<P>& n, const P& factor, Lane3<P>& high,
               Lane3<P>& low) {
  const LanePlace<P> place(body, at);
  const auto turned = [&](const Lane3<P>& column) {
    LaneSum<P> sum(column.x, n.x);
    sum.add_product(column.y, n.y);
    sum.add_product(column.z, n.z);
    return sum;
  };
  LaneSum<P> sums[3] = {turned(place.column[0]), turned(place.column[1]), turned(place.column[2])};
  if (!exact) {
    Lane3<P> column[3];
    load_columns(body.low, at, column);
    for (int k = 0; k < 3; ++k) sums[k].rest = sums[k].rest + dot(column[k], n);
  }
  sums[0].split(high.x, low.x);
  sums[1].split(high.y, low.y);
  sums[2].split(high.z, low.z);
  high = high * factor;
  low = low * factor;
}

/// n: in the axes of the world, of unit length but for rounding.
template <class P, class Look>
P precise_lane_gap(const LaneGroup& group, int at, const LaneFrame<P>& frame, const Look& look,
                   const LaneSimplex<P>& simplex, const P (&weight)[3], const Lane3<P>& n) {
  Lane3<P> high_a, low_a, high_b, low_b;
  turn_back(group.a, at, group.exact, n, P(1.0), high_a, low_a);
  turn_back(group.b, at, group.exact, n, frame.factor, high_b, low_b);
  const Lane3<P>&offset = frame.offset, &rest = frame.offset_low;
  LaneSum<P> of_centres[3] = {{n.x, offset.x}, {n.y, offset.y}, {n.z, offset.z}};
  of_centres[0].rest = mul_add(n.x, rest.x, of_centres[0].rest);
  of_centres[1].rest = mul_add(n.y, rest.y, of_centres[1].rest);
  of_centres[2].rest = mul_add(n.z, rest.z, of_centres[2].rest);
  const auto gap_at = [&](int i) {
    P vertex_a, vertex_b;
    simplex.corner[i].vertices(vertex_a, vertex_b);
    const Lane3<P> a = -look.local_a(vertex_a), b = look.local_b(vertex_b);
    LaneSum<P> sums[3] = {of_centres[0], of_centres[1], of_centres[2]};
    const auto add = [](LaneSum<P>& sum, const P& high, const P& low, const P& x) {
      sum.add_product(high, x);
      sum.rest = mul_add(low, x, sum.rest);
    };
    add(sums[0], high_a.x, low_a.x, a.x);
    add(sums[1], high_a.y, low_a.y, a.y);
    add(sums[2], high_a.z, low_a.z, a.z);
    add(sums[0], high_b.x, low_b.x, b.x);
    add(sums[1], high_b.y, low_b.y, b.y);
    add(sums[2], high_b.z, low_b.z, b.z);
    return total(sums);
  };
  const LaneWide<P> first = gap_at(0);
  P beyond_first(0.0);
  const auto add_corner = [&](int i) {
    const LaneWide<P> gap = gap_at(i);
    beyond_first = mul_add(weight[i], (gap.high - first.high) + (gap.low - first.low), beyond_first);
  };
  if (any(simplex.two)) add_corner(1);  // in lanes without such a corner its weight is zero
  if (any(simplex.three)) add_corner(2);
  const P all = (weight[0] + weight[1]) + weight[2];
  const LaneSum<P> squares[3] = {{n.x, n.x}, {n.y, n.y}, {n.z, n.z}};
  const LaneWide<P> length_sq = total(squares);
  const P excess = (length_sq.high - P(1.0)) + length_sq.low;
  return first.high + (first.low + beyond_first / all - P(0.5) * excess * first.high);
}

}  // namespace clearance::detail
