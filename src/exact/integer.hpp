#pragma once

// Integers of any size and vectors of them: Boost.Multiprecision over GMP. Products are summed in place, which saves
// most of the allocations.

#include <array>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "clearance/pose.hpp"
#include "clearance/rational.hpp"

namespace clearance::exact {

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;

struct Vector {
  Integer x, y, z;

  Integer& operator[](std::size_t i) { return i == 0 ? x : i == 1 ? y : z; }
  const Integer& operator[](std::size_t i) const { return i == 0 ? x : i == 1 ? y : z; }
};
using Matrix = std::array<Vector, 3>;  ///< rows

inline mpz_ptr raw(Integer& a) { return a.backend().data(); }
inline mpz_srcptr raw(const Integer& a) { return a.backend().data(); }

inline int sign(const Integer& a) { return mpz_sgn(raw(a)); }
inline bool is_one(const Integer& a) { return mpz_cmp_ui(raw(a), 1) == 0; }
/// How many bits the absolute value has.
inline long bits(const Integer& a) { return sign(a) == 0 ? 0 : static_cast<long>(mpz_sizeinbase(raw(a), 2)); }
/// a 2^by, by >= 0.
inline void shift(Integer& a, long by) { mpz_mul_2exp(raw(a), raw(a), static_cast<mp_bitcnt_t>(by)); }

inline Integer dot(const Vector& a, const Vector& b) {
  Integer r = a.x * b.x;
  mpz_addmul(raw(r), raw(a.y), raw(b.y));
  mpz_addmul(raw(r), raw(a.z), raw(b.z));
  return r;
}
inline Vector cross(const Vector& a, const Vector& b) {
  Vector r{a.y * b.z, a.z * b.x, a.x * b.y};
  mpz_submul(raw(r.x), raw(a.z), raw(b.y));
  mpz_submul(raw(r.y), raw(a.x), raw(b.z));
  mpz_submul(raw(r.z), raw(a.y), raw(b.x));
  return r;
}
inline Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator-(const Vector& a) { return {-a.x, -a.y, -a.z}; }
inline Vector operator*(const Integer& s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
/// r += s a
inline void add_multiple(Vector& r, const Integer& s, const Vector& a) {
  mpz_addmul(raw(r.x), raw(s), raw(a.x));
  mpz_addmul(raw(r.y), raw(s), raw(a.y));
  mpz_addmul(raw(r.z), raw(s), raw(a.z));
}
inline bool is_zero(const Vector& a) { return sign(a.x) == 0 && sign(a.y) == 0 && sign(a.z) == 0; }
inline void shift(Vector& a, long by) {
  if (by == 0) return;
  for (std::size_t i = 0; i < 3; ++i) shift(a[i], by);
}

inline Vector operator*(const Matrix& m, const Vector& v) { return {dot(m[0], v), dot(m[1], v), dot(m[2], v)}; }
inline Vector transposed_times(const Matrix& m, const Vector& v) {
  Vector r = v.x * m[0];
  add_multiple(r, v.y, m[1]);
  add_multiple(r, v.z, m[2]);
  return r;
}

/// The exponent of the lowest bit that is set; the largest int for zero.
inline int lowest_bit(double value) {
  if (value == 0.0) return 1 << 20;
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  return exponent - 53 + __builtin_ctzll(static_cast<std::uint64_t>(mantissa));
}

/// value / 2^unit, which must be an integer.
inline Integer to_integer(double value, int unit) {
  Integer r;
  if (value == 0.0) return r;
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
  const int low = __builtin_ctzll(static_cast<std::uint64_t>(mantissa));
  mpz_set_si(raw(r), mantissa >> low);
  shift(r, exponent - 53 + low - unit);
  return r;
}
inline Vector to_integer(const Vec3& v, int unit) {
  return {to_integer(v.x(), unit), to_integer(v.y(), unit), to_integer(v.z(), unit)};
}
inline int lowest_bit(const Vec3& v) {
  return std::min(lowest_bit(v.x()), std::min(lowest_bit(v.y()), lowest_bit(v.z())));
}

/// The direction of a vector: its largest component between 1/2 and 1, each off by less than 2^-52.
inline Vec3 approximate_direction(const Vector& v) {
  Vec3 mantissa;
  std::array<long, 3> exponent{};
  long largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    mantissa[static_cast<Eigen::Index>(i)] = mpz_get_d_2exp(&exponent[i], raw(v[i]));
    if (sign(v[i]) != 0 && (largest == 0 || exponent[i] > largest)) largest = exponent[i];
  }
  for (std::size_t i = 0; i < 3; ++i) {
    double& m = mantissa[static_cast<Eigen::Index>(i)];
    m = std::ldexp(m, static_cast<int>(std::max(exponent[i] - largest, -2000L)));
  }
  return mantissa;
}

/// numerator / denominator 2^exponent
inline Rational fraction(const Integer& numerator, const Integer& denominator, long exponent) {
  Integer n = numerator, d = denominator;
  shift(exponent >= 0 ? n : d, exponent >= 0 ? exponent : -exponent);
  return Rational(n, d);
}

}  // namespace clearance::exact
