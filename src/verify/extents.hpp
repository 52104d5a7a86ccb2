#pragma once

// Where a shape is in its own frame, and how large it and the numbers are that describe it. No catch-all here either.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "clearance/distance.hpp"

namespace clearance::check {

using Real = long double;
using Vec = Eigen::Matrix<Real, 3, 1>;
using Mat = Eigen::Matrix<Real, 3, 3>;
inline constexpr Real infinity = std::numeric_limits<Real>::infinity();

inline Vec wide(const Vec3& v) { return v.cast<Real>(); }

/// A point near a shape, as it was described: about this one it is measured. Zero for what is centred there, and for a
/// polyhedron, near which no point is known beforehand.
struct Near {
  Vec3 operator()(const Point& s) const { return s.at; }
  Vec3 operator()(const Segment& s) const { return s.points[0]; }
  Vec3 operator()(const Ray& s) const { return s.origin; }
  Vec3 operator()(const Line& s) const { return s.origin; }
  Vec3 operator()(const Plane&) const { return Vec3::Zero(); }
  Vec3 operator()(const Halfspace&) const { return Vec3::Zero(); }
  Vec3 operator()(const Triangle& s) const { return s.points[0]; }
  Vec3 operator()(const Rectangle& s) const { return s.origin; }
  Vec3 operator()(const Polygon& s) const { return s.points.front(); }
  Vec3 operator()(const Tetrahedron& s) const { return s.points[0]; }
  Vec3 operator()(const Box&) const { return Vec3::Zero(); }
  Vec3 operator()(const Sphere&) const { return Vec3::Zero(); }
  Vec3 operator()(const Capsule&) const { return Vec3::Zero(); }
  Vec3 operator()(const Cylinder&) const { return Vec3::Zero(); }
  Vec3 operator()(const Cone&) const { return Vec3::Zero(); }
  Vec3 operator()(const Ellipsoid&) const { return Vec3::Zero(); }
  Vec3 operator()(const Hull& s) const { return s.points.front(); }
  Vec3 operator()(const Polyhedron&) const { return Vec3::Zero(); }
  Vec3 operator()(const SphereHull& s) const { return s.spheres.front().centre; }
  Vec3 operator()(const Union&) const { return Vec3::Zero(); }  // by its parts
};

/// Size of the numbers that describe a shape, for rounding.
struct Magnitude {
  Real points(std::span<const Vec3> p) const {
    Real m = 0;
    for (const Vec3& v : p) m = std::max<Real>(m, v.cwiseAbs().maxCoeff());
    return m;
  }
  Real operator()(const Point& s) const { return points({&s.at, 1}); }
  Real operator()(const Segment& s) const { return points(s.points); }
  Real operator()(const Ray& s) const { return points({&s.origin, 1}); }
  Real operator()(const Line& s) const { return points({&s.origin, 1}); }
  Real operator()(const Plane& s) const { return std::fabs(s.offset) / wide(s.normal).norm(); }
  Real operator()(const Halfspace& s) const { return std::fabs(s.offset) / wide(s.normal).norm(); }
  Real operator()(const Triangle& s) const { return points(s.points); }
  Real operator()(const Rectangle& s) const { return points({&s.origin, 1}) + points(s.edges); }
  Real operator()(const Polygon& s) const { return points(s.points); }
  Real operator()(const Tetrahedron& s) const { return points(s.points); }
  Real operator()(const Box& s) const { return s.size.maxCoeff(); }
  Real operator()(const Sphere& s) const { return s.radius; }
  Real operator()(const Capsule& s) const { return s.radius + s.length; }
  Real operator()(const Cylinder& s) const { return s.radius + s.length; }
  Real operator()(const Cone& s) const { return s.radius + s.length; }
  Real operator()(const Ellipsoid& s) const { return s.radii.maxCoeff(); }
  Real operator()(const Hull& s) const { return points(s.points); }
  Real operator()(const Polyhedron& s) const {
    Real m = 0;
    for (const HalfspaceRow& row : s.halfspaces) m = std::max<Real>(m, std::fabs(row.offset) / wide(row.normal).norm());
    return m;
  }
  Real operator()(const SphereHull& s) const {
    Real m = 0;
    for (const Ball& ball : s.spheres) m = std::max<Real>(m, ball.centre.cwiseAbs().maxCoeff() + ball.radius);
    return m;
  }
  Real operator()(const Union&) const { return infinity; }  // by its parts
};

/// How far the points of a bounded shape are from one another, but for a small factor: its size, wherever it is.
struct Spread {
  Real points(std::span<const Vec3> p) const {
    Real m = 0;
    for (const Vec3& v : p) m = std::max(m, (wide(v) - wide(p.front())).cwiseAbs().maxCoeff());
    return m;
  }
  Real operator()(const Point&) const { return 0; }
  Real operator()(const Segment& s) const { return points(s.points); }
  Real operator()(const Ray&) const { return infinity; }
  Real operator()(const Line&) const { return infinity; }
  Real operator()(const Plane&) const { return infinity; }
  Real operator()(const Halfspace&) const { return infinity; }
  Real operator()(const Triangle& s) const { return points(s.points); }
  Real operator()(const Rectangle& s) const { return Magnitude{}.points(s.edges); }
  Real operator()(const Polygon& s) const { return points(s.points); }
  Real operator()(const Tetrahedron& s) const { return points(s.points); }
  Real operator()(const Box& s) const { return Magnitude{}(s); }
  Real operator()(const Sphere& s) const { return Magnitude{}(s); }
  Real operator()(const Capsule& s) const { return Magnitude{}(s); }
  Real operator()(const Cylinder& s) const { return Magnitude{}(s); }
  Real operator()(const Cone& s) const { return Magnitude{}(s); }
  Real operator()(const Ellipsoid& s) const { return Magnitude{}(s); }
  Real operator()(const Hull& s) const { return points(s.points); }
  Real operator()(const Polyhedron&) const { return infinity; }  // by its rows: see PolyhedronSupport
  Real operator()(const SphereHull& s) const {
    Real m = 0;
    for (const Ball& ball : s.spheres)
      m = std::max(m, (wide(ball.centre) - wide(s.spheres.front().centre)).cwiseAbs().maxCoeff() + ball.radius);
    return m;
  }
  Real operator()(const Union&) const { return infinity; }  // by its parts
};

}  // namespace clearance::check
