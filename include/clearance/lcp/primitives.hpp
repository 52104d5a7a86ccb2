#pragma once

// Distances of primitives as convex quadratic programs, in any dimension and over any ordered field: D. Eberly, "Convex
// Quadratic Programming", sections 3.1, 5 and 6. Every primitive is origin + sum of x_i * direction_i, with its
// parameters x restrained as one row of the table below says; a query of two primitives puts their parameters and
// restraints side by side and minimises half the squared distance. So any two of them make a pair, also those that the
// document does not work out.
//
// Departure: convex polygons and polyhedra are measured from any point that no point of theirs is below in a
// coordinate (the document's is the least such point), and a polygon keeps its plane as an equality for the solver to
// eliminate. What is no such primitive is refused: InvalidInput. Cost: that of Lemke's method for as many rows as there
// are restrained parameters and restraints.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "clearance/error.hpp"
#include "clearance/lcp/quadratic_program.hpp"

namespace clearance {

template <class T, std::size_t N>
using PointN = std::array<T, N>;

enum class PrimitiveKind {
  point,
  line,
  ray,
  segment,
  plane,
  triangle,
  rectangle,
  polygon,
  tetrahedron,
  box,
  polyhedron,
};

/// What restrains the parameters of a primitive.
enum class Restraint {
  none,           ///< they are free
  nonnegative,    ///< x >= 0
  unit_interval,  ///< 0 <= x <= 1, each
  simplex,        ///< x >= 0, and their sum is at most 1
  halfspaces,     ///< x >= 0, and the half-spaces of the primitive
};

struct PrimitiveRow {
  PrimitiveKind kind;
  std::string_view name;
  int directions;  ///< how many; -1: as many as the space has dimensions
  Restraint restraint;
};

/// The one table of primitives. A plane of two dimensions is all of them; a tetrahedron there is the hull of four
/// points.
inline constexpr std::array<PrimitiveRow, 11> primitive_table{{
    {PrimitiveKind::point, "point", 0, Restraint::none},
    {PrimitiveKind::line, "line", 1, Restraint::none},
    {PrimitiveKind::ray, "ray", 1, Restraint::nonnegative},
    {PrimitiveKind::segment, "segment", 1, Restraint::unit_interval},
    {PrimitiveKind::plane, "plane", 2, Restraint::none},
    {PrimitiveKind::triangle, "triangle", 2, Restraint::simplex},
    {PrimitiveKind::rectangle, "rectangle", 2, Restraint::unit_interval},
    {PrimitiveKind::polygon, "polygon", -1, Restraint::halfspaces},
    {PrimitiveKind::tetrahedron, "tetrahedron", 3, Restraint::simplex},
    {PrimitiveKind::box, "box", -1, Restraint::unit_interval},
    {PrimitiveKind::polyhedron, "polyhedron", -1, Restraint::halfspaces},
}};

constexpr const PrimitiveRow& row_of(PrimitiveKind kind) { return primitive_table[static_cast<std::size_t>(kind)]; }

/// { origin + sum of x_i directions_i } for the x that satisfy the restraints.
template <class T, std::size_t N>
struct Primitive {
  PointN<T, N> origin{};
  std::vector<PointN<T, N>> directions;
  std::vector<char> free;  ///< for each parameter, whether it may be negative
  std::vector<T> D, e;     ///< D x >= e
  std::vector<T> F, v;     ///< F x + v = 0

