#pragma once

// The link of two features by the local methods: the definition of `relink`.

#include <cmath>

#include "solvers/feature_pair.hpp"

namespace clearance::detail {

namespace feature_link {

using Facet = std::array<std::size_t, 3>;

template <class T>
void set_edge(FeatureSetOf<T>& f, std::size_t i, std::size_t j, const T& t) {
  f.weight.fill(T(0.0));
  f.weight[i] = T(1.0) - t;
  f.weight[j] = t;
}

template <class T>
void set_facet(FeatureSetOf<T>& f, const Facet& corner, const OnFacetOf<T>& on) {
  f.weight.fill(T(0.0));
  for (std::size_t i = 0; i < 3; ++i) f.weight[corner[i]] = on.weight[i];
}

template <class T>
std::array<Vector<T>, 3> corners(const FeatureSetOf<T>& f, const Facet& corner) {
  return {f.at[corner[0]], f.at[corner[1]], f.at[corner[2]]};
}

/// Takes the weights that a local method found, drops what has no part, and measures. The normal of a facet, or of two
/// edges, is turned by noise times an edge over its length, the link by noise over its own: the better one is taken.
template <class T>
void finish(LinkOf<T>& link) {
  link.a.reduce();
  link.b.reduce();
  link.between = link.b.point() - link.a.point();
  link.direction = link.between;
  link.distance_sq = norm_sq(link.between);
  const bool facet_a = link.a.count == 3, facet_b = link.b.count == 3, edges = link.a.count == 2 && link.b.count == 2;
  if (!facet_a && !facet_b && !edges) return;
  const FeatureSetOf<T>& f = facet_b ? link.b : link.a;
  const Vector<T> u = f.at[1] - f.at[0], v = edges ? link.b.at[1] - link.b.at[0] : f.at[2] - f.at[0];
  const Vector<T> n = cross(u, v);
  if (link.distance_sq * larger(norm_sq(u), norm_sq(v)) >= norm_sq(n)) return;
  link.direction = dot(n, link.between) < T(0.0) ? -n : n;
}

/// The nearest of several links of the same two sets, by its weights.
template <class T>
struct NearestLink {
  T distance_sq{HUGE_VAL};
  std::array<T, 4> weight_a, weight_b;

  void offer(const LinkOf<T>& candidate) {
    const T d = norm_sq(candidate.b.point() - candidate.a.point());
    if (d < distance_sq) *this = {d, candidate.a.weight, candidate.b.weight};
  }
  void give_to(LinkOf<T>& link) const {
    link.a.weight = weight_a;
    link.b.weight = weight_b;
  }
};

/// Whether the edge p q meets the facet: its ends are on two sides, and its line passes within the three edges.
template <class T>
bool crosses(const Vector<T>& p, const Vector<T>& q, const std::array<Vector<T>, 3>& corner) {
  const Vector<T> n = cross(corner[1] - corner[0], corner[2] - corner[0]);
  const T below = dot(n, p - corner[0]), above = dot(n, q - corner[0]);
  if (!((below < T(0.0) && above > T(0.0)) || (below > T(0.0) && above < T(0.0)))) return false;
  const Vector<T> d = q - p;
  const auto side = [&](std::size_t i, std::size_t j) { return dot(d, cross(corner[i] - p, corner[j] - p)); };
  const T x = side(0, 1), y = side(1, 2), z = side(2, 0);
  return (x >= T(0.0) && y >= T(0.0) && z >= T(0.0)) || (x <= T(0.0) && y <= T(0.0) && z <= T(0.0));
}

/// An edge against a facet: an end against the facet, or the edge against an edge of it. `facet` and `edge` name the
/// sides of the link.
template <class T>
void edge_facet(LinkOf<T>& link, FeatureSetOf<T> LinkOf<T>::*facet, FeatureSetOf<T> LinkOf<T>::*edge, double noise) {
  const std::array<Vector<T>, 3> corner = corners(link.*facet, {0, 1, 2});
  const Vector<T> p = (link.*edge).at[0], q = (link.*edge).at[1];
  if (crosses(p, q, corner)) {
    link.crossing = true;
    return;
  }
  NearestLink<T> best;
  for (std::size_t i = 0; i < 2; ++i) {
    set_facet(link.*facet, {0, 1, 2}, point_facet((link.*edge).at[i], corner, noise));
    set_edge(link.*edge, i, 1 - i, T(0.0));
    best.offer(link);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const OnEdgesOf<T> on = edge_edge(corner[i], corner[j], p, q, noise);
    set_edge(link.*facet, i, j, on.s);
    set_edge(link.*edge, 0, 1, on.t);
    best.offer(link);
  }
  best.give_to(link);
  finish(link);
}

/// A vertex against a facet that a fourth point was added to: one of the three facets at the new point is nearest,
/// unless the vertex is inside.
template <class T>
void vertex_solid(LinkOf<T>& link, FeatureSetOf<T> LinkOf<T>::*solid, FeatureSetOf<T> LinkOf<T>::*vertex,
                  double noise) {
  (link.*vertex).weight = {T(1.0), T(0.0), T(0.0), T(0.0)};
  const FeatureSetOf<T>& s = link.*solid;
  const Vector<T> p = (link.*vertex).at[0], top = s.at[3];
  NearestLink<T> best;
  bool inside = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    const Vector<T> n = cross(s.at[i] - top, s.at[j] - top);
    const T own = dot(n, s.at[k] - top), other = dot(n, p - top);
    if ((own > T(0.0) && other > T(0.0)) || (own < T(0.0) && other < T(0.0))) continue;
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

}  // namespace feature_link

template <class T>
void relink(LinkOf<T>& link, double noise) {
  FeatureSetOf<T>&a = link.a, &b = link.b;
  link.crossing = false;
  if (a.count == 4) return feature_link::vertex_solid(link, &LinkOf<T>::a, &LinkOf<T>::b, noise);
  if (b.count == 4) return feature_link::vertex_solid(link, &LinkOf<T>::b, &LinkOf<T>::a, noise);
  if (a.count == 3 && b.count == 2) return feature_link::edge_facet(link, &LinkOf<T>::a, &LinkOf<T>::b, noise);
  if (a.count == 2 && b.count == 3) return feature_link::edge_facet(link, &LinkOf<T>::b, &LinkOf<T>::a, noise);
  a.weight = b.weight = {T(1.0), T(0.0), T(0.0), T(0.0)};
  if (a.count == 2 && b.count == 2) {
    const OnEdgesOf<T> on = edge_edge(a.at[0], a.at[1], b.at[0], b.at[1], noise);
    feature_link::set_edge(a, 0, 1, on.s);
    feature_link::set_edge(b, 0, 1, on.t);
  } else if (a.count == 2) {
    feature_link::set_edge(a, 0, 1, point_edge(b.at[0], a.at[0], a.at[1], noise).t);
  } else if (b.count == 2) {
    feature_link::set_edge(b, 0, 1, point_edge(a.at[0], b.at[0], b.at[1], noise).t);
  } else if (a.count == 3) {
    feature_link::set_facet(a, {0, 1, 2}, point_facet(b.at[0], feature_link::corners(a, {0, 1, 2}), noise));
  } else if (b.count == 3) {
    feature_link::set_facet(b, {0, 1, 2}, point_facet(a.at[0], feature_link::corners(b, {0, 1, 2}), noise));
  }
  feature_link::finish(link);
}

}  // namespace clearance::detail
