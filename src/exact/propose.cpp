#include "exact/propose.hpp"

#include "exact/solver.hpp"

namespace clearance::exact {
namespace {

/// A witness point in the local frame of a core, rounded once.
detail::V3 local(const Witness& witness, const detail::Core& core) {
  const Vec3 centre = core.centre.eigen();
  std::array<double, 3> at{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational from_centre =
        fraction(witness.v[i], witness.h, witness.unit) - Rational(centre[static_cast<Eigen::Index>(i)]);
    at[i] = static_cast<double>(from_centre / Rational(core.unit));
  }
  return {at[0], at[1], at[2]};
}

void add(Feature& feature, int vertex) {
  if (feature.count >= 3) return;
  for (int i = 0; i < feature.count; ++i)
    if (feature.vertices[static_cast<std::size_t>(i)] == vertex) return;
  feature.vertices[static_cast<std::size_t>(feature.count++)] = vertex;
}

Answer answer_by(Way way, Bodies& bodies, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  if (way == Way::lemke) return solve_by_lemke(bodies);
  return solve(bodies, propose_start(bodies, a, pose_a, b, pose_b));
}

int iterations_of(const Answer& answer) { return answer.by_lemke ? answer.exchanges : answer.repairs + 1; }

}  // namespace

std::optional<detail::Proposal> propose(const detail::Pair& pair, const Shape& a, const Pose& pose_a, const Shape& b,
                                        const Pose& pose_b, Way way) {
  Bodies bodies(a, pose_a, b, pose_b);
  const Answer answer = answer_by(way, bodies, a, pose_a, b, pose_b);
  if (answer.status != Status::separated) return std::nullopt;
  detail::Proposal proposal;
  const detail::V3 n(approximate_direction(answer.nearest.towards));
  proposal.normal = n * (1.0 / norm(n));
  proposal.at_a = detail::Members::rounded_exactly(local(witness_in_body(bodies, answer, false), a.core()));
  proposal.at_b = detail::Members::rounded_exactly(local(witness_in_body(bodies, answer, true), b.core()));
  proposal.vertex_a = detail::support(pair.a, transposed_times(pair.a.map, proposal.normal), -1).vertex;
  proposal.vertex_b = detail::support(pair.b, -transposed_times(pair.b.map, proposal.normal), -1).vertex;
  proposal.iterations = iterations_of(answer);
  for (int k = 0; k < answer.nearest.count; ++k) {
    const Generator& g =
        answer.generators[static_cast<std::size_t>(answer.nearest.carrier[static_cast<std::size_t>(k)])];
    // The vertices of a polyhedron of half-spaces are numbered by its core.
    add(proposal.feature_a, pair.a.core->polytope.from_halfspaces ? proposal.vertex_a : g.a);
    add(proposal.feature_b, pair.b.core->polytope.from_halfspaces ? proposal.vertex_b : g.b);
  }
  return proposal;
}

std::optional<detail::WorldPoints> nearest_points(const Shape& a, const Pose& pose_a, const Shape& b,
                                                  const Pose& pose_b, Way way) {
  Bodies bodies(a, pose_a, b, pose_b);
  const Answer answer = answer_by(way, bodies, a, pose_a, b, pose_b);
  if (answer.status == Status::penetrating) return std::nullopt;
  const auto rounded = [](const Witness& w) {
    const auto coordinate = [&](const Integer& c) { return static_cast<double>(fraction(c, w.h, w.unit)); };
    return Vec3(coordinate(w.v.x), coordinate(w.v.y), coordinate(w.v.z));
  };
  return detail::WorldPoints{rounded(witness_in_world(bodies, answer, false)),
                             rounded(witness_in_world(bodies, answer, true)), iterations_of(answer)};
}

}  // namespace clearance::exact
