#pragma once

// Whether a triangle and a finite solid cylinder meet: D. Eberly, "Convex Quadratic Programming", sections 3.2, 4.3 and
// 4.5. Of the points of the triangle between the planes of the caps, the one nearest to the axis is found; the two meet
// if it is within the radius. The axis is given by a vector v of any length. Over the rationals its length |v| is in
// general irrational and occurs in the two constraints of the caps alone, so that the program lives in Q(sqrt(v . v))
// and the answer is exact; in floating point it is what rounding makes of it. In any dimension: of two, a cylinder is a
// rectangle.

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "clearance/lcp/primitives.hpp"
#include "clearance/lcp/quadratic_field.hpp"
#include "clearance/lcp/quadratic_program.hpp"

namespace clearance {

/// All points within `radius` of the axis through `centre` along `direction`, up to height / 2 to both sides.
template <class T, std::size_t N = 3>
struct CylinderN {
  std::array<T, N> centre{}, direction{};
  T radius = T(0), height = T(0);
  /// Takes the direction for a unit vector, as listings 5 and 6 do, whatever its length is.
  bool unit_direction = false;
};

/// Field: T itself in floating point, QuadraticField<T> for exact T.
template <class Field>
struct TriangleCylinderResult {
  QpOutcome outcome = QpOutcome::invalid_input;  ///< infeasible: no point of the triangle is between the caps
  bool intersects = false;
  std::array<Field, 2> x{};  ///< the nearest point to the axis: v0 + x0 (v1 - v0) + x1 (v2 - v0)
  Field squared_distance_to_axis = Field(0);
};

template <class T, std::size_t N = 3>
auto triangle_meets_cylinder(const std::array<std::array<T, N>, 3>& triangle, const CylinderN<T, N>& cylinder,
                             const LcpOptions& options = {}) {
  using Field = std::conditional_t<std::is_floating_point_v<T>, T, QuadraticField<T>>;
  TriangleCylinderResult<Field> result;
  using Vector = std::array<T, N>;
  const auto dot = [](const Vector& a, const Vector& b) { return detail::dot<T, N>(a, b); };
  const auto minus = [](const Vector& a, const Vector& b) { return detail::difference<T, N>(a, b); };
  const Vector& v = cylinder.direction;
  const T length_sq = cylinder.unit_direction ? T(1) : dot(v, v);
  if (!(length_sq > T(0)) || cylinder.radius < T(0) || cylinder.height < T(0)) return result;
  const auto length = [&]() -> Field {
    if (cylinder.unit_direction) return Field(1);
    if constexpr (std::is_floating_point_v<T>)
      return std::sqrt(length_sq);
    else
      return Field(T(0), T(1), length_sq);
  }();

  const Vector delta = minus(triangle[0], cylinder.centre);
  const std::array<Vector, 2> edge{minus(triangle[1], triangle[0]), minus(triangle[2], triangle[0])};
  // The inner product of what is left of two vectors across the axis.
  const auto across = [&](const Vector& a, const Vector& b) {
    return T(dot(a, b) - dot(a, v) * dot(b, v) / length_sq);
  };
  std::array<std::array<Field, 2>, 2> A;
  std::array<Field, 2> b;
  std::array<std::array<Field, 2>, 3> D;
  for (std::size_t i = 0; i < 2; ++i) {
    b[i] = Field(across(edge[i], delta));
    for (std::size_t j = 0; j < 2; ++j) A[i][j] = Field(across(edge[i], edge[j]));
    D[0][i] = Field(-1);
    D[1][i] = Field(dot(v, edge[i]));
    D[2][i] = -D[1][i];
  }
  const Field half = Field(cylinder.height) * length / Field(2), along = Field(dot(v, delta));
  const std::array<Field, 3> e{Field(-1), -half - along, along - half};
  const Field c = Field(across(delta, delta)) / Field(2);
  const auto solution = minimize(A, b, c, D, e, options);
  result.outcome = solution.outcome;
  if (!has_solution(solution.outcome)) return result;
  result.x = solution.x;
  result.squared_distance_to_axis = solution.value + solution.value;
  result.intersects = result.squared_distance_to_axis <= Field(T(cylinder.radius * cylinder.radius));
  return result;
}

}  // namespace clearance
