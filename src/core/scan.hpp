#pragma once

// Farthest along a direction, among points or spheres whose coordinates are in separate arrays.

#include <array>

#include "numeric/vector.hpp"

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace clearance::detail {

/// Coordinate arrays are padded to a multiple of this, with copies of the first entry.
inline constexpr int scan_padding = 8;

/// x, y, z and, for spheres, r: `count` entries each, and padding.
struct ScanArrays {
  const double *x, *y, *z, *r;
};

/// The largest of the values that are compared, and where it is.
struct Farthest {
  double value;
  int at;
};

/// The largest n . x + length r among the first `count` entries, at the lowest such index. `spheres`: whether there is
/// an r.
template <bool spheres>
[[gnu::always_inline]] inline Farthest farthest_in(const ScanArrays& at, const V3& n, double length, int count) {
  // As many numbers at a time as the processor compares and blends in a register.
#ifdef __AVX__
  constexpr int lanes = 4;
#else
  constexpr int lanes = 2;
#endif
  using Pack = double __attribute__((vector_size(8 * lanes)));
  using PackIndex = long long __attribute__((vector_size(8 * lanes)));
  constexpr int stride = 2 * lanes;  // two packs are under way at once
  static_assert(scan_padding % stride == 0);

  const auto evaluate = [&](int i, Pack& value) {
    Pack x, y, z;
    __builtin_memcpy(&x, at.x + i, sizeof x);
    __builtin_memcpy(&y, at.y + i, sizeof y);
    __builtin_memcpy(&z, at.z + i, sizeof z);
    value = x * n.x + y * n.y + z * n.z;
    if constexpr (spheres) {
      Pack r;
      __builtin_memcpy(&r, at.r + i, sizeof r);
      value += r * length;
    }
  };
  struct Best {
    Pack value;
    PackIndex at, now;
  };
  std::array<Best, 2> best;
  for (int half = 0; half < 2; ++half) {
    Best& b = best[static_cast<std::size_t>(half)];
    evaluate(half * lanes, b.value);
    for (int k = 0; k < lanes; ++k) b.now[k] = half * lanes + k;
    b.at = b.now;
  }
  for (int i = stride; i < count; i += stride)
    for (int half = 0; half < 2; ++half) {
      Best& b = best[static_cast<std::size_t>(half)];
      Pack value;
      evaluate(i + half * lanes, value);
      b.now += stride;
      const PackIndex better = value > b.value;
      b.value = better ? value : b.value;
      b.at = better ? b.now : b.at;
    }
  // A knock-out without branches, which could not be predicted. On a tie the lower index wins; padding repeats the
  // first entry, so that its indices, beyond the count, never win.
  const PackIndex second =
      (best[1].value > best[0].value) | ((best[1].value == best[0].value) & (best[1].at < best[0].at));
  const Pack value = second ? best[1].value : best[0].value;
  const PackIndex index = second ? best[1].at : best[0].at;
  struct Entry {
    double value;
    long long at;
  };
  const auto winner = [](const Entry& a, const Entry& b) {
    const bool other = (b.value > a.value) | ((b.value == a.value) & (b.at < a.at));
    return Entry{other ? b.value : a.value, other ? b.at : a.at};
  };
  Entry entry{value[0], index[0]};
  for (int k = 1; k < lanes; ++k) entry = winner(entry, {value[k], index[k]});
  return {entry.value, entry.at < count ? static_cast<int>(entry.at) : 0};
}

/// Its index alone.
template <bool spheres>
int scan_farthest(const ScanArrays& at, const V3& n, double length, int count) {
  return farthest_in<spheres>(at, n, length, count).at;
}

/// The same for arrays of scan_padding entries, `count` of them and padding: all in registers.
[[gnu::always_inline]] inline Farthest farthest_of_few(const ScanArrays& at, const V3& n, int count) {
#ifdef __AVX__
  static_assert(scan_padding == 8);
  const __m256d x = _mm256_set1_pd(n.x), y = _mm256_set1_pd(n.y), z = _mm256_set1_pd(n.z);
  const auto values = [&](int i) {
    return _mm256_add_pd(
        _mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(at.x + i), x), _mm256_mul_pd(_mm256_loadu_pd(at.y + i), y)),
        _mm256_mul_pd(_mm256_loadu_pd(at.z + i), z));
  };
  const __m256d low = values(0), high = values(4);
  __m256d most = _mm256_max_pd(low, high);
  most = _mm256_max_pd(most, _mm256_permute_pd(most, 5));
  most = _mm256_max_pd(most, _mm256_permute2f128_pd(most, most, 1));
  const auto where = [&](const __m256d& v) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(v, most, _CMP_EQ_OQ)));
  };
  const unsigned found = where(low) | where(high) << 4U;
  const int k = found != 0 ? __builtin_ctz(found) : 0;
  return {_mm256_cvtsd_f64(most), k < count ? k : 0};
#else
  return farthest_in<false>(at, n, 0.0, count);
#endif
}

}  // namespace clearance::detail
