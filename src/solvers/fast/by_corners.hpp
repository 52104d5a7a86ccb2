#pragma once

// Two bodies with vertices: the features of the last query, if they still are the nearest, else a search.

#include "placed/simplex.hpp"
#include "solvers/fast/box_overlap.hpp"
#include "solvers/fast/box_start.hpp"
#include "solvers/fast/overlap.hpp"

namespace clearance::detail {

/// After so many queries in a row with other features than the one before, the next one of large hulls is taken to have
/// others, too.
inline constexpr int searches_before_walking = 2;

template <Kind kind>
[[gnu::always_inline]] inline bool is_walked(const Core& core) {
  return kind == Kind::polytope && core.polytope.vertices > scan_limit;
}

/// The nearest point of all corners, if it is inside of them: where it is, as Foot says it, in lanes.
template <int count>
[[gnu::always_inline]] inline bool whole_foot(const std::array<Lanes, 3>& w, Lanes& direction, double& length_sq,
                                              std::array<double, 3>& weight) {
  if constexpr (count == 1) {
    direction = w[0];
    length_sq = norm_sq(direction);
    weight = {1.0, 0.0, 0.0};
    return true;
  } else if constexpr (count == 2) {
    const Lanes e = w[0] - w[1];
    const double along = -dot(w[1], e), square = norm_sq(e), first = along / square;
    direction = w[1] * square + e * along;
    length_sq = norm_sq(direction);
    weight = {first, 1.0 - first, 0.0};
    return (along > 0.0) & (along < square);
  } else {
    const Lanes u = w[0] - w[2], v = w[1] - w[2], n = cross(u, v);
    const double share_p = dot(cross(n, v), w[2]), share_q = dot(cross(u, n), w[2]), height = dot(n, w[2]);
    length_sq = norm_sq(n);
    direction = height < 0.0 ? -n : n;
    const double inverse = 1.0 / length_sq, first = share_p * inverse, second = share_q * inverse;
    weight = {first, second, (1.0 - first) - second};
    return (share_p > 0.0) & (share_q > 0.0) & (share_p + share_q < length_sq);
  }
}

/// Keeps those corners of a face or an edge that the nearest point is made of; none, if that cannot be told.
template <int count>
[[gnu::noinline, gnu::cold]] void reduce_corners(const std::array<Lanes, 3>& w, const PairMemory& memory, Triangle& t,
                                                 Foot& foot) {
  std::array<Corner, 3> corner;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    corner[i] = {vector_of(w[i]), memory.support_a[i], memory.support_b[i]};
  if constexpr (count == 1) {
    t.p = corner[0];
    t.count = 1;
    foot = foot_at(t.p.w);
    return;
  }
  const Nearest<double> nearest = count == 3 ? nearest_on_triangle(corner[0].w, corner[1].w, corner[2].w, 0, 1, 2)
                                             : nearest_on_edge(corner[0].w, corner[1].w, 0, 1);
  t.p = corner[static_cast<std::size_t>(nearest.index[0])];
  if (nearest.count > 1) t.q = corner[static_cast<std::size_t>(nearest.index[1])];
  if (nearest.count > 2) t.s = corner[static_cast<std::size_t>(nearest.index[2])];
  t.count = nearest.count;
  const bool inside = t.count == 1   ? whole_foot<1>(t, foot)
                      : t.count == 2 ? whole_foot<2>(t, foot)
                                     : t.count == 3 && whole_foot<3>(t, foot);
  if (!inside) t.count = 0;
}

/// Leaves corners and normal to the next query. What proves a limit need not be what is nearest: the memory is then
/// better off with the corners that it has, and with the normal that the next query looks along first.
[[gnu::always_inline]] inline void keep(PairMemory& memory, Ending ending, const Triangle& t, const V3& n) {
  memory.direction = n;
  if (ending != Ending::converged && memory.count != 0) return;
  memory.count = t.count;
  memory.support_a = {t.p.a, t.q.a, t.s.a, 0};
  memory.support_b = {t.p.b, t.q.b, t.s.b, 0};
}

/// The features of the last query once more: corners by differences from the first, which keep their digits far from
/// the origin, the nearest point of them, and a slab by the values at the first. If that fails, the corners that are
/// left are a start for a search, if there are any.
template <Kind kind_a, Kind kind_b, int count>
[[gnu::always_inline]] inline bool steady(const FastQuery& query, PlainPair& pair, Triangle& t, Foot& foot, Result& r) {
  PairMemory& memory = *query.memory;
  PlainCorners<count> corners;
  if (!corners.template take<kind_a, kind_b>(query.a, query.b, memory.support_a.data(), memory.support_b.data()))
    return false;
  std::array<Lanes, 3> w;
  w[0] = between_in_frame(pair, corners.a(0), corners.b(0));
  for (int i = 1; i < count; ++i)
    w[static_cast<std::size_t>(i)] =
        w[0] + (pair.columns * (corners.b(i) - corners.b(0)) - (corners.a(i) - corners.a(0)));
  Lanes direction;
  double length_sq = 0.0;
  std::array<double, 3> weight;
  if (!whole_foot<count>(w, direction, length_sq, weight)) [[unlikely]] {
    if constexpr (count > 1) reduce_corners<count>(w, memory, t, foot);
    return false;
  }
  // The slab is looked for along the direction as it is: root and quotient are found beside that.
  const V3 towards = vector_of(direction);
  PlainGlance::at_vertices<kind_a, kind_b>(pair, query.a, query.b, towards, length_sq, memory.support_a[0],
                                           memory.support_b[0]);
  const CoreLower slab = plain_slab<kind_a, kind_b>(pair, query.a, query.b, towards);
  const Lanes n = direction * (1.0 / std::sqrt(length_sq));
  const std::array<int, 3> vertex_a{memory.support_a[0], memory.support_a[1], memory.support_a[2]},
      vertex_b{memory.support_b[0], memory.support_b[1], memory.support_b[2]};
  if (!settle<kind_a, kind_b, count, true>(query, pair, corners, vertex_a, vertex_b, weight, n, slab, r)) [[unlikely]] {
    reduce_corners<count>(w, memory, t, foot);
    return false;
  }
  r.method = Method::feature;
  r.iterations = 1;
  memory.searches = 0;
  memory.direction = vector_of(n);
  return true;
}

/// The end of a search: its corners and the slab that it has found.
template <Kind kind_a, Kind kind_b, int count>
[[gnu::always_inline]] inline bool settle_search(const FastQuery& query, const PlainPair& pair, const Triangle& t,
                                                 const Foot& foot, const V3& n, const CoreLower& slab, Result& r) {
  const std::array<int, 3> vertex_a{t.p.a, t.q.a, t.s.a}, vertex_b{t.p.b, t.q.b, t.s.b};
  PlainCorners<count> corners;
  return corners.template take<kind_a, kind_b>(query.a, query.b, vertex_a.data(), vertex_b.data()) &&
         settle<kind_a, kind_b, count>(query, pair, corners, vertex_a, vertex_b, weights_of<count>(foot), lanes_of(n),
                                       slab, r);
}

/// At a corner of one box, which the first look may prove, or else at an edge of each.
[[gnu::always_inline]] inline BoxSight start_between_boxes(const FastQuery& query, const PlainPair& pair,
                                                           PlainLook<Kind::box, Kind::box>& look, const Goal& goal,
                                                           Triangle& t, Foot& foot, int& iterations) {
  BoxStart start(pair, query.a, query.b);
  if (start.at_corner(t, foot)) {
    look.along(foot.direction);
    ++iterations;
    const double distance = foot.height / std::sqrt(foot.length_sq);
    if (distance > origin_rounding * pair.size && distance - look.apart() <= goal.gap) return BoxSight::proven;
  }
  return start.at_edges(t, foot);
}

template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline bool search(const FastQuery& query, PlainPair& pair, Triangle& t, Foot& foot, Result& r,
                                          Handover& handover) {
  const Goal goal = goal_of(query, pair);
  PlainLook<kind_a, kind_b> look(pair, query.a, query.b);
  int iterations = 0;
  BoxSight sight = BoxSight::open;
  if constexpr (kind_a == Kind::box && kind_b == Kind::box) {
    // The way from middle to middle passes a limit as well, and ends there.
    const bool limited = query.options.max_distance < HUGE_VAL || query.options.min_distance > -HUGE_VAL;
    if (t.count == 0 && !limited) sight = start_between_boxes(query, pair, look, goal, t, foot, iterations);
    if (sight == BoxSight::overlap && box_overlap(query, pair, r)) return true;
  }
  const Search found =
      sight == BoxSight::proven ? Search::apart : index_gjk<kind_a, kind_b>(pair, look, goal, t, foot, iterations);
  if (found == Search::inside) {
    handover.count = 4;
    handover.support_a = {t.p.a, t.q.a, t.s.a, look.vertex_a()};
    handover.support_b = {t.p.b, t.q.b, t.s.b, look.vertex_b()};
    if constexpr (kind_a == Kind::box && kind_b == Kind::box)
      if (box_overlap(query, pair, r)) return true;
    return depth_from<kind_a, kind_b>(query, pair, look, handover.support_a, handover.support_b, iterations, r);
  }
  if (found != Search::apart) return false;
  const V3 n = foot.direction * (1.0 / std::sqrt(foot.length_sq));
  look.record(pair);
  const auto slab = [&] {
    if (look.proves())
      return plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, foot.direction, look.vertex_a(), look.vertex_b());
    const CoreLower at = plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, n, look.vertex_a(), look.vertex_b());
    if constexpr (!is_proven) return at;
    return at.value() > -HUGE_VAL ? at : plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, n, -1, -1);
  }();
  const bool settled = t.count == 1   ? settle_search<kind_a, kind_b, 1>(query, pair, t, foot, n, slab, r)
                       : t.count == 2 ? settle_search<kind_a, kind_b, 2>(query, pair, t, foot, n, slab, r)
                                      : settle_search<kind_a, kind_b, 3>(query, pair, t, foot, n, slab, r);
  if (!settled) return false;
  r.method = Method::gjk;
  r.iterations = iterations;
  if (query.memory != nullptr) keep(*query.memory, r.ending, t, n);
  return true;
}

