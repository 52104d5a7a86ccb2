#pragma once

// Eight queries side by side: what the lanes read, and what they leave. Whoever computes on them is compiled for one
// processor or another, so this is plain data; only `LaneFrame` and `LaneLook` make proofs of it. docs/proof.md,
// section 5b.

namespace clearance::detail {

/// Queries in a group. A processor with fewer lanes takes them in turns.
inline constexpr int lane_count = 8;
/// Points of a body that are laid out in lanes; bodies with more are asked about one by one.
inline constexpr int most_lane_points = 32;
/// Bodies of at most this many are collected apart from larger ones, for which they would have to wait.
inline constexpr int few_lane_points = 8;

/// One number of each query.
using LaneRow = double[lane_count];

/// One body of each query. What a place points to is read in fours, and turned into packs.
struct LaneBodies {
  const double* rotation[lane_count];  ///< its first eight numbers, by columns
  double position[lane_count][4];      ///< the ninth, and the position
  const double* low[lane_count] = {};  ///< what rounding has left of the rotation; of bodies of searches alone
  const double* measures[lane_count];  ///< unit, radius, reach, error: as in Core
  LaneRow defect;
  /// Half lengths of a box; both ends of a segment, one after the other; of a hull all x, then all y, then all z,
  /// `stride` of each.
  const double* form[lane_count];
  int stride[lane_count] = {};
  int most;                     ///< points of the hull that has most
  double ends[lane_count][12];  ///< a segment among hulls is laid out like them, in fours
};

/// What a lane has found, number after number as in Result.
struct LaneAnswer {
  double distance, lower, upper;
  double point_a[3], point_b[3], normal[3];
};

struct LaneGroup {
  LaneBodies a, b;
  bool centred;                           ///< all of them; else a is at zero, b at the offset, and there is more to it:
  LaneRow origin[3], rest[3], uncertain;  ///< the place of a, the rest of the offset, and what it is uncertain by
  bool exact;                             ///< all rotations: they have left nothing
  double tolerance, max_distance, min_distance;

  alignas(64) LaneAnswer answer[lane_count];
  LaneRow vertex_a[3], vertex_b[3], corners;  ///< of the simplex; of formulas, see there
  LaneRow iterations, ending;
};

/// How a lane ended; `open` is for a query of its own.
enum class LaneEnding { open = 0, converged = 1, beyond_limit = 2, below_limit = 3 };

}  // namespace clearance::detail
