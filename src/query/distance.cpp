// The way of a query: unions by their parts; unbounded pairs by formula; else the pair in common axes, the features of
// the last query if they still are the nearest, and the first solver that has an answer. Whatever is found is
// certified, and then put back into the world.

#include "clearance/distance.hpp"

#include <algorithm>
#include <cmath>

#include "exact/propose.hpp"
#include "literature/lcp/lcp.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "placed/answer.hpp"
#include "placed/halfway.hpp"
#include "proof/bounds.hpp"
#include "proof/unbounded.hpp"
#include "query/default_solvers.hpp"
#include "query/engine.hpp"
#include "query/methods.hpp"
#include "query/part_pairs.hpp"

namespace clearance {

namespace {

using namespace detail;  // NOLINT(google-build-using-namespace): this is where all of it meets

/// Wider than this, relative to the size of the pair, is not what double precision can do, and is reported as short of
/// the tolerance.
constexpr double widest_converged = 1e-9;

/// What is tried for Method::automatic, in this order, before GJK.
constexpr Method tried_by_default[] = {Method::ellipsoid_newton, Method::closed_form, Method::dqp3_ellipsoid,
                                       Method::stope, Method::feature};

/// The points of these methods for unbounded shapes, of which the formulas alone can prove something.
std::optional<WorldPoints> points_of_unbounded(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                               Method method) {
  if (a.bounded() && b.bounded()) return std::nullopt;
  if (method == Method::exact) return exact::nearest_points(a, pose_a, b, pose_b, exact::Way::repair);
  if (method == Method::lcp_exact) return exact::nearest_points(a, pose_a, b, pose_b, exact::Way::lemke);
  if (method == Method::lcp && is_unbounded_pair(a, b)) return lcp_points(a, pose_a, b, pose_b);
  return std::nullopt;
}

/// Puts the points of another method in place of a proven answer's, if they are as far apart but for rounding. What
/// that leaves widens the enclosure.
void adopt(Result& r, const WorldPoints& points, Method method) {
  if (!r.has_distance() || r.status == Status::penetrating) return;
  const Vec3 between = points.b - points.a;
  const double length = between.stableNorm();
  const double size = std::max(points.a.cwiseAbs().maxCoeff(), points.b.cwiseAbs().maxCoeff());
  if (!std::isfinite(length) || !(std::fabs(length - r.distance) <= widest_converged * std::max(size, length))) return;
  const double width = r.upper - r.lower;
  r.distance = length;
  extend_to(r, length);
  r.point_a = points.a;
  r.point_b = points.b;
  // Scaled first, as next to the smallest numbers even a stable norm has few digits.
  if (length > 1e3 * width) r.normal = (between / between.cwiseAbs().maxCoeff()).normalized();
  if (points.feature_a.count > 0) r.feature_a = points.feature_a;
  if (points.feature_b.count > 0) r.feature_b = points.feature_b;
  r.method = method;
  r.iterations = points.iterations;
}

/// Whether the method has an answer that may stand.
bool answers(Method method, Query& q, Attempt& answer) {
  const MethodRow& row = row_of(method);
  return row.solve != nullptr && row.solve(q, answer) && answer.enclosure.lower() > -HUGE_VAL &&
         !(row.only_if_tight && is_blunt(q.pair, q.options, answer));
}

/// The careful lane starts from where the fast one has found the origin, or with its normal.
PairMemory* resume(const Handover& handover, PairMemory& memory) {
  if (handover.turned) {
    memory.direction = handover.normal;
    return &memory;
  }
  memory.count = handover.count;
  memory.support_a = handover.support_a;
  memory.support_b = handover.support_b;
  return &memory;
}

/// The first solver of those asked for that has an answer; returns which.
Method solve_pair(Query& q, Attempt& answer) {
  const Method asked = q.options.method;
  const bool automatic = asked == Method::automatic;
  if ((automatic || asked == Method::feature) && steady_features(q, answer) && !is_blunt(q.pair, q.options, answer))
    return Method::feature;
  if (automatic) {
    for (const Method method : tried_by_default)
      if (answers(method, q, answer)) return method;
  } else if (answers(asked, q, answer)) {
    return q.answered_by.value_or(asked);
  }
  gjk_and_expansion(q, answer);
  return Method::gjk;
}

/// What the caller asked for, of what was found: overlap without depth, early stops, the tolerance.
void apply_options(Result& r, const Options& options, double size) {
  if (!options.penetration && r.status == Status::penetrating) {
    r.ending = Ending::overlap_only;
    forget_depth(r);
    return;
  }
  if (r.ending == Ending::overlap_only) r.ending = Ending::converged;
  if (!r.has_distance()) return;
  // A limit that was passed only to rounding is none.
  if (r.ending == Ending::beyond_limit && !(r.lower > options.max_distance)) r.ending = Ending::converged;
  if (r.ending == Ending::below_limit && !(r.upper < options.min_distance)) r.ending = Ending::converged;
  const double width = r.upper - r.lower;
  const auto within = [&](double tolerance) { return width < HUGE_VAL && width <= tolerance * size; };
  if (r.ending == Ending::iteration_limit && within(options.tolerance)) r.ending = Ending::converged;
  if (r.ending == Ending::converged && !within(std::max(options.tolerance, widest_converged)))
    r.ending = Ending::iteration_limit;
}

/// By the careful lane, from where the fast one has left off.
[[gnu::noinline]] Result careful_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                          const Options& options, PairState* state, const Handover& handover) {
  if (options.method != Method::automatic && !info(options.method).accepts(a, b)) {
    Result r;
    r.method = options.method;
    return r;
  }
  PairMemory* memory = PairMemory::of(state);
  std::optional<PairMemory> start;
  if (handover.count > 0 || handover.turned) memory = resume(handover, memory != nullptr ? *memory : start.emplace());
  if (has_parts(a) || has_parts(b)) return nearest_parts(a, pose_a, b, pose_b, options, state, {});
  if (is_unbounded_pair(a, b)) {
    Result r = unbounded_distance(a, pose_a, b, pose_b);
    if (const auto points = points_of_unbounded(a, pose_a, b, pose_b, options.method))
      adopt(r, *points, options.method);
    apply_options(r, options, HUGE_VAL);
    return r;
  }
  const Pair pair = make_pair(a, pose_a, b, pose_b);
  Query query{pair, a, pose_a, b, pose_b, options, memory, {}};
  Attempt answer;
  const Method method = solve_pair(query, answer);
  Result r = make_result(pair, answer.proposal, answer.enclosure, a, pose_a, b, pose_b, method);
  if (const auto points = points_of_unbounded(a, pose_a, b, pose_b, options.method)) adopt(r, *points, options.method);
  apply_options(r, options, pair.size / pair.scale);
  return r;
}

/// The same query in the arithmetic that its proof is about.
[[gnu::cold, gnu::noinline]] Result in_standard_mode(const Shape& a, const Pose& pose_a, const Shape& b,
                                                     const Pose& pose_b, const Options& options, PairState* state) {
  const StandardArithmetic standard;
  return engine_distance(a, pose_a, b, pose_b, options, state);
}

/// Without the tolerance.
[[gnu::cold, gnu::noinline]] Result to_the_end(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                               Options options, PairState* state) {
  options.tolerance = 0.0;
  return engine_distance(a, pose_a, b, pose_b, options, state);
}

/// The way of a query.
[[gnu::always_inline]] inline Result answer(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                            const Options& options, PairState* state) {
  Result r;  // the only one, so that it is made where the caller wants it
  Handover handover;
  if (!has_standard_arithmetic()) [[unlikely]]
    r = in_standard_mode(a, pose_a, b, pose_b, options, state);
  else if (options.method != Method::automatic ||
           !fast_distance({a.core(), pose_a, b.core(), pose_b, options, PairMemory::of(state)}, r, handover))
    r = careful_distance(a, pose_a, b, pose_b, options, state, handover);
  if (options.tolerance > 0.0 && !has_parts(a) && !has_parts(b) && ends_halfway(r, a.core(), b.core())) [[unlikely]]
    r = to_the_end(a, pose_a, b, pose_b, options, state);
  return r;
}

}  // namespace

Result detail::engine_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               const Options& options, PairState* state) {
  return answer(a, pose_a, b, pose_b, options, state);
}

#ifndef CLEARANCE_ENGINES  // else in engines.cpp
Result distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Options& options,
                PairState* state) {
  return answer(a, pose_a, b, pose_b, options, state);
}
#endif

}  // namespace clearance
