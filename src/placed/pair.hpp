#pragma once

// Two bodies in place, and the proof of what is between them. A solver proposes a direction and two points; `certify`
// turns any such proposal into a rigorous enclosure, so that no solver needs to be trusted.

#include "clearance/distance.hpp"
#include "placed/body.hpp"

namespace clearance::detail {

/// Axes of the world, origin at the centre of a, lengths multiplied by the power of two `scale`.
struct Pair {
  Body a, b;
  V3 offset{};  ///< from the centre of a to the centre of b
  double scale = 1.0;
  double size = 0.0;    ///< extent of both bodies, sweeping radii included, and the distance of their centres
  double radius = 0.0;  ///< both sweeping radii: the distance of the pair is that of the cores minus this
  double radius_a = 0.0, radius_b = 0.0;
  double radius_error = 0.0;  ///< what the matrices lack to rotations, times the radii
  double error = 0.0;         ///< bound on every rounding in a support value or a witness point
  double depth_error = 0.0;   ///< and on what taking a matrix for a rotation does to the proof of an overlap
  bool rigid_a = false;       ///< the map of a is a rotation to rounding, and the solver may work in the frame of a
  bool rigid_b = false;
  bool curved = false;
  bool plain = false;                     ///< both bounded and centred at their body origins
  double factor_a = 1.0, factor_b = 1.0;  ///< from local to scaled lengths
};

/// Precondition: both shapes bounded, or one of them a ray or a line.
Pair make_pair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// What a solver found, for the cores.
struct Proposal {
  V3 normal{};                       ///< about unit, in the axes of the pair, from a to b
  V3 at_a{}, at_b{};                 ///< witness points in the local frames
  int vertex_a = -1, vertex_b = -1;  ///< support vertices along the normal, where there are vertices
  /// What the witness points are made of, if of at most three points each: for a last, more precise look at the gap.
  int corners = 0;
  std::array<V3, 3> corner_a, corner_b;  // as many as there are corners; not initialised
  std::array<double, 3> weight;
  Feature feature_a, feature_b;
  /// Upper bound of the signed distance of the cores, for overlapping cores; rigorous.
  double upper = HUGE_VAL;
  int iterations = 0;
  Ending ending = Ending::converged;
};

/// A rigorous enclosure of the signed distance of the pair, in its scaled lengths.
struct Enclosure {
  double lower, upper;
  double width() const { return upper - lower; }
};
Enclosure certify(const Pair& pair, const Proposal& proposal);

/// Its two halves. How far the cores are at least apart along n, of unit length to rounding, where a look around the
/// vertices proves that they are farthest; else -infinity. And the enclosure by that.
double slab_at_vertices(const Pair& pair, const V3& n, int vertex_a, int vertex_b);
Enclosure certify_with(const Pair& pair, const Proposal& proposal, double slab);

/// A proposal and what was proven of it.
struct Attempt {
  Proposal proposal;
  Enclosure enclosure;
};

/// The answer in the world frame.
Result make_result(const Pair& pair, const Proposal& proposal, const Enclosure& enclosure, const Shape& a,
                   const Pose& pose_a, const Shape& b, const Pose& pose_b, Method method);

inline Status status_of(double lower, double upper) {
  return lower > 0.0 ? Status::separated : upper < 0.0 ? Status::penetrating : Status::touching;
}

}  // namespace clearance::detail
