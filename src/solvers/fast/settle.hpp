#pragma once

// The end of every way of the fast lane: a normal and two points become a result, if they are proven to be tight.

#include <algorithm>
#include <limits>

#include "placed/pair_memory.hpp"
#include "placed/precise_gap.hpp"
#include "proof/pair.hpp"
#include "proof/plain_points.hpp"
#include "solvers/fast/fast_lane.hpp"
#include "solvers/fast/index_gjk.hpp"

namespace clearance::detail {

/// Enclosures of cores that are wider than this before rounding, relative to the size, are the careful lane's.
inline constexpr double settled_gap = 0x1p-46;
/// Enclosures of cores that are wider than this before rounding, relative to the size, are the careful lane's
/// where a surface is curved: Newton's method ends with less.
inline constexpr double curved_gap = 0x1p-48;
/// Where the gap is a larger part of the size of the pair, the difference of two points has all the digits that a
/// precise gap could give, but for the last one or two.
inline constexpr double ample_gap = 0x1p-5;

/// What the options ask of a search.
[[gnu::always_inline]] inline Goal goal_of(const FastQuery& query, const PlainPair& pair) {
  const double rounding = 2.0 * (pair.error + pair.radius_error);
  return {std::max(0.5 * query.options.tolerance * pair.size - rounding, tightest_search * pair.size),
          query.options.max_distance * pair.scale + pair.radius + rounding,
          query.options.min_distance * pair.scale + pair.radius - rounding};
}

/// Points from a centre that is not at the origin of a: far off, it must not cost their digits.
[[gnu::noinline, gnu::cold]] inline void give_far(FastQuery query, const V3& at_a, const V3& at_b, Result& r) {
  const Wide3 origin = origin_of(query.a, query.pose_a, query.b, query.pose_b);
  r.point_a = rounded(origin + Wide3(at_a)).eigen();
  r.point_b = rounded(origin + Wide3(at_b)).eigen();
}

/// Fills what all results have in common but their bounds, in the axes of the world: the normal, a point of the core of
/// a, and the way from there to a point of the core of b. `along`: the distance of the cores, as precise as it is
/// known. False if the options ask for what only the careful lane does.
[[gnu::always_inline]] inline bool give(const FastQuery& query, const PlainPair& pair, const Lanes& n, const Lanes& p,
                                        const Lanes& way, double along, Result& r) {
  if (r.status == Status::penetrating && !query.options.penetration) return false;
  r.distance = smaller(larger((along - pair.radius) * pair.unit, r.lower), r.upper);
  store_three(r.normal.data(), n);
  const Lanes at_a = (p + n * pair.radius_a) * pair.unit, at_b = (p + way - n * pair.radius_b) * pair.unit;
  if (is_centred(query.a)) [[likely]] {
    const Lanes origin = load_three(query.pose_a.position().data());
    store_three(r.point_a.data(), origin + at_a);
    store_three(r.point_b.data(), origin + at_b);
  } else {
    give_far(query, vector_of(at_a), vector_of(at_b), r);
  }
  return true;
}

/// The vertices of one body among them, each once, as the shape was given.
template <Kind kind>
[[gnu::always_inline]] inline Feature feature_of(const Core& core, const std::array<int, 3>& vertex, int count) {
  Feature feature;
  for (int i = 0; i < count; ++i) {
    const int v = vertex[static_cast<std::size_t>(i)];
    bool known = false;
    for (int j = 0; j < i; ++j) known |= vertex[static_cast<std::size_t>(j)] == v;
    if (known) continue;
    feature.vertices[static_cast<std::size_t>(feature.count++)] =
        kind == Kind::polytope ? core.polytope.source[static_cast<std::size_t>(v)] : v;
  }
  return feature;
}

/// The weights of the corners.
template <int count>
[[gnu::always_inline]] inline std::array<double, 3> weights_of(const Foot& foot) {
  if constexpr (count == 1) return {1.0, 0.0, 0.0};
  const double inverse = 1.0 / foot.whole, first = foot.share_p * inverse, second = foot.share_q * inverse;
  if constexpr (count == 2) return {first, 1.0 - first, 0.0};
  return {first, second, (1.0 - first) - second};
}

/// Two points and a slab as bounds and ending of a result. False if they are not near enough to each other, and prove
/// no limit passed either. `needed`: whether a search would have to look at the slab without a proof, too.
template <bool needed = false>
[[gnu::always_inline]] inline bool enclose(const FastQuery& query, const PlainPair& pair, const PlainPoints& points,
                                           const CoreLower& slab, Result& r, double gap = settled_gap) {
  bound_plain(r, pair, slab, points);
  const Options& options = query.options;
  r.ending = Ending::converged;
  if constexpr (!is_proven && !needed) return true;
  // Never where there is no slab, however wide the tolerance: n is of unit length only with one.
  if (points.length() - slab.value() < larger(0.5 * options.tolerance, gap) * pair.size) [[likely]]
    return true;
  if (r.lower > options.max_distance)
    r.ending = Ending::beyond_limit;
  else if (r.upper < options.min_distance && slab.value() > -HUGE_VAL)
    r.ending = Ending::below_limit;
  else
    return false;
  return true;
}

/// What points may be off the normal, relative to the size of the pair: across the end of a side, a last step that
/// leaves the bounds tight may leave more. Points that radii are measured from along the normal are farther apart by as
/// much where bodies touch, and upper has no room for that.
inline constexpr double most_misfit = 0x1p-38, most_swept_misfit = 0x1p-45;

/// Whether points are joined by their normal, of unit length, unless a limit or a tolerance ended the search for them.
[[gnu::always_inline]] inline bool are_joined(const FastQuery& query, const PlainPair& pair, const Lanes& n,
                                              const PlainPoints& points, double along, const Result& r) {
  const double most = (pair.radius > 0.0 ? most_swept_misfit : most_misfit) * pair.size;
  return norm_sq(points.between() - n * along) <= most * most || r.ending != Ending::converged ||
         query.options.tolerance != 0.0;
}

/// `give` for points and a normal in the frame of a.
[[gnu::always_inline]] inline bool give_in_frame(const FastQuery& query, const PlainPair& pair, const Lanes& n,
                                                 const PlainPoints& points, double along, Result& r) {
  return give(query, pair, pair.turn_a * n, pair.turn_a * points.at_a(), pair.turn_a * points.between(), along, r);
}

/// The gap at corners and weights to nearly all digits.
template <int count>
[[gnu::noinline]] double precise_along(FastQuery query, const PlainPair& pair, const PlainCorners<count>& corners,
                                       const V3& normal, const double* weight) {
  std::array<V3, 3> of_a, of_b;
  for (int i = 0; i < count; ++i) {
    of_a[static_cast<std::size_t>(i)] = vector_of(corners.a(i));
    of_b[static_cast<std::size_t>(i)] = vector_of(corners.b(i));
  }
  return precise_gap<V3>({M3(query.pose_a.rotation()), query.pose_a, 1.0, of_a.data()},
                         {M3(query.pose_b.rotation()) * pair.factor_b, query.pose_b, pair.factor_b, of_b.data()},
                         vector_of(pair.offset), offset_rest(pair, query.a, query.pose_a, query.b, query.pose_b),
                         normal, weight, count);
}

/// The answer by corners and weights that a search or the last query has left, and a slab along n, if both are near
/// enough, or if they prove that a limit is passed.
template <Kind kind_a, Kind kind_b, int count, bool needed = false>
[[gnu::always_inline]] inline bool settle(const FastQuery& query, const PlainPair& pair,
                                          const PlainCorners<count>& corners, const std::array<int, 3>& vertex_a,
                                          const std::array<int, 3>& vertex_b, const std::array<double, 3>& weight,
                                          const Lanes& n, const CoreLower& slab, Result& r) {
  const PlainPoints points = PlainSpots::mixed(pair, corners, Weights(weight.data(), count));
  if (!enclose<needed>(query, pair, points, slab, r)) return false;
  double along = dot(n, points.between());
  if (r.ending == Ending::converged && !(along > ample_gap * pair.size))
    along = precise_along<count>(query, pair, corners, vector_of(pair.turn_a * n), weight.data());
  if (!give_in_frame(query, pair, n, points, along, r)) return false;
  r.feature_a = feature_of<kind_a>(query.a, vertex_a, count);
  r.feature_b = feature_of<kind_b>(query.b, vertex_b, count);
  return true;
}

}  // namespace clearance::detail
