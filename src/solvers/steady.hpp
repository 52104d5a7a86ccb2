#pragma once

// A pair that has hardly moved: the features that were nearest still are, as a rule, and need no search. One look at
// the simplex that the last query left behind, by whichever method, and at the edges around one vertex of each body,
// which is the proof as well. (The stable features of Sundaraj, d'Aulignac and Mazer, "A new algorithm for computing
// minimum distance", 2000, section 5.)

#include "placed/pair_memory.hpp"

namespace clearance::detail {

/// Precondition: both bodies have vertices. `gap`: upper - lower of the cores that will do. False if other features are
/// nearest now; the memory is then as it was, without its simplex if that has turned so far that a search is better off
/// without.
bool steady(const Pair& pair, double gap, PairMemory& memory, Attempt& answer);

}  // namespace clearance::detail
