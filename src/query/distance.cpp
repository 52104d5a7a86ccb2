// The way of a query: unbounded pairs by formula; else the pair in common axes (pair.hpp), the features of the last
// query if they still are the nearest, a closed form or GJK (and polytope expansion for overlap) in double, and the
// proof of what they found. Where rounding kept the proof from being tight, the same solvers run once more in
// double-double.

#include "clearance/distance.hpp"

#include <algorithm>
#include <cmath>

#include "exact/propose.hpp"
#include "solvers/closed_form.hpp"
#include "proof/coaxial.hpp"
#include "solvers/dqp3_ellipsoid.hpp"
#include "literature/dqp3/dqp3_method.hpp"
#include "literature/tracking/egjk.hpp"
#include "literature/ellipsoids/ellipsoid_methods.hpp"
#include "solvers/ellipsoid_pair.hpp"
#include "literature/ellipsoids/ellipsoid_refinement.hpp"
#include "solvers/epa.hpp"
#include "solvers/fast/fast_lane.hpp"
#include "solvers/feature.hpp"
#include "solvers/gjk.hpp"
#include "literature/lcp/lcp.hpp"
#include "literature/tracking/lin_canny.hpp"
#include "placed/answer.hpp"
#include "proof/bounds.hpp"
#include "query/part_pairs.hpp"
#include "literature/qp/qp_methods.hpp"
#include "solvers/steady.hpp"
#include "solvers/stope.hpp"
#include "proof/unbounded.hpp"

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
/// The same for features that are kept, where the gap is that of the proof.
constexpr double steady_gap = 0x1p-46;
/// After so many queries in a row with other features than the one before, the next one is taken to have others, too.
constexpr int hasty = 2;
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

double wide_of(const Pair& pair) { return (pair.curved ? wide_curved : wide_polyhedral) * pair.size; }

/// Whether more digits would help.
bool is_blunt(const Pair& pair, const Options& options, const Attempt& attempt) {
  if (attempt.proposal.ending != Ending::converged) return false;  // stopped by a limit
  const double wide = std::max(wide_of(pair), options.tolerance * pair.size);
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
  if (!solved) return {found.proposal, {}};
  if (state != nullptr) remember(*state, pair, found.simplex, found.proposal);
  return {found.proposal, detail::certify(pair, found.proposal)};
}

/// What a solver is asked, and what is left to the next one.
struct Query {
  const Pair& pair;
  const Shape& a;
  const Pose& pose_a;
  const Shape& b;
  const Pose& pose_b;
  const Options& options;
  PairState* state;
  detail::CoreUpper upper;  ///< proven by a solver that did not finish
};

/// Certifies what a solver proposes; false if it proposes nothing.
bool attempt(const Pair& pair, const std::optional<Proposal>& proposal, Attempt& answer) {
  if (!proposal) return false;
  answer.proposal = *proposal;
  answer.enclosure = certify(pair, answer.proposal);
  return true;
}

bool closed_forms(Query& q, Attempt& answer) {
  return attempt(q.pair, detail::closed_form(q.pair), answer) ||
         attempt(q.pair, detail::coaxial_overlap(q.pair), answer);
}

/// The normal that joins the witness points, where that is better.
void fit_normal(const Pair& pair, Attempt& answer) {
  if (!(witness_error(pair, answer.proposal) > blurred * pair.size)) return;
  const Attempt second = fitted(pair, answer.proposal);
  if (better(pair, second, answer)) answer = second;
}

bool ellipsoids(Query& q, Attempt& answer) {
  if (!detail::is_ellipsoid_pair(q.pair)) return false;
  if (!attempt(q.pair, detail::ellipsoid_pair(q.pair, goal_of(q.pair, q.options), q.state), answer)) return false;
  if (q.state != nullptr) remember(*q.state, q.pair, detail::Simplex<double>{}, answer.proposal);
  fit_normal(q.pair, answer);
  return true;
}

