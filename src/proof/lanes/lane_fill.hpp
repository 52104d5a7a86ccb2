#pragma once

// From a query to its lane, and from the lane to the result.

#include "clearance/distance.hpp"
#include "core/core.hpp"
#include "proof/lanes/lane_group.hpp"

namespace clearance::detail {

/// What a body is to lanes: a box, or points that are the truth: both ends of a segment, all points of a hull. None, if
/// there are too many of them, or if it is something else.
enum class LaneForm { none, point, segment, box, hull };
LaneForm lane_form(const Core& core);

/// Empties a group.
void clear(LaneGroup& group);
/// Puts a pair of such bodies into a lane. `hulls`: whether there may be hulls in other lanes.
void place_in_lane(LaneGroup& group, int lane, const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   bool hulls);
/// For lanes that are not used: what is in another one.
void repeat_lane(LaneGroup& group, int from, int to);

/// The bounds of a lane, and the status that follows.
void take_bounds(Result& r, const LaneGroup& group, int lane);

}  // namespace clearance::detail
