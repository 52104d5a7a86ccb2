#pragma once

// A group of eight queries from what is asked to what is proven, in as many lanes as the processor has. Each lane
// computes what it would compute alone: lanes that are done wait for the others.

#include "proof/lanes/lane_ends.hpp"
#include "solvers/lanes/lane_box_start.hpp"
#include "solvers/lanes/lane_gap.hpp"
#include "solvers/lanes/lanes.hpp"

namespace clearance::detail {

/// As tightest_search, settled_gap, origin_rounding, near_segments, crossing_segments and ample_gap of the
/// fast lane.
inline constexpr double lane_search_gap = 0x1p-49, lane_settled_gap = 0x1p-46, lane_origin_rounding = 0x1p-51,
                        lane_near_segments = 0x1p-6, lane_crossing = 1e-8, lane_ample_gap = 0x1p-5;
/// Lanes whose search is longer are asked about one by one.
inline constexpr int lane_steps = 24;

/// Leaves the answers of lanes that are proven to be tight, or beyond a limit. In the axes of the world, from the
/// centre of a: n, of unit length; p, a point of the core of a; q, one of b. `along`: how far they are apart along n.
template <class P>
void settle_lanes(LaneGroup& group, int at, const LaneMeasure<P>& pair, const LaneSlab<P>& slab,
                  const LaneMembers<P>& members, const Lane3<P>& n, const Lane3<P>& p, const Lane3<P>& q,
                  const P& along, const typename P::Mask& open) {
  using Mask = typename P::Mask;
  const LaneBounds<P> bounds(pair, slab, members);
  const double gap = 0.5 * group.tolerance > lane_settled_gap ? 0.5 * group.tolerance : lane_settled_gap;
  // Never where there is no slab: n is of unit length only with one.
  const Mask tight = P(gap) * pair.size > members.length() - slab.value();
  const Mask beyond = bounds.lower > P(group.max_distance),
             below = (P(group.min_distance) > bounds.upper) & (slab.value() > P(-HUGE_VAL));
  const auto code = [](LaneEnding ending) { return P(static_cast<double>(ending)); };
  P ending = select(below, code(LaneEnding::below_limit), code(LaneEnding::open));
  ending = select(beyond, code(LaneEnding::beyond_limit), ending);
  ending = select(tight, code(LaneEnding::converged), ending);
  select(open & pair.plain, ending, code(LaneEnding::open)).store(group.ending + at);

  const P& unit = pair.unit;
  P distance = (along - pair.radius) * unit;
  distance = select(distance > bounds.lower, distance, bounds.lower);
  distance = select(distance < bounds.upper, distance, bounds.upper);
  const Lane3<P> x = mul_add(mul_add(n, pair.radius_a, p), unit, pair.origin),
                 y = mul_add(mul_add(n, -pair.radius_b, q), unit, pair.origin);
  LaneAnswer& answer = group.answer[at];
  constexpr int stride = sizeof(LaneAnswer) / sizeof(double);
  P::store_fours({distance, bounds.lower, bounds.upper, x.x}, &answer.distance, stride);
  P::store_fours({x.y, x.z, y.x, y.y}, &answer.point_a[1], stride);
  P::store_fours({y.z, n.x, n.y, n.z}, &answer.point_b[2], stride);
}

/// The same by what is known in the frame of a.
template <class P, class Frame>
void settle_in_frame(LaneGroup& group, int at, const Frame& frame, const LaneSlab<P>& slab,
                     const LaneMembers<P>& members, const Lane3<P>& n, const P& along, const typename P::Mask& open) {
  const Lane3<P> p = frame.turn(members.of_a());
  settle_lanes(group, at, frame, slab, members, frame.turn(n), p, p + frame.turn(members.apart()), along, open);
}

/// Boxes begin at the features that their axes name; others, and where there is a limit to pass, at what is nearest
/// along the way from middle to middle.
template <class P, bool box_a, bool box_b, bool few>
LaneSimplex<P> start_of(const LaneGroup& group, const LaneFrame<P>& frame, LaneLook<P, box_a, box_b, few>& look) {
  if constexpr (box_a && box_b) {
    if (!(group.max_distance < HUGE_VAL)) {
      const LaneBoxSpot<P> spot = LaneBoxStart<P>(frame, look.half_a(), look.half_b()).spot();
      LaneSimplex<P> simplex = simplex_at(look.at_corners(spot.next_a, spot.next_b));
      simplex.corner[1] = look.at_corners(spot.other_a, spot.other_b);
      const typename P::Mask all(true);
      simplex.two = all;
      const LaneCorner<P> base = look.at_corners(spot.base_a, spot.base_b);
      LaneFeature<P>(simplex, base).adopt(all, simplex);
      return simplex;
    }
  }
  const typename P::Mask aside = norm_sq(frame.shift) > P(0.0);
  return simplex_at(look.along(select(aside, frame.shift, {P(1.0), P(0.0), P(0.0)}), typename P::Mask(false)));
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

  LaneSimplex<P> simplex = start_of(group, frame, look);
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
  P along = dot(n, members.apart());
  const Mask near = found & (along <= P(lane_ample_gap) * frame.size);
  if (any(near)) along = select(near, precise_lane_gap(group, at, frame, look, simplex, weight, frame.turn(n)), along);
  settle_in_frame(group, at, frame, look.slab(), members, n, along, found);
  select(simplex.three, P(3.0), select(simplex.two, P(2.0), P(1.0))).store(group.corners + at);
  for (int i = 0; i < 3; ++i) {
    P of_a, of_b;
    simplex.corner[i].vertices(of_a, of_b);
    of_a.store(group.vertex_a[i] + at);
    of_b.store(group.vertex_b[i] + at);
  }
  steps.store(group.iterations + at);
}

/// Segments and points: as formulas.hpp. Leaves the parameters where vertices are.
template <class P, bool segment_a, bool segment_b>
void straight_lanes(LaneGroup& group, int at) {
  using Mask = typename P::Mask;
  const LaneEnds<P, segment_a, segment_b> ends(group, at);
  const Lane3<P> d = ends.a(1) - ends.a(0), e = ends.b(1) - ends.b(0), between = ends.b(0) - ends.a(0);
  const P zero(0.0), one(1.0);
  const auto clamped = [&](const P& value) { return select(value > zero, select(value < one, value, one), zero); };
  P s = zero, t = zero;
  if constexpr (segment_a && segment_b) {
    const P dd = norm_sq(d), ee = norm_sq(e), de = dot(d, e), dr = dot(d, between), er = dot(e, between);
    const Lane3<P> across = cross(d, e);
    const LaneDirection<P> crossed(select(dot(across, between) < zero, -across, across));
    const Mask crossing = crossed.square() > P(lane_crossing) * dd * ee;
    const P start = clamped(select(crossing, mul_sub(dr, ee, er * de) / crossed.square(), zero));
    t = clamped(mul_sub(start, de, er) / ee);
    s = clamped(mul_add(t, de, dr) / dd);
    const Mask inner = crossing & (s > zero) & (s < one) & (t > zero) & (t < one);
    const LaneMembers<P> members = ends.at(s, t);
    const LaneDirection<P> direction = select(inner, crossed, LaneDirection<P>(members));
    const Lane3<P> n = direction.unit(), p = members.of_a();
    const P along = select(inner, dot(n, members.apart()), members.length());
    const Mask open = inner | (members.length() > P(lane_near_segments) * ends.size);
    settle_lanes(group, at, ends, ends.along(direction), members, n, p, p + members.apart(), along, open);
    t.store(group.vertex_b[0] + at);
  } else {
    if constexpr (segment_a) s = clamped(dot(d, between) / norm_sq(d));
    const LaneMembers<P> members = ends.at(s, t);
    const LaneDirection<P> direction(members);
    const P nearest(segment_a ? lane_near_segments : lane_origin_rounding);
    const Lane3<P> p = members.of_a();
    settle_lanes(group, at, ends, ends.along(direction), members, direction.unit(), p, p + members.apart(),
                 members.length(), members.length() > nearest * ends.size);
  }
  if constexpr (segment_a) s.store(group.vertex_a[0] + at);
}

/// A box and a point outside of it. Leaves the number of the feature of the box where vertices are: by axis, on which
/// side of it the point is.
template <class P>
void box_point_lanes(LaneGroup& group, int at) {
  const LaneBoxAndPoint<P> pair(group, at);
  const LaneMembers<P> members = pair.nearest();
  settle_in_frame(group, at, pair, pair.along(members), members, LaneDirection<P>(members).unit(), members.length(),
                  members.length() > P(lane_origin_rounding) * pair.size);
  const Lane3<P>& out = members.apart();
  const auto side = [](const P& along, double weight) {
    return select(along > P(0.0), P(2.0 * weight), select(along < P(0.0), P(0.0), P(weight)));
  };
  (side(out.x, 1.0) + side(out.y, 3.0) + side(out.z, 9.0)).store(group.vertex_a[0] + at);
}

/// All lanes of a group.
template <class P, bool segment_a, bool segment_b>
[[gnu::flatten]] void straight(LaneGroup& group) {
  for (int at = 0; at < lane_count; at += P::width) straight_lanes<P, segment_a, segment_b>(group, at);
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
  return {&straight<P, false, false>,      &straight<P, true, false>,
          &straight<P, true, true>,        &box_point<P>,
          &search<P, true, true, true>,    &search<P, true, false, false>,
          &search<P, false, false, false>, &search<P, true, false, true>,
          &search<P, false, false, true>};
}

}  // namespace clearance::detail
