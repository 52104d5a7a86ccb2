// In place of the rest of this directory where Boost or GMP is missing.

#include "clearance/exact.hpp"
#include "exact/propose.hpp"

namespace clearance {

bool has_exact_arithmetic() { return false; }

std::optional<ExactResult> exact_distance(const Shape& /*a*/, const Pose& /*pose_a*/, const Shape& /*b*/,
                                          const Pose& /*pose_b*/, const ExactOptions& /*options*/) {
  return std::nullopt;
}

void follow(Result& /*result*/, const ExactResult& /*exact*/) {}

namespace exact {

std::optional<detail::Proposal> propose(const detail::Pair& /*pair*/, const Shape& /*a*/, const Pose& /*pose_a*/,
                                        const Shape& /*b*/, const Pose& /*pose_b*/, Way /*way*/) {
  return std::nullopt;
}

std::optional<detail::WorldPoints> nearest_points(const Shape& /*a*/, const Pose& /*pose_a*/, const Shape& /*b*/,
                                                  const Pose& /*pose_b*/, Way /*way*/) {
  return std::nullopt;
}

}  // namespace exact
}  // namespace clearance
