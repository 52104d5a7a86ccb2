#pragma once

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

/// The pair with this number of a family: the same on every run.
Query make_query(const Family& family, std::uint64_t seed, std::uint64_t index);

}  // namespace oracle
