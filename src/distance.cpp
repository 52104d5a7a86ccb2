// The way of a query: unbounded pairs by formula; else the pair in common axes (pair.hpp), a closed form or GJK
// (and polytope expansion for overlap) in double, and the proof of what they found. Where rounding kept the
// proof from being tight, the same solvers run once more in double-double.

#include "clearance/distance.hpp"

#include <algorithm>
#include <cmath>

#include "exact/propose.hpp"
#include "solvers/closed_form.hpp"
#include "solvers/coaxial.hpp"
#include "solvers/dqp3_method.hpp"
#include "solvers/egjk.hpp"
#include "solvers/ellipsoid_pair.hpp"
#include "solvers/epa.hpp"
#include "solvers/feature.hpp"
#include "solvers/gjk.hpp"
#include "solvers/lcp.hpp"
#include "solvers/lin_canny.hpp"
#include "solvers/pair.hpp"
#include "solvers/qp_methods.hpp"
#include "solvers/stope.hpp"
#include "solvers/unbounded.hpp"

namespace clearance {

namespace {

using detail::Attempt;
using detail::Difference;
using detail::DoubleDouble;
using detail::Enclosure;
using detail::Pair;
using detail::Proposal;
using detail::V3;

/// The gap that double precision can close: below it, rounding rules. Relative to the size of the pair.
constexpr double tightest_gap = 0x1p-49;
/// Enclosures wider than this, relative to the size of the pair, are worth a second run in double-double.
constexpr double wide_polyhedral = 1e-13, wide_curved = 1e-11;

/// Witness points that miss the normal by more than this, relative to the size of the pair, are polished.
constexpr double blurred = 0x1p-46;
/// Wider than this is not what double precision can do, and is reported as short of the tolerance.
constexpr double loose = 1e-9;

/// How far the witness points are from being joined by the normal.
double witness_error(const Pair& pair, const Proposal& proposal) {
  const V3 between = pair.b.map * proposal.at_b + pair.offset - pair.a.map * proposal.at_a;
  return norm(between - proposal.normal * dot(between, proposal.normal));
}

/// The same witness points, with the normal that joins them: on flat parts of a curved shape it is the better one.
Attempt fitted(const Pair& pair, Proposal proposal) {
  const V3 between = pair.b.map * proposal.at_b + pair.offset - pair.a.map * proposal.at_a;
  proposal.normal = between * (1.0 / norm(between));
  return {proposal, detail::certify(pair, proposal)};
}

/// An attempt is as good as its enclosure is narrow and its witness points fit the normal.
bool better(const Pair& pair, const Attempt& second, const Attempt& first) {
  const auto fault = [&](const Attempt& attempt) {
    return std::max(attempt.enclosure.width(), witness_error(pair, attempt.proposal));
  };
  return fault(second) < fault(first);
}

/// Whether more digits would help.
bool is_blunt(const Pair& pair, const Options& options, const Attempt& attempt) {
  if (attempt.proposal.ending != Ending::converged) return false;  // stopped by a limit
  const double wide =
      std::max((pair.curved ? wide_curved : wide_polyhedral) * pair.size, options.tolerance * pair.size);
  return !(attempt.enclosure.width() <= wide) ||
         (pair.curved && witness_error(pair, attempt.proposal) > std::max(wide_curved, options.tolerance) * pair.size);
}

double rounding_of(const Pair& pair) { return 2.0 * (pair.error + pair.radius_error); }

/// What the options ask for, in distances of the cores.
detail::Goal goal_of(const Pair& pair, const Options& options) {
  const double rounding = rounding_of(pair);
  return {std::max(0.5 * options.tolerance * pair.size - rounding, tightest_gap * pair.size),
          options.max_distance * pair.scale + pair.radius + rounding,
          options.min_distance * pair.scale + pair.radius - rounding};
}

/// GJK, and expansion if the cores overlap, in arithmetic T.
template <class T>
Attempt solve(const Pair& pair, const Options& options, PairState* state) {
  const double rounding = rounding_of(pair);
  Difference<T> difference(pair);
  const detail::Goal goal = goal_of(pair, options);
  auto found = detail::gjk<T>(difference, goal, state);
  if (found.overlap) {
    const bool deep_enough = pair.radius > 2.0 * rounding && (!options.penetration || goal.min_distance > 0.0);
    const int iterations = found.proposal.iterations;
    const detail::DepthGoal depth{goal.gap, goal.min_distance, !options.penetration || deep_enough, rounding};
    found.proposal = detail::epa<T>(difference, found.simplex, depth);
    found.proposal.iterations += iterations;
  }
  if (state != nullptr) remember(*state, pair, found.simplex, found.proposal);
  Attempt attempt{found.proposal, detail::certify(pair, found.proposal)};
  if constexpr (std::is_same_v<T, double>) {
    if (!found.overlap && pair.curved && witness_error(pair, found.proposal) > blurred * pair.size) {
      polish(found.proposal, difference, found.simplex);
      const Enclosure polished = detail::certify(pair, found.proposal);
      const Attempt second{found.proposal, polished};
      if (better(pair, second, attempt)) attempt = second;
    }
    if (!found.overlap && pair.curved && witness_error(pair, attempt.proposal) > blurred * pair.size) {
      const Attempt second = fitted(pair, attempt.proposal);
      if (better(pair, second, attempt)) attempt = second;
    }
  }
  return attempt;
}

/// Hulls of spheres by their own method, in arithmetic T; the simplex is remembered, where they are apart.
template <class T>
Attempt solve_stopes(const Pair& pair, const Options& options, PairState* state, bool& solved) {
  const auto search = options.method == Method::stope ? detail::StopeSearch::scan : detail::StopeSearch::map;
  const auto found = detail::stope<T>(pair, goal_of(pair, options), search, state);
  solved = found.solved;
  if (!solved) return {found.proposal, {-HUGE_VAL, HUGE_VAL}};
  if (state != nullptr) remember(*state, pair, found.simplex, found.proposal);
  return {found.proposal, detail::certify(pair, found.proposal)};
}

/// Whether the method of s-topes is to be tried.
bool wants_stope(const Pair& pair, const Options& options) {
  if (options.method == Method::stope) return true;
  if (options.method != Method::automatic || !is_stope(pair.a.kind) || !is_stope(pair.b.kind)) return false;
  return pair.a.kind == detail::Kind::balls || pair.b.kind == detail::Kind::balls;
}

/// Hulls of spheres, and nothing where the answer is not as tight as wanted; `upper` bounds the distance of the cores.
std::optional<Attempt> stopes(const Pair& pair, const Options& options, PairState* state, double& upper) {
  bool solved = false;
  Attempt attempt = solve_stopes<double>(pair, options, state, solved);
  upper = attempt.proposal.upper;
  if (!solved) return std::nullopt;
  if (!is_blunt(pair, options, attempt)) return attempt;
  const Attempt second = solve_stopes<DoubleDouble>(pair, options, nullptr, solved);
  if (solved && better(pair, second, attempt)) attempt = second;
  if (is_blunt(pair, options, attempt)) return std::nullopt;
  return attempt;
}

std::optional<Proposal> closed_form_of(const Pair& pair) {
  if (const auto proposal = detail::closed_form(pair)) return proposal;
  return detail::coaxial_overlap(pair);
}

/// The methods that track features, and nothing where the cores overlap or the answer is not as tight as wanted.
std::optional<Attempt> track(const Pair& pair, const Options& options, PairState* state) {
  if (!has_vertices(pair)) return std::nullopt;
  std::optional<Proposal> proposal;
  if (options.method == Method::feature) proposal = detail::track_features(pair, goal_of(pair, options).gap, state);
  if (options.method == Method::egjk) proposal = detail::enhanced_gjk(pair, goal_of(pair, options).gap, state);
  if (options.method == Method::lin_canny) proposal = detail::lin_canny(pair, state);
  if (!proposal) return std::nullopt;
  const Attempt attempt{*proposal, certify(pair, *proposal)};
  if (is_blunt(pair, options, attempt)) return std::nullopt;
  return attempt;
}

/// The other methods of the table. Nothing, if the cores overlap or the method cannot tell: the default solver then
/// answers in its place, and the result says so.
std::optional<Proposal> propose(const Pair& pair, const Shape& a, const Pose& pose_a, const Shape& b,
                                const Pose& pose_b, const Options& options, PairState* /*state*/) {
  switch (options.method) {
    case Method::feature:
    case Method::egjk:
    case Method::lin_canny:
    case Method::automatic:
    case Method::closed_form:
    case Method::gjk:
    case Method::ellipsoid_newton:
    case Method::dqp3:
    case Method::stope:
      break;
    case Method::qp_active_set:
    case Method::qp_interior_point:
    case Method::bobrow:
      return detail::qp_distance(pair, options.method);
    case Method::lcp:
      return detail::lcp_proposal(pair);
    case Method::lcp_exact:
      if (a.bounded() && b.bounded()) return exact::propose(pair, a, pose_a, b, pose_b);
      break;
  }
  return std::nullopt;
}

/// Ellipsoids, and nothing where the answer is not as tight as wanted.
std::optional<Attempt> ellipsoids(const Pair& pair, const Options& options, PairState* state) {
  if (!detail::is_ellipsoid_pair(pair)) return std::nullopt;
  const auto proposal = detail::ellipsoid_pair(pair, goal_of(pair, options), state);
  if (!proposal) return std::nullopt;
  Attempt attempt{*proposal, certify(pair, *proposal)};
  if (witness_error(pair, *proposal) > blurred * pair.size) {
    const Attempt second = fitted(pair, *proposal);
    if (better(pair, second, attempt)) attempt = second;
  }
  if (is_blunt(pair, options, attempt)) return std::nullopt;
  if (state != nullptr) remember(*state, pair, detail::Simplex<double>{}, *proposal);
  return attempt;
}

/// The points of these methods for unbounded shapes, of which the formulas alone can prove something.
std::optional<detail::WorldPoints> points_of_unbounded(const Shape& a, const Pose& pose_a, const Shape& b,
                                                       const Pose& pose_b, Method method) {
  if (a.bounded() && b.bounded()) return std::nullopt;
  if (method == Method::lcp_exact) return exact::nearest_points(a, pose_a, b, pose_b);
  if (method == Method::lcp && detail::is_unbounded_pair(a, b)) return detail::lcp_points(a, pose_a, b, pose_b);
  return std::nullopt;
}

/// Puts the points of another method in place of a proven answer's. What that method got wrong widens the enclosure.
void adopt(Result& r, const detail::WorldPoints& points, Method method) {
  if (!r.has_distance() || r.status == Status::penetrating) return;
  const Vec3 between = points.b - points.a;
  const double length = between.stableNorm();
  if (!std::isfinite(length)) return;
  const double width = r.upper - r.lower;
  r.distance = length;
  r.lower = std::min(r.lower, length);
  r.upper = std::max(r.upper, length);
  r.status = detail::status_of(r.lower, r.upper);
  r.point_a = points.a;
  r.point_b = points.b;
  if (length > 1e3 * width) r.normal = between / length;
  r.method = method;
  r.iterations = points.iterations;
}

Result solve_pair(const Pair& pair, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const Options& options, PairState* state) {
  if (options.method == Method::automatic || options.method == Method::closed_form)
    if (const auto proposal = closed_form_of(pair))
      return make_result(pair, *proposal, certify(pair, *proposal), a, pose_a, b, pose_b, Method::closed_form);
  if (options.method == Method::automatic || options.method == Method::ellipsoid_newton)
    if (const auto attempt = ellipsoids(pair, options, state))
      return make_result(pair, attempt->proposal, attempt->enclosure, a, pose_a, b, pose_b, Method::ellipsoid_newton);
  if (const auto attempt = track(pair, options, state))
    return make_result(pair, attempt->proposal, attempt->enclosure, a, pose_a, b, pose_b, options.method);
  if (options.method == Method::dqp3)
    if (const auto attempt = dqp3_distance(pair, options, state))
      return make_result(pair, attempt->proposal, attempt->enclosure, a, pose_a, b, pose_b, Method::dqp3);
  if (const auto proposal = propose(pair, a, pose_a, b, pose_b, options, state))
    return make_result(pair, *proposal, certify(pair, *proposal), a, pose_a, b, pose_b, options.method);

  double upper = HUGE_VAL;  // what is proven of the cores, whatever comes of the rest
  if (wants_stope(pair, options))
    if (const auto attempt = stopes(pair, options, state, upper))
      return make_result(pair, attempt->proposal, attempt->enclosure, a, pose_a, b, pose_b, Method::stope);

  Attempt attempt = solve<double>(pair, options, state);
  if (upper < std::min(attempt.proposal.upper, 0.0)) {
    attempt.proposal.upper = upper;
    attempt.enclosure = certify(pair, attempt.proposal);
    if (attempt.proposal.ending == Ending::iteration_limit && attempt.enclosure.width() <= wide_curved * pair.size)
      attempt.proposal.ending = Ending::converged;
  }
  if (is_blunt(pair, options, attempt)) {
    const Attempt second = solve<DoubleDouble>(pair, options, nullptr);
    const int iterations = attempt.proposal.iterations + second.proposal.iterations;
    if (better(pair, second, attempt)) attempt = second;
    attempt.proposal.iterations = iterations;
  }
  return make_result(pair, attempt.proposal, attempt.enclosure, a, pose_a, b, pose_b, Method::gjk);
}

/// What the caller asked for, of what was found: overlap without depth, early stops, the tolerance.
void apply_options(Result& r, const Options& options, double size) {
  if (!options.penetration && r.status == Status::penetrating) {
    r.ending = Ending::overlap_only;
    r.distance = r.lower = -std::numeric_limits<double>::infinity();
    r.upper = 0.0;
    return;
  }
  if (r.ending == Ending::overlap_only) r.ending = Ending::converged;
  if (!r.has_distance()) return;
  const double width = r.upper - r.lower;
  if (r.ending == Ending::iteration_limit && width <= options.tolerance * size) r.ending = Ending::converged;
  if (r.ending == Ending::converged && !(width <= std::max(options.tolerance, loose) * size))
    r.ending = Ending::iteration_limit;
  if (r.ending == Ending::beyond_limit && !(r.lower > options.max_distance)) r.ending = Ending::converged;
  if (r.ending == Ending::below_limit && !(r.upper < options.min_distance)) r.ending = Ending::converged;
}

}  // namespace

Result distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                PairState* state) {
  if (options.method != Method::automatic && !info(options.method).accepts(a, b)) {
    Result r;
    r.method = options.method;
    return r;
  }
  if (detail::is_unbounded_pair(a, b)) {
    Result r = detail::unbounded_distance(a, pose_a, b, pose_b);
    if (const auto points = points_of_unbounded(a, pose_a, b, pose_b, options.method))
      adopt(r, *points, options.method);
    apply_options(r, options, std::numeric_limits<double>::infinity());
    return r;
  }
  const Pair pair = detail::make_pair(a, pose_a, b, pose_b);
  Result r = solve_pair(pair, a, pose_a, b, pose_b, options, state);
  if (const auto points = points_of_unbounded(a, pose_a, b, pose_b, options.method)) adopt(r, *points, options.method);
  apply_options(r, options, pair.size / pair.scale);
  return r;
}

}  // namespace clearance
