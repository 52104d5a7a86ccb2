// Keeps one feature of each body, a set of one to three of its vertices, and the nearest points of the two. The support
// point of one body along the link between them is asked for; if it is farther than the feature, it joins it, the link
// is solved anew by a local method, and the other body has its turn. If neither body has a point that is farther, the
// link is the answer: with d = |link|, n = link / d and g the sum of what the support points gain along n,
//
//     d - g <= distance <= d.
//
// As in the paper: features change one at a time (section 5); the local methods divide at most once (section 4);
// support points come from hill climbing. Departures: an edge may meet a facet, and a vertex may be inside a facet and
// its new point; both prove overlap, which the paper does not treat, and end the search. A new feature is stable if the
// link got shorter; where rounding keeps it from that, the old one stands. The termination of equation (19), absolute
// and relative error, is the gap d - g against a goal that comes from the tolerance and the size of the pair.
//
// Invariant: the link gets strictly shorter, so that no pair of features returns. Cost: a query where the features stay
// takes one local method and a walk to the neighbours of one vertex of each body.

#include "solvers/feature.hpp"

#include <cmath>

#include "solvers/feature_search.hpp"

namespace clearance::detail {

namespace {

/// Rounding of coordinates in the frame of the solver, relative to the size of the pair.
constexpr double coordinate_rounding = 0x1p-50;

/// The features that the last query left behind, or the vertices that face each other.
class Start {
 public:
  Start(const Difference<double>& difference, const PairMemory* memory) : difference_(difference) {
    recall(memory);
    if (link_.a.count == 0) face(memory);
  }
  const Link& link() const { return link_; }

 private:
  void add_a(int v) { link_.a.add(v, difference_.place_a(vertex_of(difference_.pair().a, v))); }
  void add_b(int v) { link_.b.add(v, difference_.place_b(vertex_of(difference_.pair().b, v))); }

  void recall(const PairMemory* memory) {
    for (const auto& [a, b] : recalled_corners(memory, difference_.pair())) {
      if (!link_.a.contains(a) && link_.a.count < 3) add_a(a);
      if (!link_.b.contains(b) && link_.b.count < 3) add_b(b);
    }
    // Two facets, or more than four points, are no pair of features: the larger of them stays.
    if (link_.a.count + link_.b.count > 5) link_.b.count = 1;
  }

  void face(const PairMemory* memory) {
    const Pair& pair = difference_.pair();
    V3 towards = difference_.offset();
    if (const auto last = recalled_direction(memory, pair)) towards = difference_.from_pair(*last);
    if (!(norm_sq(towards) > 0.0)) towards = V3(1, 0, 0);
    add_a(hill_climb(pair.a, difference_.into_a(towards), -1));
    add_b(hill_climb(pair.b, -difference_.into_b(towards), -1));
  }

  const Difference<double>& difference_;
  Link link_;
};

}  // namespace

int hill_climb(const Body& body, const V3& n, int from) {
  if (body.kind != Kind::polytope) return support(body, n, from).vertex;
  const Polytope& p = body.core->polytope;
  if (from >= 0 && p.walkable()) return climb_from(p, n, from);
  return support_vertex(p, n, -1);
}

std::optional<Proposal> track_features(const Pair& pair, double gap, PairMemory* memory) {
  const Difference<double> difference(pair);
  FeatureSearch<double> search{{Start(difference, memory).link()}};
  if (!search.run(PlacedVertices(difference), gap, coordinate_rounding * pair.size)) return std::nullopt;
  const Link& link = search.link();
  const Simplex<double> simplex = corners_of(link, pair);
  Proposal proposal;
  proposal.iterations = search.asked;
  set_witness(proposal, pair, simplex.vertex.data(), simplex.weight.data(), simplex.count);
  proposal.vertex_a = search.support_a;
  proposal.vertex_b = search.support_b;
  const V3 normal = difference.to_pair(link.direction);
  proposal.normal = normal * (1.0 / norm(normal));
  if (memory != nullptr) remember(*memory, pair, simplex, proposal);
  return proposal;
}

}  // namespace clearance::detail
