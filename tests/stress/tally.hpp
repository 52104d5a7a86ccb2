#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "families.hpp"

namespace stress {

/// Failures of one family that are told in full: more say nothing new.
inline constexpr std::size_t most_reports = 20;

/// What was found in the pairs of one family.
struct Tally {
  std::uint64_t pairs = 0;
  std::uint64_t checked = 0;                            ///< pairs that the oracle looked at
  std::uint64_t wrong_distances = 0;                    ///< beyond 1e-9 of the size of the pair
  std::uint64_t misses = 0;                             ///< enclosures without the true value
  std::uint64_t inconsistent = 0;                       ///< claims that contradict each other, or that verify() refuses
  std::uint64_t overlaps = 0;                           ///< pairs that overlap
  std::uint64_t refused = 0;                            ///< shapes that the library would not build
  std::uint64_t unfinished = 0;                         ///< queries that stopped at a bound on their work
  std::uint64_t undecided = 0;                          ///< enclosures the oracle could neither prove nor disprove
  std::uint64_t polyhedral = 0, polyhedral_narrow = 0;  ///< width at most 1e-12 of the size
  std::uint64_t curved = 0, curved_narrow = 0;          ///< width at most 1e-9 of the size
  double worst_width = 0.0;                             ///< relative to the size
  int most_iterations = 0;
  std::vector<std::string> reports;  ///< failures with reproducers

  std::uint64_t failures() const { return wrong_distances + misses + inconsistent + refused; }
  void add(const Tally& other);
};

struct Checks {
  bool report_wide = false;  ///< also report enclosures that are right but wide
  /// The oracle looks at one pair in as many, and at more of the small ones, which take it less time; the others have
  /// verify(), the claims among each other and the agreement of methods.
  std::uint64_t sample = 1;
  oracle::MakeQuery make = oracle::make_query;
};

/// Makes, answers and checks one pair; hulls of spheres by both of the methods that take them.
void run_pair(Tally& tally, const oracle::Family& family, std::uint64_t seed, std::uint64_t index, Checks checks);

/// The table for people, one line a family and one for all.
void print_table(const std::vector<Tally>& tallies);

/// Whether a run is good: no failure, and enclosures narrow and decided in at least 99.9 % of the pairs.
bool good(const std::vector<Tally>& tallies);

}  // namespace stress
