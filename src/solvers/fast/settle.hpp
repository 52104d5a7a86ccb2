#pragma once

// The end of every way of the fast lane: a normal and two points become a result, if they are proven to be tight.

#include <algorithm>
#include <limits>

#include "placed/pair_memory.hpp"
#include "placed/precise_gap.hpp"
#include "placed/simplex.hpp"
#include "placed/witness.hpp"
#include "proof/plain_pair.hpp"
#include "solvers/fast/fast_lane.hpp"

namespace clearance::detail {

/// Enclosures of cores that are wider than this before rounding, relative to the size, are the careful lane's.
inline constexpr double settled_gap = 0x1p-46;
/// Where the gap is a larger part of the size of the pair, the difference of two points has all the digits that a
/// precise gap could give, but for the last one or two.
inline constexpr double ample_gap = 0x1p-5;

/// What the fast lane is asked.
struct FastQuery {
  const Core& a;
  const Pose& pose_a;
  const Core& b;
  const Pose& pose_b;
  const Options& options;
  PairMemory* memory;
};

/// Fills what all results have in common but their bounds. `along`: the distance of the cores, as precise as it is
/// known. False if the options ask for what only the careful lane does.
[[gnu::always_inline]] inline bool give(const FastQuery& query, const PlainPair& pair, const V3& n, const V3& p,
                                        const V3& q, double along, Result& r) {
  if (r.status == Status::penetrating && !query.options.penetration) return false;
  const double unit = 1.0 / pair.scale;
  r.distance = std::clamp((along - pair.radius) * unit, r.lower, r.upper);
  r.normal = n.eigen();
  r.point_a = query.pose_a.position() + ((p + n * pair.radius_a) * unit).eigen();
  r.point_b = query.pose_a.position() + ((q - n * pair.radius_b) * unit).eigen();
  return true;
}

/// Corners of the difference that the nearest point is presumed to be made of, by the indices of their vertices.
struct Corners {
  int count = 0;
  std::array<int, 4> a{}, b{};
};

/// The vertices of one body among them, each once, as the shape was given.
template <Kind kind>
[[gnu::always_inline]] inline Feature feature_of(const Core& core, const std::array<int, 4>& vertex, int count) {
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

/// The nearest point of at most three corners of the difference, as nearest_in.
[[gnu::always_inline]] inline Nearest<double> nearest_of(const std::array<V3, 3>& w, int count) {
  if (count == 1) return nearest_vertex(w[0], 0);
  if (count == 2) return nearest_on_edge(w[0], w[1], 0, 1);
  return nearest_on_triangle(w[0], w[1], w[2], 0, 1, 2);
}

/// The answer by one to three corners, if they are the nearest features, or if they prove that a limit is passed.
/// `corners` are left reduced to what the nearest point is made of; none, if they are of no use.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline bool settle(const FastQuery& query, const PlainPair& pair, Corners& corners, Result& r) {
  const Body a = plain_body<kind_a>(query.a), b = plain_body<kind_b>(query.b);
  const int count = corners.count;
  corners.count = 0;
  // The first corner, and from there to the others by differences of vertices, which keep their digits far from the
  // origin.
  std::array<V3, 3> w;
  std::array<Member, 3> of_a, of_b;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    if (corners.a[i] < 0 || corners.a[i] >= vertex_count(a) || corners.b[i] < 0 || corners.b[i] >= vertex_count(b))
      return false;
    of_a[i] = vertex_of(a, corners.a[i]);
    of_b[i] = vertex_of(b, corners.b[i]);
    w[i] = i == 0 ? pair.map_b * of_b[0] + pair.offset - pair.map_a * of_a[0]
                  : w[0] + (pair.map_b * (of_b[i] - of_b[0]) - pair.map_a * (of_a[i] - of_a[0]));
  }
  const Nearest<double> nearest = nearest_of(w, count);
  const double distance = std::sqrt(nearest.distance_sq);
  if (!(distance > origin_rounding * pair.size)) return false;
  const V3 n = nearest.direction * (1.0 / norm(nearest.direction));

  for (std::size_t i = 0; i < static_cast<std::size_t>(nearest.count); ++i) {  // indices ascend
    const auto k = static_cast<std::size_t>(nearest.index[i]);
    of_a[i] = of_a[k];
    of_b[i] = of_b[k];
    corners.a[i] = corners.a[k];
    corners.b[i] = corners.b[k];
  }
  const Weights weights(nearest.weight.data(), nearest.count);
  const Member at_a =
      Members::mixed(weights, [&](int i) -> const Member& { return of_a[static_cast<std::size_t>(i)]; });
  const Member at_b =
      Members::mixed(weights, [&](int i) -> const Member& { return of_b[static_cast<std::size_t>(i)]; });
  corners.count = nearest.count;  // a face may have given way to its edge, or an edge to its end
  const Options& options = query.options;
  CoreLower slab = plain_slab_at<kind_a, kind_b>(pair, query.a, query.b, n, corners.a[0], corners.b[0]);
  const bool tight = distance - slab.value() <= std::max(0.5 * options.tolerance, settled_gap) * pair.size;
  if (!tight && options.max_distance < std::numeric_limits<double>::infinity())
    slab = plain_slab<kind_a, kind_b>(pair, query.a, query.b, n);
  const V3 p = pair.map_a * at_a, q = pair.map_b * at_b + pair.offset, between = q - p;
  bound_plain(r, pair, slab, at_a, at_b);
  r.ending = Ending::converged;
  if (!tight) {
    if (r.lower > options.max_distance)
      r.ending = Ending::beyond_limit;
    else if (r.upper < options.min_distance)
      r.ending = Ending::below_limit;
    else
      return false;
  }
  double along = dot(n, between);
  if (r.ending == Ending::converged && !(along > ample_gap * pair.size))
    along = precise_gap<Member>({pair.map_a, query.pose_a, 1.0, of_a.data()},
                                {pair.map_b, query.pose_b, pair.factor_b, of_b.data()}, pair.scale, n,
                                nearest.weight.data(), nearest.count);
  if (!give(query, pair, n, p, q, along, r)) return false;
  r.feature_a = feature_of<kind_a>(query.a, corners.a, corners.count);
  r.feature_b = feature_of<kind_b>(query.b, corners.b, corners.count);
  return true;
}

}  // namespace clearance::detail