bool ellipsoid_and_vertices(Query& q, Attempt& answer) {
  if (!detail::is_ellipsoid_and_vertices(q.pair)) return false;
  if (!attempt(q.pair, detail::dqp3_ellipsoid(q.pair, goal_of(q.pair, q.options), q.state), answer)) return false;
  fit_normal(q.pair, answer);
  return true;
}

/// Two ellipsoids by the methods of Fenger's thesis.
bool ellipsoid_method(Query& q, Attempt& answer) {
  const detail::Goal goal = goal_of(q.pair, q.options);
  switch (q.options.method) {
    case Method::ellipsoid_point_iteration:
      return attempt(q.pair, detail::ellipsoid_point_iteration(q.pair, goal), answer);
    case Method::ellipsoid_polyhedral:
      return attempt(q.pair, detail::ellipsoid_polyhedral(q.pair), answer);
    case Method::ellipsoid_refinement_4:
      return attempt(q.pair, detail::ellipsoid_refinement(q.pair, goal, 4), answer);
    case Method::ellipsoid_refinement_7:
      return attempt(q.pair, detail::ellipsoid_refinement(q.pair, goal, 7), answer);
    default:
      return attempt(q.pair, detail::ellipsoid_hybrid(q.pair, goal), answer);
  }
}

/// Whether features are walked to by `features`, and not found by GJK: in large hulls that is a step or two, which asks
/// one body at a time; small ones are scanned in about the same time.
bool walks(const Pair& pair) {
  const auto large = [](const detail::Body& body) {
    return body.kind == detail::Kind::polytope && body.core->polytope.vertices > detail::scan_limit;
  };
  return large(pair.a) || large(pair.b);
}

/// The features of the last query, if they still are the nearest. Of no use where they have changed with every step.
bool steady_features(Query& q, Attempt& answer) {
  if (q.state == nullptr || q.pair.curved) return false;
  if (q.state->searches >= hasty && walks(q.pair)) return false;
  const double gap = std::max(0.5 * q.options.tolerance, steady_gap) * q.pair.size;
  if (!steady(q.pair, gap, *q.state, answer)) return false;
  q.state->searches = 0;
  return true;
}

/// By default for large hulls that were apart in the last query.
bool features(Query& q, Attempt& answer) {
  if (q.options.method == Method::automatic) {
    const bool was_apart = q.state != nullptr && q.state->count >= 1 && q.state->count <= 3;
    if (!was_apart || !walks(q.pair)) return false;
  }
  if (!has_vertices(q.pair) ||
      !attempt(q.pair, detail::track_features(q.pair, goal_of(q.pair, q.options).gap, q.state), answer))
    return false;
  if (q.state != nullptr) {
    const bool same = answer.proposal.iterations <= 2;  // a support point of each body, and none of them new
    q.state->searches = same ? 0 : std::min(q.state->searches + 1, hasty);
  }
  return true;
}

bool enhanced_gjk(Query& q, Attempt& answer) {
  return has_vertices(q.pair) &&
         attempt(q.pair, detail::enhanced_gjk(q.pair, goal_of(q.pair, q.options).gap, q.state), answer);
}

bool lin_canny(Query& q, Attempt& answer) {
  return has_vertices(q.pair) && attempt(q.pair, detail::lin_canny(q.pair, q.state), answer);
}

bool dqp3(Query& q, Attempt& answer) {
  const auto found = detail::dqp3_distance(q.pair, q.options, q.state);
  if (found) answer = *found;
  return found.has_value();
}

bool quadratic_program(Query& q, Attempt& answer) {
  return attempt(q.pair, detail::qp_distance(q.pair, q.options.method), answer);
}

bool lcp(Query& q, Attempt& answer) { return attempt(q.pair, detail::lcp_proposal(q.pair), answer); }

bool lcp_exact(Query& q, Attempt& answer) {
  return q.a.bounded() && q.b.bounded() &&
         attempt(q.pair, exact::propose(q.pair, q.a, q.pose_a, q.b, q.pose_b), answer);
}

