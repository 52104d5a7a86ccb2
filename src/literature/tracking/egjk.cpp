// The GJK of the literature, kept as it is for comparison with our default solver: the sub-problem is Johnson's
// (johnson.hpp), the search direction is always the nearest point itself. Cameron's two enhancements: a support point
// is found by hill climbing from the last one, so that a step costs the neighbours of a vertex and not all vertices;
// and the simplex that ended the last query of a pair starts the next, so that a pair that hardly moved takes one step.
//
// The known trouble of this method is that rounding in Johnson's cofactors makes it loop where bodies are close, flat
// or of very different sizes. Here a step that does not shorten the nearest point ends the search, and the certificate
// decides: an answer that it does not prove is left to the default solver, and the result names that one.
//
// Invariant: |v| strictly decreases. Cost: a sub-problem of at most four points and two short walks a step
// (`clearance reproduce sundaraj-operations` counts them).

#include "literature/tracking/egjk.hpp"

#include <cmath>

#include "literature/tracking/egjk_search.hpp"
#include "solvers/feature.hpp"

namespace clearance::detail {

namespace {

constexpr double coordinate_rounding = 0x1p-50;

/// The simplex of the last query, or the vertices that face each other.
void start(EgjkSearch<double>& search, const PlacedVertices& world, const Difference<double>& difference,
           const PairMemory* memory) {
  for (const auto& [a, b] : recalled_corners(memory, difference.pair()))
    if (!search.holds(a, b)) search.add(world, a, b);
  if (search.count > 0) return;
  V3 towards = difference.offset();
  if (!(norm_sq(towards) > 0.0)) towards = V3(1, 0, 0);
  search.add(world, world.climb_a(towards, -1), world.climb_b(towards, -1));
}

}  // namespace

std::optional<Proposal> enhanced_gjk(const Pair& pair, double gap, PairMemory* memory) {
  const Difference<double> difference(pair);
  const PlacedVertices world(difference);
  EgjkSearch<double> search;
  start(search, world, difference, memory);
  if (!search.run(world, gap, coordinate_rounding * pair.size)) return std::nullopt;
  Simplex<double> simplex;
  simplex.count = search.count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(search.count); ++i) {
    simplex.vertex[i] = difference.vertices(search.corner[i].a, search.corner[i].b);
    simplex.weight[i] = search.corner[i].weight;
  }
  Proposal proposal;
  proposal.iterations = search.asked;
  set_witness(proposal, pair, simplex.vertex.data(), simplex.weight.data(), simplex.count);
  proposal.vertex_a = search.last_a;
  proposal.vertex_b = search.last_b;
  const V3 normal = difference.to_pair(search.v);
  proposal.normal = normal * (1.0 / norm(normal));
  if (memory != nullptr) remember(*memory, pair, simplex, proposal);
  return proposal;
}

}  // namespace clearance::detail
