#pragma once

// Integers of any size. The arithmetic is GMP's, on its lowest level; what is added is where the digits live: those of
// a distance of hulls of doubles fit into the object, and allocating them would take longer than all of the arithmetic.

#include <gmp.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

#include "clearance/rational.hpp"

namespace clearance::exact {

class Integer {
 public:
  Integer() { start(); }
  Integer(std::int64_t value)  // NOLINT(google-explicit-constructor): a number like any other
      : size_(value == 0  ? 0
              : value < 0 ? -1
                          : 1) {
    start();
    near_[0] = value < 0 ? 0 - static_cast<mp_limb_t>(value) : static_cast<mp_limb_t>(value);
  }
  Integer(const Integer& other) {
    start();
    assign(other.limbs(), other.length(), other.size_ < 0);
  }
  Integer(Integer&& other) noexcept {
    start();
    take(other);
  }
  Integer& operator=(const Integer& other) {
    if (this != &other) assign(other.limbs(), other.length(), other.size_ < 0);
    return *this;
  }
  Integer& operator=(Integer&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  ~Integer() = default;

  static Integer from(mpz_srcptr value) {
    Integer r;
    r.assign(mpz_limbs_read(value), mpz_size(value), mpz_sgn(value) < 0);
    return r;
  }
  template <std::size_t count>
  static Integer from(const std::array<mp_limb_t, count>& limbs, bool negative) {
    Integer r;
    r.reserve(count);
    std::copy_n(limbs.data(), count, r.limbs());
    r.set_size(count, negative);
    return r;
  }
  /// The same for GMP's other functions, to read, while this lives and does not change.
  mpz_srcptr view(mpz_t room) const { return mpz_roinit_n(room, limbs(), size_); }

  friend int sign(const Integer& a) { return a.size_ < 0 ? -1 : a.size_ > 0 ? 1 : 0; }
  friend bool is_one(const Integer& a) { return a.size_ == 1 && a.limbs()[0] == 1; }
  /// How many bits the absolute value has.
  friend long bits(const Integer& a) {
    return a.size_ == 0 ? 0 : static_cast<long>(mpn_sizeinbase(a.limbs(), static_cast<mp_size_t>(a.length()), 2));
  }

  Integer operator-() const {
    Integer r = *this;
    r.size_ = -r.size_;
    return r;
  }
  Integer& operator+=(const Integer& other) {
    add(other, other.size_ < 0);
    return *this;
  }
  Integer& operator-=(const Integer& other) {
    add(other, other.size_ >= 0);
    return *this;
  }
  friend Integer operator+(Integer a, const Integer& b) {
    a += b;
    return a;
  }
  friend Integer operator-(Integer a, const Integer& b) {
    a -= b;
    return a;
  }
  friend Integer operator*(const Integer& a, const Integer& b) {
    Integer r;
    r.set_product(a, b);
    return r;
  }
  /// a += b c
  friend void add_product(Integer& a, const Integer& b, const Integer& c) {
    Integer product;
    product.set_product(b, c);
    a += product;
  }
  /// a -= b c
  friend void subtract_product(Integer& a, const Integer& b, const Integer& c) {
    Integer product;
    product.set_product(b, c);
    a -= product;
  }

  /// a 2^by, by >= 0.
  friend void shift(Integer& a, long by) { a.shift_up(static_cast<std::size_t>(by)); }
  /// Divides a, which is not zero, by the largest power of two possible, and returns its exponent.
  friend long make_odd(Integer& a) {
    const mp_bitcnt_t twos = mpn_scan1(a.limbs(), 0);
    a.shift_down(twos);
    return static_cast<long>(twos);
  }

  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    if (a.size_ != b.size_ || a.size_ == 0) return a.size_ <=> b.size_;
    const int larger = mpn_cmp(a.limbs(), b.limbs(), static_cast<mp_size_t>(a.length()));
    return (a.size_ < 0 ? -larger : larger) <=> 0;
  }
  friend bool operator==(const Integer& a, const Integer& b) { return (a <=> b) == std::strong_ordering::equal; }

 private:
  static constexpr std::size_t near_limbs = 16;

  void start() { near_[0] = near_[1] = near_[2] = near_[3] = 0; }
  std::size_t length() const { return static_cast<std::size_t>(std::abs(size_)); }
  mp_limb_t* limbs() { return far_ ? far_.get() : near_.data(); }
  const mp_limb_t* limbs() const { return far_ ? far_.get() : near_.data(); }

  /// Mostly few, for which the general copy is slow.
  static void copy_limbs(const mp_limb_t* from, std::size_t count, mp_limb_t* to) {
    if (count > 4) {
      std::copy_n(from, count, to);
      return;
    }
    if (count > 0) to[0] = from[0];
    if (count > 1) to[1] = from[1];
    if (count > 2) to[2] = from[2];
    if (count > 3) to[3] = from[3];
  }
  /// Room for so many limbs; those in use stay.
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    std::unique_ptr<mp_limb_t[]> larger(new mp_limb_t[count]);
    std::copy_n(limbs(), length(), larger.get());
    far_ = std::move(larger);
    capacity_ = count;
  }
  /// The absolute value has at most so many limbs.
  void set_size(std::size_t count, bool negative) {
    while (count > 0 && limbs()[count - 1] == 0) --count;
    size_ = negative ? -static_cast<int>(count) : static_cast<int>(count);
  }
  void assign(const mp_limb_t* from, std::size_t count, bool negative) {
    size_ = 0;
    reserve(count);
    copy_limbs(from, count, limbs());
    size_ = negative ? -static_cast<int>(count) : static_cast<int>(count);
  }
  void take(Integer& other) noexcept {
    size_ = other.size_;
    capacity_ = other.capacity_;
    far_ = std::move(other.far_);
    if (!far_) copy_limbs(other.near_.data(), length(), near_.data());
    other.size_ = 0;
    other.capacity_ = near_limbs;
  }

