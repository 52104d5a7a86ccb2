#include "solvers/fit_overlap.hpp"

#include <cmath>

#include "solvers/gjk.hpp"

namespace clearance::detail {

namespace {

/// How far the bodies are moved apart beyond touching, relative to the size of the pair: enough for the points to have
/// a direction, and little enough for what that is off the normal to count for nothing.
constexpr double aside[] = {0x1p-30, 0x1p-20};

}  // namespace

template <class T>
void fit_overlap(const Pair& pair, double slab, Proposal& proposal) {
  const V3 n = proposal.normal;
  const auto off = [&](const Proposal& p) {
    const V3 between = pair.b.map * p.at_b + pair.offset - pair.a.map * p.at_a;
    return norm(between - n * slab);
  };
  Pair apart = pair;
  for (const double share : aside) {
    apart.offset = pair.offset + n * (share * pair.size - slab);
    Difference<T> difference(apart);
    const Goal goal{tightest_gap * pair.size, HUGE_VAL, -HUGE_VAL};
    const GjkOutcome<T> found = gjk<T>(difference, goal, nullptr);
    if (found.overlap) continue;
    if (off(found.proposal) < off(proposal)) {
      proposal.at_a = found.proposal.at_a;
      proposal.at_b = found.proposal.at_b;
      proposal.corners = 0;  // what they are made of tells a gap of the moved bodies
      proposal.feature_a = found.proposal.feature_a;
      proposal.feature_b = found.proposal.feature_b;
    }
    return;
  }
}

template void fit_overlap<double>(const Pair&, double, Proposal&);
template void fit_overlap<DoubleDouble>(const Pair&, double, Proposal&);

}  // namespace clearance::detail
