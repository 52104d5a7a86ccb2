#pragma once

// Directions in the world without rounding, for the questions that no rounding may answer: whether two planes are
// parallel, whether a line runs into a half-space. Each component of the direction of a line or of the normal of a
// plane is a polynomial in the numbers that were given: the entries of the matrix or the components of the quaternion,
// and those of the direction itself. A positive factor does not matter, so that a quaternion needs no division by its
// norm.

#include <optional>

#include "clearance/pose.hpp"
#include "core/core.hpp"
#include "numeric/exact_sum.hpp"

namespace clearance::detail {

/// A sum of products of three doubles.
struct ExactTerms {
  int count = 0;
  std::array<std::array<double, 3>, 8> term;  // as many as there are; not initialised

  void add(double a, double b, double c) {
    if (a != 0.0 && b != 0.0 && c != 0.0) term[static_cast<std::size_t>(count++)] = {a, b, c};
  }
};

struct ExactDirection {
  ExactTerms x, y, z;
};

/// Two directions in common axes: of a plane or half-space its normal, of a line or ray its direction, as multiples
/// that are not negative. None where the rotation is known to more digits than a double has, but not without error:
/// that of a part of a union, composed of two.
struct ExactDirections {
  ExactDirection a, b;
};
std::optional<ExactDirections> exact_directions(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b);

/// The sign of the product of a normal and the direction of a line, or of two of one kind that are parallel: where both
/// are measured in the frame of a, whose matrix need not be a rotation, that of others is not theirs in the world.
int dot_sign(const ExactDirections& directions);
/// Of two normals, or of two directions of lines.
bool are_parallel(const ExactDirections& directions);

/// The unit vector along the cross product of two directions in the axes of the world, to 2^-98, and the sine of the
/// angle between the two, to 2^-96 of itself, as a number times a power of two: it may be below every double.
struct Crossing {
  Wide3 normal;
  ScaledDouble sine;
};
/// Precondition: there are exact directions, and they are not parallel.
Crossing crossing_of(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b);

}  // namespace clearance::detail