  void restrain(std::vector<T> row, T bound) {
    D.insert(D.end(), row.begin(), row.end());
    e.push_back(std::move(bound));
  }
};

namespace detail {

[[noreturn]] inline void refuse(std::string_view name, const std::string& why) {
  throw InvalidInput(std::string(name) + " " + why);
}

template <class T, std::size_t N>
T dot(const PointN<T, N>& a, const PointN<T, N>& b) {
  T sum(0);
  for (std::size_t i = 0; i < N; ++i) sum = sum + a[i] * b[i];
  return sum;
}

template <class T, std::size_t N>
PointN<T, N> difference(const PointN<T, N>& a, const PointN<T, N>& b) {
  PointN<T, N> d{};
  for (std::size_t i = 0; i < N; ++i) d[i] = a[i] - b[i];
  return d;
}

template <class T, std::size_t N>
PointN<T, N> least_coordinates(std::span<const PointN<T, N>> points) {
  PointN<T, N> least = points.front();
  for (const PointN<T, N>& p : points)
    for (std::size_t i = 0; i < N; ++i)
      if (p[i] < least[i]) least[i] = p[i];
  return least;
}

template <class T, std::size_t N>
Primitive<T, N> restrained(Restraint restraint, const PointN<T, N>& origin, std::vector<PointN<T, N>> directions) {
  Primitive<T, N> p;
  p.origin = origin;
  p.directions = std::move(directions);
  const std::size_t count = p.directions.size();
  p.free.assign(count, restraint == Restraint::none ? 1 : 0);
  if (restraint == Restraint::simplex) p.restrain(std::vector<T>(count, T(-1)), T(-1));
  if (restraint == Restraint::unit_interval)
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<T> row(count, T(0));
      row[i] = T(-1);
      p.restrain(std::move(row), T(-1));
    }
  return p;
}

}  // namespace detail

/// Any primitive but polygon and polyhedron, from its origin and as many directions as it has. Those of a rectangle or
/// box need not be perpendicular.
template <class T, std::size_t N>
Primitive<T, N> make_primitive(PrimitiveKind kind, const PointN<T, N>& origin,
                               std::vector<PointN<T, N>> directions = {}) {
  const PrimitiveRow& row = row_of(kind);
  if (row.restraint == Restraint::halfspaces)
    detail::refuse(row.name, "is made of half-spaces, by make_polygon or make_polyhedron");
  const std::size_t count = row.directions < 0 ? N : static_cast<std::size_t>(row.directions);
  if (directions.size() != count) detail::refuse(row.name, "has " + std::to_string(count) + " directions");
  return detail::restrained<T, N>(row_of(kind).restraint, origin, std::move(directions));
}

/// A box from its centre, axes and half lengths along them, as in listing 2.
template <class T, std::size_t N>
Primitive<T, N> make_box(const PointN<T, N>& centre, const std::array<PointN<T, N>, N>& axes,
                         const PointN<T, N>& extents) {
  PointN<T, N> corner = centre;
  std::vector<PointN<T, N>> edges(axes.begin(), axes.end());
  for (std::size_t i = 0; i < N; ++i) {
    if (extents[i] < T(0)) detail::refuse("box", "has an extent below zero");
    for (std::size_t k = 0; k < N; ++k) {
      edges[i][k] = axes[i][k] * (extents[i] + extents[i]);
      corner[k] = corner[k] - axes[i][k] * extents[i];
    }
  }
  return make_primitive<T, N>(PrimitiveKind::box, corner, std::move(edges));
}

/// The hull of points, of which a segment, a triangle and a tetrahedron are cases: one parameter for each but the
/// first.
template <class T, std::size_t N>
Primitive<T, N> make_hull(std::span<const PointN<T, N>> points) {
  if (points.empty()) detail::refuse("hull", "has no points");
  std::vector<PointN<T, N>> directions;
  for (const PointN<T, N>& p : points.subspan(1)) directions.push_back(detail::difference<T, N>(p, points.front()));
  return detail::restrained<T, N>(Restraint::simplex, points.front(), std::move(directions));
}

/// A half-space { y : normal . y <= offset }.
template <class T, std::size_t N>
struct HalfspaceN {
  PointN<T, N> normal{};
  T offset = T(0);
};

