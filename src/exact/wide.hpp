#pragma once

// Integers whose width is known when compiling, for the common case that few bits suffice: no loop over limbs is left,
// and nothing is allocated. A sum has the width of its terms, in which it must fit; a product has the widths of both
// factors together, in which it does.

#include <array>
#include <cstddef>
#include <cstdint>

#include "exact/vector.hpp"

namespace clearance::exact {

/// In two's complement, lowest limb first.
template <std::size_t limbs>
struct Wide {
  std::array<std::uint64_t, limbs> limb{};

  bool negative() const { return static_cast<std::int64_t>(limb[limbs - 1]) < 0; }
  /// All ones for a negative number, else zero.
  std::uint64_t extension() const { return negative() ? ~std::uint64_t{0} : 0; }
};

template <std::size_t n>
Wide<n> operator+(const Wide<n>& a, const Wide<n>& b) {
  Wide<n> r;
  unsigned __int128 carry = 0;
  for (std::size_t i = 0; i < n; ++i) {
    carry += static_cast<unsigned __int128>(a.limb[i]) + b.limb[i];
    r.limb[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return r;
}

template <std::size_t n>
Wide<n> operator-(const Wide<n>& a) {
  Wide<n> r;
  unsigned __int128 carry = 1;
  for (std::size_t i = 0; i < n; ++i) {
    carry += ~a.limb[i];
    r.limb[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return r;
}

template <std::size_t n>
Wide<n> operator-(const Wide<n>& a, const Wide<n>& b) {
  Wide<n> r;
  unsigned __int128 carry = 1;
  for (std::size_t i = 0; i < n; ++i) {
    carry += static_cast<unsigned __int128>(a.limb[i]) + ~b.limb[i];
    r.limb[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  return r;
}

template <std::size_t n, std::size_t m>
Wide<n + m> operator*(const Wide<n>& a, const Wide<m>& b) {
  // As if without sign; then, of a negative factor, the 2^64n too much that it was taken for.
  Wide<n + m> r;
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const unsigned __int128 t = static_cast<unsigned __int128>(a.limb[i]) * b.limb[j] + r.limb[i + j] + carry;
      r.limb[i + j] = static_cast<std::uint64_t>(t);
      carry = static_cast<std::uint64_t>(t >> 64);
    }
    r.limb[i + m] = carry;
  }
  Wide<m> of_b;
  for (std::size_t j = 0; j < m; ++j) of_b.limb[j] = b.limb[j] & a.extension();
  Wide<n> of_a;
  for (std::size_t i = 0; i < n; ++i) of_a.limb[i] = a.limb[i] & b.extension();
  Wide<m> high_m;
  for (std::size_t j = 0; j < m; ++j) high_m.limb[j] = r.limb[n + j];
  high_m = high_m - of_b;
  for (std::size_t j = 0; j < m; ++j) r.limb[n + j] = high_m.limb[j];
  Wide<n> high_n;
  for (std::size_t i = 0; i < n; ++i) high_n.limb[i] = r.limb[m + i];
  high_n = high_n - of_a;
  for (std::size_t i = 0; i < n; ++i) r.limb[m + i] = high_n.limb[i];
  return r;
}

template <std::size_t n>
int sign(const Wide<n>& a) {
  if (a.negative()) return -1;
  for (const std::uint64_t l : a.limb)
    if (l != 0) return 1;
  return 0;
}

/// value / 2^unit, which must be an integer that fits.
template <std::size_t n>
Wide<n> to_wide(double value, int unit) {
  Wide<n> r;
  const detail::Dyadic d = detail::dyadic(value);
  if (d.odd == 0) return r;
  const auto by = static_cast<std::size_t>(d.exponent - unit);
  const auto bits = static_cast<unsigned __int128>(static_cast<__int128>(d.odd)) << by % 64;
  const std::uint64_t extension = d.odd < 0 ? ~std::uint64_t{0} : 0;
  for (std::size_t i = by / 64, k = 0; i < n; ++i, ++k)
    r.limb[i] = k < 2 ? static_cast<std::uint64_t>(bits >> 64 * k) : extension;
  return r;
}

template <std::size_t n>
Wide<n> to_wide(const Integer& value) {
  Wide<n> r;
  mpz_t room;
  mpz_srcptr const z = value.view(room);
  for (std::size_t i = 0; i < n; ++i) r.limb[i] = mpz_getlimbn(z, static_cast<mp_size_t>(i));
  return sign(value) < 0 ? -r : r;
}

template <std::size_t n>
Integer to_integer(const Wide<n>& value) {
  const bool negative = value.negative();
  return Integer::from(negative ? (-value).limb : value.limb, negative);
}

template <std::size_t n>
struct WideVector {
  Wide<n> x, y, z;
};

template <std::size_t n>
WideVector<n> operator+(const WideVector<n>& a, const WideVector<n>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <std::size_t n>
WideVector<n> operator-(const WideVector<n>& a, const WideVector<n>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <std::size_t n>
WideVector<n> operator-(const WideVector<n>& a) {
  return {-a.x, -a.y, -a.z};
}
template <std::size_t n, std::size_t m>
WideVector<n + m> operator*(const Wide<n>& s, const WideVector<m>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <std::size_t n, std::size_t m>
Wide<n + m> dot(const WideVector<n>& a, const WideVector<m>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <std::size_t n, std::size_t m>
WideVector<n + m> cross(const WideVector<n>& a, const WideVector<m>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <std::size_t n>
WideVector<n> to_wide(const Vec3& v, int unit) {
  return {to_wide<n>(v.x(), unit), to_wide<n>(v.y(), unit), to_wide<n>(v.z(), unit)};
}
template <std::size_t n>
WideVector<n> to_wide(const Vector& v) {
  return {to_wide<n>(v.x), to_wide<n>(v.y), to_wide<n>(v.z)};
}
template <std::size_t n>
Vector to_integer(const WideVector<n>& v) {
  return {to_integer(v.x), to_integer(v.y), to_integer(v.z)};
}

}  // namespace clearance::exact
