#pragma once

// Four doubles in a register of AVX2: see pack_portable.hpp. For files that are compiled for such a processor.

#include <immintrin.h>

namespace clearance::detail {

class PackAvx2 {
 public:
  static constexpr int width = 4;

  struct Mask {
    Mask() = default;
    explicit Mask(bool all) : bits(_mm256_castsi256_pd(_mm256_set1_epi64x(all ? -1 : 0))) {}
    friend Mask operator&(const Mask& a, const Mask& b) { return Mask(_mm256_and_pd(a.bits, b.bits)); }
    friend Mask operator|(const Mask& a, const Mask& b) { return Mask(_mm256_or_pd(a.bits, b.bits)); }
    friend Mask operator!(const Mask& a) {
      return Mask(_mm256_xor_pd(a.bits, _mm256_castsi256_pd(_mm256_set1_epi64x(-1))));
    }
    friend bool any(const Mask& a) { return _mm256_movemask_pd(a.bits) != 0; }

    explicit Mask(const __m256d& b) : bits(b) {}
    __m256d bits;
  };

  PackAvx2() = default;
  PackAvx2(double value) : n_(_mm256_set1_pd(value)) {}  // NOLINT(google-explicit-constructor): one number, everywhere
  static PackAvx2 load(const double* from) { return PackAvx2(_mm256_loadu_pd(from)); }
  static void load_fours(const double* const* from, PackAvx2 (&to)[4]) {
    const __m256d a = _mm256_loadu_pd(from[0]), b = _mm256_loadu_pd(from[1]), c = _mm256_loadu_pd(from[2]),
                  d = _mm256_loadu_pd(from[3]);
    const __m256d ab_even = _mm256_unpacklo_pd(a, b), ab_odd = _mm256_unpackhi_pd(a, b);
    const __m256d cd_even = _mm256_unpacklo_pd(c, d), cd_odd = _mm256_unpackhi_pd(c, d);
    to[0].n_ = _mm256_permute2f128_pd(ab_even, cd_even, 0x20);
    to[1].n_ = _mm256_permute2f128_pd(ab_odd, cd_odd, 0x20);
    to[2].n_ = _mm256_permute2f128_pd(ab_even, cd_even, 0x31);
    to[3].n_ = _mm256_permute2f128_pd(ab_odd, cd_odd, 0x31);
  }
  static PackAvx2 pick(const double* row, const PackAvx2& which, int stride) {
    const __m128i at = _mm_add_epi32(_mm_mullo_epi32(_mm256_cvttpd_epi32(which.n_), _mm_set1_epi32(stride)),
                                     _mm_setr_epi32(0, 1, 2, 3));
    return PackAvx2(_mm256_i32gather_pd(row, at, 8));
  }
  void store(double* to) const { _mm256_storeu_pd(to, n_); }
  static void store_fours(const PackAvx2 (&from)[4], double* to, int stride) {
    const __m256d ab_even = _mm256_unpacklo_pd(from[0].n_, from[1].n_),
                  ab_odd = _mm256_unpackhi_pd(from[0].n_, from[1].n_);
    const __m256d cd_even = _mm256_unpacklo_pd(from[2].n_, from[3].n_),
                  cd_odd = _mm256_unpackhi_pd(from[2].n_, from[3].n_);
    _mm256_storeu_pd(to, _mm256_permute2f128_pd(ab_even, cd_even, 0x20));
    _mm256_storeu_pd(to + stride, _mm256_permute2f128_pd(ab_odd, cd_odd, 0x20));
    _mm256_storeu_pd(to + 2 * stride, _mm256_permute2f128_pd(ab_even, cd_even, 0x31));
    _mm256_storeu_pd(to + 3 * stride, _mm256_permute2f128_pd(ab_odd, cd_odd, 0x31));
  }

  friend PackAvx2 operator+(const PackAvx2& a, const PackAvx2& b) { return PackAvx2(_mm256_add_pd(a.n_, b.n_)); }
  friend PackAvx2 operator-(const PackAvx2& a, const PackAvx2& b) { return PackAvx2(_mm256_sub_pd(a.n_, b.n_)); }
  friend PackAvx2 operator*(const PackAvx2& a, const PackAvx2& b) { return PackAvx2(_mm256_mul_pd(a.n_, b.n_)); }
  friend PackAvx2 operator/(const PackAvx2& a, const PackAvx2& b) { return PackAvx2(_mm256_div_pd(a.n_, b.n_)); }
  friend PackAvx2 operator-(const PackAvx2& a) { return PackAvx2(_mm256_xor_pd(a.n_, _mm256_set1_pd(-0.0))); }
  friend Mask operator<(const PackAvx2& a, const PackAvx2& b) { return Mask(_mm256_cmp_pd(a.n_, b.n_, _CMP_LT_OQ)); }
  friend Mask operator<=(const PackAvx2& a, const PackAvx2& b) { return Mask(_mm256_cmp_pd(a.n_, b.n_, _CMP_LE_OQ)); }
  friend Mask operator>(const PackAvx2& a, const PackAvx2& b) { return Mask(_mm256_cmp_pd(a.n_, b.n_, _CMP_GT_OQ)); }
  friend Mask operator>=(const PackAvx2& a, const PackAvx2& b) { return Mask(_mm256_cmp_pd(a.n_, b.n_, _CMP_GE_OQ)); }
  friend Mask operator==(const PackAvx2& a, const PackAvx2& b) { return Mask(_mm256_cmp_pd(a.n_, b.n_, _CMP_EQ_OQ)); }
  friend PackAvx2 select(const Mask& m, const PackAvx2& yes, const PackAvx2& no) {
    return PackAvx2(_mm256_blendv_pd(no.n_, yes.n_, m.bits));
  }
  friend PackAvx2 abs(const PackAvx2& a) { return PackAvx2(_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.n_)); }
  friend PackAvx2 sqrt(const PackAvx2& a) { return PackAvx2(_mm256_sqrt_pd(a.n_)); }
  friend PackAvx2 larger(const PackAvx2& a, const PackAvx2& b) { return PackAvx2(_mm256_max_pd(a.n_, b.n_)); }
  friend PackAvx2 smaller(const PackAvx2& a, const PackAvx2& b) { return PackAvx2(_mm256_min_pd(a.n_, b.n_)); }
  friend PackAvx2 mul_add(const PackAvx2& a, const PackAvx2& b, const PackAvx2& c) {
    return PackAvx2(_mm256_fmadd_pd(a.n_, b.n_, c.n_));
  }
  friend PackAvx2 mul_sub(const PackAvx2& a, const PackAvx2& b, const PackAvx2& c) {
    return PackAvx2(_mm256_fmsub_pd(a.n_, b.n_, c.n_));
  }
  friend PackAvx2 rest_of_product(const PackAvx2& a, const PackAvx2& b, const PackAvx2& product) {
    return PackAvx2(_mm256_fmsub_pd(a.n_, b.n_, product.n_));
  }

 private:
  explicit PackAvx2(const __m256d& n) : n_(n) {}
  __m256d n_;
};

}  // namespace clearance::detail
