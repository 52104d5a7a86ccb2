#pragma once

// The facets of a set of half-spaces as loops of vertices, in the order of the half-spaces: what adjacency is made of.

#include <vector>

#include "clearance/shapes.hpp"
#include "core/facet_graph.hpp"
#include "core/polytope.hpp"
#include "shapes/qhull.hpp"

namespace clearance::reproduce::fenger {

struct Surface {
  std::vector<std::vector<int>> facets;
  int vertices = 0;
};

/// By the dual hull from an interior point, here the origin. Precondition: no half-space is redundant.
inline Surface surface_of(const std::vector<HalfspaceRow>& halfspaces) {
  std::vector<detail::V3> dual;
  dual.reserve(halfspaces.size());
  for (const HalfspaceRow& row : halfspaces) dual.push_back(detail::V3(row.normal) * (1.0 / row.offset));
  const auto hull = detail::qhull_solid(dual);
  const auto rings = detail::rings_around(hull->loops, static_cast<int>(dual.size()));
  Surface surface;
  surface.vertices = static_cast<int>(hull->loops.size());
  for (std::size_t v = 0; v < dual.size(); ++v)
    surface.facets.emplace_back(rings->facets.rend() - rings->first[v + 1], rings->facets.rend() - rings->first[v]);
  return surface;
}

}  // namespace clearance::reproduce::fenger
