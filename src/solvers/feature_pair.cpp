#include "solvers/feature_pair.hpp"

namespace clearance::detail {

namespace {

using Facet = std::array<std::size_t, 3>;

void set_edge(FeatureSet& f, std::size_t i, std::size_t j, double t) {
  f.weight = {};
  f.weight[i] = 1.0 - t;
  f.weight[j] = t;
}

void set_facet(FeatureSet& f, const Facet& corner, const OnFacet& on) {
  f.weight = {};
  for (std::size_t i = 0; i < 3; ++i) f.weight[corner[i]] = on.weight[i];
}

std::array<V3, 3> corners(const FeatureSet& f, const Facet& corner) {
  return {f.at[corner[0]], f.at[corner[1]], f.at[corner[2]]};
}

/// Takes the weights that a local method found, drops what has no part, and measures. The normal of a facet, or of two
/// edges, is turned by noise times an edge over its length, the link by noise over its own: the better one is taken.
void finish(Link& link) {
  link.a.reduce();
  link.b.reduce();
  link.between = link.b.point() - link.a.point();
  link.direction = link.between;
  link.distance_sq = norm_sq(link.between);
  const bool facet_a = link.a.count == 3, facet_b = link.b.count == 3, edges = link.a.count == 2 && link.b.count == 2;
  if (!facet_a && !facet_b && !edges) return;
  const FeatureSet& f = facet_b ? link.b : link.a;
  const V3 u = f.at[1] - f.at[0], v = edges ? link.b.at[1] - link.b.at[0] : f.at[2] - f.at[0];
  const V3 n = cross(u, v);
  if (link.distance_sq * std::fmax(norm_sq(u), norm_sq(v)) >= norm_sq(n)) return;
  link.direction = dot(n, link.between) < 0.0 ? -n : n;
}

/// The nearest of several links of the same two sets, by its weights.
struct Nearest {
  double distance_sq = HUGE_VAL;
  std::array<double, 4> weight_a, weight_b;

  void offer(const Link& candidate) {
    const double d = norm_sq(candidate.b.point() - candidate.a.point());
    if (d < distance_sq) *this = {d, candidate.a.weight, candidate.b.weight};
  }
  void give_to(Link& link) const {
    link.a.weight = weight_a;
    link.b.weight = weight_b;
  }
};

/// Whether the edge p q meets the facet: its ends are on two sides, and its line passes within the three edges.
bool crosses(const V3& p, const V3& q, const std::array<V3, 3>& corner) {
  const V3 n = cross(corner[1] - corner[0], corner[2] - corner[0]);
  const double below = dot(n, p - corner[0]), above = dot(n, q - corner[0]);
  if (!((below < 0.0 && above > 0.0) || (below > 0.0 && above < 0.0))) return false;
  const V3 d = q - p;
  const auto side = [&](std::size_t i, std::size_t j) { return dot(d, cross(corner[i] - p, corner[j] - p)); };
  const double x = side(0, 1), y = side(1, 2), z = side(2, 0);
  return (x >= 0.0 && y >= 0.0 && z >= 0.0) || (x <= 0.0 && y <= 0.0 && z <= 0.0);
}

/// An edge against a facet: an end against the facet, or the edge against an edge of it. `facet` and `edge` name the
/// sides of the link.
void edge_facet(Link& link, FeatureSet Link::*facet, FeatureSet Link::*edge, double noise) {
  const std::array<V3, 3> corner = corners(link.*facet, {0, 1, 2});
  const V3 p = (link.*edge).at[0], q = (link.*edge).at[1];
  if (crosses(p, q, corner)) {
    link.crossing = true;
    return;
  }
  Nearest best;
  for (std::size_t i = 0; i < 2; ++i) {
    set_facet(link.*facet, {0, 1, 2}, point_facet((link.*edge).at[i], corner, noise));
    set_edge(link.*edge, i, 1 - i, 0.0);
    best.offer(link);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const OnEdges on = edge_edge(corner[i], corner[j], p, q, noise);
    set_edge(link.*facet, i, j, on.s);
    set_edge(link.*edge, 0, 1, on.t);
    best.offer(link);
  }
  best.give_to(link);
  finish(link);
}

/// A vertex against a facet that a fourth point was added to: one of the three facets at the new point is nearest,
/// unless the vertex is inside.
void vertex_solid(Link& link, FeatureSet Link::*solid, FeatureSet Link::*vertex, double noise) {
  (link.*vertex).weight = {1.0};
  const FeatureSet& s = link.*solid;
  const V3 p = (link.*vertex).at[0], top = s.at[3];
  Nearest best;
  bool inside = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const V3 n = cross(s.at[i] - top, s.at[j] - top);
    const double own = dot(n, s.at[k] - top), other = dot(n, p - top);
    if ((own > 0.0 && other > 0.0) || (own < 0.0 && other < 0.0)) continue;
    inside = false;
    const Facet facet{i, j, 3};
    set_facet(link.*solid, facet, point_facet(p, corners(s, facet), noise));
    best.offer(link);
  }
  link.crossing = inside;
  if (inside) return;
  best.give_to(link);
  finish(link);
}

}  // namespace

