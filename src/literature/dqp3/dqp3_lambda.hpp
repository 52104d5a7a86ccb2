#pragma once

// The lambda of DQP3 (Fenger 2001, section 3.4.3): for each active facet of a point, whether the way to the other
// object pulls against it (positive) or off it (negative). Up to a positive factor these are the Lagrange multipliers
// of the facets: d is their combination of the normals, but for its component within the flat. For an edge, equation
// (3.4.24) gives them times 1 - (n0 . n1)^2; as in the code of the thesis they are divided by that, so that the values
// of both objects compare. Normals that are dependent to rounding, for which that or the determinant of three vanishes,
// say nothing: such an edge is judged without the factor, and such a vertex releases its last facet.

#include <array>

#include "literature/dqp3/dqp3_delta.hpp"

namespace clearance::detail {

/// Below this, 1 - cosine^2 and the determinant of three unit normals count as zero.
inline constexpr double lambda_guard = 1e-12;

/// One value for each active facet; `d` leads from the point to the other object, normals point outwards.
template <class T>
std::array<T, 3> lambda_step(const Flat<T>& flat, const Vector<T>& d) {
  const auto& n = flat.normal;
  switch (flat.count) {
    case 1:  // is the other object outside the facet?
      return {dot(n[0], d), T(0.0), T(0.0)};
    case 2: {  // within one plane, does d point off the other?
      const T first = dot(n[0], d), second = dot(n[1], d), cosine = dot(n[0], n[1]);
      const T rest = T(1.0) - cosine * cosine;
      const T scale = rest > T(lambda_guard) ? T(1.0) / rest : T(1.0);
      return {(first - second * cosine) * scale, (second - first * cosine) * scale, T(0.0)};
    }
    case 3: {  // along the edge of two planes, does d point off the third?
      const Vector<T> edge = cross(n[1], n[2]), d_cross = cross(d, n[0]);
      const T determinant = dot(n[0], edge);
      if (!(absolute(determinant) > T(lambda_guard))) return {T(0.0), T(0.0), T(-1.0)};
      const T scale = T(1.0) / determinant;
      return {dot(d, edge) * scale, -dot(d_cross, n[2]) * scale, dot(d_cross, n[1]) * scale};
    }
    default:
      return {T(0.0), T(0.0), T(0.0)};
  }
}

}  // namespace clearance::detail
