#pragma once

// What queries of pairs leave behind, for as many pairs as there is room for: a table in which a pair has one place,
// and takes it from whoever was there before.

#include <cstdint>
#include <vector>

#include "clearance/distance.hpp"

namespace clearance::detail {

inline std::uint64_t pair_key(std::uint32_t a, std::uint32_t b) {
  return a < b ? std::uint64_t{a} << 32U | b : std::uint64_t{b} << 32U | a;
}

class PairStates {
 public:
  /// Room for at least so many; what was remembered is forgotten. Allocates.
  void resize(std::size_t count) {
    std::size_t places = 16;
    while (places < count) places *= 2;
    if (places == places_.size()) return;
    places_.assign(places, {});
  }

  /// The state of a pair; a fresh one, if it has lost its place.
  PairState* of(std::uint64_t key) {
    Place& place = places_[(key * 0x9E3779B97F4A7C15U) >> 32U & (places_.size() - 1)];
    if (place.key != key) {
      place.key = key;
      place.state = PairState{};
    }
    return &place.state;
  }

 private:
  static constexpr std::uint64_t nobody = ~std::uint64_t{0};
  struct Place {
    std::uint64_t key = nobody;
    PairState state;
  };
  std::vector<Place> places_;
};

}  // namespace clearance::detail
