#pragma once

#include "clearance/distance.hpp"
#include "proof/pair.hpp"

namespace clearance::detail {

/// When a search may stop, in distances of the cores.
struct Goal {
  double gap;           ///< upper - lower within this
  double max_distance;  ///< lower exceeds this ...
  double min_distance;  ///< ... or upper is below this; rounding included
};

/// The gap that double precision can close: below it, rounding rules. Relative to the size of the pair.
inline constexpr double tightest_gap = 0x1p-49;

/// The rounding in an enclosure, both sides together.
inline double rounding_of(const Pair& pair) { return 2.0 * (pair.error + pair.radius_error); }

/// What the options ask for.
inline Goal goal_of(const Pair& pair, const Options& options) {
  const double rounding = rounding_of(pair);
  return {std::fmax(0.5 * options.tolerance * pair.size - rounding, tightest_gap * pair.size),
          options.max_distance * pair.scale + pair.radius + rounding,
          options.min_distance * pair.scale + pair.radius - rounding};
}

}  // namespace clearance::detail
