// In place of literature_solvers.cpp, for a library without the methods of the literature.

#include "literature/lcp/lcp.hpp"
#include "query/literature_solvers.hpp"

namespace clearance::detail {

bool has_literature() { return false; }

bool by_dqp3(Query& /*q*/, Dqp3Variant /*variant*/, Attempt& /*answer*/) { return false; }
bool by_quadratic_program(Query& /*q*/, Attempt& /*answer*/) { return false; }
bool by_lcp(Query& /*q*/, Attempt& /*answer*/) { return false; }
bool by_enhanced_gjk(Query& /*q*/, Attempt& /*answer*/) { return false; }
bool by_lin_canny(Query& /*q*/, Attempt& /*answer*/) { return false; }
bool by_ellipsoid_method(Query& /*q*/, Attempt& /*answer*/) { return false; }

std::optional<WorldPoints> lcp_points(const Shape& /*a*/, const Pose& /*pose_a*/, const Shape& /*b*/,
                                      const Pose& /*pose_b*/) {
  return std::nullopt;
}

}  // namespace clearance::detail
