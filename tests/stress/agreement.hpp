#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clearance/distance.hpp"
#include "solid_polyhedra.hpp"

namespace stress {

/// What a method did on pairs of solid polyhedra, beside the default solver.
struct Agreement {
  std::uint64_t pairs = 0, queries = 0;  ///< a pair is asked cold, then tracked through small motions
  std::uint64_t separated = 0;
  std::uint64_t wrong = 0;         ///< distances off by more than 1e-12 of the size, exact arithmetic deciding
  std::uint64_t misses = 0;        ///< enclosures without the true value, or without a common value with a proven one
  std::uint64_t inconsistent = 0;  ///< claims that contradict each other, or that verify() refuses
  std::uint64_t unfinished = 0;    ///< queries that stopped at a bound on their work
  std::uint64_t overlap_unfinished = 0;  ///< of those that the default solver answered, as the shapes overlap
  std::uint64_t both_refused = 0;        ///< results that verify() refuses of this method and of the default one
  std::uint64_t handed_over = 0;         ///< separated pairs that another method had to answer
  std::uint64_t wide = 0;                ///< enclosures wider than 1e-12 of the size
  std::uint64_t default_wide = 0;        ///< those of the default solver
  std::uint64_t checked_exactly = 0;
  int most_iterations = 0;
  std::vector<std::string> reports;

  std::uint64_t failures() const { return wrong + misses + inconsistent + unfinished; }
  void add(const Agreement& other);
};

/// One pair, cold and tracked: `first` and another family at random.
void run_agreement(Agreement& tally, const std::vector<oracle::SolidFamily>& families, std::size_t first,
                   const clearance::Options& options, std::uint64_t seed, std::uint64_t index);

void print_agreement(const std::vector<oracle::SolidFamily>& families, const std::vector<Agreement>& tallies);

}  // namespace stress
