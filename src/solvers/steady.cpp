#include "solvers/steady.hpp"

#include <cmath>

#include "placed/witness.hpp"

namespace clearance::detail {

namespace {

/// The cosine of the turn of the normal beyond which the simplex is of no more use.
constexpr double same_direction = 0.95;

/// The simplex of the last query where it is now, in the axes of the pair: its first corner, and from there to the
/// others by differences of vertices, which keep their digits far from the origin. False if it is not of these bodies,
/// or not of bodies that were apart.
bool recall(Simplex<double>& simplex, const Pair& pair, const PairMemory& memory) {
  if (!memory.was_apart()) return false;
  const RecalledCorners corners = recalled_corners(&memory, pair);
  simplex.count = memory.count;
  if (corners.count != static_cast<std::size_t>(memory.count)) return false;
  const SimplexVertex<double>& first = simplex.vertex[0];
  for (std::size_t i = 0; i < corners.count; ++i) {
    SimplexVertex<double>& v = simplex.vertex[i];
    v.vertex_a = corners.corner[i].a;
    v.vertex_b = corners.corner[i].b;
    v.at_a = vertex_of(pair.a, v.vertex_a);
    v.at_b = vertex_of(pair.b, v.vertex_b);
    if (i == 0) {
      v.w = pair.b.map * v.at_b + pair.offset - pair.a.map * v.at_a;
      continue;
    }
    v.w = first.w;
    if (v.vertex_a != first.vertex_a) v.w = v.w - pair.a.map * (v.at_a - first.at_a);
    if (v.vertex_b != first.vertex_b) v.w = v.w + pair.b.map * (v.at_b - first.at_b);
  }
  return true;
}

}  // namespace

bool steady(const Pair& pair, double gap, PairMemory& memory, Attempt& answer) {
  Simplex<double> simplex;
  if (!recall(simplex, pair, memory)) return false;
  const Nearest<double> nearest = nearest_in(simplex);
  const double distance = std::sqrt(nearest.distance_sq);
  if (!(distance > origin_rounding * pair.size)) return false;
  reduce(simplex, nearest);  // a face may have given way to its edge, or an edge to its end
  const V3 n = of_unit_length(nearest.direction * (1.0 / norm(nearest.direction)));
  const SimplexVertex<double>& first = simplex.vertex[0];
  const CoreLower slab = slab_at_vertices(pair, n, first.vertex_a, first.vertex_b);
  if (!(distance - slab.value() <= gap)) {
    if (dot(transposed_times(pair.a.map, n), memory.direction) < same_direction * pair.factor_a) memory.count = 0;
    return false;
  }

  Proposal& proposal = answer.proposal;
  set_witness(proposal, pair, simplex.vertex.data(), simplex.weight.data(), simplex.count);
  proposal.normal = n;
  proposal.iterations = 1;
  answer.enclosure = certify_with(pair, proposal, slab);
  remember(memory, pair, simplex, proposal);
  return true;
}

}  // namespace clearance::detail
