#pragma once

#include <string>

#include "clearance/distance.hpp"
#include "placement.hpp"

namespace oracle {

/// Two placed shapes, the input of a query.
struct Query {
  clearance::Shape a, b;
  Placement at_a, at_b;
};

/// What the oracles say of a result of `distance(a, at_a, b, at_b)` with default options.
struct Verdict {
  bool wrong_distance = false;    ///< off by more than 1e-9 of the size of the pair, or infinite where it is not
  bool enclosure_misses = false;  ///< the true value is outside [lower, upper]
  bool undecided = false;         ///< the oracle could not prove the enclosure, and found nothing against it
  bool polyhedral = false;        ///< whether no curved shape takes part
  double size = 0.0;              ///< of the pair
  double truth_lower = 0.0, truth_upper = 0.0;  ///< of the true value, to double rounding

  bool ok() const { return !wrong_distance && !enclosure_misses; }
  std::string describe() const;
};

/// Only what the pair is: its size, and whether it is polyhedral.
Verdict measure(const Query& query);

Verdict check(const clearance::Result& result, const Query& query);

/// Whether the claims of a result agree with each other: status with bounds, distance with bounds, points with
/// distance. Empty if they do, else what is wrong.
std::string inconsistency(const clearance::Result& result, double size);

}  // namespace oracle
