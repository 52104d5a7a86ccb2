#pragma once

// A solver proposes a direction, a point of each body, and for an overlap a bound that this room has proven; `certify`
// turns any such proposal into an enclosure. No solver needs to be trusted: a bad proposal makes a wide enclosure.

#include "proof/pair.hpp"
#include "proof/proven.hpp"

namespace clearance::detail {

/// What a solver found, for the cores.
struct Proposal {
  V3 normal{};                                          ///< about unit, in the axes of the pair, from a to b
  Member at_a = Member::none(), at_b = Member::none();  ///< witness points
  int vertex_a = -1, vertex_b = -1;                     ///< support vertices along the normal, where there are vertices
  /// What the witness points are made of, if of at most three points each: for a last, more precise look at the gap.
  int corners = 0;
  std::array<V3, 3> corner_a, corner_b;  // as many as there are corners; not initialised
  std::array<double, 3> weight;
  Feature feature_a, feature_b;
  CoreUpper upper;  ///< for overlapping cores
  int iterations = 0;
  Ending ending = Ending::converged;
};

Enclosure certify(const Pair& pair, const Proposal& proposal);

/// Its two halves. How far the cores are at least apart along n, of unit length to rounding, where a look around the
/// vertices proves that they are farthest; else -infinity. And the enclosure by that.
CoreLower slab_at_vertices(const Pair& pair, const V3& n, int vertex_a, int vertex_b);
Enclosure certify_with(const Pair& pair, const Proposal& proposal, const CoreLower& slab);

/// The vector itself if its length is one to rounding.
V3 of_unit_length(V3 n);

/// A proposal and what was proven of it.
struct Attempt {
  Proposal proposal;
  Enclosure enclosure;
};

}  // namespace clearance::detail
