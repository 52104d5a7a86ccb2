#pragma once

// A polyhedron given by half-spaces and an ellipsoid, as Fenger 2001 sketches it in section 5.5.1 and left for later:
// DQP3 with one point, that of the polyhedron, and delta steps to the ellipsoid instead of to the other polyhedron.
//
//   vertex  stays; its way to the ellipsoid is to the nearest point there (section 5.1)
//   facet   to where the ellipsoid has the normal of the facet, straight above or below
//   edge    the points of the ellipsoid whose normal is perpendicular to the line make an ellipse, x_a sin + x_b cos,
//           with conjugate x_a and x_b (equations 5.5.1 to 5.5.4); seen along the line it is an ellipse in the plane,
//           and the line a point of it: the first problem in two dimensions
//   space   to the nearest point
//
// The solver that the library relies on is in solvers/dqp3_ellipsoid.cpp; this one is as written, for comparison, and
// has the weaknesses of DQP3 on half-spaces. A template over the number type, to count operations.

#include "clearance/ellipsoid/nearest.hpp"
#include "literature/dqp3/dqp3.hpp"

namespace clearance::detail {

/// About the origin, along the axes.
template <class T>
class DeltaToEllipsoid {
 public:
  explicit DeltaToEllipsoid(const Vector<T>& radii) : radii_(radii) {}

  /// The way of a point to the ellipsoid; nothing left of it if the point is inside.
  Vector<T> way_from(const Vector<T>& x) const {
    const auto near = nearest_on_ellipsoid<T, 3>({radii_.x, radii_.y, radii_.z}, {x.x, x.y, x.z});
    if (!(near.distance > T(0.0))) return {T(0.0), T(0.0), T(0.0)};
    return Vector<T>(near.point[0], near.point[1], near.point[2]) - x;
  }

  /// The move of a point x within its flat to where the flat is nearest to the ellipsoid.
  Vector<T> move(const Flat<T>& flat, const Vector<T>& x) const {
    switch (flat.count) {
      case 0:
        return way_from(x);
      case 1:
        return in_plane(flat.normal[0], x);
      case 2:
        return on_line(along_line(flat), x);
      default:
        return {T(0.0), T(0.0), T(0.0)};
    }
  }

 private:
  /// The point of the surface with this outward normal, which need not be of unit length.
  Vector<T> surface(const Vector<T>& n) const {
    const Vector<T> m = scaled(n);
    return scaled(m) * (T(1.0) / norm(m));
  }
  Vector<T> scaled(const Vector<T>& v) const { return {v.x * radii_.x, v.y * radii_.y, v.z * radii_.z}; }
  Vector<T> divided(const Vector<T>& v) const { return {v.x / radii_.x, v.y / radii_.y, v.z / radii_.z}; }

  Vector<T> in_plane(const Vector<T>& n, const Vector<T>& x) const {
    const Vector<T> m = scaled(n);
    const T height = dot(n, x), reach = norm(m);
    const Vector<T> foot = scaled(m) * (T(1.0) / reach);
    if (absolute(height) <= reach) return foot * (height / reach) - x;  // the plane meets the ellipsoid
    return (height < T(0.0) ? n * (height + reach) - foot : n * (height - reach) + foot) - x;
  }

  Vector<T> on_line(const Vector<T>& l, const Vector<T>& x) const {
    const T length_sq = dot(l, l);
    const Vector<T> across = x - l * (dot(x, l) / length_sq);
    const T off = norm(across);
    const auto middle = [&] {  // of what is inside: the line meets the ellipsoid
      const Vector<T> way = divided(l);
      return l * (-dot(divided(x), way) / dot(way, way));
    };
    if (!(off > T(0.0))) return middle();
    const Vector<T> e1 = across * (T(1.0) / off), side = cross(l, e1), e2 = side * (T(1.0) / norm(side));
    const Vector<T> x_a = surface(e1), x_b = surface(cross(x_a, l));
    // Seen along the line x_a is (p, s) and x_b is (0, q), since conjugate: the axes of the ellipse by one rotation.
    const T p = dot(x_a, e1), s = dot(x_a, e2), q = dot(x_b, e2);
    T cosine(1.0), sine(0.0);
    if (!(s == T(0.0))) {
      const T half = (p * p - s * s - q * q) * T(0.5) / (p * s);
      using std::sqrt;
      const T tangent = (half < T(0.0) ? T(-1.0) : T(1.0)) / (absolute(half) + sqrt(T(1.0) + half * half));
      cosine = T(1.0) / sqrt(T(1.0) + tangent * tangent);
      sine = cosine * tangent;
    }
    using std::sqrt;
    const T u1 = p * cosine + s * sine, u2 = q * sine, v1 = s * cosine - p * sine, v2 = q * cosine;
    const auto near = nearest_on_ellipsoid<T, 2>({sqrt(u1 * u1 + u2 * u2), sqrt(v1 * v1 + v2 * v2)},
                                                 {off * cosine, T(0.0) - off * sine});
    if (!(near.distance > T(0.0))) return middle();
    const Vector<T> n =
        e1 * (near.normal[0] * cosine - near.normal[1] * sine) + e2 * (near.normal[0] * sine + near.normal[1] * cosine);
    return component_along(surface(n) - x, l);
  }

  Vector<T> radii_;
};

/// The nearest points of a polyhedron and an ellipsoid about the origin of the common frame, along its axes. `point`:
/// where to start, and the nearest point of the polyhedron; outcome.difference leads from there to the ellipsoid.
template <class T>
Dqp3Outcome<T> polyhedron_ellipsoid(const HalfspaceBody<T>& a, const Vector<T>& radii, const Dqp3Settings& settings,
                                    HeldPoint<T>& point) {
  const double slack = dqp3_on_facet * settings.length, still = dqp3_no_move * settings.length,
               same_place = dqp3_same_place * settings.length, least = dqp3_no_pull * settings.length;
  const DeltaToEllipsoid<T> delta(radii);
  Dqp3Side<T> side(a, point);
  if (settings.hold_at_start && side.flat().count == 0) side.hold_where_it_is(16.0 * slack);
  Dqp3Outcome<T> found;
  for (found.cycles = 0; found.cycles < settings.limit; ++found.cycles) {
    const Vector<T> move = delta.move(side.flat(), side.placed());
    if (!is_short(move, still)) {
      const Block<T> block = side.possible(move, slack);
      side.go_to(block.end);
      if (block.facet >= 0) side.hold(block.facet);
      if (block.facet >= 0 || side.flat().count > 0) continue;
    }
    found.difference = delta.way_from(side.placed());
    found.distance_sq = dot(found.difference, found.difference);
    if (is_short(found.difference, same_place)) {
      found.ending = Dqp3Ending::touching;
      return found;
    }
    const std::array<T, 3> lambda = lambda_step(side.flat(), found.difference);
    int worst = -1;
    for (int i = 0; i < side.flat().count; ++i) {
      const T& value = lambda[static_cast<std::size_t>(i)];
      if (value < T(-least) && (worst < 0 || value < lambda[static_cast<std::size_t>(worst)])) worst = i;
    }
    if (worst < 0) {
      found.ending = Dqp3Ending::optimal;
      return found;
    }
    side.release(worst);
  }
  found.difference = delta.way_from(side.placed());
  found.distance_sq = dot(found.difference, found.difference);
  return found;
}

}  // namespace clearance::detail
