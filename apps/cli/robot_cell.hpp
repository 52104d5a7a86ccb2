#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "clearance/clearance.hpp"

// The cell of the demo: a six-axis arm that reaches for a workpiece on the floor.

namespace clearance::cli {

using Joints = std::array<double, 6>;  ///< angles, radians

struct CellBody {
  std::string name;
  int link;  ///< which of the arm's seven frames it moves with, 0 is the fixed base; -1: not part of the arm
  Shape shape;
};

struct RobotCell {
  std::vector<CellBody> bodies;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
};

/// 14 polyhedra of at most 10 facets, 96 in all, a workpiece and the floor, and the 25 pairs that are watched.
RobotCell make_robot_cell();

/// The joints at a share, from 0 to 1, of the pick movement. Stays within the limits of the joints.
Joints pick_motion(double share);

/// The share of the movement at which the fingers are around the workpiece.
inline constexpr double pick_share = 0.5;

/// Lower and upper limit of each joint.
inline constexpr std::array<std::pair<double, double>, 6> joint_limits{
    {{-3.0, 3.0}, {-1.6, 2.3}, {-2.4, 2.6}, {-3.2, 3.2}, {-2.1, 2.1}, {-6.2, 6.2}}};

/// The frames of the base and of the six links.
std::array<Pose, 7> arm_frames(const Joints& joints);

/// Where a body is: on its link, or at rest.
inline const Pose& pose_of(const CellBody& body, const std::array<Pose, 7>& frames) {
  return frames[static_cast<std::size_t>(body.link < 0 ? 0 : body.link)];
}

}  // namespace clearance::cli
