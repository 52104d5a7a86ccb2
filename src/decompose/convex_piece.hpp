#pragma once

#include <span>
#include <vector>

#include "clearance/pose.hpp"

namespace clearance::decompose {

/// Fifty directions, spread evenly enough.
std::span<const Vec3> fixed_directions();

/// The convex hull of points, as far as a decomposition asks about it. Points are in it if normal . x <= offset for
/// every face, to rounding. Behind the faces of the
/// hull come planes that touch it in fixed directions: what is near all of the planes is then near the hull, however
/// sharp it is.
struct ConvexPiece {
  std::vector<Vec3> points;  ///< the extreme ones, and all that rounding leaves in doubt
  std::vector<Vec3> normals;
  std::vector<double> offsets;
  Vec3 low = Vec3::Zero(), high = Vec3::Zero();
  double volume = 0.0, area = 0.0;
};

/// Of points that may be there more than once. Flat and thin sets are given a thickness of twice `thinnest`, for the
/// faces alone.
ConvexPiece convex_piece(std::vector<Vec3> points, double thinnest);

/// Polygons, one after the other: polygon i is points[ends[i - 1] .. ends[i]).
struct Polygons {
  std::vector<Vec3> points;
  std::vector<int> ends;
};

/// Which sides of a plane across an axis hold some of a convex polygon, more than a corner or an edge that touches it.
/// One that lies in the plane is on the side behind its face, where the solid is.
struct Sides {
  bool lower = false, upper = false;
};
Sides sides_of(std::span<const Vec3> polygon, int axis, double at);

/// Those parts of convex polygons that are on the lower side of a plane across an axis, or on the upper one.
Polygons clipped(const Polygons& polygons, int axis, double at, bool lower);

}  // namespace clearance::decompose
