#pragma once

// The delta step of DQP3 (Fenger, "Fast Computation of Minimum Distance Among Convex 3D Objects", 2001, section 3.4.2):
// two points, each confined to a flat (space, a plane, a line, or just itself), and the moves that bring them as near
// to each other as their flats allow. Sixteen combinations, ten up to order (table 3.1). Where the nearest points are
// not unique, the half-way rule picks those between the two.
//
// Departures from the thesis: edges are handled by their direction, the cross product of the two normals, throughout,
// which needs no orthonormal pair and no root; the lines of two edges are met by one triple product. Parallel is
// decided by the sine of the angle, not by its cosine, which is blind below 1e-8.

#include <array>

#include "numeric/vector.hpp"

namespace clearance::detail {

/// What the active facets of one object leave free: their normals, in the common frame.
template <class T>
struct Flat {
  int count = 0;  ///< 0: space, 1: plane, 2: line, 3: point
  std::array<Vector<T>, 3> normal;
};

/// The moves of the two points.
template <class T>
struct Moves {
  Vector<T> a, b;
};

/// Sines below this count as parallel: the flats then meet beyond 1e12 times the distance, for numbers of two doubles
/// 1e24 times.
template <class T>
inline constexpr double parallel_sine = sizeof(T) > sizeof(double) ? 1e-24 : 1e-12;

template <class T>
T absolute(const T& value) {
  return value < T(0.0) ? -value : value;
}

template <class T>
Vector<T> along_line(const Flat<T>& flat) {
  return cross(flat.normal[0], flat.normal[1]);
}

/// The component of v along the line of direction l, which need not be of unit length.
template <class T>
Vector<T> component_along(const Vector<T>& v, const Vector<T>& l) {
  return l * (dot(v, l) / dot(l, l));
}

/// The component of v in the plane of unit normal n.
template <class T>
Vector<T> component_within(const Vector<T>& v, const Vector<T>& n) {
  return v - n * dot(v, n);
}

/// Both in planes. `d` leads from the first point to the second, here and below.
template <class T>
Moves<T> delta_facet_facet(const Vector<T>& n1, const Vector<T>& n2, const Vector<T>& d) {
  const Vector<T> line = cross(n1, n2);
  const T sine_sq = dot(line, line);
  if (sine_sq <= T(parallel_sine<T> * parallel_sine<T>)) {
    const Vector<T> first = component_within(d, n1) * T(0.5);
    return {first, first - d + n2 * dot(d - first, n2)};
  }
  // Each point straight to the other plane within its own; then half-way between the two points of the common line.
  const T cosine = dot(n1, n2);
  const Vector<T> to_second = (n2 - n1 * cosine) * (dot(d, n2) / sine_sq);
  const Vector<T> to_first = (n2 * cosine - n1) * (dot(d, n1) / sine_sq);
  const Vector<T> first = (to_second + to_first + d) * T(0.5);
  return {first, first - d};
}

/// The first in a plane, the second on a line.
template <class T>
Moves<T> delta_facet_edge(const Vector<T>& n1, const Flat<T>& edge, const Vector<T>& d) {
  const Vector<T> line = along_line(edge);
  const T slope = dot(line, n1);
  if (slope * slope <= T(parallel_sine<T> * parallel_sine<T>) * dot(line, line)) {
    const Vector<T> second = component_along(d, line) * T(-0.5);
    return {component_within(d + second, n1), second};
  }
  const Vector<T> second = line * (-dot(d, n1) / slope);
  return {d + second, second};
}

/// Both on lines.
template <class T>
Moves<T> delta_edge_edge(const Flat<T>& edge1, const Flat<T>& edge2, const Vector<T>& d) {
  const Vector<T> line1 = along_line(edge1), line2 = along_line(edge2);
  const Vector<T> normal = cross(line1, line2);
  const T normal_sq = dot(normal, normal);
  if (normal_sq <= T(parallel_sine<T> * parallel_sine<T>) * (dot(line1, line1) * dot(line2, line2))) {
    const Vector<T> first = component_along(d, line1) * T(0.5);
    return {first, -component_along(d - first, line2)};
  }
  const Vector<T> scaled = cross(d, normal);
  return {line1 * (-dot(scaled, line2) / normal_sq), line2 * (-dot(scaled, line1) / normal_sq)};
}

/// For a first flat of at least as many dimensions as the second.
template <class T>
Moves<T> delta_ordered(const Flat<T>& f1, const Flat<T>& f2, const Vector<T>& d) {
  const Vector<T> none{T(0.0), T(0.0), T(0.0)};
  switch (4 * f1.count + f2.count) {
    case 0: {  // space - space: both to the middle
      const Vector<T> half = d * T(0.5);
      return {half, -half};
    }
    case 1: {  // space - facet: both to the projection of the first
      const Vector<T> first = f2.normal[0] * dot(d, f2.normal[0]);
      return {first, first - d};
    }
    case 2: {  // space - edge
      const Vector<T> second = -component_along(d, along_line(f2));
      return {d + second, second};
    }
    case 3:  // space - vertex
      return {d, none};
    case 5:
      return delta_facet_facet(f1.normal[0], f2.normal[0], d);
    case 6:
      return delta_facet_edge(f1.normal[0], f2, d);
    case 7:  // facet - vertex
      return {component_within(d, f1.normal[0]), none};
    case 10:
      return delta_edge_edge(f1, f2, d);
    case 11:  // edge - vertex
      return {component_along(d, along_line(f1)), none};
    default:  // vertex - vertex
      return {none, none};
  }
}

/// The moves that bring two points, d apart, as near to each other as their flats allow.
template <class T>
Moves<T> delta_step(const Flat<T>& f1, const Flat<T>& f2, const Vector<T>& d) {
  if (f1.count <= f2.count) return delta_ordered(f1, f2, d);
  const Moves<T> swapped = delta_ordered(f2, f1, -d);
  return {swapped.b, swapped.a};
}

}  // namespace clearance::detail
