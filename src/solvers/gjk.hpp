#pragma once

// Distance by support functions: Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between
// complex objects in three-dimensional space", 1988.

#include "clearance/distance.hpp"
#include "placed/goal.hpp"
#include "placed/pair_memory.hpp"
#include "placed/witness.hpp"

namespace clearance::detail {

/// The bound on iterations of one run.
inline constexpr int gjk_limit = 200;

template <class T>
struct GjkOutcome {
  bool overlap = false;  ///< the cores touch or overlap, or rounding cannot tell that they do not
  Proposal proposal;
  Simplex<T> simplex;
};

/// Minimises |w| over the difference b - a. T: double, or DoubleDouble for the rare pair that needs it.
template <class T>
GjkOutcome<T> gjk(Difference<T>& difference, const Goal& goal, const PairMemory* memory);

/// The same simplex once more in double-double, for a small or thin one whose weights rounding has blurred: the witness
/// points then lie along the normal.
void polish(Proposal& proposal, const Difference<double>& difference, const Simplex<double>& simplex);

extern template GjkOutcome<double> gjk(Difference<double>&, const Goal&, const PairMemory*);
extern template GjkOutcome<DoubleDouble> gjk(Difference<DoubleDouble>&, const Goal&, const PairMemory*);

}  // namespace clearance::detail
