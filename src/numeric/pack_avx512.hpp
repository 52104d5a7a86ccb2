#pragma once

// Eight doubles in a register of AVX-512: see pack_portable.hpp. For files that are compiled for such a processor.

#include <immintrin.h>

namespace clearance::detail {

class PackAvx512 {
 public:
  static constexpr int width = 8;

  struct Mask {
    Mask() = default;
    explicit Mask(bool all) : bits(static_cast<__mmask8>(all ? 0xff : 0)) {}
    friend Mask operator&(const Mask& a, const Mask& b) { return Mask(static_cast<__mmask8>(a.bits & b.bits)); }
    friend Mask operator|(const Mask& a, const Mask& b) { return Mask(static_cast<__mmask8>(a.bits | b.bits)); }
    friend Mask operator!(const Mask& a) { return Mask(static_cast<__mmask8>(~a.bits)); }
    friend bool any(const Mask& a) { return a.bits != 0; }

    explicit Mask(__mmask8 b) : bits(b) {}
    __mmask8 bits;
  };

  PackAvx512() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): one number, everywhere
  PackAvx512(double value) : n_(_mm512_set1_pd(value)) {}
  static PackAvx512 load(const double* from) { return PackAvx512(_mm512_loadu_pd(from)); }
  static void load_fours(const double* const* from, PackAvx512 (&to)[4]) {
    const auto two = [&](int i) {
      return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(from[i])), _mm256_loadu_pd(from[i + 4]), 1);
    };
    const __m512d a = two(0), b = two(1), c = two(2), d = two(3);
    const __m512d ab_even = _mm512_unpacklo_pd(a, b), ab_odd = _mm512_unpackhi_pd(a, b);
    const __m512d cd_even = _mm512_unpacklo_pd(c, d), cd_odd = _mm512_unpackhi_pd(c, d);
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13),
                  high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
    to[0].n_ = _mm512_permutex2var_pd(ab_even, low, cd_even);
    to[1].n_ = _mm512_permutex2var_pd(ab_odd, low, cd_odd);
    to[2].n_ = _mm512_permutex2var_pd(ab_even, high, cd_even);
    to[3].n_ = _mm512_permutex2var_pd(ab_odd, high, cd_odd);
  }
  static PackAvx512 pick(const double* row, const PackAvx512& which, int stride) {
    const __m256i at = _mm256_add_epi32(_mm256_mullo_epi32(_mm512_cvttpd_epi32(which.n_), _mm256_set1_epi32(stride)),
                                        _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    return PackAvx512(_mm512_i32gather_pd(at, row, 8));
  }
  void store(double* to) const { _mm512_storeu_pd(to, n_); }
  static void store_fours(const PackAvx512 (&from)[4], double* to, int stride) {
    const auto two = [&](const __m512d& ab, const __m512d& cd, int lane) {  // lanes `lane`, + 2, + 4 and + 6
      const __m512d low = _mm512_permutex2var_pd(ab, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), cd),
                    high = _mm512_permutex2var_pd(ab, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), cd);
      _mm256_storeu_pd(to + lane * stride, _mm512_castpd512_pd256(low));
      _mm256_storeu_pd(to + (lane + 2) * stride, _mm512_extractf64x4_pd(low, 1));
      _mm256_storeu_pd(to + (lane + 4) * stride, _mm512_castpd512_pd256(high));
      _mm256_storeu_pd(to + (lane + 6) * stride, _mm512_extractf64x4_pd(high, 1));
    };
    two(_mm512_unpacklo_pd(from[0].n_, from[1].n_), _mm512_unpacklo_pd(from[2].n_, from[3].n_), 0);
    two(_mm512_unpackhi_pd(from[0].n_, from[1].n_), _mm512_unpackhi_pd(from[2].n_, from[3].n_), 1);
  }

  friend PackAvx512 operator+(const PackAvx512& a, const PackAvx512& b) {
    return PackAvx512(_mm512_add_pd(a.n_, b.n_));
  }
  friend PackAvx512 operator-(const PackAvx512& a, const PackAvx512& b) {
    return PackAvx512(_mm512_sub_pd(a.n_, b.n_));
  }
  friend PackAvx512 operator*(const PackAvx512& a, const PackAvx512& b) {
    return PackAvx512(_mm512_mul_pd(a.n_, b.n_));
  }
  friend PackAvx512 operator/(const PackAvx512& a, const PackAvx512& b) {
    return PackAvx512(_mm512_div_pd(a.n_, b.n_));
  }
  friend PackAvx512 operator-(const PackAvx512& a) { return PackAvx512(_mm512_xor_pd(a.n_, _mm512_set1_pd(-0.0))); }
  friend Mask operator<(const PackAvx512& a, const PackAvx512& b) {
    return Mask(_mm512_cmp_pd_mask(a.n_, b.n_, _CMP_LT_OQ));
  }
  friend Mask operator<=(const PackAvx512& a, const PackAvx512& b) {
    return Mask(_mm512_cmp_pd_mask(a.n_, b.n_, _CMP_LE_OQ));
  }
  friend Mask operator>(const PackAvx512& a, const PackAvx512& b) {
    return Mask(_mm512_cmp_pd_mask(a.n_, b.n_, _CMP_GT_OQ));
  }
  friend Mask operator>=(const PackAvx512& a, const PackAvx512& b) {
    return Mask(_mm512_cmp_pd_mask(a.n_, b.n_, _CMP_GE_OQ));
  }
  friend Mask operator==(const PackAvx512& a, const PackAvx512& b) {
    return Mask(_mm512_cmp_pd_mask(a.n_, b.n_, _CMP_EQ_OQ));
  }
  friend PackAvx512 select(const Mask& m, const PackAvx512& yes, const PackAvx512& no) {
    return PackAvx512(_mm512_mask_blend_pd(m.bits, no.n_, yes.n_));
  }
  friend PackAvx512 abs(const PackAvx512& a) { return PackAvx512(_mm512_andnot_pd(_mm512_set1_pd(-0.0), a.n_)); }
  friend PackAvx512 sqrt(const PackAvx512& a) { return PackAvx512(_mm512_sqrt_pd(a.n_)); }
  friend PackAvx512 larger(const PackAvx512& a, const PackAvx512& b) { return PackAvx512(_mm512_max_pd(a.n_, b.n_)); }
  friend PackAvx512 smaller(const PackAvx512& a, const PackAvx512& b) { return PackAvx512(_mm512_min_pd(a.n_, b.n_)); }
  friend PackAvx512 mul_add(const PackAvx512& a, const PackAvx512& b, const PackAvx512& c) {
    return PackAvx512(_mm512_fmadd_pd(a.n_, b.n_, c.n_));
  }
  friend PackAvx512 mul_sub(const PackAvx512& a, const PackAvx512& b, const PackAvx512& c) {
    return PackAvx512(_mm512_fmsub_pd(a.n_, b.n_, c.n_));
  }
  friend PackAvx512 rest_of_product(const PackAvx512& a, const PackAvx512& b, const PackAvx512& product) {
    return PackAvx512(_mm512_fmsub_pd(a.n_, b.n_, product.n_));
  }

 private:
  explicit PackAvx512(const __m512d& n) : n_(n) {}
  __m512d n_;
};

}  // namespace clearance::detail
