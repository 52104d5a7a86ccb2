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

/// Three faces around a vertex, and the dual basis of their normals a0, a1, a2.
struct Corner {
  std::array<int, 3> facet;
  std::array<V3, 3> dual;
  /// lambda of x = sum of lambda_j a_j.
  std::array<double, 3> coefficients(const V3& x) const { return {dot(x, dual[0]), dot(x, dual[1]), dot(x, dual[2])}; }
};

/// h(n) <= plain + rest * radius.
struct FacetBound {
  double plain = std::numeric_limits<double>::infinity(), rest = 0.0;
  double within(double radius) const { return plain + rest * radius; }
};

/// h(n) <= sum of lambda_j b_j for n = sum of lambda_j a_j, lambda >= 0: weak duality. What is left of n is charged at
/// the radius, so it has to be small: n is moved into the cone of the normals where rounding has it just outside, and
/// the coefficients, which rounding blurs where faces are nearly parallel, are refined once.
FacetBound bound_by_corner(const Polytope& p, const V3& n, const Corner& corner) {
  V3 inside = n;
  std::array<double, 3> lambda = corner.coefficients(n);
  std::array<bool, 3> used{true, true, true};
  for (int k = 0; k < 2; ++k) {
    const std::size_t j = lambda[0] < lambda[1] ? (lambda[0] < lambda[2] ? 0 : 2) : (lambda[1] < lambda[2] ? 1 : 2);
    if (lambda[j] >= 0.0) break;
    used[j] = false;
    inside = inside - corner.dual[j] * (lambda[j] / norm_sq(corner.dual[j]));
    lambda = corner.coefficients(inside);
  }
  const auto normal = [&](std::size_t j) -> const V3& { return p.facet_normal[index(corner.facet[j])]; };
  const auto keep = [&](std::size_t j, double value) { return used[j] && value > 0.0 ? value : 0.0; };
  const auto rest_of = [&](const V3& x) {
    return x - normal(0) * lambda[0] - normal(1) * lambda[1] - normal(2) * lambda[2];
  };
  for (std::size_t j = 0; j < 3; ++j) lambda[j] = keep(j, lambda[j]);
  const std::array<double, 3> refined = corner.coefficients(rest_of(inside));
  double total = 0.0, bound = 0.0, magnitude = 0.0;
  for (std::size_t j = 0; j < 3; ++j) {
    lambda[j] = keep(j, lambda[j] + refined[j]);
    const double term = lambda[j] * p.facet_offset[index(corner.facet[j])];
    total += lambda[j];
    bound += term;
    magnitude += std::fabs(term);
  }
  // Rounding: of the rest, 4 u (|n| + total); of the sum, 3 u sum lambda_j |b_j|.
  return {bound + 4.0 * unit_roundoff * magnitude,
          norm(rest_of(n)) * (1.0 + 8.0 * unit_roundoff) + 4.0 * unit_roundoff * (norm(n) + total)};
}

/// The vertex, or one nearby that is farther along n by differences of points, which keep digits that the products of
/// the walk have lost. The cone of its faces then holds n but for rounding.
int sharpened(const Polytope& p, const V3& n, int vertex) {
  for (int steps = 0; steps < 8; ++steps) {
    const Neighbour* it = p.neighbours.data() + p.first_neighbour[index(vertex)];
    const Neighbour* const end = p.neighbours.data() + p.first_neighbour[index(vertex) + 1];
    const V3 at(it->x, it->y, it->z);
    double most = 0.0;
    int next = vertex;
    for (++it; it != end; ++it) {
      const double gain = dot(n, V3(it->x, it->y, it->z) - at);
      if (gain > most) most = gain, next = it->vertex;
    }
    if (next == vertex) break;
    vertex = next;
  }
  return vertex;
}

/// The best bound by three faces around the vertex, the first of them always among the three. Those whose normals span
/// n give it at once, as a rule; else all are tried.
FacetBound bound_by_facets(const Polytope& p, const V3& n, int vertex) {
  const int* facets = p.facets_around.data() + p.first_facet[index(vertex)];
  const int count = p.first_facet[index(vertex) + 1] - p.first_facet[index(vertex)];
  const double length = norm(n), spanned = -0x1p-40 * length;
  const double tight = dot(n, p.vertex(vertex)) + tight_bound * length * p.radius;
  FacetBound best;
  const V3& a0 = p.facet_normal[index(facets[0])];
  for (const double least : {spanned, -std::numeric_limits<double>::infinity()}) {
    for (int i = 1; i + 1 < count; ++i) {
      const V3& a1 = p.facet_normal[index(facets[i])];
      const V3& a2 = p.facet_normal[index(facets[i + 1])];
      const V3 c12 = cross(a1, a2);
      const double det = dot(a0, c12);
      if (!(std::fabs(det) > 0.0)) continue;
      const double inverse = 1.0 / det;
      const Corner corner{{facets[0], facets[i], facets[i + 1]},
                          {c12 * inverse, cross(a2, a0) * inverse, cross(a0, a1) * inverse}};
      const std::array<double, 3> lambda = corner.coefficients(n);
      if (lambda[0] < least || lambda[1] < least || lambda[2] < least) continue;
      const FacetBound bound = bound_by_corner(p, n, corner);
      if (bound.within(p.radius) < best.within(p.radius)) best = bound;
      if (best.within(p.radius) <= tight) return best;
    }
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

int climb_from(const Polytope& p, const V3& n, int from) { return climb(p, n, from); }

double outer_support(const Polytope& p, const V3& n, int vertex) {
  if (!p.from_halfspaces && (p.total <= scan_limit || !p.walkable())) {
    const int best = scan(p, n, p.total);
    return dot(n, p.vertex(best));
  }
  if (vertex < 0 || vertex >= p.vertices) vertex = support_vertex(p, n, -1);
  vertex = sharpened(p, n, vertex);
  double bound = bound_by_facets(p, n, vertex).within(p.radius);
  const double tight = dot(n, p.vertex(vertex)) + tight_bound * norm(n) * p.radius;
  // Between vertices that are about as far along n, the faces of a neighbour may be the ones that span n.
  for (int steps = 0, from = vertex; steps < 8 && bound > tight; ++steps) {
    int next = from;
    for (int i = p.first_neighbour[index(from)] + 1; i < p.first_neighbour[index(from) + 1]; ++i) {
      const int v = p.neighbours[index(i)].vertex;
      const double other = bound_by_facets(p, n, v).within(p.radius);
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
      p.radius = 1.0;
      const FacetBound bound = bound_by_facets(p, n, v);
      excess = std::fmax(excess, bound.rest);
      value = std::fmax(value, std::fabs(bound.plain));
    }
    values_sq += value * value;
    excesses_sq += excess * excess;
  }
  const double excess = 2.5 * std::sqrt(excesses_sq) + 1e-15;  // the faces are moved out by as much again
  if (!(excess < 0.5)) return std::numeric_limits<double>::infinity();
  return std::sqrt(values_sq) / (1.0 - excess) * (1.0 + 1e-12);
}

}  // namespace clearance::detail
