// The error analysis behind the constants here is in docs/proof.md, section 5.

#include "proof/certify.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

/// What the length of a normal may be off one.
constexpr double unit_tolerance = 0x1p-49;

}  // namespace

V3 of_unit_length(V3 n) {
  for (int i = 0; i < 2 && !(std::fabs(norm(n) - 1.0) <= unit_tolerance); ++i) n = n * (1.0 / norm(n));
  return n;
}

CoreLower slab_at_vertices(const Pair& pair, const V3& n, int vertex_a, int vertex_b) {
  if (!(std::fabs(norm(n) - 1.0) <= unit_tolerance)) return {Prover(), -HUGE_VAL};
  const double a = outer_support_at(pair.a, transposed_times(pair.a.map, n), vertex_a);
  if (!(a < HUGE_VAL)) return {Prover(), -HUGE_VAL};
  return {Prover(), dot(n, pair.offset) - a - outer_support_at(pair.b, -transposed_times(pair.b.map, n), vertex_b)};
}

Enclosure certify_with(const Pair& pair, const Proposal& proposal, const CoreLower& slab) {
  const V3 between = pair.b.map * proposal.at_b + pair.offset - pair.a.map * proposal.at_a;
  const double apart = std::min(norm(between), proposal.upper.value() + pair.depth_error);
  const double lower = slab.value() - pair.error - pair.radius - pair.radius_error;
  const double upper = apart + pair.error - pair.radius + pair.radius_error;
  // Numbers that overflowed prove nothing.
  return {Prover(), lower < HUGE_VAL ? lower : -HUGE_VAL, upper > -HUGE_VAL ? upper : HUGE_VAL};
}

Enclosure certify(const Pair& pair, const Proposal& proposal) {
  // Nothing is believed of the normal, not even that it is of unit length.
  const V3 n = of_unit_length(proposal.normal);
  const double slab = dot(n, pair.offset) - outer_support(pair.a, transposed_times(pair.a.map, n), proposal.vertex_a) -
                      outer_support(pair.b, -transposed_times(pair.b.map, n), proposal.vertex_b);
  return certify_with(pair, proposal, {Prover(), slab});
}

}  // namespace clearance::detail
