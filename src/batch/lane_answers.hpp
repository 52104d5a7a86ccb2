#pragma once

// From a lane to a result.

#include "proof/lanes/lane_fill.hpp"
#include "solvers/lanes/lanes.hpp"

namespace clearance::detail {

/// Who is in a lane.
struct LanePair {
  const Core& a;
  const Pose& pose_a;
  const Core& b;
  const Pose& pose_b;
};

/// The answer of a lane. False if there is none: it is open, or an overlap that is not to be measured.
bool take_answer(const LaneGroup& group, LaneKind kind, int lane, const LanePair& pair, const Options& options,
                 Result& r);

/// The same answer with the bodies in the other order.
void exchange(Result& r);

}  // namespace clearance::detail
