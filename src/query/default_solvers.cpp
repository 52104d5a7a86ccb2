// How the default path asks its solvers: closed forms, the method of the pair's kind of shapes, the features of the
// last query, and last GJK with polytope expansion, in double and, where that is not tight, in double-double.

#include "query/default_solvers.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/closed_form.hpp"
#include "solvers/dqp3_ellipsoid.hpp"
#include "solvers/ellipsoid_pair.hpp"
#include "solvers/epa.hpp"
#include "solvers/feature.hpp"
#include "solvers/fit_overlap.hpp"
#include "solvers/gjk.hpp"
#include "solvers/revolved_overlap.hpp"
#include "solvers/round_overlap.hpp"
#include "solvers/steady.hpp"
#include "solvers/stope.hpp"

namespace clearance::detail {

namespace {

/// The gap to close where features are kept: that of the proof. Relative to the size of the pair.
constexpr double steady_gap = 0x1p-46;
/// After so many queries in a row with other features than the one before, the next one is taken to have others, too.
constexpr int changes_before_walking = 2;

/// How much less of a gap a second run leaves.
constexpr double second_run_gap = 0x1p-40;

/// What a method of nearly symmetric overlaps may leave open, relative to the size of the pair: of these, expansion
/// leaves more.
constexpr double symmetric_gap = 0x1p-31;

bool settles(const Pair& pair, const Attempt& attempt) {
  return attempt.enclosure.width() <= symmetric_gap * pair.size &&
         witness_error(pair, attempt.proposal) <= second_run_curved * pair.size;
}

/// Whether bodies that are apart are settled by a method of nearly symmetric ones: as GJK would, or not at all.
bool is_settled_apart(const Pair& pair, const Attempt& attempt) {
  return attempt.enclosure.width() - rounding_of(pair) <= witness_tolerance * pair.size &&
         witness_error(pair, attempt.proposal) <= witness_tolerance * pair.size;
}

/// GJK, and expansion if the cores overlap, in arithmetic T.
template <class T>
Attempt solve(const Pair& pair, const Options& options, PairMemory* memory) {
  const double rounding = rounding_of(pair);
  Difference<T> difference(pair);
  Goal goal = goal_of(pair, options);
  const double depth_gap = goal.gap;
  // A second run is for the points as well, which are known to half of the digits of their distance.
  if (!std::is_same_v<T, double> && options.tolerance == 0.0) goal.gap *= second_run_gap;
  auto found = gjk<T>(difference, goal, memory);
  if constexpr (std::is_same_v<T, double>) {
    if (found.overlap && pair.curved && options.penetration) {
      Attempt settled;
      const int iterations = found.proposal.iterations;
      if (certified(pair, round_overlap(pair, found.proposal.normal), settled) && !is_blunt(pair, options, settled)) {
        settled.proposal.iterations += iterations;
        if (memory != nullptr) remember(*memory, pair, found.simplex, settled.proposal);
        return settled;
      }
    }
  }
  const bool deep_enough = pair.radius > 2.0 * rounding && (!options.penetration || goal.min_distance > 0.0);
  const DepthGoal depth{depth_gap, goal.min_distance, !options.penetration || deep_enough, rounding};
  const auto expanded = [&] {
    Proposal proposal = epa<T>(difference, found.simplex, depth);
    proposal.iterations += found.proposal.iterations;
    return proposal;
  };
  if (found.overlap) found.proposal = expanded();
  if (memory != nullptr) remember(*memory, pair, found.simplex, found.proposal);
  Attempt attempt{found.proposal, certify(pair, found.proposal)};
  // Flat bodies that touch within a plane or a line: rounding is all that GJK has of a normal.
  if (!found.overlap && attempt.enclosure.width() > second_run_width(pair) &&
      attempt.enclosure.upper() + pair.radius <= second_run_polyhedral * pair.size) {
    const Proposal proposal = expanded();
    const Attempt second{proposal, certify(pair, proposal)};
    if (better(pair, second, attempt)) attempt = second;
  }
  if constexpr (std::is_same_v<T, double>) {
    if (!found.overlap && pair.curved && witness_error(pair, found.proposal) > witness_tolerance * pair.size) {
      polish(found.proposal, difference, found.simplex);
      const Attempt second{found.proposal, certify(pair, found.proposal)};
      if (better(pair, second, attempt)) attempt = second;
    }
    if (!found.overlap && pair.curved) fit_normal(pair, attempt);
  }
  return attempt;
}

/// How far the cores are apart along the normal.
double core_slab(const Pair& pair, const Attempt& answer) {
  return answer.enclosure.lower() + pair.error + pair.radius + pair.radius_error;
}

/// Points of an overlap that are off its normal, for ones that are less.
template <class T>
void fit_points(const Pair& pair, Attempt& answer) {
  if (!answer.proposal.upper.overlap() || !(witness_error(pair, answer.proposal) > second_run_curved * pair.size))
    return;
  fit_overlap<T>(pair, core_slab(pair, answer), answer.proposal);
}

/// Points of bodies that touch but for rounding, where the search for them was lost close to the origin: those of the
/// bodies a little apart, along a normal that shows how little they overlap.
void fit_touch(const Pair& pair, Attempt& answer) {
  if (answer.proposal.upper.overlap() || !(answer.enclosure.width() > second_run_width(pair))) return;
  if (!(std::fabs(answer.enclosure.lower()) <= second_run_curved * pair.size)) return;
  Attempt second = answer;
  fit_overlap<double>(pair, core_slab(pair, answer), second.proposal);
  second.enclosure = certify(pair, second.proposal);
  if (better(pair, second, answer)) answer = second;
}

/// Hulls of spheres by their own method, in arithmetic T; the simplex is remembered, where they are apart.
template <class T>
Attempt solve_stopes(const Pair& pair, const Options& options, PairMemory* memory, bool& solved) {
  const auto search = options.method == Method::stope ? StopeSearch::scan : StopeSearch::map;
  const auto found = stope<T>(pair, goal_of(pair, options), search, memory);
  solved = found.solved;
  if (!solved) return {found.proposal, {}};
  if (memory != nullptr) remember(*memory, pair, found.simplex, found.proposal);
  return {found.proposal, certify(pair, found.proposal)};
}

/// Whether features are walked to by `features`, and not found by GJK: in large hulls that is a step or two, which asks
/// one body at a time; small ones are scanned in about the same time.
bool walks(const Pair& pair) {
  const auto large = [](const Body& body) {
    return body.kind == Kind::polytope && body.core->polytope.vertices > scan_limit;
  };
  return large(pair.a) || large(pair.b);
}

/// The depth of two ellipsoids to full precision, where it was asked for and the expansion has not proven it to that.
void settle_ellipsoids(const Query& q, Attempt& answer) {
  if (q.options.method == Method::gjk || !is_ellipsoid_pair(q.pair) || !answer.proposal.upper.overlap()) return;
  const Ending ending = answer.proposal.ending;
  if (ending != Ending::converged && ending != Ending::iteration_limit) return;
  if (answer.enclosure.width() <= second_run_curved * q.pair.size) return;
  Attempt settled = answer;
  settle_overlap(q.pair, settled.proposal);
  settled.enclosure = certify(q.pair, settled.proposal);
  const double fits = std::max(witness_error(q.pair, answer.proposal), witness_tolerance * q.pair.size);
  if (settled.enclosure.lower() > answer.enclosure.lower() && witness_error(q.pair, settled.proposal) <= fits)
    answer = settled;
}

}  // namespace

bool closed_forms(Query& q, Attempt& answer) {
  if (certified(q.pair, closed_form(q.pair), answer)) return true;
  const auto nearly_symmetric = [&](const std::optional<Proposal>& proposal) {
    if (!certified(q.pair, proposal, answer)) return false;
    if (!proposal->upper.overlap()) return is_settled_apart(q.pair, answer);
    return !is_blunt(q.pair, q.options, answer) || settles(q.pair, answer);
  };
  return nearly_symmetric(revolved_overlap(q.pair)) || nearly_symmetric(ring_overlap(q.pair));
}

bool ellipsoid_newton(Query& q, Attempt& answer) {
  if (!is_ellipsoid_pair(q.pair)) return false;
  if (!certified(q.pair, ellipsoid_pair(q.pair, goal_of(q.pair, q.options), q.memory), answer)) return false;
  if (q.memory != nullptr) remember(*q.memory, q.pair, Simplex<double>{}, answer.proposal);
  fit_normal(q.pair, answer);
  return true;
}

bool ellipsoid_and_vertices(Query& q, Attempt& answer) {
  if (!is_ellipsoid_and_vertices(q.pair)) return false;
  if (!certified(q.pair, dqp3_ellipsoid(q.pair, goal_of(q.pair, q.options), q.memory), answer)) return false;
  fit_normal(q.pair, answer);
  return true;
}

bool steady_features(Query& q, Attempt& answer) {
  if (q.memory == nullptr || q.pair.curved) return false;
  if (q.memory->searches >= changes_before_walking && walks(q.pair)) return false;
  const double gap = std::max(0.5 * q.options.tolerance, steady_gap) * q.pair.size;
  if (!steady(q.pair, gap, *q.memory, answer)) return false;
  q.memory->searches = 0;
  return true;
}

bool features(Query& q, Attempt& answer) {
  if (q.options.method == Method::automatic) {
    const bool was_apart = q.memory != nullptr && q.memory->was_apart();
    if (!was_apart || !walks(q.pair)) return false;
  }
  if (!has_vertices(q.pair) ||
      !certified(q.pair, track_features(q.pair, goal_of(q.pair, q.options).gap, q.memory), answer))
    return false;
  if (q.memory != nullptr) {
    const bool same = answer.proposal.iterations <= 2;  // a support point of each body, and none of them new
    if (same)
      q.memory->searches = 0;
    else
      q.memory->count_search(changes_before_walking);
  }
  return true;
}

bool stopes(Query& q, Attempt& answer) {
  const auto has_balls = [&] { return q.pair.a.kind == Kind::balls || q.pair.b.kind == Kind::balls; };
  if (!is_stope(q.pair.a.kind) || !is_stope(q.pair.b.kind)) return false;
  if (q.options.method == Method::automatic && !has_balls()) return false;
  bool solved = false;
  answer = solve_stopes<double>(q.pair, q.options, q.memory, solved);
  q.upper = answer.proposal.upper;
  if (!solved || !is_blunt(q.pair, q.options, answer)) return solved;
  const Attempt second = solve_stopes<DoubleDouble>(q.pair, q.options, nullptr, solved);
  if (solved && better(q.pair, second, answer)) answer = second;
  return true;
}

/// GJK in double, and in double-double where that is not tight.
void gjk_and_expansion(const Query& q, Attempt& answer) {
  const Pair& pair = q.pair;
  answer = solve<double>(pair, q.options, q.memory);
  if (q.upper.overlap() && q.upper.value() < answer.proposal.upper.value()) {
    answer.proposal.upper = q.upper;
    answer.enclosure = certify(pair, answer.proposal);
  }
  fit_points<double>(pair, answer);
  if (is_blunt(pair, q.options, answer)) {
    const Attempt second = solve<DoubleDouble>(pair, q.options, nullptr);
    const int iterations = answer.proposal.iterations + second.proposal.iterations;
    if (better(pair, second, answer)) answer = second;
    answer.proposal.iterations = iterations;
    fit_points<double>(pair, answer);
  }
  // On bodies that are very long for their depth, the squares of GJK lose its direction.
  fit_points<DoubleDouble>(pair, answer);
  fit_touch(pair, answer);
  // An expansion that could not tell the last digits from rounding has gone on to its limit for nothing.
  if (answer.proposal.ending == Ending::iteration_limit && answer.enclosure.width() <= second_run_width(pair))
    answer.proposal.ending = Ending::converged;
  settle_ellipsoids(q, answer);
}

}  // namespace clearance::detail
