#pragma once

#include <span>

#include "clearance/ellipsoid/nearest.hpp"
#include "clearance/pose.hpp"
#include "clearance/shapes.hpp"

// Ellipsoids beyond their distance: the nearest point of one in any dimension (ellipsoid/nearest.hpp, which needs the
// standard library only), the free margin of two, and the least one that holds given points.

namespace clearance {

/// How far two ellipsoids are from touching in the measure of E. Rimon and S. Boyd, "Obstacle collision detection using
/// best ellipsoid fit", J. Intelligent and Robotic Systems 18, 1997. With a = { x : q(x) <= 1 }, q a quadratic form
/// about the centre of a, it is the least q(x) - 1 of all x in b. It has the sign of the distance, and is no length: it
/// is not symmetric in a and b, and it grows with the square of the distance in units of the size of a.
struct FreeMargin {
  double margin;  ///< positive: apart; zero: touching; negative: overlapping, -1 if b holds the centre of a
  double growth;  ///< the factor by which a grows about its centre until it touches b: margin = growth^2 - 1
  Vec3 point;     ///< of b, where that is
};
/// To rounding; not an enclosure. Never throws or allocates.
FreeMargin free_margin(const Ellipsoid& a, const Pose& pose_a, const Ellipsoid& b, const Pose& pose_b);

struct EnclosingEllipsoid {
  Ellipsoid shape;
  Pose pose;
  double excess;   ///< its volume is at most 1 + excess times the least there is; proven
  int iterations;  ///< changes of the weights of the points
};

/// The ellipsoid of least volume that holds every point, but for a share `tolerance` of the volume, 1e-10 to 1. That it
/// holds them, with the shape and pose as they are stored, is proven.
/// Throws InvalidInput for points in a plane, or nearer to one than 1e-9 of their extent, and for a tolerance that
/// their flatness puts out of reach.
EnclosingEllipsoid enclosing_ellipsoid(std::span<const Vec3> points, double tolerance = 1e-6);

}  // namespace clearance
