// Keeps a feature of each body, a vertex, an edge or a face, and the nearest points of the two. If the point on each
// body is in the Voronoi region of the feature of the other, the features are the closest ones; this is what the three
// applicability tests decide. Where a test fails, it names a neighbouring feature that is nearer, and the walk goes on.
//
//   vertex: no edge of the vertex leads towards the other point, else that edge;
//   edge:   the other point is not on the inner side of either face at the edge, else that face;
//   face:   the other point is above the face, and above its inside.
//
// As published, the walk has no way to go when a point is below a face: it then cycles, and with it every overlap. Here
// the face of the body that the point is farthest above is looked for among all. If there is none, the point is inside:
// the bodies overlap. Other departures: a face against an edge is at once reduced to the pair of a vertex, or of edges,
// that is nearest; and a walk that rounding keeps from getting nearer ends. The certificate then decides, and an answer
// that it does not prove is left to the default solver.
//
// Invariant: the distance strictly decreases but where a walk escapes from below a face, at most `escape_limit` times.
// Cost: the neighbours of a feature a step.

#include "literature/tracking/lin_canny.hpp"

#include <cmath>

#include "literature/tracking/lin_canny_walk.hpp"
#include "solvers/feature.hpp"

namespace clearance::detail {

namespace {

constexpr double coordinate_rounding = 0x1p-50;

using lin_canny_walk::NearestFeatures;
using lin_canny_walk::Side;
using lin_canny_walk::vertex_place;
using lin_canny_walk::Walk;

Side<double> side_a(const Difference<double>& difference) {
  const V3 x = difference.place_a(V3(1, 0, 0)), y = difference.place_a(V3(0, 1, 0)),
           z = difference.place_a(V3(0, 0, 1));
  return {Surface(difference.pair().a), M3(x, y, z).transposed(), difference.place_a(V3(0, 0, 0))};
}
Side<double> side_b(const Difference<double>& difference) {
  return {Surface(difference.pair().b), difference.map_b(), difference.offset()};
}

/// The vertices that the last query ended at, or those that face each other.
NearestFeatures<double> start(const Walk<double>& walk, const Difference<double>& difference,
                              const PairMemory* memory) {
  const Pair& pair = difference.pair();
  const RecalledCorners last = recalled_corners(memory, pair);
  if (last.count > 0) return walk.link(vertex_place(last.corner[0].a), vertex_place(last.corner[0].b));
  V3 towards = difference.offset();
  if (!(norm_sq(towards) > 0.0)) towards = V3(1, 0, 0);
  return walk.link(vertex_place(hill_climb(pair.a, difference.into_a(towards), -1)),
                   vertex_place(hill_climb(pair.b, -difference.into_b(towards), -1)));
}

}  // namespace

std::optional<Proposal> lin_canny(const Pair& pair, PairMemory* memory) {
  const double noise = coordinate_rounding * pair.size;
  const Difference<double> difference(pair);
  const Walk<double> walk(side_a(difference), side_b(difference), noise);
  NearestFeatures<double> now = start(walk, difference, memory);
  Proposal proposal;
  if (!walk.run(now, proposal.iterations)) return std::nullopt;
  const Link link = link_features(walk.corners_a(now), walk.corners_b(now), noise);
  if (link.crossing || !(link.distance_sq > noise * noise)) return std::nullopt;
  const Simplex<double> simplex = corners_of(link, pair);
  set_witness(proposal, pair, simplex.vertex.data(), simplex.weight.data(), simplex.count);
  const V3 normal = difference.to_pair(link.direction);
  proposal.normal = normal * (1.0 / norm(normal));
  if (memory != nullptr) remember(*memory, pair, simplex, proposal);
  return proposal;
}

}  // namespace clearance::detail