/// Hulls of spheres by their own method. By default, where one of the two is a hull of unequal spheres.
bool stopes(Query& q, Attempt& answer) {
  const auto has_balls = [&] { return q.pair.a.kind == detail::Kind::balls || q.pair.b.kind == detail::Kind::balls; };
  if (!is_stope(q.pair.a.kind) || !is_stope(q.pair.b.kind)) return false;
  if (q.options.method == Method::automatic && !has_balls()) return false;
  bool solved = false;
  answer = solve_stopes<double>(q.pair, q.options, q.state, solved);
  q.upper = answer.proposal.upper;
  if (!solved || !is_blunt(q.pair, q.options, answer)) return solved;
  const Attempt second = solve_stopes<DoubleDouble>(q.pair, q.options, nullptr, solved);
  if (solved && better(q.pair, second, answer)) answer = second;
  return true;
}

/// A solver other than GJK. It may find nothing: the default solver then answers in its place, and the result says so.
struct Solver {
  Method method;
  bool by_default;    ///< tried for Method::automatic, too
  bool tight_or_not;  ///< its answer stands as it is; else one that is not as tight as wanted counts as nothing
  bool (*solve)(Query&, Attempt&);
};
constexpr Solver solvers[] = {
    {Method::feature, true, false, &steady_features},
    {Method::closed_form, true, true, &closed_forms},
    {Method::ellipsoid_newton, true, false, &ellipsoids},
    {Method::dqp3_ellipsoid, true, false, &ellipsoid_and_vertices},
    {Method::stope, true, false, &stopes},
    {Method::ellipsoid_point_iteration, false, true, &ellipsoid_method},
    {Method::ellipsoid_polyhedral, false, true, &ellipsoid_method},
    {Method::ellipsoid_refinement_4, false, true, &ellipsoid_method},
    {Method::ellipsoid_refinement_7, false, true, &ellipsoid_method},
    {Method::ellipsoid_hybrid, false, true, &ellipsoid_method},
    {Method::feature, true, false, &features},
    {Method::egjk, false, false, &enhanced_gjk},
    {Method::lin_canny, false, false, &lin_canny},
    {Method::dqp3, false, true, &dqp3},
    {Method::qp_active_set, false, true, &quadratic_program},
    {Method::qp_interior_point, false, true, &quadratic_program},
    {Method::bobrow, false, true, &quadratic_program},
    {Method::lcp, false, true, &lcp},
    {Method::lcp_exact, false, true, &lcp_exact},
};

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
  detail::extend_to(r, length);
  r.point_a = points.a;
  r.point_b = points.b;
  if (length > 1e3 * width) r.normal = between / length;
  r.method = method;
  r.iterations = points.iterations;
}

/// GJK in double, and in double-double where that is not tight.
void gjk(const Query& q, Attempt& answer) {
  const Pair& pair = q.pair;
  answer = solve<double>(pair, q.options, q.state);
  if (q.upper.overlap() && q.upper.value() < answer.proposal.upper.value()) {
    answer.proposal.upper = q.upper;
    answer.enclosure = certify(pair, answer.proposal);
  }
  if (is_blunt(pair, q.options, answer)) {
    const Attempt second = solve<DoubleDouble>(pair, q.options, nullptr);
    const int iterations = answer.proposal.iterations + second.proposal.iterations;
    if (better(pair, second, answer)) answer = second;
    answer.proposal.iterations = iterations;
  }
  // An expansion that could not tell the last digits from rounding has gone on to its limit for nothing.
  if (answer.proposal.ending == Ending::iteration_limit && answer.enclosure.width() <= wide_of(pair))
    answer.proposal.ending = Ending::converged;
}

