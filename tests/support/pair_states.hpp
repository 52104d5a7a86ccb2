#pragma once

#include <array>
#include <climits>
#include <cmath>
#include <cstring>

#include "clearance/distance.hpp"
#include "random.hpp"

// States as a caller may come by them: what is in them is the library's own affair, so tests go by their bytes.

namespace oracle {

inline bool same_bytes(const clearance::PairState& a, const clearance::PairState& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
inline bool is_empty(const clearance::PairState& state) { return same_bytes(state, clearance::PairState{}); }

/// Overwrites some of it, or nearly all, with numbers and indices of any value. Of a state that a query has left, what
/// remains makes the rest be believed.
inline void corrupt(clearance::PairState& state, Random& random) {
  static constexpr std::array<double, 9> wild{0.0, 1.0, -1.0, NAN, INFINITY, -INFINITY, 1e308, 5e-324, 0.6};
  static constexpr std::array<int, 11> indices{0, 1, 2, 3, 4, -1, 7, 40, 1000, INT_MAX, INT_MIN};
  constexpr std::size_t words = sizeof(state) / sizeof(double);
  const double share = random.chance(0.5) ? 0.1 : 0.9;
  std::array<std::byte, sizeof(state)> bytes;
  std::memcpy(bytes.data(), &state, sizeof state);
  for (std::size_t i = 0; i < words; ++i) {
    std::byte* const word = &bytes[i * sizeof(double)];
    if (random.chance(0.3 * share)) {
      std::memcpy(word, &wild[static_cast<std::size_t>(random.integer(0, 8))], sizeof(double));
      continue;
    }
    for (const std::size_t half : {std::size_t{0}, sizeof(int)})
      if (random.chance(share))
        std::memcpy(word + half, &indices[static_cast<std::size_t>(random.integer(0, 10))], sizeof(int));
  }
  std::memcpy(&state, bytes.data(), sizeof state);
}

}  // namespace oracle