/// A limit first: along the last normal bodies that are still well beyond it show so at once. The memory stays as it
/// is: what proves a limit need not be what is nearest.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline bool beyond_limit(const FastQuery& query, PlainPair& pair, Result& r) {
  const PairMemory& memory = *query.memory;
  const int va = memory.support_a[0], vb = memory.support_b[0];
  PlainCorners<1> corner;
  if (memory.count < 1 || !corner.template take<kind_a, kind_b>(query.a, query.b, &va, &vb)) return false;
  const V3 n = memory.direction;
  const Lanes normal = pair.turn_a * n;
  PlainGlance::turned<kind_a, kind_b>(pair, query.a, query.b, query.pose_b, n, normal, va);
  const PlainPoints points = PlainSpots::corner(pair, corner, query.pose_b);
  bound_plain(r, pair, plain_slab<kind_a, kind_b>(pair, query.a, query.b, n), points);
  if (!(r.lower > query.options.max_distance)) return false;
  if (!give(query, pair, normal, points.at_a(), points.between(), dot(normal, points.between()), r)) return false;
  r.feature_a = feature_of<kind_a>(query.a, {va, -1, -1}, 1);
  r.feature_b = feature_of<kind_b>(query.b, {vb, -1, -1}, 1);
  r.ending = Ending::beyond_limit;
  r.method = Method::feature;
  r.iterations = 1;
  return true;
}

