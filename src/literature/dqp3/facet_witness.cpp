#include "literature/dqp3/facet_witness.hpp"

#include "literature/dqp3/dqp3_surface.hpp"

namespace clearance::detail {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Two mixtures as one of pairs of vertices, if three pairs are enough.
void set_corners(Proposal& proposal, const Polytope& a, const Mixture& in_a, const Polytope& b, const Mixture& in_b) {
  Mixture left = in_a, right = in_b;
  std::size_t i = 0, j = 0, pairs = 0;
  while (i < index(left.count) && j < index(right.count) && pairs < 3) {
    const double weight = std::min(left.weight[i], right.weight[j]);
    proposal.corner_a[pairs] = a.vertex(left.vertex[i]);
    proposal.corner_b[pairs] = b.vertex(right.vertex[j]);
    proposal.weight[pairs++] = weight;
    left.weight[i] -= weight;
    right.weight[j] -= weight;
    const bool left_done = left.weight[i] <= 0.0;
    if (left_done) ++i;
    if (!left_done || right.weight[j] <= 0.0) ++j;
  }
  const bool complete = i == index(left.count) || j == index(right.count);  // what is left of the other is rounding
  proposal.corners = complete ? static_cast<int>(pairs) : 0;
}

}  // namespace

Feature feature_of(const Polytope& p, const Mixture& m) {
  Feature feature;
  for (std::size_t i = 0; i < index(m.count); ++i)
    if (m.weight[i] > 0.0) feature.vertices[index(feature.count++)] = p.source[index(m.vertex[i])];
  return feature;
}

Mixture mixture_near(const Polytope& p, const V3& x) {
  const Surface<double> surface(p, M3(Mat3::Identity()), V3(0, 0, 0), 1.0, true, true);
  const V3 ray = x - p.inside;
  const Exit<double> out = surface.exit_of_ray(p.inside, ray);
  return mixture_in_facet(p, out.corner, p.inside + ray * out.alpha);
}

Member point_of(const Body& body, const Mixture& m) {
  std::array<Member, 3> corner;
  for (std::size_t i = 0; i < index(m.count); ++i) corner[i] = vertex_of(body, m.vertex[i]);
  return Members::mixed(Weights(m.weight.data(), m.count), [&](int i) -> const Member& { return corner[index(i)]; });
}

Proposal make_proposal(const Pair& pair, const Mixture& in_a, const Mixture& in_b, const V3& normal, int iterations) {
  const Polytope& a = pair.a.core->polytope;
  const Polytope& b = pair.b.core->polytope;
  Proposal proposal;
  proposal.normal = normal * (1.0 / norm(normal));
  proposal.at_a = point_of(pair.a, in_a);
  proposal.at_b = point_of(pair.b, in_b);
  proposal.vertex_a = in_a.vertex[0];
  proposal.vertex_b = in_b.vertex[0];
  proposal.feature_a = feature_of(a, in_a);
  proposal.feature_b = feature_of(b, in_b);
  proposal.iterations = iterations;
  set_corners(proposal, a, in_a, b, in_b);
  return proposal;
}

}  // namespace clearance::detail
