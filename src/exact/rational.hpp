#pragma once

#include <array>
#include <boost/multiprecision/gmp.hpp>
#include <cstddef>

#include "clearance/pose.hpp"

namespace clearance::exact {

// Without expression templates, so that `auto` and the conditional operator mean what they say.
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using Vector = std::array<Rational, 3>;
using Matrix = std::array<Vector, 3>;  ///< rows

inline Vector to_rational(const Vec3& v) { return {Rational(v.x()), Rational(v.y()), Rational(v.z())}; }

inline Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vector operator-(const Vector& a) { return {-a[0], -a[1], -a[2]}; }
inline Vector operator*(const Rational& s, const Vector& a) { return {s * a[0], s * a[1], s * a[2]}; }

inline Rational dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline bool is_zero(const Vector& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

inline Vector operator*(const Matrix& m, const Vector& v) { return {dot(m[0], v), dot(m[1], v), dot(m[2], v)}; }
inline Matrix transposed(const Matrix& m) {
  Matrix t;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) t[i][j] = m[j][i];
  return t;
}

}  // namespace clearance::exact
