#pragma once

// Two bodies in common axes, with a bound on every rounding that this and what is measured there costs.

#include "clearance/distance.hpp"
#include "proof/body.hpp"

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

/// Where the origin of the pair is in the world.
Wide3 origin_of(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b);

}  // namespace clearance::detail
