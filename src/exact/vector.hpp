#pragma once

// Vectors and matrices of integers, and doubles as integers.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "clearance/pose.hpp"
#include "exact/integer.hpp"
#include "numeric/dyadic.hpp"

namespace clearance::exact {

struct Vector {
  Integer x, y, z;

  Integer& operator[](std::size_t i) { return i == 0 ? x : i == 1 ? y : z; }
  const Integer& operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : z; }
};
using Matrix = std::array<Vector, 3>;  ///< rows

inline Integer dot(const Vector& a, const Vector& b) {
  Integer r = a.x * b.x;
  add_product(r, a.y, b.y);
  add_product(r, a.z, b.z);
  return r;
}
inline Vector cross(const Vector& a, const Vector& b) {
  Vector r{a.y * b.z, a.z * b.x, a.x * b.y};
  subtract_product(r.x, a.z, b.y);
  subtract_product(r.y, a.x, b.z);
  subtract_product(r.z, a.y, b.x);
  return r;
}
inline Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator-(const Vector& a) { return {-a.x, -a.y, -a.z}; }
inline Vector operator*(const Integer& s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Vector& operator+=(Vector& a, const Vector& b) {
  for (std::size_t i = 0; i < 3; ++i) a[i] += b[i];
  return a;
}
/// r += s a
inline void add_multiple(Vector& r, const Integer& s, const Vector& a) {
  for (std::size_t i = 0; i < 3; ++i) add_product(r[i], s, a[i]);
}
inline bool is_zero(const Vector& a) { return sign(a.x) == 0 && sign(a.y) == 0 && sign(a.z) == 0; }
inline void shift(Vector& a, long by) {
  for (std::size_t i = 0; i < 3; ++i) shift(a[i], by);
}

inline Vector operator*(const Matrix& m, const Vector& v) { return {dot(m[0], v), dot(m[1], v), dot(m[2], v)}; }
inline Vector transposed_times(const Matrix& m, const Vector& v) {
  Vector r = v.x * m[0];
  add_multiple(r, v.y, m[1]);
  add_multiple(r, v.z, m[2]);
  return r;
}

inline int lowest_bit(const Vec3& v) {
  using detail::lowest_bit;
  return std::min({lowest_bit(v.x()), lowest_bit(v.y()), lowest_bit(v.z())});
}

/// value / 2^unit, which must be an integer.
inline Integer to_integer(double value, int unit) {
  const detail::Dyadic d = detail::dyadic(value);
  const int by = d.exponent - unit;
  if (by < 10) return {d.odd * (std::int64_t{1} << by)};  // 53 bits and 10
  Integer r(d.odd);
  shift(r, by);
  return r;
}
inline Vector to_integer(const Vec3& v, int unit) {
  return {to_integer(v.x(), unit), to_integer(v.y(), unit), to_integer(v.z(), unit)};
}

/// The direction of a vector: its largest component between 1/2 and 1, each off by less than 2^-52.
inline Vec3 approximate_direction(const Vector& v) {
  Vec3 mantissa;
  std::array<long, 3> exponent{};
  long largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    mpz_t room;
    mantissa[static_cast<Eigen::Index>(i)] = mpz_get_d_2exp(&exponent[i], v[i].view(room));
    if (sign(v[i]) != 0 && (largest == 0 || exponent[i] > largest)) largest = exponent[i];
  }
  for (std::size_t i = 0; i < 3; ++i) {
    double& m = mantissa[static_cast<Eigen::Index>(i)];
    m = std::ldexp(m, static_cast<int>(std::max(exponent[i] - largest, -2000L)));
  }
  return mantissa;
}

}  // namespace clearance::exact
