#pragma once

#include <cstdint>
#include <string>

namespace stress {

struct AttackPlan {
  std::uint64_t pairs = 100000;  ///< random ones, over all families
  double seconds = 0.0;          ///< not zero: random ones for so long
  std::uint64_t seed = 1;
  std::string family;       ///< empty: all, and the corner list; "corners": that alone
  std::uint64_t slice = 1;  ///< of the corner list, one query in as many
  std::string without;      ///< a family to leave out
  bool enclosures = false;  ///< only bounds and status are judged: not points, normal and what verify() says of them
};

/// Looks for a false enclosure: the corner list, then random pairs of every family. Prints violations with reproducers
/// and a table; whether there were none. Throws std::invalid_argument for a family that there is not.
bool run_attack(const AttackPlan& plan);

/// Asks once more about a case, by the name it has in a report, and prints the answer; whether nothing is wrong with
/// it. Throws std::invalid_argument for a name that is none.
bool replay_attack(const std::string& id);

}  // namespace stress
