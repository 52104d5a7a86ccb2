#pragma once

// How far two swept slabs prove something, by few evaluations. What is proven does not depend on how well this
// searches.

#include "proof/swept_slab.hpp"

namespace clearance::detail {

/// The latest time found until which the slab stays above a level, from its own time on, or, if `end` is before
/// that, the earliest since when it does; no farther than `end`.
double advance(const SweptSlab& slab, double end, double level);
/// Between two times that a slab each belongs to: where neither is above a level, if that can be told.
Interval not_above(const SweptSlab& left, double begin, const SweptSlab& right, double end, double level);

/// A lower bound between two times by a slab of each, the best time found to change from one to the other, and the
/// bound. Evaluation ends as soon as the bound is `enough`.
struct Bridge {
  double change = 0.0, bound = 0.0;
};
Bridge bridge(const SweptSlab& left, double begin, const SweptSlab& right, double end, double enough);

}  // namespace clearance::detail
