#pragma once

// Doubles as what they are: integers times powers of two.

#include <algorithm>
#include <bit>
#include <cstdint>

namespace clearance::detail {

/// A finite double as odd * 2^exponent; of zero, 0 and an exponent above that of every double.
struct Dyadic {
  std::int64_t odd;
  int exponent;
};
inline constexpr int exponent_of_zero = 1 << 20;

inline Dyadic dyadic(double value) {
  const auto stored = std::bit_cast<std::uint64_t>(value);
  const auto field =
      static_cast<int>(stored >> 52 & 0x7ff);  // zero for subnormal numbers, whose first bit is not implied
  std::uint64_t mantissa = stored & ((std::uint64_t{1} << 52) - 1);
  if (field != 0) mantissa |= std::uint64_t{1} << 52;
  if (mantissa == 0) return {0, exponent_of_zero};
  const int low = std::countr_zero(mantissa);
  const auto odd = static_cast<std::int64_t>(mantissa >> low);
  return {value < 0.0 ? -odd : odd, std::max(field, 1) - 1075 + low};
}

/// The exponent of the lowest bit that is set.
inline int lowest_bit(double value) { return dyadic(value).exponent; }

}  // namespace clearance::detail
