#pragma once

// The facets of a convex polyhedron as a graph: for each facet its corners and the facets across its edges, in order.
// Built from the loops of a closed surface in linear time. (Fenger 2001, section 3.6.2, finds the neighbours of a facet
// by walking its border with a search through all facets for each edge, quadratic in all.)

#include <span>
#include <vector>

namespace clearance::detail {

struct FacetGraph {
  /// Corners of facet f: corner[first[f] .. first[f + 1]), counter-clockwise seen from outside. The edge from a corner
  /// to the next one has facet f on its left and across[same index] on its right.
  std::vector<int> first, corner, across;

  bool empty() const { return first.empty(); }
  int facets() const { return static_cast<int>(first.size()) - 1; }
  std::span<const int> corners(int f) const { return stretch(corner, f); }
  std::span<const int> neighbours(int f) const { return stretch(across, f); }

 private:
  std::span<const int> stretch(const std::vector<int>& all, int f) const {
    const auto from = static_cast<std::size_t>(first[static_cast<std::size_t>(f)]);
    const auto to = static_cast<std::size_t>(first[static_cast<std::size_t>(f) + 1]);
    return {all.data() + from, to - from};
  }
};

/// From the facets as vertex loops; empty if these do not make a closed surface.
FacetGraph facet_graph(const std::vector<std::vector<int>>& loops, int vertices);

}  // namespace clearance::detail
