#pragma once

// The nearest points of two features, each a vertex, an edge or a facet: the local methods of Sundaraj, d'Aulignac and
// Mazer, "A new algorithm for computing minimum distance", 2000, section 4. Every function divides at most once, and
// only when the answer is inside a feature.
//
// Departures. The determinant a c - b^2 of equations (15) and (18) is formed as the square of a cross product, and the
// numerators as triple products: equal by Lagrange's identity, without its cancellation. The constants that the paper
// leaves to the user, the shortest edge and the least angle between edges, are one number here: `noise`, the rounding
// of the coordinates. An edge no longer than it is a point; two edges that span no more than it are parallel.
//
// Which border of a feature holds the nearest point needs no comparison of distances. The square of the distance is
// convex in the parameters, so that its minimum is on a border that the free minimum is beyond. If it is beyond two,
// the minimum on one of them is the answer unless that is at their common corner; then it is on the other.
//
// Templates over the number type: double in the library, or one that counts operations.

#include <array>

#include "numeric/vector.hpp"

namespace clearance::detail {

/// base + t (tip - base) is nearest; t is 0 or 1 exactly at the ends.
template <class T>
struct OnEdgeOf {
  T t{0.0};
};

/// Weights of the corners, exactly 0 where a corner has no part.
template <class T>
struct OnFacetOf {
  std::array<T, 3> weight{T(0.0), T(0.0), T(0.0)};
};

/// base + s (tip - base) on the one, and t in the same way on the other.
template <class T>
struct OnEdgesOf {
  T s{0.0}, t{0.0};
};

using OnEdge = OnEdgeOf<double>;
using OnFacet = OnFacetOf<double>;
using OnEdges = OnEdgesOf<double>;

template <class T>
T larger(const T& a, const T& b) {
  return a < b ? b : a;
}

template <class T>
OnEdgeOf<T> point_edge(const Vector<T>& p, const Vector<T>& base, const Vector<T>& tip, double noise) {
  const Vector<T> edge = tip - base;
  const T length_sq = norm_sq(edge), along = dot(edge, p - base);
  if (!(length_sq > T(noise * noise))) return {T(0.0)};
  if (!(along > T(0.0))) return {T(0.0)};
  if (along >= length_sq) return {T(1.0)};
  return {along / length_sq};
}

/// The longest edge of a facet whose edges are dependent, as weights.
template <class T>
OnFacetOf<T> point_flat_facet(const Vector<T>& p, const std::array<Vector<T>, 3>& corner, double noise) {
  std::size_t best = 0;
  T longest = T(-1.0);
  for (std::size_t i = 0; i < 3; ++i) {
    const T length_sq = norm_sq(corner[(i + 1) % 3] - corner[i]);
    if (length_sq > longest) longest = length_sq, best = i;
  }
  const T t = point_edge(p, corner[best], corner[(best + 1) % 3], noise).t;
  OnFacetOf<T> on;
  on.weight[best] = T(1.0) - t;
  on.weight[(best + 1) % 3] = t;
  return on;
}

template <class T>
OnFacetOf<T> point_facet(const Vector<T>& p, const std::array<Vector<T>, 3>& corner, double noise) {
  const Vector<T> u = corner[1] - corner[0], v = corner[2] - corner[0], d = p - corner[0];
  const Vector<T> n = cross(u, v);
  const T area_sq = norm_sq(n);
  if (!(area_sq > T(noise * noise) * larger(norm_sq(u), norm_sq(v)))) return point_flat_facet(p, corner, noise);
  const T weight_1 = dot(n, cross(d, v)), weight_2 = dot(n, cross(u, d)), weight_0 = area_sq - weight_1 - weight_2;
  if (weight_0 > T(0.0) && weight_1 > T(0.0) && weight_2 > T(0.0)) {
    const T inverse = T(1.0) / area_sq;
    const T second = weight_1 * inverse, third = weight_2 * inverse;
    return {{larger(T(0.0), T(1.0) - second - third), second, third}};
  }
  const std::array<T, 3> weight{weight_0, weight_1, weight_2};
  // Beyond the edge opposite to each corner of negative weight.
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    if (weight[i] > T(0.0)) continue;
    std::size_t from = j, to = k;
    if (weight[j] <= T(0.0) || weight[k] <= T(0.0)) {
      // Beyond two edges: their common corner is the third one. Along at most one of them the way goes further.
      const std::size_t other = weight[j] <= T(0.0) ? j : k;
      from = 3 - i - other;
      to = dot(corner[other] - corner[from], p - corner[from]) > T(0.0) ? other : i;
    }
    const T t = point_edge(p, corner[from], corner[to], noise).t;
    OnFacetOf<T> on;
    on.weight[from] = T(1.0) - t;
    on.weight[to] = t;
    return on;
  }
  return point_flat_facet(p, corner, noise);
}

/// Parallel edges: an end of one that faces the other, or the two ends that are nearest.
template <class T>
OnEdgesOf<T> parallel_edges(const Vector<T>& p0, const Vector<T>& p1, const Vector<T>& q0, const Vector<T>& q1,
                            double noise) {
  const Vector<T> u = p1 - p0;
  const T length_sq = norm_sq(u);
  if (!(length_sq > T(noise * noise))) return {T(0.0), point_edge(p0, q0, q1, noise).t};
  const T first = dot(u, q0 - p0), second = dot(u, q1 - p0);
  if (first >= T(0.0) && first <= length_sq) return {first / length_sq, T(0.0)};
  if (second >= T(0.0) && second <= length_sq) return {second / length_sq, T(1.0)};
  const bool first_before = first < T(0.0), second_before = second < T(0.0);
  if (first_before != second_before) return {T(0.0), point_edge(p0, q0, q1, noise).t};
  const bool first_nearer = first_before ? first > second : first < second;
  return {first_before ? T(0.0) : T(1.0), first_nearer ? T(0.0) : T(1.0)};
}

template <class T>
OnEdgesOf<T> edge_edge(const Vector<T>& p0, const Vector<T>& p1, const Vector<T>& q0, const Vector<T>& q1,
                       double noise) {
  const Vector<T> u = p1 - p0, v = q1 - q0, d = q0 - p0;
  const Vector<T> n = cross(u, v);
  const T area_sq = norm_sq(n);
  if (!(area_sq > T(noise * noise) * larger(norm_sq(u), norm_sq(v)))) return parallel_edges(p0, p1, q0, q1, noise);
  const T s = dot(n, cross(d, v)), t = dot(n, cross(d, u));
  const bool s_low = s <= T(0.0), s_high = s >= area_sq, t_low = t <= T(0.0), t_high = t >= area_sq;
  if (!(s_low || s_high || t_low || t_high)) {
    const T inverse = T(1.0) / area_sq;
    return {s * inverse, t * inverse};
  }
  const T t_border = t_high ? T(1.0) : T(0.0);
  if (s_low || s_high) {
    const T s_border = s_high ? T(1.0) : T(0.0);
    const T on_second = point_edge(s_high ? p1 : p0, q0, q1, noise).t;
    if (!(t_low || t_high) || on_second != t_border) return {s_border, on_second};
  }
  return {point_edge(t_high ? q1 : q0, p0, p1, noise).t, t_border};
}

}  // namespace clearance::detail
