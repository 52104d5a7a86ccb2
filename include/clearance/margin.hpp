#pragma once

#include "clearance/distance.hpp"

namespace clearance {

/// What is proven of two shapes and a margin.
enum class Margin {
  kept,       ///< they are at least the margin apart
  broken,     ///< they are nearer than the margin
  undecided,  ///< their distance is the margin to rounding
};

struct MarginCheck {
  Margin margin = Margin::undecided;
  double lower = -std::numeric_limits<double>::infinity();  ///< the signed distance is proven to lie
  double upper = std::numeric_limits<double>::infinity();   ///< between these, as far as the answer took
  Vec3 normal = Vec3::UnitX();  ///< where the margin is kept: of a slab as wide as `lower` between the shapes

  bool kept() const { return margin == Margin::kept; }
};

/// Whether two shapes are at least so far apart. Takes no longer than the answer does: shapes that are far from the
/// margin on either side are told by a look or two. A margin below zero allows as much overlap. With a state, the
/// normal of the last query is looked along first; what the state knows of the nearest features stays.
MarginCheck check_margin(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                         PairState* state = nullptr);

}  // namespace clearance
