#pragma once

// The one place that talks to Qhull.

#include <optional>
#include <vector>

#include "core/facet_graph.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

struct QhullFaces {
  std::vector<int> vertices;    ///< indices of the extreme points, ascending
  FaceLoops loops;              ///< solid: each face as a loop of points, counter-clockwise seen from outside
  std::vector<V3> normals;      ///< solid: outward, in the coordinates given to Qhull
  std::vector<double> offsets;  ///< solid: normal . x = offset on the face
};

/// Hull of a solid point set; nothing if Qhull cannot tell its faces apart.
std::optional<QhullFaces> qhull_solid(const std::vector<V3>& points);
/// Extreme points of a planar point set given by its coordinates in the plane.
std::optional<QhullFaces> qhull_planar(const std::vector<std::array<double, 2>>& points);

}  // namespace clearance::detail
