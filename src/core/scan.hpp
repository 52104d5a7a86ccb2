#pragma once

// Farthest along a direction, among points or spheres whose coordinates are in separate arrays.

#include <array>

#include "numeric/vector.hpp"

namespace clearance::detail {

/// Coordinate arrays are padded to a multiple of this, with copies of the first entry.
inline constexpr int scan_padding = 8;

/// x, y, z and, for spheres, r: `count` entries each, and padding.
struct ScanArrays {
  const double *x, *y, *z, *r;
};

/// Index of the largest n . x + length r among the first `count` entries, the lowest such index. `spheres`: whether
/// there is an r.
template <bool spheres>
int scan_farthest(const ScanArrays& at, const V3& n, double length, int count) {
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
  return entry.at < count ? static_cast<int>(entry.at) : 0;
}

}  // namespace clearance::detail