namespace detail {

/// For half-spaces of which it is known that no point of all is less than `least` in any coordinate.
template <class T, std::size_t N>
Primitive<T, N> polyhedron_above(std::span<const HalfspaceN<T, N>> halfspaces, const PointN<T, N>& least) {
  Primitive<T, N> p;
  p.origin = least;
  p.free.assign(N, 0);
  for (std::size_t i = 0; i < N; ++i) {
    p.directions.emplace_back();
    for (std::size_t j = 0; j < N; ++j) p.directions.back()[j] = T(i == j ? 1 : 0);
  }
  for (const HalfspaceN<T, N>& h : halfspaces) {
    std::vector<T> row;
    for (const T& n : h.normal) row.push_back(-n);
    p.restrain(std::move(row), dot<T, N>(h.normal, least) - h.offset);
  }
  return p;
}

/// The least coordinates of the intersection, by a linear program each; refuses one that is empty or has none.
template <class T, std::size_t N>
PointN<T, N> least_of(std::span<const HalfspaceN<T, N>> halfspaces) {
  QuadraticProgram<T> program;
  program.A.assign(N * N, T(0));
  program.free.assign(N, 1);
  for (const HalfspaceN<T, N>& h : halfspaces) {
    for (const T& n : h.normal) program.D.push_back(-n);
    program.e.push_back(-h.offset);
  }
  PointN<T, N> least{};
  for (std::size_t k = 0; k < N; ++k) {
    program.b.assign(N, T(0));
    program.b[k] = T(1);
    const auto found = minimize(program);
    if (found.outcome == QpOutcome::infeasible) refuse("polyhedron", "is empty");
    if (found.outcome == QpOutcome::unbounded) refuse("polyhedron", "has no least point: it goes on for ever");
    if (!has_solution(found.outcome)) refuse("polyhedron", "has a least point that rounding does not let find");
    least[k] = found.x[k];
  }
  return least;
}

/// Whether value <= bound, or in floating point but for the rounding of sums of such size.
template <class T>
bool at_most(const T& value, const T& bound, const T& size) {
  return !(bound < value) || (std::is_floating_point_v<T> && negligible(T(value - bound), size));
}

/// normal . point, and what that is a sum of.
template <class T, std::size_t N>
std::pair<T, T> height(const PointN<T, N>& normal, const PointN<T, N>& point) {
  T size(0);
  for (std::size_t k = 0; k < N; ++k) size = size + magnitude(T(normal[k] * point[k]));
  return {dot<T, N>(normal, point), size};
}

/// Refuses points of which one is beyond a half-space.
template <class T, std::size_t N>
void require_inside(std::string_view name, std::span<const PointN<T, N>> points,
                    std::span<const HalfspaceN<T, N>> sides) {
  for (const HalfspaceN<T, N>& side : sides)
    for (const PointN<T, N>& p : points) {
      const auto [at, size] = height<T, N>(side.normal, p);
      if (!at_most(at, side.offset, T(size + magnitude(side.offset)))) refuse(name, "is not convex, or not in order");
    }
}

}  // namespace detail

/// The intersection of half-spaces (section 6.10), which must not be empty and must have a least coordinate of each
/// kind.
template <class T, std::size_t N>
Primitive<T, N> make_polyhedron(std::span<const HalfspaceN<T, N>> halfspaces) {
  return detail::polyhedron_above<T, N>(halfspaces, detail::least_of<T, N>(halfspaces));
}

/// The same, measured from `least`: no point of the intersection may be less in any coordinate.
template <class T, std::size_t N>
Primitive<T, N> make_polyhedron(std::span<const HalfspaceN<T, N>> halfspaces, const PointN<T, N>& least) {
  const PointN<T, N> found = detail::least_of<T, N>(halfspaces);
  for (std::size_t k = 0; k < N; ++k) {
    const T size = detail::magnitude(found[k]) + detail::magnitude(least[k]);
    if (!detail::at_most(least[k], found[k], size))
      detail::refuse("polyhedron", "reaches below the point called least");
  }
  return detail::polyhedron_above<T, N>(halfspaces, least);
}

