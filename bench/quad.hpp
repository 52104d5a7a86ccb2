#pragma once

#include <cmath>

#include "workload.hpp"

// Vectors over double or quadruple precision, as the reference answers need them; Eigen knows no __float128.

namespace bench {

template <class Real>
struct Vector {
  Real x = 0, y = 0, z = 0;

  Vector() = default;
  Vector(Real x_, Real y_, Real z_) : x(x_), y(y_), z(z_) {}
  explicit Vector(const Vec3& v) : x(v.x()), y(v.y()), z(v.z()) {}

  Vector operator+(const Vector& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vector operator-(const Vector& o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vector operator-() const { return {-x, -y, -z}; }
  Vector operator*(Real s) const { return {x * s, y * s, z * s}; }
  Real dot(const Vector& o) const { return x * o.x + y * o.y + z * o.z; }
  Vector cross(const Vector& o) const { return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x}; }
  bool operator==(const Vector& o) const { return x == o.x && y == o.y && z == o.z; }
  Vec3 to_double() const { return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)}; }
};

inline double root(double s) { return std::sqrt(s); }

/// Two Newton steps double the digits of the double-precision root twice; the square stays in the range of doubles.
inline Quad root(Quad s) {
  if (s <= 0) return 0;
  Quad r = std::sqrt(static_cast<double>(s));
  for (int i = 0; i < 2; ++i) r = (r + s / r) / 2;
  return r;
}

template <class Real>
Vector<Real> to_world(const Placement& pose, const Vector<Real>& p) {
  const Mat3& m = pose.rotation;
  return {m(0, 0) * p.x + m(0, 1) * p.y + m(0, 2) * p.z + pose.position.x(),
          m(1, 0) * p.x + m(1, 1) * p.y + m(1, 2) * p.z + pose.position.y(),
          m(2, 0) * p.x + m(2, 1) * p.y + m(2, 2) * p.z + pose.position.z()};
}

/// The transposed rotation: for a body direction whose product with body points is that of the world direction.
template <class Real>
Vector<Real> to_body(const Placement& pose, const Vector<Real>& d) {
  const Mat3& m = pose.rotation;
  return {m(0, 0) * d.x + m(1, 0) * d.y + m(2, 0) * d.z, m(0, 1) * d.x + m(1, 1) * d.y + m(2, 1) * d.z,
          m(0, 2) * d.x + m(1, 2) * d.y + m(2, 2) * d.z};
}

}  // namespace bench
