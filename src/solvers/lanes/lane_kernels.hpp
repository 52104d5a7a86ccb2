#pragma once

// A group of eight queries from what is asked to what is proven, in as many lanes as the processor has. Each lane
// computes what it would compute alone: lanes that are done wait for the others.

#include "solvers/lanes/lane_simplex.hpp"
#include "solvers/lanes/lanes.hpp"

namespace clearance::detail {

/// As tightest_search, settled_gap, origin_rounding and near_segments of the fast lane.
inline constexpr double lane_search_gap = 0x1p-49, lane_settled_gap = 0x1p-46, lane_origin_rounding = 0x1p-51,
                        lane_near_segments = 0x1p-6;
/// Lanes whose search is longer are asked about one by one.
inline constexpr int lane_steps = 24;

/// Leaves the answers of lanes that are proven to be tight, or beyond a limit. n: of unit length, in the frame of a.
template <class P, class Look>
void settle_lanes(LaneGroup& group, int at, const LaneFrame<P>& frame, const Look& look, const LaneMembers<P>& members,
                  const Lane3<P>& n, const typename P::Mask& open) {
  using Mask = typename P::Mask;
  const LaneBounds<P> bounds = look.bounds(members);
  const P length = sqrt(norm_sq(members.apart())), along = dot(n, members.apart());
  const double gap = 0.5 * group.tolerance > lane_settled_gap ? 0.5 * group.tolerance : lane_settled_gap;
  const Mask tight = length - look.slab() <= P(gap) * frame.size;
  const Mask beyond = bounds.lower > P(group.max_distance), below = bounds.upper < P(group.min_distance);
  const auto code = [](LaneEnding ending) { return P(static_cast<double>(ending)); };
  P ending = select(below, code(LaneEnding::below_limit), code(LaneEnding::open));
  ending = select(beyond, code(LaneEnding::beyond_limit), ending);
  ending = select(tight, code(LaneEnding::converged), ending);
  select(open & frame.plain, ending, code(LaneEnding::open)).store(group.ending + at);
  bounds.lower.store(group.lower + at);
  bounds.upper.store(group.upper + at);

  const P& unit = frame.unit;
  P distance = (along - frame.radius) * unit;
  distance = select(distance > bounds.lower, distance, bounds.lower);
  select(distance < bounds.upper, distance, bounds.upper).store(group.distance + at);
  const auto to_world = [&frame](const Lane3<P>& v) {
    return Lane3<P>{dot(frame.turn[0], v), dot(frame.turn[1], v), dot(frame.turn[2], v)};
  };
  const Lane3<P> normal = to_world(n), p = to_world(members.of_a()), q = p + to_world(members.apart());
  store3(normal, group.normal, at);
  store3(frame.origin + (p + normal * frame.radius_a) * unit, group.point_a, at);
  store3(frame.origin + (q - normal * frame.radius_b) * unit, group.point_b, at);
}

template <class P, bool box_a, bool box_b, bool few>
void search_lanes(LaneGroup& group, int at) {
  using Mask = typename P::Mask;
  const LaneFrame<P> frame(group, at);
  LaneLook<P, box_a, box_b, few> look(group, at, frame);
  const P rounding = P(2.0) * (frame.error + frame.radius_error);
  const P wanted = P(0.5 * group.tolerance) * frame.size - rounding, least = P(lane_search_gap) * frame.size;
  const P gap = select(wanted > least, wanted, least);
  const P most = P(group.max_distance) * frame.scale + frame.radius + rounding,
          fewest = P(group.min_distance) * frame.scale + frame.radius - rounding;

  const Mask aside = norm_sq(frame.shift) > P(0.0);
  LaneSimplex<P> simplex = simplex_at(look.along(select(aside, frame.shift, {P(1.0), P(0.0), P(0.0)}), Mask(false)));
  // Heights and values are along the foot, whose direction is of any length: with that length, and with squares, no
  // quotient is needed on the way.
  const P tiny = P(lane_origin_rounding) * frame.size, tiny_sq = tiny * tiny;
  const auto away = [&tiny_sq](const LaneFoot<P>& foot) {
    return foot.height * foot.height > tiny_sq * foot.length_sq;
  };
  P steps(0.0);
  Mask active = frame.plain & away(simplex.foot), found(false);
  for (int step = 0; step < lane_steps && any(active); ++step) {
    const LaneCorner<P> seen = look.along(simplex.foot.direction, active);
    steps = select(active, steps + P(1.0), steps);
    const P &apart = look.apart(), &height = simplex.foot.height, length = sqrt(simplex.foot.length_sq);
    const Mask known = seen.is(simplex.corner[0]) | (seen.is(simplex.corner[1]) & simplex.two) |
                       (seen.is(simplex.corner[2]) & simplex.three);
    const Mask done =
        active & ((height - apart <= gap * length) | (apart > most * length) | (height < fewest * length) | known);
    found = found | done;
    active = active & !done;
    if (!any(active)) break;
    const LaneFeature<P> next(simplex, seen);
    active = active & !next.inside();
    const Mask better = active & next.nearer_than(simplex.foot);
    found = found | (active & !better);
    active = better & away(next.foot());
    next.adopt(better, simplex);
  }

  const LaneFoot<P>& foot = simplex.foot;
  const P inverse = P(1.0) / foot.whole, first = foot.share_p * inverse, second = foot.share_q * inverse;
  const P none(0.0);
  const P weight[3] = {select(simplex.two, first, P(1.0)),
                       select(simplex.three, second, select(simplex.two, P(1.0) - first, none)),
                       select(simplex.three, (P(1.0) - first) - second, none)};
  const LaneMembers<P> members = look.mixed(simplex.corner, weight);
  const Lane3<P> n = foot.direction * (P(1.0) / sqrt(foot.length_sq));
  settle_lanes(group, at, frame, look, members, n, found);
  select(simplex.three, P(3.0), select(simplex.two, P(2.0), P(1.0))).store(group.corners + at);
  for (int i = 0; i < 3; ++i) {
    P of_a, of_b;
    simplex.corner[i].vertices(of_a, of_b);
    of_a.store(group.vertex_a[i] + at);
    of_b.store(group.vertex_b[i] + at);
    weight[i].store(group.weight[i] + at);
  }
  steps.store(group.iterations + at);
}

/// Segments and points: as formulas.hpp. Leaves the parameters where vertices are.
template <class P>
void straight_lanes(LaneGroup& group, int at) {
  using Mask = typename P::Mask;
  const LaneFrame<P> frame(group, at);
  LaneLook<P, false, false, true> look(group, at, frame);
  const Lane3<P> a = look.point_a(0), d = look.point_a(1) - a;
  const Lane3<P> b = look.point_b(0), e = look.point_b(1) - b, between = b - a;
  const P zero(0.0), one(1.0);
  const auto clamped = [&](const P& value) { return select(value > zero, select(value < one, value, one), zero); };
  const P dd = norm_sq(d), ee = norm_sq(e), de = dot(d, e), dr = dot(d, between), er = dot(e, between);
  const Lane3<P> across = cross(d, e);
  const P det = norm_sq(across);
  const P inverse_d = select(dd > zero, one / dd, zero), inverse_e = select(ee > zero, one / ee, zero);
  const Mask crossing = det > P(1e-8) * dd * ee;
  const P start = clamped(select(crossing, (dr * ee - er * de) / det, zero));
  const P t = clamped((start * de - er) * inverse_e), s = clamped((dr + t * de) * inverse_d);
  const Mask inner = crossing & (s > zero) & (s < one) & (t > zero) & (t < one);
  const LaneMembers<P> members = look.on_segments(s, t);
  const P distance = sqrt(norm_sq(members.apart()));
  const Lane3<P> crossed = across * (select(dot(across, between) < zero, P(-1.0), one) / sqrt(det));
  const Lane3<P> n = select(inner, crossed, members.apart() * (one / distance));
  const P nearest = select((dd > zero) | (ee > zero), P(lane_near_segments), P(lane_origin_rounding));
  const Mask open = inner | (distance > nearest * frame.size);
  look.along(n, Mask(true));
  settle_lanes(group, at, frame, look, members, n, open);
  s.store(group.vertex_a[0] + at);
  t.store(group.vertex_b[0] + at);
}

/// A box and a point outside of it. Leaves on which sides where vertices are.
template <class P>
void box_point_lanes(LaneGroup& group, int at) {
  using Mask = typename P::Mask;
  const LaneFrame<P> frame(group, at);
  LaneLook<P, true, false, true> look(group, at, frame);
  const LaneMembers<P> members = look.in_box();
  const P length = sqrt(norm_sq(members.apart()));
  const Lane3<P> n = members.apart() * (P(1.0) / length);
  look.along(n, Mask(true));
  settle_lanes(group, at, frame, look, members, n, length > P(lane_origin_rounding) * frame.size);
  store3(members.apart(), group.vertex_a, at);
}

/// All lanes of a group.
template <class P>
[[gnu::flatten]] void straight(LaneGroup& group) {
  for (int at = 0; at < lane_count; at += P::width) straight_lanes<P>(group, at);
}
template <class P>
[[gnu::flatten]] void box_point(LaneGroup& group) {
  for (int at = 0; at < lane_count; at += P::width) box_point_lanes<P>(group, at);
}
template <class P, bool box_a, bool box_b, bool few>
[[gnu::flatten]] void search(LaneGroup& group) {
  for (int at = 0; at < lane_count; at += P::width) search_lanes<P, box_a, box_b, few>(group, at);
}

template <class P>
constexpr LaneKernels all_kernels() {
  return {&straight<P>,
          &box_point<P>,
          &search<P, true, true, true>,
          &search<P, true, false, false>,
          &search<P, false, false, false>,
          &search<P, true, false, true>,
          &search<P, false, false, true>};
}

}  // namespace clearance::detail
