#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "check.hpp"
#include "random.hpp"

// Families of random pairs, each one way in which distance queries go wrong elsewhere.

namespace oracle {

struct Family {
  std::string_view name;
  Query (*make)(Random& random);
};
std::span<const Family> families();

/// One of the two that follow.
using MakeQuery = Query (*)(const Family& family, std::uint64_t seed, std::uint64_t index);

/// The pair with this number of a family: the same on every run.
Query make_query(const Family& family, std::uint64_t seed, std::uint64_t index);

/// The same pair, with b moved into a where they are apart: by 1e-6 to all of the smaller one's size, past where they
/// touch. Bodies without an inside may still not overlap.
Query make_overlapping(const Family& family, std::uint64_t seed, std::uint64_t index);

}  // namespace oracle
