#pragma once

// The facets of a convex polyhedron as a graph: for each facet its corners and the facets across its edges, in order.
// Built from the loops of a closed surface in linear time. (Fenger 2001, section 3.6.2, finds the neighbours of a facet
// by walking its border with a search through all facets for each edge, quadratic in all.)

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace clearance::detail {

/// Faces as loops of vertices, one after the other in one stretch of memory.
struct FaceLoops {
  std::vector<int> first{0}, corner;  ///< face f: corner[first[f] .. first[f + 1])

  FaceLoops() = default;
  FaceLoops(std::initializer_list<std::vector<int>> loops) { add({loops.begin(), loops.size()}); }
  explicit FaceLoops(const std::vector<std::vector<int>>& loops) { add(loops); }
  std::size_t size() const { return first.size() - 1; }
  std::span<const int> operator[](std::size_t f) const {
    return {corner.data() + first[f], corner.data() + first[f + 1]};
  }
  /// Ends the loop to which corners were added.
  void close() { first.push_back(static_cast<int>(corner.size())); }

 private:
  void add(std::span<const std::vector<int>> loops) {
    for (const std::vector<int>& loop : loops) {
      corner.insert(corner.end(), loop.begin(), loop.end());
      close();
    }
  }
};

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

/// What surrounds each vertex of a closed surface, from first[v] to first[v + 1]: faces, and the neighbour at the end
/// of the edge after each, both in cyclic order, clockwise seen from outside.
struct Rings {
  std::vector<int> first, facets, neighbours;
  std::vector<int> places;  ///< which corner of the loops each is
};
/// From the faces as vertex loops, counter-clockwise seen from outside; nothing if they do not make a closed surface.
std::optional<Rings> rings_around(const FaceLoops& loops, int vertices);

/// From the facets as vertex loops and the rings of these.
FacetGraph facet_graph(const FaceLoops& loops, const Rings& rings);
/// The same; empty if the loops do not make a closed surface.
FacetGraph facet_graph(const FaceLoops& loops, int vertices);

}  // namespace clearance::detail
