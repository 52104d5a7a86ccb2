#pragma once

// The fast lane: one direct way from two poses to a result for each pair of kinds of core that has one, for the pairs
// that most queries are of. It answers only with an enclosure that is as tight as the careful lane's, proven in
// src/proof; whatever it cannot prove, it leaves to the careful lane.

#include "clearance/distance.hpp"
#include "core/kind.hpp"
#include "placed/pair_memory.hpp"

namespace clearance::detail {

/// What a search found before it gave up: a start for the careful lane. Nothing rests on it.
struct Handover {
  int count = 0;  ///< corners: none, or four that hold the origin
  std::array<int, 4> support_a, support_b;
};

constexpr bool has_corners(Kind kind) {
  return kind == Kind::point || kind == Kind::segment || kind == Kind::box || kind == Kind::polytope;
}

/// Precondition: Method::automatic. False if the careful lane is to answer; the memory is then as it was.
bool fast_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                   PairMemory* memory, Result& result, Handover& handover);

}  // namespace clearance::detail