/// A convex polyhedron with triangles for faces, as in listing 12: three numbers of points each, in either order
/// around. Every edge belongs to two of them.
template <class T>
Primitive<T, 3> make_polyhedron(std::span<const PointN<T, 3>> points,
                                std::span<const std::array<std::size_t, 3>> triangles) {
  std::vector<std::array<std::size_t, 2>> edges;
  std::vector<HalfspaceN<T, 3>> sides;
  if (triangles.size() < 4) detail::refuse("polyhedron", "has at least four triangles");
  for (const auto& corner : triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (corner[i] >= points.size()) detail::refuse("polyhedron", "has a triangle with a point that there is not");
      const std::size_t from = corner[i], to = corner[(i + 1) % 3];
      edges.push_back({from < to ? from : to, from < to ? to : from});
    }
    const PointN<T, 3> u = detail::difference<T, 3>(points[corner[1]], points[corner[0]]);
    const PointN<T, 3> v = detail::difference<T, 3>(points[corner[2]], points[corner[0]]);
    HalfspaceN<T, 3> side;
    for (std::size_t k = 0; k < 3; ++k)
      side.normal[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    if (side.normal == PointN<T, 3>{}) detail::refuse("polyhedron", "has a triangle without an area");
    side.offset = detail::dot<T, 3>(side.normal, points[corner[0]]);
    // Outwards is away from the point that is farthest from the plane.
    T farthest(0);
    for (const PointN<T, 3>& p : points) {
      const T beyond = detail::dot<T, 3>(side.normal, p) - side.offset;
      if (detail::magnitude(farthest) < detail::magnitude(beyond)) farthest = beyond;
    }
    if (T(0) < farthest) {
      for (T& n : side.normal) n = -n;
      side.offset = -side.offset;
    }
    sides.push_back(std::move(side));
  }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size(); i += 2)
    if (edges[i] != edges[i + 1] || (i + 2 < edges.size() && edges[i] == edges[i + 2]))
      detail::refuse("polyhedron", "has an edge that is not between two triangles");
  detail::require_inside<T, 3>("polyhedron", points, sides);
  return detail::polyhedron_above<T, 3>(sides, detail::least_coordinates<T, 3>(points));
}

