#pragma once

// What a query asks of a solver, and how good an attempt is.

#include <optional>

#include "clearance/distance.hpp"
#include "placed/goal.hpp"
#include "placed/pair_memory.hpp"
#include "proof/certify.hpp"

namespace clearance::detail {

/// What a solver is asked, and what is left to the next one.
struct Query {
  const Pair& pair;
  const Shape& a;
  const Pose& pose_a;
  const Shape& b;
  const Pose& pose_b;
  const Options& options;
  PairMemory* memory;
  CoreUpper upper;  ///< proven by a solver that did not finish
  std::optional<Method> answered_by =
      std::nullopt;  ///< where a method left the pair to a part of itself that has a name
};

/// Enclosures wider than this, relative to the size of the pair, are worth a second run in double-double.
inline constexpr double second_run_polyhedral = 1e-13, second_run_curved = 1e-11;
/// Witness points that miss the normal by more than this, relative to the size of the pair, are polished.
inline constexpr double witness_tolerance = 0x1p-46;

/// How far the witness points are from being joined by the normal; of an overlap, by as much of it as is proven.
double witness_error(const Pair& pair, const Proposal& proposal);

/// An attempt is as good as its enclosure is narrow and its witness points fit the normal.
bool better(const Pair& pair, const Attempt& second, const Attempt& first);

/// The width from which on more digits would help, were they asked for.
double second_run_width(const Pair& pair);

/// Whether more digits would help.
bool is_blunt(const Pair& pair, const Options& options, const Attempt& attempt);

/// Certifies what a solver proposes; false if it proposes nothing.
bool certified(const Pair& pair, const std::optional<Proposal>& proposal, Attempt& answer);

/// The normal that joins the witness points, where that is better: on flat parts of a curved shape it is.
void fit_normal(const Pair& pair, Attempt& answer);

}  // namespace clearance::detail
