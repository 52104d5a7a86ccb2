#include "decompose/surface.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace clearance::decompose {
namespace {

/// An edge of a triangle, its lower corner first.
struct Edge {
  int low, high;
  std::int32_t triangle;
  std::int8_t way;  ///< 1 if the triangle passes it from low to high, else -1

  auto key() const { return std::pair(low, high); }
};

/// Sorted, so that those of the same two corners stand together.
std::vector<Edge> edges_of(const TriangleMesh& mesh) {
  std::vector<Edge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t i = 0; i < 3; ++i) {
      const int p = mesh.triangles[t][i], q = mesh.triangles[t][(i + 1) % 3];
      edges.push_back(
          {std::min(p, q), std::max(p, q), static_cast<std::int32_t>(t), static_cast<std::int8_t>(p < q ? 1 : -1)});
    }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::pair(a.key(), a.triangle) < std::pair(b.key(), b.triangle);
  });
  return edges;
}

template <class Visit>
void each_edge(const std::vector<Edge>& edges, const Visit& visit) {
  for (auto first = edges.begin(); first != edges.end();) {
    const auto last = std::find_if(first, edges.end(), [&](const Edge& e) { return e.key() != first->key(); });
    visit(first, last);
    first = last;
  }
}

std::size_t count_open(const std::vector<Edge>& edges) {
  std::size_t open = 0;
  each_edge(edges, [&](auto first, auto last) {
    int sum = 0;
    for (; first != last; ++first) sum += first->way;
    open += sum != 0 ? 1U : 0U;
  });
  return open;
}

double signed_volume(const TriangleMesh& mesh, const std::vector<std::size_t>& triangles) {
  const Vec3 origin = mesh.points[static_cast<std::size_t>(mesh.triangles[triangles.front()][0])];
  double volume = 0.0;
  for (const std::size_t t : triangles) {
    const auto at = [&](std::size_t i) -> Vec3 {
      return mesh.points[static_cast<std::size_t>(mesh.triangles[t][i])] - origin;
    };
    volume += at(0).dot(at(1).cross(at(2)));
  }
  return volume;
}

/// The triangles across an edge that two of them share, and whether they agree as they stand.
struct Neighbour {
  std::size_t triangle;
  bool agrees;
};

}  // namespace

OrientedSurface oriented(TriangleMesh mesh) {
  OrientedSurface result;
  std::vector<Edge> edges = edges_of(mesh);
  result.open_edges = count_open(edges);
  if (result.open_edges == 0) {
    result.mesh = std::move(mesh);
    return result;
  }
  std::vector<std::vector<Neighbour>> neighbours(mesh.triangles.size());
  each_edge(edges, [&](auto first, auto last) {
    if (last - first != 2) return;
    const Edge &a = first[0], &b = first[1];
    const bool agrees = a.way != b.way;
    neighbours[static_cast<std::size_t>(a.triangle)].push_back({static_cast<std::size_t>(b.triangle), agrees});
    neighbours[static_cast<std::size_t>(b.triangle)].push_back({static_cast<std::size_t>(a.triangle), agrees});
  });
  std::vector<bool> seen(mesh.triangles.size(), false);
  const auto turn = [&](std::size_t t) { std::swap(mesh.triangles[t][1], mesh.triangles[t][2]); };
  for (std::size_t start = 0; start < mesh.triangles.size(); ++start) {
    if (seen[start]) continue;
    std::vector<std::size_t> piece{start}, turned;
    seen[start] = true;
    std::vector<bool> flipped{false};
    for (std::size_t next = 0; next < piece.size(); ++next)
      for (const Neighbour& n : neighbours[piece[next]]) {
        if (seen[n.triangle]) continue;
        seen[n.triangle] = true;
        piece.push_back(n.triangle);
        flipped.push_back(flipped[next] == n.agrees);
        if (flipped.back()) turn(n.triangle);
      }
    const bool inside_out = signed_volume(mesh, piece) < 0.0;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      if (inside_out) turn(piece[i]);
      result.turned_faces += flipped[i] != inside_out ? 1U : 0U;
    }
  }
  result.open_edges = count_open(edges_of(mesh));
  result.mesh = std::move(mesh);
  return result;
}

}  // namespace clearance::decompose
