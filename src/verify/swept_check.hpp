#pragma once

// The slab between two moving convex bodies over an interval of time, from their descriptions and poses alone.

#include "clearance/certify.hpp"
#include "verify/described.hpp"

namespace clearance::check {

/// A convex part of a moving body.
struct Moving {
  const ShapeVariant* shape = nullptr;
  Real rounding = 0;  ///< the radius of the ball that sweeps the shape
  const Pose* inner = nullptr;
  std::span<const Pose> poses;
  std::span<const double> times;  ///< none for a body at rest
};
Moving moving_part(const MovingBody& body, int part);
/// How many convex parts; 0 stands for a body that is no union.
std::size_t parts_of(const MovingBody& body);

/// A lower bound of the signed distance from one time to another, by the slab along a direction.
Real slab_over(const Moving& a, const Moving& b, double begin, double end, const Vec3& normal);

/// The first and the last time of all motions; 0 and 0 if nothing moves.
Interval duration(std::span<const MovingBody> bodies);

/// What uncertainty may take from the distance of two bodies.
Real uncertainty_of(const MovingBody& a, const MovingBody& b);

}  // namespace clearance::check
