#pragma once

// A pair on its way: translation, rotation of up to 90 degrees a step, contact and overlap. Every method is asked at
// every step, warm from its own last state, and compared with the default solver that knows nothing of the past.

#include <cstdint>
#include <string>
#include <vector>

#include "clearance/distance.hpp"
#include "random.hpp"

namespace oracle {

struct MethodTally {
  std::uint64_t queries = 0;
  std::uint64_t by_itself = 0;  ///< answered by the method that was asked
  std::uint64_t wrong = 0;      ///< the enclosures of the method and of the cold default solver share no point
  std::uint64_t unsound = 0;    ///< the claims of the result contradict each other
  std::uint64_t overlaps = 0;
};

struct TrajectoryTally {
  std::vector<MethodTally> methods;  ///< in the order of clearance::methods()
  std::vector<std::string> reports;

  void add(const TrajectoryTally& other);
  std::uint64_t failures() const;
};

/// The trajectory with this number: the same on every run.
TrajectoryTally run_trajectory(std::uint64_t seed, std::uint64_t index, int steps);

/// Pairs of the sizes and ratios that the literature found hard, against the exact distance: sizes from 1e-150 to
/// 1e150, ratios up to 1e18. By the tracking methods and the default solver.
TrajectoryTally run_size(std::uint64_t seed, std::uint64_t index);

}  // namespace oracle
