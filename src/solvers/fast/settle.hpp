#pragma once

// The end of every way of the fast lane: a normal and two points become a result, if they are proven to be tight.

#include <algorithm>
#include <limits>

#include "placed/pair_memory.hpp"
#include "placed/precise_gap.hpp"
#include "proof/pair.hpp"
#include "proof/plain_pair.hpp"
#include "solvers/fast/fast_lane.hpp"
#include "solvers/fast/index_gjk.hpp"

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

/// Points from a centre that is not at the origin of a: far off, it must not cost their digits.
[[gnu::noinline, gnu::cold]] inline void give_far(const FastQuery& query, const V3& at_a, const V3& at_b, Result& r) {
  const Wide3 origin = origin_of(query.a, query.pose_a, query.b, query.pose_b);
  r.point_a = rounded(origin + Wide3(at_a)).eigen();
  r.point_b = rounded(origin + Wide3(at_b)).eigen();
}

/// Fills what all results have in common but their bounds: n, p and q are in the axes of the world. `along`: the
/// distance of the cores, as precise as it is known. False if the options ask for what only the careful lane does.
[[gnu::always_inline]] inline bool give(const FastQuery& query, const PlainPair& pair, const V3& n, const V3& p,
                                        const V3& q, double along, Result& r) {
  if (r.status == Status::penetrating && !query.options.penetration) return false;
  r.distance = std::clamp((along - pair.radius) * pair.unit, r.lower, r.upper);
  r.normal = n.eigen();
  const V3 at_a = (p + n * pair.radius_a) * pair.unit, at_b = (q - n * pair.radius_b) * pair.unit;
  if (is_centred(query.a)) {
    r.point_a = query.pose_a.position() + at_a.eigen();
    r.point_b = query.pose_a.position() + at_b.eigen();
  } else {
    give_far(query, at_a, at_b, r);
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

/// Two points and a slab along n, in the frame of a, as bounds and ending of a result. False if they are not near
/// enough to each other, and prove no limit passed either.
[[gnu::always_inline]] inline bool enclose(const FastQuery& query, const PlainPair& pair, const Member& at_a,
                                           const Member& at_b, const V3& apart, const CoreLower& slab, double gap,
                                           Result& r) {
  bound_plain<PlainAxes::frame>(r, pair, slab, at_a, at_b);
  const Options& options = query.options;
  r.ending = Ending::converged;
  if (norm(apart) - slab.value() <= std::max(0.5 * options.tolerance, gap) * pair.size) return true;
  if (r.lower > options.max_distance)
    r.ending = Ending::beyond_limit;
  else if (r.upper < options.min_distance)
    r.ending = Ending::below_limit;
  else
    return false;
  return true;
}

/// The answer by the corners that a search or the last query has left, and a slab along n, if both are near enough, or
/// if they prove that a limit is passed.
template <Kind kind_a, Kind kind_b, int count>
[[gnu::always_inline]] inline bool settle(const FastQuery& query, const PlainPair& pair, const Triangle& t,
                                          const Foot& foot, const V3& n, const CoreLower& slab, Result& r) {
  const Body a = plain_body<kind_a>(query.a), b = plain_body<kind_b>(query.b);
  const std::array<int, 3> vertex_a{t.p.a, t.q.a, t.s.a}, vertex_b{t.p.b, t.q.b, t.s.b};
  std::array<Member, 3> of_a, of_b;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    of_a[i] = vertex_of(a, vertex_a[i]);
    of_b[i] = vertex_of(b, vertex_b[i]);
  }
  const std::array<double, 3> weight = weights_of<count>(foot);
  const Weights weights(weight.data(), count);
  const Member at_a =
      Members::mixed(weights, [&](int i) -> const Member& { return of_a[static_cast<std::size_t>(i)]; });
  const Member at_b =
      Members::mixed(weights, [&](int i) -> const Member& { return of_b[static_cast<std::size_t>(i)]; });
  const V3 apart = between_in_frame(pair, at_a, at_b);
  if (!enclose(query, pair, at_a, at_b, apart, slab, settled_gap, r)) return false;
  const M3 turn(query.pose_a.rotation());
  const V3 normal = turn * n;
  double along = dot(n, apart);
  if (r.ending == Ending::converged && !(along > ample_gap * pair.size))
    along = precise_gap<Member>({turn, query.pose_a, 1.0, of_a.data()},
                                {M3(query.pose_b.rotation()) * pair.factor_b, query.pose_b, pair.factor_b, of_b.data()},
                                pair.offset, pair.offset_low, normal, weight.data(), count);
  const V3 p = turn * at_a.at();
  if (!give(query, pair, normal, p, p + turn * apart, along, r)) return false;
  r.feature_a = feature_of<kind_a>(query.a, vertex_a, count);
  r.feature_b = feature_of<kind_b>(query.b, vertex_b, count);
  return true;
}

/// Leaves the corners to the next query. `n`: in the frame of a.
[[gnu::always_inline]] inline void remember(PairMemory& memory, const Triangle& t, const V3& n) {
  memory.direction = n;
  memory.count = t.count;
  memory.support_a = {t.p.a, t.q.a, t.s.a, 0};
  memory.support_b = {t.p.b, t.q.b, t.s.b, 0};
}

}  // namespace clearance::detail