void relink(Link& link, double noise) {
  FeatureSet &a = link.a, &b = link.b;
  link.crossing = false;
  if (a.count == 4) return vertex_solid(link, &Link::a, &Link::b, noise);
  if (b.count == 4) return vertex_solid(link, &Link::b, &Link::a, noise);
  if (a.count == 3 && b.count == 2) return edge_facet(link, &Link::a, &Link::b, noise);
  if (a.count == 2 && b.count == 3) return edge_facet(link, &Link::b, &Link::a, noise);
  a.weight = b.weight = {1.0};
  if (a.count == 2 && b.count == 2) {
    const OnEdges on = edge_edge(a.at[0], a.at[1], b.at[0], b.at[1], noise);
    set_edge(a, 0, 1, on.s);
    set_edge(b, 0, 1, on.t);
  } else if (a.count == 2) {
    set_edge(a, 0, 1, point_edge(b.at[0], a.at[0], a.at[1], noise).t);
  } else if (b.count == 2) {
    set_edge(b, 0, 1, point_edge(a.at[0], b.at[0], b.at[1], noise).t);
  } else if (a.count == 3) {
    set_facet(a, {0, 1, 2}, point_facet(b.at[0], corners(a, {0, 1, 2}), noise));
  } else if (b.count == 3) {
    set_facet(b, {0, 1, 2}, point_facet(a.at[0], corners(b, {0, 1, 2}), noise));
  }
  finish(link);
}

Simplex<double> corners_of(const Link& link, const Pair& pair) {
  Simplex<double> simplex;
  const auto add = [&](std::size_t i, std::size_t j, double weight) {
    const auto k = static_cast<std::size_t>(simplex.count++);
    SimplexVertex<double>& v = simplex.vertex[k];
    v.w = link.b.at[j] - link.a.at[i];
    v.vertex_a = link.a.vertex[i];
    v.vertex_b = link.b.vertex[j];
    v.at_a = vertex_of(pair.a, v.vertex_a);
    v.at_b = vertex_of(pair.b, v.vertex_b);
    simplex.weight[k] = weight;
  };
  if (link.a.count == 2 && link.b.count == 2) {
    // A point inside a parallelogram is in one of the two triangles it is made of.
    const double s = link.a.weight[1], t = link.b.weight[1];
    add(0, 0, std::fmin(link.a.weight[0], link.b.weight[0]));
    if (s > t) add(1, 0, s - t);
    if (t > s) add(0, 1, t - s);
    add(1, 1, std::fmin(s, t));
    return simplex;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(link.a.count); ++i)
    for (std::size_t j = 0; j < static_cast<std::size_t>(link.b.count); ++j)
      add(i, j, link.a.weight[i] * link.b.weight[j]);
  return simplex;
}

}  // namespace clearance::detail
