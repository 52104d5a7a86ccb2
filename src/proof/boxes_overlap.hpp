#pragma once

// That two boxes overlap, by separating axes alone: docs/proof.md, section 7d.

#include "clearance/pose.hpp"
#include "core/core.hpp"

namespace clearance::detail {

/// An upper bound of the signed distance; infinity where the axes do not show an overlap, and for what is no box.
double upper_by_axes(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b);

}  // namespace clearance::detail
