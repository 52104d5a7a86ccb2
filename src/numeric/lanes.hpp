#pragma once

// Three numbers side by side in one register, and a fourth that is zero or of no meaning: matrices by their columns
// take a third of the instructions that they take number by number. Every operation rounds as it does on single
// numbers, in the same order. All is inlined, so that it does not matter how such a type is handed over.

#include <bit>
#include <limits>

#include "numeric/vector.hpp"

#ifdef __AVX__
#include <immintrin.h>
#endif

// Said of every function with such a type, inlined or not, where registers are shorter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace clearance::detail {

using Lanes = double __attribute__((vector_size(32)));

/// For numbers: one instruction, where std::fmax, which minds what is none, is a call.
[[gnu::always_inline]] inline double larger(double a, double b) { return a > b ? a : b; }
[[gnu::always_inline]] inline double smaller(double a, double b) { return a < b ? a : b; }

[[gnu::always_inline]] inline Lanes lanes_of(const V3& v) { return Lanes{v.x, v.y, v.z, 0.0}; }
[[gnu::always_inline]] inline Lanes lanes_of(double s) { return Lanes{s, s, s, s}; }
[[gnu::always_inline]] inline V3 vector_of(const Lanes& v) { return {v[0], v[1], v[2]}; }

/// Three numbers from memory, and zero.
[[gnu::always_inline]] inline Lanes load_three(const double* from) {
#if defined(__AVX512VL__)
  return _mm256_maskz_loadu_pd(7, from);
#elif defined(__AVX__)
  return _mm256_maskload_pd(from, _mm256_setr_epi64x(-1, -1, -1, 0));
#else
  return Lanes{from[0], from[1], from[2], 0.0};
#endif
}
[[gnu::always_inline]] inline void store_three(double* to, const Lanes& v) {
  to[0] = v[0];
  to[1] = v[1];
  to[2] = v[2];
}

[[gnu::always_inline]] inline Lanes absolute(const Lanes& v) {
  using Bits = long long __attribute__((vector_size(32)));
  constexpr long long rest = std::numeric_limits<long long>::max();
  return std::bit_cast<Lanes>(std::bit_cast<Bits>(v) & Bits{rest, rest, rest, rest});
}
/// Sizes that are not negative, with the signs of others; by their bits, so that it matters which zero is meant.
[[gnu::always_inline]] inline Lanes with_signs(const Lanes& size, const Lanes& sign) {
  using Bits = long long __attribute__((vector_size(32)));
  constexpr long long bit = std::numeric_limits<long long>::min();
  return std::bit_cast<Lanes>(std::bit_cast<Bits>(size) | (std::bit_cast<Bits>(sign) & Bits{bit, bit, bit, bit}));
}

/// The fourth lane of one of both must be finite, and is left out.
[[gnu::always_inline]] inline double dot(const Lanes& a, const Lanes& b) {
  const Lanes product = a * b;
  return product[0] + product[1] + product[2];
}
[[gnu::always_inline]] inline double norm_sq(const Lanes& a) { return dot(a, a); }
[[gnu::always_inline]] inline double norm(const Lanes& a) { return std::sqrt(norm_sq(a)); }

[[gnu::always_inline]] inline Lanes cross(const Lanes& a, const Lanes& b) {
  const auto next = [](const Lanes& v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); };
  return next(a * next(b) - next(a) * b);
}

/// A matrix by its columns.
struct Columns {
  Lanes x, y, z;
};
[[gnu::always_inline]] inline Columns columns_of(const Mat3& m) {
  return {load_three(m.data()), load_three(m.data() + 3), load_three(m.data() + 6)};
}
[[gnu::always_inline]] inline Columns transposed(const Columns& m) {
  return {Lanes{m.x[0], m.y[0], m.z[0], 0.0}, Lanes{m.x[1], m.y[1], m.z[1], 0.0}, Lanes{m.x[2], m.y[2], m.z[2], 0.0}};
}
[[gnu::always_inline]] inline Lanes operator*(const Columns& m, const Lanes& v) {
  return m.x * v[0] + m.y * v[1] + m.z * v[2];
}
[[gnu::always_inline]] inline Lanes operator*(const Columns& m, const V3& v) {
  return m.x * v.x + m.y * v.y + m.z * v.z;
}
/// transpose(m) * v
[[gnu::always_inline]] inline V3 transposed_times(const Columns& m, const Lanes& v) {
  return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}
[[gnu::always_inline]] inline M3 rows_of(const Columns& m) {
  return {{m.x[0], m.y[0], m.z[0]}, {m.x[1], m.y[1], m.z[1]}, {m.x[2], m.y[2], m.z[2]}};
}

}  // namespace clearance::detail
