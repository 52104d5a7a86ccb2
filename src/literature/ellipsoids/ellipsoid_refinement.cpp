#include "literature/ellipsoids/ellipsoid_refinement.hpp"

#include "literature/ellipsoids/refinement_search.hpp"

namespace clearance::detail {

std::optional<Proposal> ellipsoid_refinement(const Pair& pair, const Goal& goal, int facets) {
  const auto two = TwoEllipsoids::of(pair);
  if (!two) return std::nullopt;
  RefinementSettings settings;
  settings.rule = facets == 7 ? RefinementRule::seven : RefinementRule::four;
  const RefinementOutcome found = refine_ellipsoids<DoubleDouble>(two->a(), two->b(), settings);
  Proposal proposal = two->propose(found.x, found.y);
  if (!(two->gap_along(proposal.normal) > 0.0)) return std::nullopt;
  proposal.iterations = found.cycles;
  if (!found.settled && !two->settled(found.x, found.y, goal.gap)) proposal.ending = Ending::iteration_limit;
  return proposal;
}

}  // namespace clearance::detail
