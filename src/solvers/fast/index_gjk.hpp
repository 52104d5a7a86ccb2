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

/// Searches from the corners given, whose foot is known, or from the direction between the bodies if there are none.
/// Leaves the corners that are nearest, or with the last look four that hold the origin.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline Search index_gjk(const PlainPair& pair, PlainLook<kind_a, kind_b>& look, const Goal& goal,
                                               Triangle& t, Foot& foot, int& iterations) {
  const auto seen = [&] { return Corner{look.nearest(), look.vertex_a(), look.vertex_b()}; };
  if (t.count == 0) {
    look.along(norm_sq(pair.shift) > 0.0 ? pair.shift : V3(1, 0, 0));
    t.p = seen();
    t.count = 1;
    foot = foot_at(t.p.w);
  }
  double distance = foot.height / std::sqrt(foot.length_sq);
  for (;;) {
    if (!(distance > origin_rounding * pair.size)) return Search::lost;
    look.along(foot.direction);
    ++iterations;
    const double lower = look.apart();
    if ((distance - lower <= goal.gap) | (lower > goal.max_distance) | (distance < goal.min_distance) |
        t.has(look.vertex_a(), look.vertex_b()))
      return Search::apart;
    if (iterations >= gjk_limit) return Search::lost;
    Foot next;
    const Triangle before = t;
    if (!add_corner(t, seen(), next)) return Search::inside;
    const double closer = next.height / std::sqrt(next.length_sq);
    if (!(closer < distance)) {
      t = before;
      return Search::apart;
    }
    distance = closer;
    foot = next;
  }
}

}  // namespace clearance::detail
