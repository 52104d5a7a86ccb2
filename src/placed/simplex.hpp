#pragma once

// The point nearest to the origin in a simplex of one to four points: the sub-problem of GJK. Barycentric coordinates
// come from signed areas and volumes formed by cross products; a triangle's own normal, not the nearest point, is the
// search direction, which keeps its digits when the origin is very near.

#include <array>

#include "proof/simplex_vertex.hpp"

namespace clearance::detail {

template <class T>
struct Simplex {
  int count = 0;
  std::array<SimplexVertex<T>, 4> vertex;
  std::array<T, 4> weight;
};

/// Where the nearest point is. For an origin inside a tetrahedron, `inside`.
template <class T>
struct Nearest {
  Vector<T> direction{};  ///< along the nearest point, not of unit length
  T distance_sq{};
  int count = 0;
  std::array<int, 3> index{};
  std::array<T, 3> weight{};
  bool inside = false;
};

template <class T>
Nearest<T> nearest_vertex(const Vector<T>& a, int i) {
  return {a, norm_sq(a), 1, {i}, {T(1.0)}};
}

template <class T>
Nearest<T> nearest_on_edge(const Vector<T>& a, const Vector<T>& b, int i, int j) {
  const Vector<T> d = b - a;
  const T along = -dot(a, d), length_sq = dot(d, d);
  if (!(along > T(0.0))) return nearest_vertex(a, i);
  if (along >= length_sq) return nearest_vertex(b, j);
  const T t = along / length_sq;
  const Vector<T> p = a + d * t;
  return {p, norm_sq(p), 2, {i, j}, {T(1.0) - t, t}};
}

/// The nearest of the edges of a triangle that the origin is beyond: a foot on the inner side of an edge has its
/// nearest point on another one.
template <class T>
Nearest<T> nearest_on_border(const Vector<T>& a, const Vector<T>& b, const Vector<T>& c, int i, int j, int k,
                             bool beyond_ab, bool beyond_bc, bool beyond_ca) {
  Nearest<T> best;
  best.distance_sq = T(HUGE_VAL);
  const auto consider = [&](const Nearest<T>& candidate) {
    if (best.count == 0 || candidate.distance_sq < best.distance_sq) best = candidate;
  };
  if (beyond_ab) consider(nearest_on_edge(a, b, i, j));
  if (beyond_bc) consider(nearest_on_edge(b, c, j, k));
  if (beyond_ca) consider(nearest_on_edge(a, c, i, k));
  return best;
}

template <class T>
Nearest<T> nearest_on_triangle(const Vector<T>& a, const Vector<T>& b, const Vector<T>& c, int i, int j, int k) {
  const Vector<T> n = cross(b - a, c - a);
  const T height = dot(n, a + b + c) * (T(1.0) / T(3.0));
  const T length_sq = norm_sq(n);
  if (!(length_sq > T(0.0))) return nearest_on_border(a, b, c, i, j, k, true, true, true);
  const T f = height / length_sq;
  // Signed areas of the triangles that the foot of the origin makes with the edges; measured from the foot, since a
  // small triangle far from the origin would lose their digits.
  const Vector<T> foot = n * f, p = a - foot, q = b - foot, r = c - foot;
  const T area_a = dot(n, cross(q, r)), area_b = dot(n, cross(r, p)), area_c = dot(n, cross(p, q));
  const T area = area_a + area_b + area_c;
  const bool beyond_ab = !(area_c > T(0.0)), beyond_bc = !(area_a > T(0.0)), beyond_ca = !(area_b > T(0.0));
  if (beyond_ab || beyond_bc || beyond_ca) return nearest_on_border(a, b, c, i, j, k, beyond_ab, beyond_bc, beyond_ca);
  Nearest<T> result;
  result.direction = height < T(0.0) ? -n : n;
  result.distance_sq = height * f;
  result.count = 3;
  result.index = {i, j, k};
  const T inverse = T(1.0) / area;
  result.weight = {area_a * inverse, area_b * inverse, area_c * inverse};
  // Rounding turns the normal by u |w| edge / |n|, and the nearest point by u |w| / |point|: take the better.
  if (result.distance_sq * norm_sq(b - a) > length_sq) {
    result.direction = a * result.weight[0] + b * result.weight[1] + c * result.weight[2];
    result.distance_sq = norm_sq(result.direction);
  }
  return result;
}

template <class T>
Nearest<T> nearest_in_tetrahedron(const Vector<T>& a, const Vector<T>& b, const Vector<T>& c, const Vector<T>& d) {
  // The origin is beyond a face if it is not on the side of the opposite vertex; a flat tetrahedron has no inside.
  const Vector<T> u = a - d, v = b - d, w = c - d;
  const Vector<T> uv = cross(u, v), vw = cross(v, w), wu = cross(w, u);
  const T volume = dot(uv, w);
  const bool positive = volume > T(0.0), flat = !(positive || volume < T(0.0));
  const auto beyond = [&](const T& origin_side) {
    return flat || !(positive ? origin_side > T(0.0) : origin_side < T(0.0));
  };
  Nearest<T> best;
  best.inside = true;
  const auto consider = [&](const Nearest<T>& candidate) {
    if (best.inside || candidate.distance_sq < best.distance_sq) best = candidate;
  };
  if (beyond(-dot(uv, d))) consider(nearest_on_triangle(a, b, d, 0, 1, 3));
  if (beyond(-dot(wu, d))) consider(nearest_on_triangle(a, c, d, 0, 2, 3));
  if (beyond(-dot(vw, d))) consider(nearest_on_triangle(b, c, d, 1, 2, 3));
  if (beyond(dot(cross(b - a, c - a), a))) consider(nearest_on_triangle(a, b, c, 0, 1, 2));
  return best;
}

template <class T>
Nearest<T> nearest_in(const Simplex<T>& s) {
  const auto& v = s.vertex;
  switch (s.count) {
    case 1:
      return nearest_vertex(v[0].w, 0);
    case 2:
      return nearest_on_edge(v[0].w, v[1].w, 0, 1);
    case 3:
      return nearest_on_triangle(v[0].w, v[1].w, v[2].w, 0, 1, 2);
    default:
      return nearest_in_tetrahedron(v[0].w, v[1].w, v[2].w, v[3].w);
  }
}

/// Keeps only the vertices that the nearest point is made of, with their weights.
template <class T>
void reduce(Simplex<T>& s, const Nearest<T>& nearest) {
  for (int i = 0; i < nearest.count; ++i) {  // indices ascend: nothing is overwritten before it is read
    const auto k = static_cast<std::size_t>(i);
    if (nearest.index[k] != i) s.vertex[k] = s.vertex[static_cast<std::size_t>(nearest.index[k])];
    s.weight[k] = nearest.weight[k];
  }
  s.count = nearest.count;
}

}  // namespace clearance::detail