  /// Adds the absolute value of the other one, or subtracts it.
  void add(const Integer& other, bool negative) {
    if (other.size_ == 0) return;
    if (size_ == 0) return assign(other.limbs(), other.length(), negative);
    const std::size_t mine = length(), theirs = other.length(), longest = std::max(mine, theirs);
    if (longest <= 2) return add_short(other.low_two(), negative);
    const auto sizes = [](std::size_t count) { return static_cast<mp_size_t>(count); };
    if ((size_ < 0) == negative) {
      reserve(longest + 1);
      mp_limb_t* const r = limbs();
      const mp_limb_t* const o = other.limbs();
      r[longest] =
          mine >= theirs ? mpn_add(r, r, sizes(mine), o, sizes(theirs)) : mpn_add(r, o, sizes(theirs), r, sizes(mine));
      set_size(longest + 1, negative);
      return;
    }
    reserve(longest);
    mp_limb_t* const r = limbs();
    const mp_limb_t* const o = other.limbs();
    if (mine > theirs || (mine == theirs && mpn_cmp(r, o, sizes(mine)) >= 0)) {
      mpn_sub(r, r, sizes(mine), o, sizes(theirs));
      set_size(mine, size_ < 0);
    } else {
      mpn_sub(r, o, sizes(theirs), r, sizes(mine));
      set_size(theirs, negative);
    }
  }
  /// The absolute value of at most two limbs.
  using TwoLimbs = unsigned __int128;
  TwoLimbs low_two() const {
    const mp_limb_t* const l = limbs();
    return size_ == 0 ? 0 : length() == 1 ? l[0] : static_cast<TwoLimbs>(l[1]) << 64 | l[0];
  }
  void set_low_two(TwoLimbs value, bool negative) {
    mp_limb_t* const l = limbs();
    l[0] = static_cast<mp_limb_t>(value);
    l[1] = static_cast<mp_limb_t>(value >> 64);
    const int count = l[1] != 0 ? 2 : l[0] != 0 ? 1 : 0;
    size_ = negative ? -count : count;
  }
  /// The same as `add`, where no call of GMP is worth its while.
  void add_short(TwoLimbs theirs, bool negative) {
    const TwoLimbs mine = low_two();
    if ((size_ < 0) != negative)
      return mine >= theirs ? set_low_two(mine - theirs, size_ < 0) : set_low_two(theirs - mine, negative);
    const TwoLimbs sum = mine + theirs;
    set_low_two(sum, negative);
    if (sum >= mine) return;
    limbs()[2] = 1;
    size_ = negative ? -3 : 3;
  }
  /// This is neither of the two.
  void set_product(const Integer& a, const Integer& b) {
    const std::size_t na = a.length(), nb = b.length();
    if (na == 0 || nb == 0) {
      size_ = 0;
      return;
    }
    if (na == 1 && nb == 1)
      return set_low_two(static_cast<TwoLimbs>(a.limbs()[0]) * b.limbs()[0], (a.size_ < 0) != (b.size_ < 0));
    size_ = 0;
    reserve(na + nb);
    mp_limb_t* const r = limbs();
    if (na >= nb)
      mpn_mul(r, a.limbs(), static_cast<mp_size_t>(na), b.limbs(), static_cast<mp_size_t>(nb));
    else
      mpn_mul(r, b.limbs(), static_cast<mp_size_t>(nb), a.limbs(), static_cast<mp_size_t>(na));
    set_size(na + nb, (a.size_ < 0) != (b.size_ < 0));
  }
  void shift_up(std::size_t by) {
    if (by == 0 || size_ == 0) return;
    const std::size_t count = length(), whole = by / GMP_NUMB_BITS, part = by % GMP_NUMB_BITS;
    reserve(count + whole + 1);
    mp_limb_t* const r = limbs();
    std::copy_backward(r, r + count, r + count + whole);
    std::fill_n(r, whole, 0);
    r[count + whole] =
        part == 0 ? 0 : mpn_lshift(r + whole, r + whole, static_cast<mp_size_t>(count), static_cast<unsigned>(part));
    set_size(count + whole + 1, size_ < 0);
  }
  void shift_down(std::size_t by) {
    const std::size_t count = length(), whole = by / GMP_NUMB_BITS, part = by % GMP_NUMB_BITS;
    mp_limb_t* const r = limbs();
    std::copy(r + whole, r + count, r);
    if (part != 0) mpn_rshift(r, r, static_cast<mp_size_t>(count - whole), static_cast<unsigned>(part));
    set_size(count - whole, size_ < 0);
  }

  int size_ = 0;  ///< how many limbs are in use, lowest first and the last one not zero; negative for a negative number
  std::size_t capacity_ = near_limbs;
  std::unique_ptr<mp_limb_t[]> far_;        ///< in place of near_, where that is too short
  std::array<mp_limb_t, near_limbs> near_;  // mostly unused, so it is not all set to zero
};

/// numerator / denominator 2^exponent
inline Rational fraction(const Integer& numerator, const Integer& denominator, long exponent) {
  mpz_t n, d;
  Rational r;
  mpz_set(mpq_numref(r.backend().data()), numerator.view(n));
  mpz_set(mpq_denref(r.backend().data()), denominator.view(d));
  mpq_canonicalize(r.backend().data());
  if (exponent >= 0)
    mpq_mul_2exp(r.backend().data(), r.backend().data(), static_cast<mp_bitcnt_t>(exponent));
  else
    mpq_div_2exp(r.backend().data(), r.backend().data(), static_cast<mp_bitcnt_t>(-exponent));
  return r;
}

}  // namespace clearance::exact
