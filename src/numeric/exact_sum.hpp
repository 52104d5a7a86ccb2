#pragma once

// A sum of products of a few doubles without any rounding, whatever their magnitudes: a number in fixed point that is
// long enough for every such product (Kulisch's long accumulator, for products of several factors). For signs that
// decide which formula holds; some tens of nanoseconds a product, no allocation.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "numeric/double_double.hpp"
#include "numeric/dyadic.hpp"

namespace clearance::detail {

/// value * 2^exponent, with a value of about one, or zero.
struct ScaledDouble {
  DoubleDouble value;
  int exponent;
};

/// Of products of `factors` finite doubles, at most 2^32 of them.
template <int factors>
class ExactSum {
 public:
  using Product = std::array<double, static_cast<std::size_t>(factors)>;

  void add(const Product& product, bool negated = false) {
    Digits digits{1};
    int exponent = -lowest;
    for (const double factor : product) {
      const Dyadic d = dyadic(factor);
      if (d.odd == 0) return;
      negated ^= d.odd < 0;
      multiply(digits, static_cast<std::uint64_t>(d.odd < 0 ? -d.odd : d.odd));
      exponent += d.exponent;
    }
    accumulate(digits, exponent, negated);
  }

  int sign() const {
    if (negative()) return -1;
    const bool zero = std::all_of(limb_.begin(), limb_.end(), [](std::uint32_t limb) { return limb == 0; });
    return zero ? 0 : 1;
  }

  /// The value to a relative error of 2^-100.
  ScaledDouble scaled() const {
    std::array<std::uint32_t, limbs> size = limb_;
    if (negative()) {
      bool carry = true;
      for (std::uint32_t& limb : size) {
        limb = ~limb + (carry ? 1U : 0U);
        carry = carry && limb == 0;
      }
    }
    std::size_t top = limbs - 1;
    while (top > 0 && size[top] == 0) --top;
    // The first five limbs, that is 129 bits at least; the highest weighs one.
    DoubleDouble value = 0.0;
    double weight = 1.0;
    for (std::size_t k = 0; k < 5 && k <= top; ++k) {
      value += static_cast<double>(size[top - k]) * weight;
      weight *= 0x1p-32;
    }
    return {negative() ? -value : value, static_cast<int>(32 * top) + lowest};
  }

 private:
  // The lowest bit stands for 2^lowest; a product is below 2^(1024 factors).
  static constexpr int lowest = -1074 * factors;
  static constexpr std::size_t limbs = static_cast<std::size_t>((2098 * factors + 31) / 32) + 2;
  using Digits = std::array<std::uint32_t, static_cast<std::size_t>((53 * factors + 31) / 32)>;

  bool negative() const { return (limb_.back() >> 31) != 0; }

  static void multiply(Digits& digits, std::uint64_t by) {
    if (by == 1) return;
    Digits product{};
    for (std::size_t half = 0; half < 2; ++half) {
      const std::uint64_t factor = half == 0 ? by & 0xffffffffU : by >> 32;
      std::uint64_t carry = 0;
      for (std::size_t k = half; k < digits.size(); ++k) {
        carry += product[k] + factor * digits[k - half];
        product[k] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    digits = product;
  }

  /// Adds the digits from a bit on, in two's complement.
  void accumulate(const Digits& digits, int bit, bool negated) {
    const auto first = static_cast<std::size_t>(bit / 32);
    const int shift = bit % 32;
    const std::uint64_t idle = negated ? 1 : 0;  // the carry that changes nothing beyond the digits
    std::uint64_t carry = idle, below = 0;
    for (std::size_t k = 0; first + k < limbs; ++k) {
      if (k > digits.size() && carry == idle) return;
      const std::uint64_t digit = k < digits.size() ? digits[k] : 0;
      auto term = static_cast<std::uint32_t>((digit << 32 | below) >> (32 - shift));
      below = digit;
      if (negated) term = ~term;
      carry += static_cast<std::uint64_t>(limb_[first + k]) + term;
      limb_[first + k] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }

  std::array<std::uint32_t, limbs> limb_{};
};

}  // namespace clearance::detail
