#pragma once

// Four doubles side by side on any processor: what pack_avx2.hpp and pack_avx512.hpp do in one register. An operation
// on a pack is the same operation on each of its numbers, rounded as any other. Only sums of products may differ from
// one processor to the other: where it can, it rounds them once.

#include <cmath>

namespace clearance::detail {

class PackPortable {
  using Numbers = double __attribute__((vector_size(32)));
  using Bits = long long __attribute__((vector_size(32)));

 public:
  static constexpr int width = 4;

  struct Mask {
    Mask() = default;
    [[gnu::always_inline]] explicit Mask(bool all) : bits(Bits{} - (all ? 1 : 0)) {}
    friend Mask operator&(const Mask& a, const Mask& b) { return Mask(a.bits & b.bits); }
    friend Mask operator|(const Mask& a, const Mask& b) { return Mask(a.bits | b.bits); }
    friend Mask operator!(const Mask& a) { return Mask(~a.bits); }
    friend bool any(const Mask& a) { return (a.bits[0] | a.bits[1] | a.bits[2] | a.bits[3]) != 0; }

    explicit Mask(const Bits& b) : bits(b) {}
    Bits bits;
  };

  PackPortable() = default;
  PackPortable(double value) : n_(Numbers{} + value) {}  // NOLINT(google-explicit-constructor): one number, everywhere
  static PackPortable load(const double* from) {
    PackPortable pack;
    __builtin_memcpy(&pack.n_, from, sizeof pack.n_);
    return pack;
  }
  /// Four numbers from each of as many places as a pack has: the first of all, the second of all ...
  static void load_fours(const double* const* from, PackPortable (&to)[4]) {
    for (int i = 0; i < 4; ++i) to[i].n_ = Numbers{from[0][i], from[1][i], from[2][i], from[3][i]};
  }
  /// Of packs in a row, number by number the one that `which` says.
  static PackPortable pick(const double* row, const PackPortable& which, int stride) {
    PackPortable pack;
    for (int i = 0; i < width; ++i) pack.n_[i] = row[static_cast<int>(which.n_[i]) * stride + i];
    return pack;
  }
  void store(double* to) const { __builtin_memcpy(to, &n_, sizeof n_); }
  /// The other way about: the first number of each of four packs, `stride` further on the second of each ...
  static void store_fours(const PackPortable (&from)[4], double* to, int stride) {
    for (int i = 0; i < width; ++i)
      for (int k = 0; k < 4; ++k) to[i * stride + k] = from[k].n_[i];
  }

  friend PackPortable operator+(const PackPortable& a, const PackPortable& b) { return PackPortable(a.n_ + b.n_); }
  friend PackPortable operator-(const PackPortable& a, const PackPortable& b) { return PackPortable(a.n_ - b.n_); }
  friend PackPortable operator*(const PackPortable& a, const PackPortable& b) { return PackPortable(a.n_ * b.n_); }
  friend PackPortable operator/(const PackPortable& a, const PackPortable& b) { return PackPortable(a.n_ / b.n_); }
  friend PackPortable operator-(const PackPortable& a) { return PackPortable(-a.n_); }
  friend Mask operator<(const PackPortable& a, const PackPortable& b) { return Mask(a.n_ < b.n_); }
  friend Mask operator<=(const PackPortable& a, const PackPortable& b) { return Mask(a.n_ <= b.n_); }
  friend Mask operator>(const PackPortable& a, const PackPortable& b) { return Mask(a.n_ > b.n_); }
  friend Mask operator>=(const PackPortable& a, const PackPortable& b) { return Mask(a.n_ >= b.n_); }
  friend Mask operator==(const PackPortable& a, const PackPortable& b) { return Mask(a.n_ == b.n_); }
  friend PackPortable select(const Mask& m, const PackPortable& yes, const PackPortable& no) {
    return PackPortable(m.bits ? yes.n_ : no.n_);
  }
  friend PackPortable abs(const PackPortable& a) {
    return PackPortable(reinterpret_cast<Numbers>(reinterpret_cast<Bits>(a.n_) & (Bits{} + 0x7fffffffffffffffLL)));
  }
  friend PackPortable sqrt(const PackPortable& a) {
    return PackPortable(Numbers{std::sqrt(a.n_[0]), std::sqrt(a.n_[1]), std::sqrt(a.n_[2]), std::sqrt(a.n_[3])});
  }
  /// a if it is larger, else b.
  friend PackPortable larger(const PackPortable& a, const PackPortable& b) { return select(a > b, a, b); }
  /// a if it is smaller, else b.
  friend PackPortable smaller(const PackPortable& a, const PackPortable& b) { return select(a < b, a, b); }
  /// a b + c and a b - c, rounded once or twice.
  friend PackPortable mul_add(const PackPortable& a, const PackPortable& b, const PackPortable& c) {
    return PackPortable(a.n_ * b.n_ + c.n_);
  }
  friend PackPortable mul_sub(const PackPortable& a, const PackPortable& b, const PackPortable& c) {
    return PackPortable(a.n_ * b.n_ - c.n_);
  }
  /// What is left of a b, of which this is the rounded product: exactly, but for over- and underflow (Dekker).
  friend PackPortable rest_of_product(const PackPortable& a, const PackPortable& b, const PackPortable& product) {
    const Numbers splitter = Numbers{} + 134217729.0;  // 2^27 + 1
    const Numbers a_big = splitter * a.n_, b_big = splitter * b.n_;
    const Numbers a_high = a_big - (a_big - a.n_), b_high = b_big - (b_big - b.n_);
    const Numbers a_low = a.n_ - a_high, b_low = b.n_ - b_high;
    return PackPortable(((a_high * b_high - product.n_) + a_high * b_low + a_low * b_high) + a_low * b_low);
  }

 private:
  explicit PackPortable(const Numbers& n) : n_(n) {}
  Numbers n_;
};

}  // namespace clearance::detail