/// The depth of two ellipsoids to full precision, where it was asked for and the expansion has not proven it to that.
void settle_ellipsoids(const Query& q, Attempt& answer) {
  if (q.options.method == Method::gjk || !detail::is_ellipsoid_pair(q.pair) || !answer.proposal.upper.overlap())
    return;
  const Ending ending = answer.proposal.ending;
  if (ending != Ending::converged && ending != Ending::iteration_limit) return;
  if (answer.enclosure.width() <= wide_curved * q.pair.size) return;
  Attempt settled = answer;
  detail::settle_overlap(q.pair, settled.proposal);
  settled.enclosure = certify(q.pair, settled.proposal);
  const double fits = std::max(witness_error(q.pair, answer.proposal), blurred * q.pair.size);
  if (settled.enclosure.lower() > answer.enclosure.lower() && witness_error(q.pair, settled.proposal) <= fits)
    answer = settled;
}

/// The careful lane starts from where the fast one has found the origin.
PairState* resume(const detail::Handover& handover, PairState& state) {
  state.count = handover.count;
  state.support_a = handover.support_a;
  state.support_b = handover.support_b;
  return &state;
}

/// The first solver of those asked for that has an answer; returns which.
Method solve_pair(Query& q, Attempt& answer) {
  const Method asked = q.options.method;
  for (const Solver& solver : solvers) {
    if (asked != solver.method && !(asked == Method::automatic && solver.by_default)) continue;
    if (!solver.solve(q, answer)) continue;
    if (solver.tight_or_not || !is_blunt(q.pair, q.options, answer)) return solver.method;
  }
  gjk(q, answer);
  settle_ellipsoids(q, answer);
  return Method::gjk;
}

/// What the caller asked for, of what was found: overlap without depth, early stops, the tolerance.
void apply_options(Result& r, const Options& options, double size) {
  if (!options.penetration && r.status == Status::penetrating) {
    r.ending = Ending::overlap_only;
    detail::forget_depth(r);
    return;
  }
  if (r.ending == Ending::overlap_only) r.ending = Ending::converged;
  if (!r.has_distance()) return;
  // A limit that was passed only to rounding is none.
  if (r.ending == Ending::beyond_limit && !(r.lower > options.max_distance)) r.ending = Ending::converged;
  if (r.ending == Ending::below_limit && !(r.upper < options.min_distance)) r.ending = Ending::converged;
  const double width = r.upper - r.lower;
  const bool within = width < HUGE_VAL && width <= options.tolerance * size;
  if (r.ending == Ending::iteration_limit && within) r.ending = Ending::converged;
  if (r.ending == Ending::converged && !(width <= std::max(options.tolerance, loose) * size))
    r.ending = Ending::iteration_limit;
}

}  // namespace

Result distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                PairState* state) {
  if (options.method != Method::automatic && !info(options.method).accepts(a, b)) {
    Result r;
    r.method = options.method;
    return r;
  }
  std::optional<PairState> start;
  if (options.method == Method::automatic) {
    Result r;
    detail::Handover handover;
    if (detail::fast_distance(a, pose_a, b, pose_b, options, state, r, handover)) return r;
    if (handover.count > 0) state = resume(handover, state != nullptr ? *state : start.emplace());
  }
  if (detail::has_parts(a) || detail::has_parts(b))
    return detail::nearest_parts(a, pose_a, b, pose_b, options, state, {});
  if (detail::is_unbounded_pair(a, b)) {
    Result r = detail::unbounded_distance(a, pose_a, b, pose_b);
    if (const auto points = points_of_unbounded(a, pose_a, b, pose_b, options.method))
      adopt(r, *points, options.method);
    apply_options(r, options, std::numeric_limits<double>::infinity());
    return r;
  }
  const Pair pair = detail::make_pair(a, pose_a, b, pose_b);
  Query query{pair, a, pose_a, b, pose_b, options, state, {}};
  Attempt answer;
  const Method method = solve_pair(query, answer);
  Result r = make_result(pair, answer.proposal, answer.enclosure, a, pose_a, b, pose_b, method);
  if (const auto points = points_of_unbounded(a, pose_a, b, pose_b, options.method)) adopt(r, *points, options.method);
  apply_options(r, options, pair.size / pair.scale);
  return r;
}

}  // namespace clearance
