#include "core/polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "core/cube_map.hpp"
#include "core/scan.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

int grid_cell(double u, int grid) { return std::clamp(static_cast<int>((u + 1.0) * 0.5 * grid), 0, grid - 1); }

/// The cell of the cube map that holds direction n.
int cell_of(const V3& n, int grid) {
  const CubePoint at = on_cube(n);
  return (at.face * grid + grid_cell(at.u, grid)) * grid + grid_cell(at.v, grid);
}

V3 cell_direction(int face, int i, int j, int grid) {
  return cube_direction({face, (2.0 * i + 1.0) / grid - 1.0, (2.0 * j + 1.0) / grid - 1.0});
}

/// The best of a vertex and its neighbours.
int step(const Polytope& p, const V3& n, int v) {
  const Place* const places = p.places.data();
  const Place& self = places[index(v)];
  const Edge *it = p.edges.data() + self.first_edge, *const end = it + self.edge_count;
  double value = n.x * self.x + n.y * self.y + n.z * self.z;
  for (; it != end; ++it) {
    const Place& to = places[index(it->vertex)];
    const double d = n.x * to.x + n.y * to.y + n.z * to.z;
    const bool better = d > value;  // no branch: it could not be predicted
    value = better ? d : value;
    v = better ? it->vertex : v;
  }
  return v;
}

/// Rounded up; zero for an edge too short for that, of which no use is made (`star_of`).
float inverse_length(const V3& edge) {
  const double length = norm(edge);
  return length > shortest_edge ? std::nextafter(static_cast<float>(1.0 / length), HUGE_VALF) : 0.0F;
}

int climb(const Polytope& p, const V3& n, int v) {
  for (;;) {
    const int next = step(p, n, v);
    if (next == v) return v;
    v = next;
  }
}

}  // namespace

int scan(const Polytope& p, const V3& n, int count) {
  return scan_farthest<false>({p.x(), p.y(), p.z(), nullptr}, n, 0.0, count);
}

int support_vertex(const Polytope& p, const V3& n, int from) {
  if (p.vertices <= scan_limit || !p.walkable()) return scan(p, n, p.vertices);
  if (from >= 0 && from < p.vertices) {
    // Near the end of a query the vertex is the same again; else the start table is nearer than the last vertex.
    const int next = step(p, n, from);
    if (next == from) return from;
  }
  return climb(p, n, p.start[index(cell_of(n, p.grid))]);
}

int climb_from(const Polytope& p, const V3& n, int from) { return climb(p, n, from); }

Polytope plain_polytope(const std::vector<V3>& points) {
  Polytope p;
  p.vertices = p.total = static_cast<int>(points.size());
  p.padded = (p.total + scan_padding - 1) / scan_padding * scan_padding;
  p.coordinates.resize(3 * index(p.padded));
  p.source.reserve(points.size());
  for (int i = 0; i < p.padded; ++i) {
    const V3& at = points[index(i < p.total ? i : 0)];
    p.coordinates[index(i)] = at.x;
    p.coordinates[index(p.padded + i)] = at.y;
    p.coordinates[index(2 * p.padded + i)] = at.z;
    if (i < p.total) p.source.push_back(i);
    p.radius = std::fmax(p.radius, norm(at));
  }
  p.radius *= 1.0 + 8.0 * unit_roundoff;
  return p;
}

Polytope box_polytope(const V3& half) {
  std::vector<V3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(
        {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
  Polytope p = plain_polytope(corners);
  p.facet_normal = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};
  p.facet_offset = {half.x, half.x, half.y, half.y, half.z, half.z};
  connect(p, {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
  return p;
}

bool connect(Polytope& p, const FaceLoops& loops) {
  auto rings = rings_around(loops, p.vertices);
  if (!rings) return false;
  p.graph = facet_graph(loops, *rings);
  p.inside = {0, 0, 0};
  for (int v = 0; v < p.vertices; ++v) p.inside = p.inside + p.vertex(v) * (1.0 / p.vertices);
  p.places.reserve(index(p.vertices));
  p.edges.reserve(rings->neighbours.size());
  for (int v = 0; v < p.vertices; ++v) {
    const int first = rings->first[index(v)], count = rings->first[index(v) + 1] - first;
    const V3 at = p.vertex(v);
    p.places.push_back({at.x, at.y, at.z, first, count});
    for (int k = first; k < first + count; ++k) {
      const int to = rings->neighbours[index(k)];
      p.edges.push_back({to, inverse_length(p.vertex(to) - at)});
    }
  }
  p.facet_of_edge = std::move(rings->facets);

  // About four cells a vertex: a walk from the start is then a step or two at every size.
  p.grid = std::clamp(static_cast<int>(std::sqrt(4.0 * p.vertices / 6.0)), 2, 256);
  p.start.reserve(6 * index(p.grid) * index(p.grid));
  int from = 0;
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < p.grid; ++i)
      for (int j = 0; j < p.grid; ++j) {
        from = climb(p, cell_direction(face, i, j, p.grid), from);
        p.start.push_back(from);
      }
  return true;
}

}  // namespace clearance::detail
