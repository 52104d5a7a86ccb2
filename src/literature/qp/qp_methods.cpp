// From a pair to a quadratic program, and from its solution to a proposal that `certify` proves. A feasible start is a
// point well inside each body. At the end, each point is moved into its body as a combination of vertices of a facet
// that holds it, and of two directions, the difference of the points and the one that the active facets give to full
// precision, the better one is kept.

#include "literature/qp/qp_methods.hpp"

#include <Eigen/LU>

#include "literature/dqp3/facet_witness.hpp"
#include "literature/qp/bobrow.hpp"
#include "literature/qp/qp_active_set.hpp"
#include "literature/qp/qp_interior_point.hpp"

namespace clearance::detail {

namespace {

using Vector6 = DistanceQp<double>::Vector6;

/// Nearer than this, relative to the size of the pair, the points are taken to meet.
constexpr double meeting = 1e-12;
/// A direction that misses the difference of the points by no more than this, relative to the size, fits them.
constexpr double fitting_direction = 0x1p-47;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The normal of a facet in the axes of the pair: it turns with the cofactors of the map.
V3 turned_normal(const M3& map, const V3& n) {
  return {dot(cross(map.r1, map.r2), n), dot(cross(map.r2, map.r0), n), dot(cross(map.r0, map.r1), n)};
}

/// The vector between the points without what the active facets say it cannot have: along a facet of either, along an
/// edge. Where rounding has blurred a small difference, this has its direction to full precision.
V3 direction_by_facets(const Pair& pair, const QpSolution<double>& found, const V3& between) {
  const auto normal = [&](const Body& body, const ActiveSet& set, int i) {
    return body.core->polytope.facet_normal[index(set.facet[index(i)])];
  };
  const auto edge = [&](const Body& body, const ActiveSet& set) {
    return body.map * cross(normal(body, set, 0), normal(body, set, 1));
  };
  const ActiveSet &a = found.active_a, &b = found.active_b;
  V3 n = between;
  if (a.count == 1) {
    n = turned_normal(pair.a.map, normal(pair.a, a, 0));
  } else if (b.count == 1) {
    n = turned_normal(pair.b.map, normal(pair.b, b, 0));
  } else if (a.count == 2 && b.count == 2) {
    const V3 across = cross(edge(pair.a, a), edge(pair.b, b));
    if (norm_sq(across) > 0.0) n = across;
  } else if (a.count == 2 || b.count == 2) {
    const V3 along = a.count == 2 ? edge(pair.a, a) : edge(pair.b, b);
    n = between - along * (dot(between, along) / norm_sq(along));
  }
  return dot(n, between) < 0.0 ? -n : n;
}

/// The point of the body that a solution means: in the active facet where that is nearest to it.
Mixture mixture_for(const Body& body, const ActiveSet& active, const V3& x) {
  const Polytope& p = body.core->polytope;
  Mixture best = mixture_near(p, x);
  double nearest = norm_sq(point_of(body, best).at() - x);
  for (int i = 0; i < active.count; ++i) {
    const Mixture m = mixture_in_facet(p, active.facet[index(i)], x);
    const double distance = norm_sq(point_of(body, m).at() - x);
    if (distance < nearest) nearest = distance, best = m;
  }
  return best;
}

/// H s + A lambda = -gradient, A' (x + s) = d: the point that the active facets alone say. An interior point is near to
/// it, and only that.
Vector6 polished(const DistanceQp<double>& qp, const QpSolution<double>& found) {
  using System = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 12, 12>;
  using Side = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 12, 1>;
  const int count = found.active_a.count + found.active_b.count;
  System system = System::Zero(6 + count, 6 + count);
  Side side = Side::Zero(6 + count);
  system.topLeftCorner<6, 6>() = qp.hessian;
  side.head<6>() = -qp.gradient(found.x);
  for (int i = 0; i < count; ++i) {
    const int j = i < found.active_a.count ? found.active_a.facet[index(i)]
                                           : qp.rows_of_a() + found.active_b.facet[index(i - found.active_a.count)];
    const Vector6 row = qp.row(j);
    system.col(6 + i).head<6>() = row;
    system.row(6 + i).head<6>() = row.transpose();
    side(6 + i) = qp.offset(j) - row.dot(found.x);
  }
  const Side solution = Eigen::FullPivLU<System>(system).solve(side);
  return found.x + solution.head<6>();
}

QpSolution<double> solve(const DistanceQp<double>& qp, const Vector6& start, double length, Method method) {
  switch (method) {
    case Method::qp_interior_point:
      return QpInteriorPoint<double>(qp, {length}).solve(start);
    case Method::bobrow:
      return Bobrow(qp, {length}).solve(start);
    default:
      return QpActiveSet<double>(qp, {length}).solve(start);
  }
}

}  // namespace

std::optional<Proposal> qp_distance(const Pair& pair, Method method) {
  if (pair.a.inflate > 0.0 || pair.b.inflate > 0.0) return std::nullopt;  // no longer polyhedra
  const Polytope& a = pair.a.core->polytope;
  const Polytope& b = pair.b.core->polytope;
  const PlacedHalfspaces placed_a(pair.a, V3(0, 0, 0), pair.factor_a), placed_b(pair.b, pair.offset, pair.factor_b);
  const auto qp = distance_qp(placed_a.body, placed_b.body);
  Vector6 start;
  const V3 start_a = a.inside * pair.factor_a, start_b = b.inside * pair.factor_b;
  start << start_a.x, start_a.y, start_a.z, start_b.x, start_b.y, start_b.z;
  const QpSolution<double> found = solve(qp, start, pair.size, method);

  const Vec3 gap = qp.gradient(found.x).head<3>();
  if (!(gap.norm() > meeting * pair.size)) return std::nullopt;
  std::optional<Attempt> best;
  const auto consider = [&](const Mixture& at_a, const Mixture& at_b, const V3& normal) {
    Attempt attempt;
    attempt.proposal = make_proposal(pair, at_a, at_b, normal, found.iterations + 1);
    attempt.proposal.vertex_a = attempt.proposal.vertex_b = -1;
    if (!found.optimal) attempt.proposal.ending = Ending::iteration_limit;
    attempt.enclosure = certify(pair, attempt.proposal);
    if (!best || attempt.enclosure.width() < best->enclosure.width()) best = attempt;
  };
  for (const Vector6& x : {found.x, polished(qp, found)}) {
    const V3 in_a = V3(Vec3(x.head<3>())) * (1.0 / pair.factor_a), in_b = V3(Vec3(x.tail<3>())) * (1.0 / pair.factor_b);
    if (!(norm(in_a) + norm(in_b) < HUGE_VAL)) continue;  // the facets did not determine a point
    const Mixture at_a = mixture_for(pair.a, found.active_a, in_a), at_b = mixture_for(pair.b, found.active_b, in_b);
    const V3 between =
        pair.b.map * point_of(pair.b, at_b).at() + pair.offset - pair.a.map * point_of(pair.a, at_a).at();
    if (!(norm(between) > 0.0)) return std::nullopt;
    consider(at_a, at_b, between);
    const V3 normal = direction_by_facets(pair, found, between);
    const V3 unit = normal * (1.0 / norm(normal));
    if (norm(between - unit * dot(unit, between)) <= fitting_direction * pair.size) consider(at_a, at_b, normal);
  }
  if (!(best->enclosure.lower() > 0.0)) return std::nullopt;  // touching, or the search did not get far enough to tell
  return best->proposal;
}

}  // namespace clearance::detail
