#pragma once

// Two bodies with vertices: the features of the last query, if they still are the nearest, else a search.

#include "placed/simplex.hpp"
#include "solvers/fast/box_overlap.hpp"
#include "solvers/fast/overlap.hpp"

namespace clearance::detail {

/// After so many queries in a row with other features than the one before, the next one of large hulls is taken to have
/// others, too.
inline constexpr int searches_before_walking = 2;

template <Kind kind>
[[gnu::always_inline]] inline bool is_walked(const Core& core) {
  return kind == Kind::polytope && core.polytope.vertices > scan_limit;
}

/// The corners that a query left, in place, if they are of these bodies. The first corner, and from there to the others
/// by differences of vertices, which keep their digits far from the origin.
template <Kind kind_a, Kind kind_b, int count>
[[gnu::always_inline]] inline bool recall(const FastQuery& query, const PlainPair& pair, Triangle& t) {
  const PairMemory& memory = *query.memory;
  const Body a = plain_body<kind_a>(query.a), b = plain_body<kind_b>(query.b);
  const int many_a = vertex_count(a), many_b = vertex_count(b);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const int va = memory.support_a[i], vb = memory.support_b[i];
    if (va < 0 || va >= many_a || vb < 0 || vb >= many_b) return false;
  }
  const V3 x = vertex_of(a, memory.support_a[0]), y = vertex_of(b, memory.support_b[0]);
  const V3 first = pair.map * y + pair.shift - x;
  const auto other = [&](std::size_t i) {
    const int va = memory.support_a[i], vb = memory.support_b[i];
    return Corner{first + (pair.map * (vertex_of(b, vb).at() - y) - (vertex_of(a, va).at() - x)), va, vb};
  };
  t.p = {first, memory.support_a[0], memory.support_b[0]};
  if constexpr (count > 1) t.q = other(1);
  if constexpr (count > 2) t.s = other(2);
  t.count = count;
  return true;
}

/// Keeps those corners of a face or an edge that the nearest point is made of; none, if that cannot be told.
[[gnu::noinline, gnu::cold]] inline void reduce_corners(Triangle& t, Foot& foot) {
  const std::array<Corner, 3> corner{t.p, t.q, t.s};
  const Nearest<double> nearest =
      t.count == 3 ? nearest_on_triangle(t.p.w, t.q.w, t.s.w, 0, 1, 2) : nearest_on_edge(t.p.w, t.q.w, 0, 1);
  t.p = corner[static_cast<std::size_t>(nearest.index[0])];
  if (nearest.count > 1) t.q = corner[static_cast<std::size_t>(nearest.index[1])];
  t.count = nearest.count;
  const bool inside = t.count == 1 ? whole_foot<1>(t, foot) : t.count == 2 && whole_foot<2>(t, foot);
  if (!inside) t.count = 0;
}

/// Leaves corners and normal to the next query. What proves a limit need not be what is nearest: the memory is then
/// better off with the corners that it has, and with the normal that the next query looks along first.
[[gnu::always_inline]] inline void keep(PairMemory& memory, Ending ending, const Triangle& t, const V3& n) {
  if (ending == Ending::converged || memory.count == 0)
    remember(memory, t, n);
  else
    memory.direction = n;
}

/// A slab along the foot by the values at the corners, and the answer by both.
template <Kind kind_a, Kind kind_b, int count>
[[gnu::always_inline]] inline bool stand(const FastQuery& query, const PlainPair& pair, const Triangle& t,
                                         const Foot& foot, Result& r) {
  const V3 n = foot.direction * (1.0 / std::sqrt(foot.length_sq));
  const CoreLower slab = plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, n, t.p.a, t.p.b);
  if (!settle<kind_a, kind_b, count>(query, pair, t, foot, n, slab, r)) return false;
  r.method = Method::feature;
  r.iterations = 1;
  query.memory->searches = 0;
  keep(*query.memory, r.ending, t, n);
  return true;
}

