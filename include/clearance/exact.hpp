#pragma once

#include <array>
#include <optional>
#include <string>

#include "clearance/distance.hpp"

// Distances of polyhedral shapes without any rounding. The input is the doubles as given, a pose its double matrix as
// stored (of a quaternion, the matrix that it was turned into). These functions allocate.

namespace clearance {

/// A reduced fraction in decimal digits; the denominator is positive.
struct Fraction {
  std::string numerator = "0", denominator = "1";
  std::string text() const { return numerator + "/" + denominator; }
};

struct ExactResult {
  Status status = Status::separated;  ///< decided exactly
  Fraction squared_distance;          ///< zero where they touch, and meaningless where they overlap
  /// A pair of nearest points in the world frame, if they were asked for and the shapes do not overlap.
  std::array<Fraction, 3> point_a, point_b;
  int repairs = 0;        ///< vertices that the double solver had missed
  bool by_lemke = false;  ///< repairs did not get there, and Lemke's method did
};

struct ExactOptions {
  bool points = true;  ///< whether the nearest points are wanted
};

/// Whether the library was built with exact arithmetic (Boost and GMP).
bool has_exact_arithmetic();

/// Nothing, if a shape is not polyhedral or the library has no exact arithmetic.
std::optional<ExactResult> exact_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          const ExactOptions& options = {});

}  // namespace clearance
