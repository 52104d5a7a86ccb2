#pragma once

// Two bodies with vertices: the features of the last query, if they still are the nearest, else a search.

#include "solvers/fast/index_gjk.hpp"

namespace clearance::detail {

/// After so many queries in a row with other features than the one before, the next one of large hulls is taken to have
/// others, too.
inline constexpr int hasty_searches = 2;

template <Kind kind>
bool is_walked(const Core& core) {
  return kind == Kind::polytope && core.polytope.vertices > scan_limit;
}

template <Kind kind_a, Kind kind_b>
[[gnu::flatten]] bool by_corners(const FastQuery& query, Result& r, Handover& handover) {
  PlainPair pair;
  if (!place_plain(pair, query.a, query.pose_a, query.b, query.pose_b)) return false;
  PairMemory* const memory = query.memory;
  const bool large = is_walked<kind_a>(query.a) || is_walked<kind_b>(query.b);
  Corners corners;
  if (memory != nullptr && memory->was_apart()) {
    if (large && memory->searches >= hasty_searches) return false;
    corners.count = memory->count;
    for (std::size_t i = 0; i < 3; ++i) corners.a[i] = memory->support_a[i], corners.b[i] = memory->support_b[i];
  }
  int iterations = 1;
  for (bool searched = corners.count == 0;; searched = true) {
    if (searched) {
      const double rounding = 2.0 * (pair.error + pair.radius_error);
      const Goal goal{std::max(0.5 * query.options.tolerance * pair.size - rounding, tightest_search * pair.size),
                      query.options.max_distance * pair.scale + pair.radius + rounding,
                      query.options.min_distance * pair.scale + pair.radius - rounding};
      iterations = 0;
      const Search found = index_gjk<kind_a, kind_b>(pair, query.a, query.b, goal, corners, iterations);
      if (found == Search::inside) {
        handover.count = 4;
        handover.support_a = corners.a;
        handover.support_b = corners.b;
      }
      if (found != Search::apart) return false;
    }
    if (settle<kind_a, kind_b>(query, pair, corners, r)) {
      r.method = searched ? Method::gjk : Method::feature;
      r.iterations = iterations;
      if (memory == nullptr) return true;
      if (!searched) memory->searches = 0;
      // What proves a limit need not be what is nearest: the memory is better off with what it has.
      if (searched || r.ending == Ending::converged) {
        const auto count = static_cast<std::size_t>(corners.count);
        remember(*memory, transposed_times(pair.map_a, V3(r.normal)), {corners.a.data(), count},
                 {corners.b.data(), count});
      }
      return true;
    }
    if (searched || large) return false;
  }
}

}  // namespace clearance::detail
