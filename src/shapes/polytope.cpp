#include "shapes/polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "shapes/cube_map.hpp"
#include "shapes/scan.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double tight_bound =
    64.0 * unit_roundoff;  // as near to a vertex as a bound by faces gets, relative to the radius

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Index of the largest n . x among the first `count` points; the lowest such index.
int scan(const Polytope& p, const V3& n, int count) {
  return scan_farthest<false>({p.x(), p.y(), p.z(), nullptr}, n, 0.0, count);
}

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
  const Neighbour* it = p.neighbours.data() + p.first_neighbour[index(v)];
  const Neighbour* const end = p.neighbours.data() + p.first_neighbour[index(v) + 1];
  double value = n.x * it->x + n.y * it->y + n.z * it->z;
  for (++it; it != end; ++it) {
    const double d = n.x * it->x + n.y * it->y + n.z * it->z;
    const bool better = d > value;  // no branch: it could not be predicted
    value = better ? d : value;
    v = better ? it->vertex : v;
  }
  return v;
}

int climb(const Polytope& p, const V3& n, int v) {
  for (;;) {
    const int next = step(p, n, v);
    if (next == v) return v;
    v = next;
  }
}

/// h(n) <= sum of lambda_j b_j for n = sum of lambda_j a_j, lambda >= 0: weak duality over three faces around the
/// vertex whose normals span n. What rounding leaves of n is charged at the radius.
double bound_by_facets(const Polytope& p, const V3& n, int vertex) {
  const int* facets = p.facets_around.data() + p.first_facet[index(vertex)];
  const int count = p.first_facet[index(vertex) + 1] - p.first_facet[index(vertex)];
  const double length = norm(n);
  double best = std::numeric_limits<double>::infinity();
  const V3& a0 = p.facet_normal[index(facets[0])];
  for (int i = 1; i + 1 < count; ++i) {
    const V3& a1 = p.facet_normal[index(facets[i])];
    const V3& a2 = p.facet_normal[index(facets[i + 1])];
    const V3 c12 = cross(a1, a2);
    const double det = dot(a0, c12);
    if (!(std::fabs(det) > 0.0)) continue;
    const double lambda0 = std::fmax(0.0, dot(n, c12) / det);
    const double lambda1 = std::fmax(0.0, dot(n, cross(a2, a0)) / det);
    const double lambda2 = std::fmax(0.0, dot(n, cross(a0, a1)) / det);
    const V3 rest = n - a0 * lambda0 - a1 * lambda1 - a2 * lambda2;
    const double total = lambda0 + lambda1 + lambda2;
    const double b0 = p.facet_offset[index(facets[0])], b1 = p.facet_offset[index(facets[i])],
                 b2 = p.facet_offset[index(facets[i + 1])];
    const double bound = lambda0 * b0 + lambda1 * b1 + lambda2 * b2;
    // Rounding: of the rest, 4 u (|n| + total); of the sum, 3 u sum lambda_j |b_j|.
    const double error =
        (norm(rest) * (1.0 + 8.0 * unit_roundoff) + 4.0 * unit_roundoff * (length + total)) * p.radius +
        4.0 * unit_roundoff * (lambda0 * std::fabs(b0) + lambda1 * std::fabs(b1) + lambda2 * std::fabs(b2));
    best = std::fmin(best, bound + error);
    if (best <= dot(n, p.vertex(vertex)) + tight_bound * length * p.radius) return best;
  }
  return best;
}

}  // namespace

int support_vertex(const Polytope& p, const V3& n, int from) {
  if (p.vertices <= scan_limit || !p.walkable()) return scan(p, n, p.vertices);
  if (from >= 0 && from < p.vertices) {
    // Near the end of a query the vertex is the same again; else the start table is nearer than the last vertex.
    const int next = step(p, n, from);
    if (next == from) return from;
  }
  return climb(p, n, p.start[index(cell_of(n, p.grid))]);
}

double outer_support(const Polytope& p, const V3& n, int vertex) {
  if (!p.from_halfspaces && (p.total <= scan_limit || !p.walkable())) {
    const int best = scan(p, n, p.total);
    return dot(n, p.vertex(best));
  }
  if (vertex < 0 || vertex >= p.vertices) vertex = support_vertex(p, n, -1);
  double bound = bound_by_facets(p, n, vertex);
  const double tight = dot(n, p.vertex(vertex)) + tight_bound * norm(n) * p.radius;
  // Between vertices that are about as far along n, the faces of a neighbour may be the ones that span n.
  for (int steps = 0, from = vertex; steps < 8 && bound > tight; ++steps) {
    int next = from;
    for (int i = p.first_neighbour[index(from)] + 1; i < p.first_neighbour[index(from) + 1]; ++i) {
      const int v = p.neighbours[index(i)].vertex;
      const double other = bound_by_facets(p, n, v);
      if (other < bound) bound = other, next = v;
    }
    if (next == from) break;
    from = next;
  }
  if (p.from_halfspaces || bound <= tight) return bound;
  return std::fmin(bound, dot(n, p.vertex(scan(p, n, p.total))));
}

