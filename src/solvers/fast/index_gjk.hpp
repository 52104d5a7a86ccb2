#pragma once

// GJK between two bodies with vertices, in the frame of a, on indices: a corner is a point w of the difference and two
// indices. Directions are normals of features times any positive number, so that no root and no division is between
// two support points; heights and stops are found beside that. The last look is the proof.
//
// Invariants: 1 <= count <= 3 at the head of the loop; the distance strictly decreases.

#include "placed/goal.hpp"
#include "placed/witness.hpp"
#include "proof/plain_look.hpp"
#include "solvers/fast/simplex_feature.hpp"
#include "solvers/gjk.hpp"

namespace clearance::detail {

/// The gap that double precision can close, relative to the size of the pair.
inline constexpr double tightest_search = 0x1p-49;

enum class Search { apart, inside, lost, stopped };

/// Searches from the corners given, whose foot is known, until slab and points are within the goal, rounding rules, or
/// so many steps are made. Leaves the corners that are nearest, or with the last look four that hold the origin.
/// next(direction, lower): the corner that is lowest along the direction, and how far the bodies are apart along it.
template <class Next>
[[gnu::always_inline]] inline Search lane_gjk(const PlainPair& pair, const Goal& goal, int limit, const Next& next,
                                              Triangle& t, Foot& foot, int& iterations) {
  double distance = foot.height / std::sqrt(foot.length_sq);
  for (;;) {
    if (!(distance > origin_rounding * pair.size)) return Search::lost;
    double lower = 0.0;
    const Corner seen = next(foot.direction, lower);
    ++iterations;
    if ((distance - lower <= goal.gap) | (lower > goal.max_distance) | (distance < goal.min_distance) |
        t.has(seen.a, seen.b))
      return Search::apart;
    Foot closer;
    const Triangle before = t;
    if (!add_corner(t, seen, closer)) return Search::inside;
    const double shorter = closer.height / std::sqrt(closer.length_sq);
    if (!(shorter < distance)) {
      t = before;
      return Search::apart;
    }
    distance = shorter;
    foot = closer;
    if (iterations >= limit) return Search::stopped;
  }
}

/// The same between bodies with vertices; from the direction between them if there are no corners.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline Search index_gjk(const PlainPair& pair, PlainLook<kind_a, kind_b>& look, const Goal& goal,
                                               Triangle& t, Foot& foot, int& iterations) {
  const auto next = [&](const V3& direction, double& lower) {
    look.along(direction);
    lower = look.apart();
    return Corner{look.nearest(), look.vertex_a(), look.vertex_b()};
  };
  if (t.count == 0) {
    double lower = 0.0;
    t.p = next(norm_sq(pair.shift) > 0.0 ? pair.shift : V3(1, 0, 0), lower);
    t.count = 1;
    foot = foot_at(t.p.w);
  }
  return lane_gjk(pair, goal, gjk_limit, next, t, foot, iterations);
}

}  // namespace clearance::detail
