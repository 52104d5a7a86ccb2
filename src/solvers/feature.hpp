#pragma once

// Distance by tracking the closest features: Sundaraj, d'Aulignac and Mazer, "A new algorithm for computing minimum
// distance", 2000.

#include <optional>

#include "placed/pair_memory.hpp"
#include "placed/witness.hpp"
#include "proof/difference.hpp"

namespace clearance::detail {

/// Whether the cores of the pair have vertices, which is what the methods on features walk on.
inline bool has_vertices(const Pair& pair) { return vertex_count(pair.a) > 0 && vertex_count(pair.b) > 0; }

/// The vertex that is farthest along n, in local coordinates, by hill climbing from `from` where there are edges to
/// walk on. Precondition: the body has vertices.
int hill_climb(const Body& body, const V3& n, int from);

/// The vertices of a pair, in the coordinates of its difference: what the searches on features walk on.
class PlacedVertices {
 public:
  explicit PlacedVertices(const Difference<double>& difference) : difference_(difference) {}
  V3 at_a(int v) const { return difference_.place_a(vertex_of(difference_.pair().a, v)); }
  V3 at_b(int v) const { return difference_.place_b(vertex_of(difference_.pair().b, v)); }
  /// The vertex of a farthest along n, and of b farthest against it.
  int climb_a(const V3& n, int from) const { return hill_climb(difference_.pair().a, difference_.into_a(n), from); }
  int climb_b(const V3& n, int from) const { return hill_climb(difference_.pair().b, -difference_.into_b(n), from); }

 private:
  const Difference<double>& difference_;
};

/// Precondition: has_vertices(pair). `gap`: stop when upper - lower of the cores is within this. Nothing if the cores
/// touch or overlap, or rounding cannot tell that they do not.
std::optional<Proposal> track_features(const Pair& pair, double gap, PairMemory* memory);

}  // namespace clearance::detail
