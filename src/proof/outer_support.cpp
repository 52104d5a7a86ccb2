// Bounds of a support value from outside, rounding included: by the star of a vertex (its edges, for hulls), by the
// faces around it (for polyhedra from half-spaces, whose faces are the truth), or by looking at all points. The
// arguments and the rounding analysis are in docs/proof.md, section 6.

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "proof/star_look.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// Steps from a presumed support vertex to a better one.
constexpr int summit_steps = 16;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool has_stars(const Polytope& p) { return !p.stars.empty() && p.total > star_limit; }

/// The vertex, or one nearby that is farther along n, and how steeply its edges still rise along n at most, for n of
/// unit length.
struct Summit {
  int vertex;
  double slope;
};
Summit summit_near(const Polytope& p, const V3& n, double length, int vertex) {
  const double level = 8.0 * unit_roundoff * length;
  for (int steps = 0;; ++steps) {
    const Steepest most = steepest_edge(p, n, vertex);
    if (!(most.rise > level) || steps == summit_steps) return {vertex, most.rise / length};
    vertex = most.vertex;
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

/// The best bound by three faces around the vertex, the first of them always among the three. Those whose normals span
/// n give it at once, as a rule; else all are tried.
FacetBound bound_by_facets(const Polytope& p, const V3& n, int vertex) {
  const std::span<const int> facets = p.facets_of(vertex);
  const double length = norm(n), spanned = -0x1p-40 * length;
  const double tight = tight_support(p, n, length, vertex);
  FacetBound best;
  const V3& a0 = p.facet_normal[index(facets[0])];
  for (const double least : {spanned, -std::numeric_limits<double>::infinity()}) {
    for (std::size_t i = 1; i + 1 < facets.size(); ++i) {
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

double outer_support_at(const Polytope& p, const V3& n, int vertex) {
  if (!p.walkable() || p.total <= star_limit) return outer_support(p, n, vertex);
  const double length = norm(n);
  if (!p.from_halfspaces) return star_value(p, n, length, vertex);
  if (steepest_edge(p, n, vertex).rise / length > hopeless_slope) return std::numeric_limits<double>::infinity();
  return outer_support(p, n, vertex);
}

double outer_support(const Polytope& p, const V3& n, int vertex) {
  const auto by_scan = [&] { return dot(n, p.vertex(scan(p, n, p.total))); };
  if (!p.from_halfspaces && (!has_stars(p) || (p.total <= scan_limit && vertex < 0))) return by_scan();
  if (vertex < 0 || vertex >= p.vertices) vertex = support_vertex(p, n, -1);
  const double length = norm(n);
  const Summit summit = summit_near(p, n, length, vertex);
  const double tight = tight_support(p, n, length, summit.vertex);
  double bound = p.from_halfspaces ? std::numeric_limits<double>::infinity()
                                   : bound_by_star(p, n, length, summit.vertex, summit.slope);
  if (bound <= tight) return bound;
  if (!p.from_halfspaces && p.total <= scan_limit) return std::fmin(bound, by_scan());
  bound = std::fmin(bound, bound_by_facets(p, n, summit.vertex).within(p.radius));
  // Between vertices that are about as far along n, the faces of a neighbour may be the ones that span n.
  for (int steps = 0, from = summit.vertex; steps < 8 && !(bound <= tight); ++steps) {
    int next = from;
    for (const Edge& edge : p.edges_of(from)) {
      const double other = bound_by_facets(p, n, edge.vertex).within(p.radius);
      if (other < bound) bound = other, next = edge.vertex;
    }
    if (next == from) break;
    from = next;
  }
  if (p.from_halfspaces || bound <= tight) return bound;
  return std::fmin(bound, by_scan());
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
