#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "families.hpp"

namespace stress {

/// Asks N pairs of a family, as `make` makes them, all of them if it has no name, and prints how long queries take: the
/// mean, some quantiles and the slowest, with the names and widths of these. Nothing is checked. Throws
/// std::invalid_argument for a family that there is not.
void run_times(std::uint64_t pairs, std::uint64_t seed, const std::string& family, oracle::MakeQuery make);

/// The same of one pair, by the name it has in a report, asked `times` times.
void replay_times(const std::string& id, std::uint64_t times, oracle::MakeQuery make);

}  // namespace stress
