// The GJK of the literature, kept as it is for comparison with our default solver: the sub-problem is Johnson's
// (johnson.hpp), the search direction is always the nearest point itself. Cameron's two enhancements: a support point
// is found by hill climbing from the last one, so that a step costs the neighbours of a vertex and not all vertices;
// and the simplex that ended the last query of a pair starts the next, so that a pair that hardly moved takes one step.
//
// The known trouble of this method is that rounding in Johnson's cofactors makes it loop where bodies are close, flat
// or of very different sizes. Here a step that does not shorten the nearest point ends the search, and the certificate
// decides: an answer that it does not prove is left to the default solver, and the result names that one.
//
// Invariant: |v| strictly decreases. Cost: 104 operations and two short walks a step.

#include "literature/tracking/egjk.hpp"

#include <cmath>

#include "literature/tracking/johnson.hpp"
#include "solvers/feature.hpp"

namespace clearance::detail {

namespace {

constexpr double coordinate_rounding = 0x1p-50;

bool contains(const Simplex<double>& simplex, int a, int b) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(simplex.count); ++i)
    if (simplex.vertex[i].vertex_a == a && simplex.vertex[i].vertex_b == b) return true;
  return false;
}

void append(Simplex<double>& simplex, const SimplexVertex<double>& vertex) {
  simplex.vertex[static_cast<std::size_t>(simplex.count++)] = vertex;
}

/// The simplex of the last query, or the vertices that face each other.
Simplex<double> start_simplex(const Difference<double>& difference, const PairMemory* memory) {
  const Pair& pair = difference.pair();
  Simplex<double> simplex;
  for (const auto& [a, b] : recalled_corners(memory, pair))
    if (!contains(simplex, a, b)) append(simplex, difference.vertices(a, b));
  if (simplex.count > 0) return simplex;
  V3 towards = difference.offset();
  if (!(norm_sq(towards) > 0.0)) towards = V3(1, 0, 0);
  append(simplex, difference.vertices(hill_climb(pair.a, difference.into_a(towards), -1),
                                      hill_climb(pair.b, -difference.into_b(towards), -1)));
  return simplex;
}

/// The nearest point of the simplex, which is cut down to the points that it is made of.
V3 nearest_point(Simplex<double>& simplex) {
  std::array<V3, 4> w;
  for (std::size_t i = 0; i < static_cast<std::size_t>(simplex.count); ++i) w[i] = simplex.vertex[i].w;
  const JohnsonPoint point = johnson(w, simplex.count);
  int kept = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(simplex.count); ++i) {
    if (((point.subset >> i) & 1U) == 0) continue;
    const auto k = static_cast<std::size_t>(kept++);
    if (k != i) simplex.vertex[k] = simplex.vertex[i];
    simplex.weight[k] = point.weight[i];
  }
  simplex.count = kept;
  return point.nearest;
}

}  // namespace

std::optional<Proposal> enhanced_gjk(const Pair& pair, double gap, PairMemory* memory) {
  const Difference<double> difference(pair);
  const double noise = coordinate_rounding * pair.size;
  Simplex<double> simplex = start_simplex(difference, memory);
  V3 v = nearest_point(simplex);
  Proposal proposal;
  int a = simplex.vertex[0].vertex_a, b = simplex.vertex[0].vertex_b;
  for (;;) {
    const double distance = norm(v);
    if (simplex.count == 0 || simplex.count == 4 || !(distance > noise)) return std::nullopt;
    a = hill_climb(pair.a, difference.into_a(v), a);
    b = hill_climb(pair.b, -difference.into_b(v), b);
    ++proposal.iterations;
    const SimplexVertex<double> w = difference.vertices(a, b);
    if (contains(simplex, a, b) || distance - dot(v, w.w) / distance <= gap) break;
    if (proposal.iterations >= egjk_limit) return std::nullopt;
    Simplex<double> next = simplex;
    append(next, w);
    const V3 nearest = nearest_point(next);
    if (next.count > 0 && next.count < 4 && !(norm_sq(nearest) < norm_sq(v))) break;
    simplex = next;
    v = nearest;
  }
  set_witness(proposal, pair, simplex.vertex.data(), simplex.weight.data(), simplex.count);
  proposal.vertex_a = a;
  proposal.vertex_b = b;
  const V3 normal = difference.to_pair(v);
  proposal.normal = normal * (1.0 / norm(normal));
  if (memory != nullptr) remember(*memory, pair, simplex, proposal);
  return proposal;
}

}  // namespace clearance::detail