Polytope plain_polytope(const std::vector<V3>& points) {
  Polytope p;
  p.vertices = p.total = static_cast<int>(points.size());
  p.padded = (p.total + scan_padding - 1) / scan_padding * scan_padding;
  p.coordinates.resize(3 * index(p.padded));
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

std::optional<std::vector<Ring>> rings_around(const std::vector<std::vector<int>>& loops, int vertices) {
  struct Corner {
    int facet, before, after;
  };
  std::vector<std::vector<Corner>> corners(index(vertices));
  for (std::size_t f = 0; f < loops.size(); ++f) {
    const auto& loop = loops[f];
    for (std::size_t i = 0; i < loop.size(); ++i)
      corners[index(loop[i])].push_back(
          {static_cast<int>(f), loop[(i + loop.size() - 1) % loop.size()], loop[(i + 1) % loop.size()]});
  }

  std::vector<Ring> rings(index(vertices));
  for (int v = 0; v < vertices; ++v) {
    auto& around = corners[index(v)];
    if (around.size() < 3) return std::nullopt;
    std::sort(around.begin(), around.end(), [](const Corner& a, const Corner& b) { return a.before < b.before; });
    const Corner* corner = &around.front();
    for (std::size_t k = 0; k < around.size(); ++k) {
      if (k > 0 && corner == &around.front()) return std::nullopt;
      rings[index(v)].facets.push_back(corner->facet);
      rings[index(v)].neighbours.push_back(corner->after);
      const auto next = std::lower_bound(around.begin(), around.end(), corner->after,
                                         [](const Corner& c, int vertex) { return c.before < vertex; });
      if (next == around.end() || next->before != corner->after) return std::nullopt;
      corner = &*next;
    }
    if (corner != &around.front()) return std::nullopt;
  }
  return rings;
}

bool connect(Polytope& p, const std::vector<std::vector<int>>& loops) {
  const auto rings = rings_around(loops, p.vertices);
  if (!rings) return false;
  p.graph = facet_graph(loops, p.vertices);
  if (p.graph.empty()) return false;
  p.inside = {0, 0, 0};
  for (int v = 0; v < p.vertices; ++v) p.inside = p.inside + p.vertex(v) * (1.0 / p.vertices);
  p.first_neighbour = {0};
  p.first_facet = {0};
  const auto record = [&](int v) {
    const V3 at = p.vertex(v);
    return Neighbour{at.x, at.y, at.z, v};
  };
  for (int self = 0; self < p.vertices; ++self) {
    const Ring& ring = (*rings)[index(self)];
    p.neighbours.push_back(record(self));
    for (const int v : ring.neighbours) p.neighbours.push_back(record(v));
    p.facets_around.insert(p.facets_around.end(), ring.facets.begin(), ring.facets.end());
    p.first_neighbour.push_back(static_cast<int>(p.neighbours.size()));
    p.first_facet.push_back(static_cast<int>(p.facets_around.size()));
  }

  // About four cells a vertex: a walk from the start is then a step or two at every size.
  p.grid = std::clamp(static_cast<int>(std::sqrt(4.0 * p.vertices / 6.0)), 2, 256);
  int from = 0;
  for (int face = 0; face < 6; ++face)
    for (int i = 0; i < p.grid; ++i)
      for (int j = 0; j < p.grid; ++j) {
        from = climb(p, cell_direction(face, i, j, p.grid), from);
        p.start.push_back(from);
      }
  return true;
}

double radius_by_facets(Polytope& p) {
  // Along an axis the faces give h <= value + excess * radius, excess being what rounding leaves; six such bounds
  // give a box, hence radius <= |values| + |excesses| radius.
  double values_sq = 0.0, excesses_sq = 0.0;
  for (const V3& axis : {V3(1, 0, 0), V3(0, 1, 0), V3(0, 0, 1)}) {
    double value = 0.0, excess = 0.0;
    for (const double sign : {1.0, -1.0}) {
      const V3 n = axis * sign;
      const int v = support_vertex(p, n, -1);
      p.radius = 0.0;
      const double plain = bound_by_facets(p, n, v);
      p.radius = 1.0;
      excess = std::fmax(excess, bound_by_facets(p, n, v) - plain);
      value = std::fmax(value, std::fabs(plain));
    }
    values_sq += value * value;
    excesses_sq += excess * excess;
  }
  const double excess = 2.5 * std::sqrt(excesses_sq) + 1e-15;  // the faces are moved out by as much again
  if (!(excess < 0.5)) return std::numeric_limits<double>::infinity();
  return std::sqrt(values_sq) / (1.0 - excess) * (1.0 + 1e-12);
}

}  // namespace clearance::detail
