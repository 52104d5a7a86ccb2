#include "core/facet_graph.hpp"

#include <cstddef>

namespace clearance::detail {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

FacetGraph facet_graph(const std::vector<std::vector<int>>& loops, int vertices) {
  FacetGraph graph;
  graph.first.reserve(loops.size() + 1);
  graph.first.push_back(0);
  std::size_t corners = 0;
  for (const std::vector<int>& loop : loops) corners += loop.size();
  graph.corner.reserve(corners);
  std::vector<int> owner;  // the facet of each corner
  owner.reserve(corners);
  for (std::size_t f = 0; f < loops.size(); ++f) {
    graph.corner.insert(graph.corner.end(), loops[f].begin(), loops[f].end());
    owner.insert(owner.end(), loops[f].size(), static_cast<int>(f));
    graph.first.push_back(static_cast<int>(graph.corner.size()));
  }
  const auto next_corner = [&](std::size_t e) {
    const auto f = index(owner[e]);
    const std::size_t last = index(graph.first[f + 1]) - 1;
    return graph.corner[e == last ? index(graph.first[f]) : e + 1];
  };

  // Edges by their first corner: the edge back is among those few that leave the second.
  std::vector<int> first_leaving(index(vertices) + 1, 0), leaving(graph.corner.size());
  for (const int v : graph.corner) ++first_leaving[index(v) + 1];
  for (std::size_t v = 0; v < index(vertices); ++v) first_leaving[v + 1] += first_leaving[v];
  std::vector<int> fill(first_leaving.begin(), first_leaving.end() - 1);
  for (std::size_t e = 0; e < graph.corner.size(); ++e)
    leaving[index(fill[index(graph.corner[e])]++)] = static_cast<int>(e);

  graph.across.assign(graph.corner.size(), -1);
  for (std::size_t e = 0; e < graph.corner.size(); ++e) {
    const auto from = index(next_corner(e));
    for (int k = first_leaving[from]; k < first_leaving[from + 1]; ++k) {
      const auto back = index(leaving[index(k)]);
      if (next_corner(back) == graph.corner[e]) graph.across[e] = owner[back];
    }
    if (graph.across[e] < 0) return {};
  }
  return graph;
}

}  // namespace clearance::detail
