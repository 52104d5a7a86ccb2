#pragma once

// Three-vectors and 3x3 matrices over double or DoubleDouble, as the solvers use them.

#include <array>
#include <cmath>

#include "clearance/pose.hpp"
#include "numeric/double_double.hpp"

namespace clearance::detail {

template <class T>
struct Vector {
  T x, y, z;  // not initialised by default: working space of many is made in every query

  Vector() = default;
  Vector(T x_, T y_, T z_) : x(x_), y(y_), z(z_) {}
  explicit Vector(const Vec3& v) : x(v.x()), y(v.y()), z(v.z()) {}
  template <class U>
  explicit Vector(const Vector<U>& v) : x(T(v.x)), y(T(v.y)), z(T(v.z)) {}
  Vec3 eigen() const { return {to_double(x), to_double(y), to_double(z)}; }
};
using V3 = Vector<double>;
using Wide3 = Vector<DoubleDouble>;

template <class T>
Vector<T> operator+(const Vector<T>& a, const Vector<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
Vector<T> operator-(const Vector<T>& a, const Vector<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
Vector<T> operator-(const Vector<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
Vector<T> operator*(const Vector<T>& a, const T& s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
T dot(const Vector<T>& a, const Vector<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
Vector<T> cross(const Vector<T>& a, const Vector<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
T norm_sq(const Vector<T>& a) {
  return dot(a, a);
}
template <class T>
T norm(const Vector<T>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

inline V3 rounded(const V3& a) { return a; }
inline V3 rounded(const Wide3& a) { return {to_double(a.x), to_double(a.y), to_double(a.z)}; }
inline double max_abs(const V3& a) { return std::fmax(std::fabs(a.x), std::fmax(std::fabs(a.y), std::fabs(a.z))); }

/// A unit vector perpendicular to the unit vector n.
inline V3 any_perpendicular(const V3& n) {
  const V3 axis = std::fabs(n.x) < 0.6 ? V3(1, 0, 0) : V3(0, 1, 0);
  const V3 p = cross(n, axis);
  return p * (1.0 / norm(p));
}

/// Rows of a 3x3 matrix.
template <class T>
struct Matrix {
  Vector<T> r0, r1, r2;

  Matrix() = default;
  Matrix(const Vector<T>& a, const Vector<T>& b, const Vector<T>& c) : r0(a), r1(b), r2(c) {}
  explicit Matrix(const Mat3& m)
      : r0(m(0, 0), m(0, 1), m(0, 2)), r1(m(1, 0), m(1, 1), m(1, 2)), r2(m(2, 0), m(2, 1), m(2, 2)) {}
  Matrix transposed() const { return {{r0.x, r1.x, r2.x}, {r0.y, r1.y, r2.y}, {r0.z, r1.z, r2.z}}; }
};
using M3 = Matrix<double>;
using Wide33 = Matrix<DoubleDouble>;

template <class T>
Vector<T> operator*(const Matrix<T>& m, const Vector<T>& v) {
  return {dot(m.r0, v), dot(m.r1, v), dot(m.r2, v)};
}
template <class T>
Matrix<T> operator*(const Matrix<T>& m, const T& s) {
  return {m.r0 * s, m.r1 * s, m.r2 * s};
}
/// transpose(m) * v
template <class T>
Vector<T> transposed_times(const Matrix<T>& m, const Vector<T>& v) {
  return m.r0 * v.x + m.r1 * v.y + m.r2 * v.z;
}
/// transpose(a) * b
template <class T>
Matrix<T> transposed_times(const Matrix<T>& a, const Matrix<T>& b) {
  const Matrix<T> a_t = a.transposed();
  const auto row = [&](const Vector<T>& r) { return b.r0 * r.x + b.r1 * r.y + b.r2 * r.z; };
  return {row(a_t.r0), row(a_t.r1), row(a_t.r2)};
}

/// The rotation of a pose with all that is known of it.
inline Wide33 wide_rotation(const Pose& pose) {
  const Mat3& h = pose.rotation();
  const Mat3& l = pose.rotation_low();
  const auto row = [&](int i) { return Wide3({h(i, 0), l(i, 0)}, {h(i, 1), l(i, 1)}, {h(i, 2), l(i, 2)}); };
  return {row(0), row(1), row(2)};
}

}  // namespace clearance::detail