/// The features of the last query once more, or what is left of them. Corners: a start for a search, or none.
template <Kind kind_a, Kind kind_b, int count>
[[gnu::always_inline]] inline bool steady(const FastQuery& query, const PlainPair& pair, Triangle& t, Foot& foot,
                                          Result& r) {
  if (!recall<kind_a, kind_b, count>(query, pair, t)) return false;
  if (whole_foot<count>(t, foot)) [[likely]]
    return stand<kind_a, kind_b, count>(query, pair, t, foot, r);
  if constexpr (count > 1) {
    reduce_corners(t, foot);
    if (t.count == 1) return stand<kind_a, kind_b, 1>(query, pair, t, foot, r);
    if (count > 2 && t.count == 2) return stand<kind_a, kind_b, 2>(query, pair, t, foot, r);
  }
  return false;
}

template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline bool search(const FastQuery& query, PlainPair& pair, Triangle& t, Foot& foot, Result& r,
                                          Handover& handover) {
  const double rounding = 2.0 * (pair.error + pair.radius_error);
  const Goal goal{std::max(0.5 * query.options.tolerance * pair.size - rounding, tightest_search * pair.size),
                  query.options.max_distance * pair.scale + pair.radius + rounding,
                  query.options.min_distance * pair.scale + pair.radius - rounding};
  PlainLook<kind_a, kind_b> look(pair, query.a, query.b);
  int iterations = 0;
  const Search found = index_gjk<kind_a, kind_b>(pair, look, goal, t, foot, iterations);
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
    return at.value() > -HUGE_VAL ? at : plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, n, -1, -1);
  }();
  const bool settled = t.count == 1   ? settle<kind_a, kind_b, 1>(query, pair, t, foot, n, slab, r)
                       : t.count == 2 ? settle<kind_a, kind_b, 2>(query, pair, t, foot, n, slab, r)
                                      : settle<kind_a, kind_b, 3>(query, pair, t, foot, n, slab, r);
  if (!settled) return false;
  r.method = Method::gjk;
  r.iterations = iterations;
  if (query.memory != nullptr) keep(*query.memory, r.ending, t, n);
  return true;
}

/// A limit first: along the last normal bodies that are still well beyond it show so at once. The memory stays as it
/// is: what proves a limit need not be what is nearest.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline bool beyond_limit(const FastQuery& query, const PlainPair& pair, Result& r) {
  const PairMemory& memory = *query.memory;
  const Body a = plain_body<kind_a>(query.a), b = plain_body<kind_b>(query.b);
  const int va = memory.support_a[0], vb = memory.support_b[0];
  if (memory.count < 1 || va < 0 || va >= vertex_count(a) || vb < 0 || vb >= vertex_count(b)) return false;
  const V3 n = memory.direction;
  const CoreLower slab = plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, n, -1, -1);
  const Member at_a = vertex_of(a, va), at_b = vertex_of(b, vb);
  bound_plain<PlainAxes::frame>(r, pair, slab, at_a, at_b);
  if (!(r.lower > query.options.max_distance)) return false;
  const M3 turn(query.pose_a.rotation());
  const V3 apart = between_in_frame(pair, at_a, at_b), p = turn * at_a.at();
  if (!give(query, pair, turn * n, p, p + turn * apart, dot(n, apart), r)) return false;
  r.feature_a = feature_of<kind_a>(query.a, {va, -1, -1}, 1);
  r.feature_b = feature_of<kind_b>(query.b, {vb, -1, -1}, 1);
  r.ending = Ending::beyond_limit;
  r.method = Method::feature;
  r.iterations = 1;
  return true;
}

template <Kind kind_a, Kind kind_b>
[[gnu::flatten]] bool by_corners(const FastQuery& query, Result& r, Handover& handover) {
  PlainPair pair;
  if (!place_in_frame(pair, query.a, query.pose_a, query.b, query.pose_b)) return false;
  if constexpr (kind_a == Kind::box && kind_b == Kind::box)
    if (surely_overlap(query, pair) && box_overlap(query, pair, r)) return true;
  Triangle t;
  Foot foot;
  if (query.memory != nullptr) {
    if (query.options.max_distance < HUGE_VAL && beyond_limit<kind_a, kind_b>(query, pair, r)) return true;
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