/// A convex polygon with its vertices in order around it, not all on one line; in three dimensions they share a plane.
template <class T, std::size_t N>
requires(N == 2 || N == 3) Primitive<T, N> make_polygon(std::span<const PointN<T, N>> points) {
  const std::size_t count = points.size();
  if (count < 3) detail::refuse("polygon", "has at least three points");
  const auto edge = [&](std::size_t i) { return detail::difference<T, N>(points[(i + 1) % count], points[i]); };
  PointN<T, N> plane{};  // its normal; in two dimensions the first coordinate is the sign of the area
  for (std::size_t i = 1; i + 1 < count; ++i) {
    const PointN<T, N> u = detail::difference<T, N>(points[i], points[0]);
    const PointN<T, N> v = detail::difference<T, N>(points[i + 1], points[0]);
    if constexpr (N == 2) {
      plane[0] = plane[0] + (u[0] * v[1] - u[1] * v[0]);
    } else {
      for (std::size_t k = 0; k < 3; ++k)
        plane[k] = plane[k] + (u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    }
  }
  if (plane == PointN<T, N>{}) detail::refuse("polygon", "has no area");
  std::vector<HalfspaceN<T, N>> sides;
  for (std::size_t i = 0; i < count; ++i) {
    const PointN<T, N> d = edge(i);
    PointN<T, N> outwards{};  // edge x plane normal
    if constexpr (N == 2) {
      outwards = {d[1] * plane[0], -d[0] * plane[0]};
    } else {
      for (std::size_t k = 0; k < 3; ++k)
        outwards[k] = d[(k + 1) % 3] * plane[(k + 2) % 3] - d[(k + 2) % 3] * plane[(k + 1) % 3];
    }
    sides.push_back({outwards, detail::dot<T, N>(outwards, points[i])});
  }
  detail::require_inside<T, N>("polygon", points, sides);
  const PointN<T, N> least = detail::least_coordinates<T, N>(points);
  Primitive<T, N> p = detail::polyhedron_above<T, N>(sides, least);
  if constexpr (N == 3) {
    const auto [height, height_size] = detail::height<T, N>(plane, points[0]);
    for (const PointN<T, N>& point : points) {
      const auto [at, size] = detail::height<T, N>(plane, point);
      const T sum = size + height_size;
      if (!detail::at_most(at, height, sum) || !detail::at_most(height, at, sum))
        detail::refuse("polygon", "has points off its plane");
    }
    p.F.assign(plane.begin(), plane.end());
    p.v.push_back(detail::dot<T, N>(plane, least) - detail::dot<T, N>(plane, points[0]));
  }
  return p;
}

template <class T, std::size_t N>
struct PrimitiveDistance {
  /// Of `inaccurate`, the points are what came out; a distance has a minimum, so that `unbounded` does not occur.
  QpOutcome outcome = QpOutcome::invalid_input;
  T squared_distance = T(0);
  PointN<T, N> point_a{}, point_b{};
  std::vector<T> x_a, x_b;  ///< the parameters of the two points
  std::vector<T> y;         ///< multipliers of the restraints D x >= e, those of a first
  int iterations = 0;
  double residual = 0.0;  ///< in floating point; see QpResult
};

/// The distance of two primitives by Lemke's method.
template <class T, std::size_t N>
PrimitiveDistance<T, N> lcp_distance(const Primitive<T, N>& a, const Primitive<T, N>& b,
                                     const LcpOptions& options = {}) {
  const std::size_t count_a = a.directions.size(), count = count_a + b.directions.size();
  std::vector<PointN<T, N>> u = a.directions;  // a - b = delta + sum of x_i u_i
  for (PointN<T, N> d : b.directions) {
    for (T& value : d) value = -value;
    u.push_back(std::move(d));
  }
  const PointN<T, N> delta = detail::difference<T, N>(a.origin, b.origin);
  QuadraticProgram<T> program;
  for (std::size_t i = 0; i < count; ++i) {
    program.b.push_back(detail::dot<T, N>(u[i], delta));
    T terms(0);
    for (std::size_t k = 0; k < N; ++k) terms = terms + detail::magnitude(T(u[i][k] * delta[k]));
    program.b_terms.push_back(terms);
    for (std::size_t j = 0; j < count; ++j)
      program.A.push_back(j < i ? program.A[j * count + i] : detail::dot<T, N>(u[i], u[j]));
    program.free.push_back(i < count_a ? a.free[i] : b.free[i - count_a]);
  }
  program.c = detail::dot<T, N>(delta, delta) / T(2);
  const auto append = [&](const std::vector<T>& rows, std::size_t how_many, std::size_t width, std::size_t from,
                          std::vector<T>& to) {
    for (std::size_t r = 0; r < how_many; ++r)
      for (std::size_t j = 0; j < count; ++j)
        to.push_back(j >= from && j < from + width ? rows[r * width + j - from] : T(0));
  };
  const auto add_restraints = [&](const Primitive<T, N>& p, std::size_t from) {
    append(p.D, p.e.size(), p.directions.size(), from, program.D);
    append(p.F, p.v.size(), p.directions.size(), from, program.F);
    program.e.insert(program.e.end(), p.e.begin(), p.e.end());
    program.v.insert(program.v.end(), p.v.begin(), p.v.end());
  };
  add_restraints(a, 0);
  add_restraints(b, count_a);
  const auto solution = minimize(program, options);
  PrimitiveDistance<T, N> result;
  result.outcome = solution.outcome;
  result.iterations = solution.iterations;
  result.residual = solution.residual;
  if (solution.outcome != QpOutcome::solved && solution.outcome != QpOutcome::inaccurate) return result;
  result.y = solution.y;
  const auto middle = solution.x.begin() + static_cast<std::ptrdiff_t>(count_a);
  result.x_a.assign(solution.x.begin(), middle);
  result.x_b.assign(middle, solution.x.end());
  const auto at = [](const Primitive<T, N>& p, const std::vector<T>& x) {
    PointN<T, N> point = p.origin;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t k = 0; k < N; ++k) point[k] = point[k] + x[i] * p.directions[i][k];
    return point;
  };
  result.point_a = at(a, result.x_a);
  result.point_b = at(b, result.x_b);
  // From the points, as in floating point the value of the program may come out negative.
  const PointN<T, N> between = detail::difference<T, N>(result.point_a, result.point_b);
  result.squared_distance = detail::dot<T, N>(between, between);
  return result;
}

}  // namespace clearance
