#include "query/attempt.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

V3 between_witnesses(const Pair& pair, const Proposal& proposal) {
  return pair.b.map * proposal.at_b + pair.offset - pair.a.map * proposal.at_a;
}

}  // namespace

double witness_error(const Pair& pair, const Proposal& proposal) {
  const V3 between = between_witnesses(pair, proposal);
  const double along = dot(between, proposal.normal);
  const bool shallow = proposal.upper.overlap() && along > proposal.upper.value();
  return norm(between - proposal.normal * (shallow ? proposal.upper.value() : along));
}

bool better(const Pair& pair, const Attempt& second, const Attempt& first) {
  const auto fault = [&](const Attempt& attempt) {
    return std::max(attempt.enclosure.width(), witness_error(pair, attempt.proposal));
  };
  return fault(second) < fault(first);
}

double second_run_width(const Pair& pair) {
  return (pair.curved ? second_run_curved : second_run_polyhedral) * pair.size;
}

bool is_blunt(const Pair& pair, const Options& options, const Attempt& attempt) {
  if (attempt.proposal.ending != Ending::converged) return false;  // stopped by a limit
  const double width = std::max(second_run_width(pair), options.tolerance * pair.size);
  if (!(attempt.enclosure.width() <= width)) return true;
  const double fits = std::max(second_run_curved, options.tolerance) * pair.size;
  return witness_error(pair, attempt.proposal) > fits;
}

bool certified(const Pair& pair, const std::optional<Proposal>& proposal, Attempt& answer) {
  if (!proposal) return false;
  answer.proposal = *proposal;
  answer.enclosure = certify(pair, answer.proposal);
  return true;
}

void fit_normal(const Pair& pair, Attempt& answer) {
  if (!(witness_error(pair, answer.proposal) > witness_tolerance * pair.size)) return;
  Attempt second = answer;
  const V3 between = between_witnesses(pair, answer.proposal);
  // Points of an overlap are joined against the normal; in the middle of a body either side would be as deep.
  const double side = std::copysign(1.0, dot(between, answer.proposal.normal));
  second.proposal.normal = between * (side / norm(between));
  second.enclosure = certify(pair, second.proposal);
  if (better(pair, second, answer)) answer = second;
}

}  // namespace clearance::detail
