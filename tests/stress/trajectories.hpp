#pragma once

#include <cstdint>

namespace stress {

/// Every method along `count` trajectories of 1,000 steps, compared with the cold default solver. Prints a table;
/// whether nothing went wrong.
bool run_trajectories(std::uint64_t count, std::uint64_t seed);

/// The tracking methods and the default solver on `count` pairs of all sizes, against the exact distance.
bool run_sizes(std::uint64_t count, std::uint64_t seed);

}  // namespace stress
