#pragma once

#include "clearance/motion.hpp"

namespace clearance {

/// How well a body is known: its position is within `position`, it may be turned by up to `angle` (radians) about its
/// origin, and its surface is off by up to `surface`. All finite and not negative.
struct Uncertain {
  double position = 0.0, angle = 0.0, surface = 0.0;
  bool any() const { return position > 0.0 || angle > 0.0 || surface > 0.0; }
};

/// What both may change a signed distance by, in either direction, rounding included: for each body
/// position + 2 sin(angle / 2) times its farthest point from its origin + surface. Infinite for an unbounded body whose
/// angle is uncertain.
double allowance(const Shape& a, const Uncertain& of_a, const Shape& b, const Uncertain& of_b);

/// Bounds of the signed distance for every placement within the uncertainties of both bodies, from a result for the
/// placements as they were given.
Interval widen(const Result& result, const Shape& a, const Uncertain& of_a, const Shape& b, const Uncertain& of_b);

/// The same as a result: its bounds and status hold for every placement, the rest is for those that were given.
Result widened(Result result, const Shape& a, const Uncertain& of_a, const Shape& b, const Uncertain& of_b);

}  // namespace clearance
