#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stress {

/// Asks N pairs of a family, all of them if it has no name, and prints how long queries take: the mean, some quantiles
/// and the slowest, with the names and widths of these. Nothing is checked. Throws std::invalid_argument for a family
/// that there is not.
void run_times(std::uint64_t pairs, std::uint64_t seed, const std::string& family);

/// The same of one pair, by the name it has in a report, asked `times` times.
void replay_times(const std::string& id, std::uint64_t times);

}  // namespace stress
