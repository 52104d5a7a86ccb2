#pragma once

// Bodies that are not centred at their origins.

#include "clearance/pose.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

struct Core;

/// From the centre of a to that of b, bounded bodies both, in world axes and true lengths: rounding it once leaves no
/// other error than `error`.
struct CentreOffset {
  Wide3 offset;
  double error;
};
CentreOffset offset_of_centres(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b);

}  // namespace clearance::detail
