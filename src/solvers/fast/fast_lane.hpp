#pragma once

// The fast lane: one direct way from two poses to a result for each pair of kinds of core that has one, for the pairs
// that most queries are of. It answers only with an enclosure that is as tight as the careful lane's, proven in
// src/proof; whatever it cannot prove, it leaves to the careful lane.

#include "clearance/distance.hpp"
#include "clearance/margin.hpp"
#include "core/core.hpp"
#include "placed/pair_memory.hpp"

namespace clearance::detail {

/// What a search found before it gave up: a start for the careful lane. Nothing rests on it.
struct Handover {
  int count = 0;  ///< corners: none, or four that hold the origin
  std::array<int, 4> support_a, support_b;
  bool turned = false;  ///< whether there is a normal, in the frame of a
  V3 normal;
};

constexpr bool has_corners(Kind kind) {
  return kind == Kind::point || kind == Kind::segment || kind == Kind::box || kind == Kind::polytope;
}

/// What the fast lane is asked.
struct FastQuery {
  const Core& a;
  const Pose& pose_a;
  const Core& b;
  const Pose& pose_b;
  const Options& options;
  PairMemory* memory;
};

/// A way from two poses to a result: what FastQuery has, in registers. Precondition: Method::automatic. False if the
/// careful lane is to answer; the memory is then as it was.
using FastWay = bool (*)(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, const Options& options,
                         PairMemory* memory, Result& result, Handover& handover);

/// Two bodies with vertices: by_corners.hpp.
template <Kind kind_a, Kind kind_b>
struct ByCorners {
  static bool answer(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, const Options& options,
                     PairMemory* memory, Result& result, Handover& handover);
};
/// Two boxes, those that overlap for sure by their axes at once: box_pairs.cpp.
bool two_boxes(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, const Options& options,
               PairMemory* memory, Result& result, Handover& handover);
/// A cylinder or a cone against another, a box or a hull: by_points.hpp.
template <Kind kind_a, Kind kind_b>
struct ByPoints {
  static bool answer(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, const Options& options,
                     PairMemory* memory, Result& result, Handover& handover);
};
/// A cylinder or a cone against a point or a segment: revolved.hpp.
template <Kind kind, Kind straight, bool body_is_a>
struct ByHalfPlane {
  static bool answer(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, const Options& options,
                     PairMemory* memory, Result& result, Handover& handover);
};
/// An ellipsoid against another one or a point: by_normal.hpp.
template <Kind kind_a, Kind kind_b>
struct ByNormal {
  static bool answer(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, const Options& options,
                     PairMemory* memory, Result& result, Handover& handover);
};
inline constexpr std::size_t kind_count = static_cast<std::size_t>(Kind::parts) + 1;
/// One for each pair of kinds, in the order of a, then b.
extern const std::array<FastWay, kind_count * kind_count> fast_ways;

[[gnu::always_inline]] inline bool fast_distance(const FastQuery& query, Result& result, Handover& handover) {
  return fast_ways[static_cast<std::size_t>(query.a.kind) * kind_count + static_cast<std::size_t>(query.b.kind)](
      query.a, query.pose_a, query.b, query.pose_b, query.options, query.memory, result, handover);
}

/// How far two bodies are proven to be apart along the normal that the last query left, and that normal in the world: a
/// look at each. The bound stays as it is if there is no normal, or no way for the pair.
void fast_margin(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const PairMemory& memory,
                 MarginCheck& check);

}  // namespace clearance::detail
