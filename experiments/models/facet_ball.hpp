#pragma once

// Facet-balls: polyhedra whose facets touch the unit ball, or an ellipsoid, along directions spread evenly over the
// sphere. The test objects of D. K. Fenger, "Fast Computation of Minimum Distance Among Convex 3D Objects", University
// of Victoria 2001, chapters 3 to 5.

#include <vector>

#include "clearance/shapes.hpp"

namespace clearance::models {

/// Orders from 2 (a cube) to this, which has some 1.3 million facets.
inline constexpr int min_facet_ball_order = 2, max_facet_ball_order = 1000;

/// About 4 n^2 / pi outward unit normals: the pole (1, 0, 0), then rows at polar angles i pi / n, i = 1 ... n.
std::vector<Vec3> facet_ball_normals(int order);

/// The half-spaces with those normals that touch the ellipsoid with the given semi-axes (section 5.3): offset
/// sqrt(sum n_i^2 a_i^2). Throws InvalidInput for an order out of range or radii that are not finite and positive.
std::vector<HalfspaceRow> facet_ball_halfspaces(int order, const Vec3& radii = Vec3::Ones());

/// The polyhedron. From high orders on this takes seconds, as the faces are enumerated.
Polyhedron facet_ball(int order, const Vec3& radii = Vec3::Ones());

}  // namespace clearance::models
