#pragma once

#include <array>
#include <span>
#include <vector>

#include "clearance/shapes.hpp"

// Hulls of spheres, s-topes: what they are made of, and how to make one that holds given points.

namespace clearance {

/// A plane that touches the hull in more than a line: three spheres, or more where they share it.
struct StopeFacet {
  std::vector<int> spheres;  ///< around the facet, counter-clockwise seen from outside
  Vec3 normal;               ///< unit, outward
};

/// The parts of the surface of a hull of spheres. Indices are those of `SphereHull::spheres`. Sphere vertices are the
/// patches of spheres, edges the patches of cones between two of them (bi-spheres), facets are flat (tri-spheres).
struct StopeStructure {
  std::vector<int> vertices;   ///< the spheres that matter ...
  std::vector<int> redundant;  ///< ... and those that may be removed without changing the hull; none: it is valid
  std::vector<std::array<int, 2>> edges;
  std::vector<StopeFacet> facets;
  Vec3 box_low, box_high;  ///< the bounding box, to rounding
};

/// Ties closer than 1e-12 of the size are taken for exact. Redundant spheres are left out of queries by `Shape`, too.
StopeStructure structure(const SphereHull& stope);

struct StopeFit {
  SphereHull shape;
  double excess;  ///< no point of the s-tope is farther than this from the hull of the points; proven
};

/// An s-tope of at most so many spheres that holds every point, which is proven, with little excess. Deterministic.
/// Throws InvalidInput for no points, or less than one sphere.
StopeFit fit_stope(std::span<const Vec3> points, int spheres);

}  // namespace clearance
