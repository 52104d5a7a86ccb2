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
  /// The signed distance, rounded once to both sides: equal where it is a double. Of an overlap, lower is -infinity,
  /// and upper is below zero where the shapes are hulls of points (boxes included), else it may be zero.
  double lower = 0.0, upper = 0.0;
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

/// Makes status and bounds of a result follow the exact distance of the same shapes. That is for poses that are
/// matrices: of a quaternion, `exact_distance` knows the matrix that it was turned into.
void follow(Result& result, const ExactResult& exact);

}  // namespace clearance
