#pragma once

// Distance by tracking the closest features: Sundaraj, d'Aulignac and Mazer, "A new algorithm for computing minimum
// distance", 2000.

#include <optional>

#include "placed/pair_memory.hpp"
#include "placed/witness.hpp"

namespace clearance::detail {

/// The bound on support points asked for.
inline constexpr int feature_limit = 200;

/// Whether the cores of the pair have vertices, which is what the methods on features walk on.
inline bool has_vertices(const Pair& pair) { return vertex_count(pair.a) > 0 && vertex_count(pair.b) > 0; }

/// The vertex that is farthest along n, in local coordinates, by hill climbing from `from` where there are edges to
/// walk on. Precondition: the body has vertices.
int hill_climb(const Body& body, const V3& n, int from);

/// Precondition: has_vertices(pair). `gap`: stop when upper - lower of the cores is within this. Nothing if the cores
/// touch or overlap, or rounding cannot tell that they do not.
std::optional<Proposal> track_features(const Pair& pair, double gap, PairMemory* memory);

}  // namespace clearance::detail
