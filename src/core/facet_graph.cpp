#include "core/facet_graph.hpp"

#include <algorithm>
#include <cstddef>

namespace clearance::detail {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

std::optional<Rings> rings_around(const FaceLoops& loops, int vertices) {
  struct Corner {
    int facet, before, after, place;
  };
  Rings rings;
  rings.first.assign(index(vertices) + 1, 0);
  for (const int v : loops.corner) ++rings.first[index(v) + 1];
  for (std::size_t v = 0; v < index(vertices); ++v) rings.first[v + 1] += rings.first[v];
  std::vector<Corner> corners(loops.corner.size());
  std::vector<int> next_free(rings.first.begin(), rings.first.end() - 1);
  for (std::size_t f = 0; f < loops.size(); ++f) {
    const std::span<const int> loop = loops[f];
    for (std::size_t i = 0; i < loop.size(); ++i)
      corners[index(next_free[index(loop[i])]++)] = {static_cast<int>(f), loop[i > 0 ? i - 1 : loop.size() - 1],
                                                     loop[i + 1 < loop.size() ? i + 1 : 0],
                                                     loops.first[f] + static_cast<int>(i)};
  }

  rings.facets.reserve(corners.size());
  rings.neighbours.reserve(corners.size());
  rings.places.reserve(corners.size());
  for (std::size_t v = 0; v < index(vertices); ++v) {
    const std::span<Corner> around(corners.data() + rings.first[v], corners.data() + rings.first[v + 1]);
    if (around.size() < 3) return std::nullopt;
    std::sort(around.begin(), around.end(), [](const Corner& a, const Corner& b) { return a.before < b.before; });
    const Corner* corner = &around.front();
    for (std::size_t k = 0; k < around.size(); ++k) {
      if (k > 0 && corner == &around.front()) return std::nullopt;
      rings.facets.push_back(corner->facet);
      rings.neighbours.push_back(corner->after);
      rings.places.push_back(corner->place);
      const auto next = std::lower_bound(around.begin(), around.end(), corner->after,
                                         [](const Corner& c, int vertex) { return c.before < vertex; });
      if (next == around.end() || next->before != corner->after) return std::nullopt;
      corner = &*next;
    }
    if (corner != &around.front()) return std::nullopt;
  }
  return rings;
}

FacetGraph facet_graph(const FaceLoops& loops, const Rings& rings) {
  FacetGraph graph{loops.first, loops.corner, std::vector<int>(loops.corner.size())};
  for (std::size_t v = 0; v + 1 < rings.first.size(); ++v) {
    const int begin = rings.first[v], end = rings.first[v + 1];
    for (int k = begin; k < end; ++k)
      graph.across[index(rings.places[index(k)])] = rings.facets[index(k + 1 < end ? k + 1 : begin)];
  }
  return graph;
}

FacetGraph facet_graph(const FaceLoops& loops, int vertices) {
  const auto rings = rings_around(loops, vertices);
  return rings ? facet_graph(loops, *rings) : FacetGraph();
}

}  // namespace clearance::detail
