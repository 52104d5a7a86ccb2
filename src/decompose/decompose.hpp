#pragma once

// An approximate convex decomposition of a mesh, by a library that Debian packages: for the command, not installed.

#include <array>
#include <vector>

#include "clearance/shapes.hpp"

namespace clearance::decompose {

/// Triangles by the indices of their corners; no two points are the same.
struct TriangleMesh {
  std::vector<Vec3> points;
  std::vector<std::array<int, 3>> triangles;
};

/// Whether this build has the library.
bool available();

/// Hulls of clusters of triangles, each triangle in one: every point of the surface is in a part. Parts may reach
/// beyond the surface where it is hollow, by about a tenth of its extent at most, unless `most_parts` (0: any number)
/// forces them together. Parts that are not connected stay apart, so there may be more than that. Throws InvalidInput
/// where there is nothing to decompose, or no library to do it.
Union convex_parts(const TriangleMesh& mesh, int most_parts);

}  // namespace clearance::decompose
