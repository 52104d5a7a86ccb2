#pragma once

// From what was proposed and proven, in the axes of the pair, to the answer in the world.

#include "proof/certify.hpp"

namespace clearance::detail {

Result make_result(const Pair& pair, const Proposal& proposal, const Enclosure& enclosure, const Shape& a,
                   const Pose& pose_a, const Shape& b, const Pose& pose_b, Method method);

}  // namespace clearance::detail
