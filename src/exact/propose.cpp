#include "exact/propose.hpp"

#include "exact/solver.hpp"
#include "placed/witness.hpp"

namespace clearance::exact {
namespace {

/// A point of a body in the local frame of its core, rounded once.
detail::V3 local(const Body& body, int index, const detail::Core& core) {
  const Vec3 centre = core.centre.eigen();
  const Homogeneous point = body.local_point(index);
  std::array<double, 3> at{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational from_centre =
        fraction(point.v[i], point.h, body.local_unit()) - Rational(centre[static_cast<Eigen::Index>(i)]);
    at[i] = static_cast<double>(from_centre / Rational(core.unit));
  }
  return {at[0], at[1], at[2]};
}

/// The point of the core that stands for this one: the nearest.
detail::Member stored(const detail::Body& body, const detail::V3& at) {
  detail::Member best = detail::Members::stored(body, 0);
  for (int i = 1; i < detail::stored_count(body); ++i) {
    const detail::Member other = detail::Members::stored(body, i);
    if (norm_sq(other.at() - at) < norm_sq(best.at() - at)) best = other;
  }
  return best;
}

bool has_vertices(const Shape& shape) {
  return shape.core().kind != detail::Kind::plane && shape.core().kind != detail::Kind::halfspace;
}

void add(Feature& feature, int vertex) {
  if (feature.count >= 3) return;
  for (int i = 0; i < feature.count; ++i)
    if (feature.vertices[static_cast<std::size_t>(i)] == vertex) return;
  feature.vertices[static_cast<std::size_t>(feature.count++)] = vertex;
}

Answer answer_by(Way way, Bodies& bodies, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Start start = propose_start(bodies, a, pose_a, b, pose_b);
  return way == Way::lemke ? solve_by_lemke(bodies, start) : solve(bodies, start);
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
  // The weights are those of exact arithmetic, the points those of the cores: whatever goes wrong here, they are points
  // of the bodies.
  std::array<detail::SimplexVertex<double>, 3> corners;
  std::array<double, 3> weights{};
  const int count = std::min(answer.nearest.count, 3);
  for (int k = 0; k < count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const Generator& g = answer.generators[static_cast<std::size_t>(answer.nearest.carrier[i])];
    corners[i] = {detail::V3(0, 0, 0), stored(pair.a, local(bodies.a, g.a, a.core())),
                  stored(pair.b, local(bodies.b, g.b, b.core())), -1, -1};
    weights[i] = static_cast<double>(fraction(answer.nearest.weight[i] * g.h, answer.nearest.total, 0));
  }
  set_witness(proposal, pair, corners.data(), weights.data(), count);
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
  detail::WorldPoints points{rounded(witness_in_world(bodies, answer, false)),
                             rounded(witness_in_world(bodies, answer, true)), iterations_of(answer)};
  for (int k = 0; k < answer.nearest.count; ++k) {
    const Generator& g =
        answer.generators[static_cast<std::size_t>(answer.nearest.carrier[static_cast<std::size_t>(k)])];
    if (sign(g.h) == 0) continue;  // a direction
    if (has_vertices(a)) add(points.feature_a, g.a);
    if (has_vertices(b)) add(points.feature_b, g.b);
  }
  return points;
}

}  // namespace clearance::exact