template <Kind kind_a, Kind kind_b>
[[gnu::flatten]] bool ByCorners<kind_a, kind_b>::answer(const Core& a, const Pose& pose_a, const Core& b,
                                                        const Pose& pose_b, const Options& options, PairMemory* memory,
                                                        Result& r, Handover& handover) {
  const FastQuery query{a, pose_a, b, pose_b, options, memory};
  PlainPair pair;
  if (!measure_frame(pair, query.a, query.pose_a, query.b, query.pose_b)) return false;
  if (query.memory != nullptr && query.options.max_distance < HUGE_VAL && beyond_limit<kind_a, kind_b>(query, pair, r))
    return true;
  place_in_frame(pair, query.pose_b);
  Triangle t;
  Foot foot;
  if (query.memory != nullptr) {
    if (query.memory->overlapped() && depth_again<kind_a, kind_b>(query, pair, r)) return true;
    const bool large = is_walked<kind_a>(query.a) || is_walked<kind_b>(query.b);
    if (large && query.memory->count != 0 && query.memory->searches >= searches_before_walking) return false;
    const int count = query.memory->count;
    if (count == 3) {
      if (steady<kind_a, kind_b, 3>(query, pair, t, foot, r)) return true;
    } else if (count == 2) {
      if (steady<kind_a, kind_b, 2>(query, pair, t, foot, r)) return true;
    } else if (count == 1) {
      if (steady<kind_a, kind_b, 1>(query, pair, t, foot, r)) return true;
    }
    if (large && t.count > 0) return false;
  }
  return search<kind_a, kind_b>(query, pair, t, foot, r, handover);
}

}  // namespace clearance::detail
