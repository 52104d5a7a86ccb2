#pragma once

// An approximate convex decomposition of a mesh: a union of convex parts that holds its solid.

#include <cstddef>
#include <functional>

#include "clearance/mesh.hpp"
#include "clearance/shapes.hpp"

namespace clearance::decompose {

struct DecomposeOptions {
  double tolerance = 0.02;  ///< how far a part may stand off the mesh, as a share of the longest side of its box
  int parts = 0;            ///< so many parts, whatever the tolerance; 0: as few as it takes
  std::function<void(double share)> progress = {};
};

struct Decomposition {
  Union shape;
  double extent = 0.0;  ///< the longest side of the box around the mesh
  double excess = 0.0;  ///< no point of the union is farther than this from the solid, or the surface of an open mesh:
                        ///< proven, up to rounding
  double rounding = 0.0;         ///< every point of the solid is within this of a part
  std::size_t open_edges = 0;    ///< edges that do not have as many faces on one side as on the other; 0: a closed mesh
  std::size_t turned_faces = 0;  ///< faces that were turned over to agree with their neighbours
  bool as_fine_as_can_be = true;  ///< false if the tolerance is finer than can be proven here
};

/// Every point of the solid of a closed mesh is in a part, but for `rounding`; the solid are the points that the
/// surface winds around, so that a void inside is none of it. Of an open mesh, parts hold the surface, and what it
/// winds around by more than half. Points are welded; triangles have three different corners. Deterministic. Throws
/// InvalidInput where there is nothing to decompose.
Decomposition convex_parts(const TriangleMesh& mesh, const DecomposeOptions& options = {});

}  // namespace clearance::decompose
