#include "robot_cell.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <numbers>

// Metres and radians. The world's z points up from the floor, and the arm stands at the origin. Joints 1, 4 and 6 turn
// about the arm's own directions (z, x, x), joints 2, 3 and 5 about y. At zero the upper arm stands upright, and the
// forearm and the tool point along x.

namespace clearance::cli {
namespace {

constexpr double pi = std::numbers::pi;

constexpr double shoulder_out = 0.15, shoulder_up = 0.45;  // the axis of joint 2 in frame 1
constexpr double upper_arm_length = 0.60;                  // joint 2 to joint 3
constexpr double elbow_length = 0.20;                      // joint 3 to the origin of frame 4
constexpr double forearm_length = 0.62;                    // joint 3 to the wrist centre, where axes 4, 5 and 6 meet
constexpr double tool_length = 0.28;                       // wrist centre to finger tips

using Rows = std::vector<HalfspaceRow>;

Rows block(const Vec3& low, const Vec3& high) {
  Rows rows;
  for (int axis = 0; axis < 3; ++axis) {
    rows.push_back({Vec3::Unit(axis), high[axis]});
    rows.push_back({-Vec3::Unit(axis), -low[axis]});
  }
  return rows;
}

// A prism around `axis` with regular sides; `taper` leans them inwards along the axis.
Rows prism(int sides, double inner_radius, int axis, double low, double high, double taper = 0.0) {
  Rows rows{{Vec3::Unit(axis), high}, {-Vec3::Unit(axis), -low}};
  for (int i = 0; i < sides; ++i) {
    const double angle = 2.0 * pi * (i + 0.5) / sides;
    Vec3 normal = taper * Vec3::Unit(axis);
    normal[(axis + 1) % 3] = std::cos(angle);
    normal[(axis + 2) % 3] = std::sin(angle);
    rows.push_back({normal, inner_radius + taper * low});
  }
  return rows;
}

// The casting of the upper arm: two large sides, and a profile in x and z whose corners are cut off.
Rows upper_arm() {
  constexpr double half = 0.09, low = -0.10, high = upper_arm_length + 0.09, cut = 0.06;
  Rows rows = block({-half, -0.06, low}, {half, 0.06, high});
  for (const double side : {-1.0, 1.0}) {
    rows.push_back({{side, 0.0, 1.0}, half + high - cut});
    rows.push_back({{side, 0.0, -1.0}, half - low - cut});
  }
  return rows;
}

// A finger beside the plane y = 0, seen from the side a wedge that thins towards its tip.
Rows finger(double side) {
  constexpr double inner = 0.045, thickness = 0.022, root = 0.16;
  return {{{-1.0, 0.0, 0.0}, -root},
          {{0.0, 0.0, 1.0}, 0.015},
          {{0.0, 0.0, -1.0}, 0.015},
          {{0.0, -side, 0.0}, -inner},
          {{thickness, side * (tool_length - root), 0.0}, inner * (tool_length - root) + thickness * tool_length}};
}

// A ridge on the floor, 70 mm thick: the fingers, 90 mm apart, reach around its upper edge, which is bevelled.
Rows workpiece() {
  Rows rows = block({0.66, 0.015, 0.0}, {0.94, 0.085, 0.36});
  rows.push_back({{0.0, 1.0, 1.0}, 0.085 + 0.36 - 0.015});
  rows.push_back({{0.0, -1.0, 1.0}, -0.015 + 0.36 - 0.015});
  return rows;
}

struct ToolPose {
  Vec3 tip;
  double yaw, tilt;  // about the vertical; outwards from pointing straight down
};

struct Keyframe {
  double share;
  ToolPose tool;
};

// From rest beside the workpiece to above it, down around it, up again, and away to put a part down on the floor.
const std::array<Keyframe, 6> keyframes{{{0.00, {{0.50, -0.55, 0.70}, 0.60, 0.60}},
                                         {0.28, {{0.80, 0.055, 0.52}, 0.10, 0.00}},
                                         {0.46, {{0.80, 0.052, 0.30}, 0.03, 0.00}},
                                         {0.54, {{0.80, 0.052, 0.30}, 0.03, 0.00}},
                                         {0.70, {{0.80, 0.050, 0.55}, 0.00, 0.05}},
                                         {1.00, {{0.35, 0.75, 0.04}, -0.50, 0.10}}}};

// From 0 to 1 with no velocity and no acceleration at either end.
double smooth(double s) { return s * s * s * (10.0 + s * (6.0 * s - 15.0)); }

ToolPose tool_at(double share) {
  const auto next = std::find_if(std::next(keyframes.begin()), std::prev(keyframes.end()),
                                 [&](const Keyframe& k) { return share <= k.share; });
  const Keyframe &from = *std::prev(next), &to = *next;
  const double s = smooth(std::clamp((share - from.share) / (to.share - from.share), 0.0, 1.0));
  const auto blend = [&](const auto& p, const auto& q) { return p + s * (q - p); };
  return {from.tool.tip + s * (to.tool.tip - from.tool.tip), blend(from.tool.yaw, to.tool.yaw),
          blend(from.tool.tilt, to.tool.tilt)};
}

Mat3 turn(double angle, int axis) { return Eigen::AngleAxisd(angle, Vec3::Unit(axis)).toRotationMatrix(); }

// Inverse kinematics, elbow up: the first three joints place the wrist centre, the last three orient the tool.
Joints joints_for(const ToolPose& tool) {
  const Mat3 orientation = turn(tool.yaw, 2) * turn(pi / 2.0 - tool.tilt, 1);
  const Vec3 wrist = tool.tip - tool_length * orientation.col(0);
  Joints q{};
  q[0] = std::atan2(wrist.y(), wrist.x());
  const double out = std::hypot(wrist.x(), wrist.y()) - shoulder_out, up = wrist.z() - shoulder_up;
  const double reach = std::hypot(out, up);
  const double l1 = upper_arm_length, l2 = forearm_length;
  const double cosine = (l1 * l1 + reach * reach - l2 * l2) / (2.0 * l1 * reach);
  const double upper_elevation = std::atan2(up, out) + std::acos(std::clamp(cosine, -1.0, 1.0));
  const double fore_elevation = std::atan2(up - l1 * std::sin(upper_elevation), out - l1 * std::cos(upper_elevation));
  q[1] = pi / 2.0 - upper_elevation;
  q[2] = -fore_elevation - q[1];
  const Mat3 hand = (turn(q[0], 2) * turn(q[1] + q[2], 1)).transpose() * orientation;
  q[3] = std::atan2(hand(1, 0), -hand(2, 0));
  q[4] = std::atan2(std::hypot(hand(0, 1), hand(0, 2)), hand(0, 0));
  q[5] = std::atan2(hand(0, 1), hand(0, 2));
  return q;
}

}  // namespace

RobotCell make_robot_cell() {
  RobotCell cell;
  const auto add = [&](const char* name, int link, Rows rows) {
    cell.bodies.push_back({name, link, Polyhedron(std::move(rows))});
  };
  add("base", 0, prism(6, 0.18, 2, 0.0, 0.20));
  add("turret", 1, prism(6, 0.16, 2, 0.21, 0.36));
  add("shoulder", 1, block({0.02, -0.13, 0.34}, {0.28, -0.07, 0.54}));
  add("upper arm", 2, upper_arm());
  add("counterweight", 2, block({-0.26, -0.05, -0.08}, {-0.10, 0.05, 0.06}));
  add("elbow", 3, prism(6, 0.08, 1, 0.065, 0.17));
  add("elbow motor", 3, block({-0.24, 0.075, -0.06}, {-0.09, 0.165, 0.06}));
  add("forearm", 4, prism(8, 0.075, 0, -0.10, 0.34, 0.04));
  add("wrist motor", 4, block({0.06, -0.04, 0.07}, {0.22, 0.04, 0.13}));
  add("wrist", 5, block({-0.06, -0.05, -0.05}, {0.06, 0.05, 0.05}));
  add("flange", 6, block({0.06, -0.035, -0.035}, {0.09, 0.035, 0.035}));
  add("palm", 6, block({0.09, -0.075, -0.03}, {0.16, 0.075, 0.03}));
  add("left finger", 6, finger(1.0));
  add("right finger", 6, finger(-1.0));
  const std::size_t arm = cell.bodies.size();
  add("workpiece", -1, workpiece());
  cell.bodies.push_back({"floor", -1, Halfspace(Vec3::UnitZ(), 0.0)});

  // All 14 bodies of the arm with the workpiece, and 11 with the floor: base, turret and shoulder turn about the
  // vertical at most and keep their height. That makes the 25 pairs a cycle of the robot in section 4.6 of the thesis
  // on DQP3; its text leaves out six bodies, which would make 22. Like there, no body of the arm is paired with
  // another.
  for (std::size_t i = 0; i < arm; ++i) cell.pairs.emplace_back(i, arm);
  for (std::size_t i = 3; i < arm; ++i) cell.pairs.emplace_back(i, arm + 1);
  return cell;
}

Joints pick_motion(double share) {
  const Joints q = joints_for(tool_at(share));
  for (std::size_t i = 0; i < q.size(); ++i) assert(q[i] >= joint_limits[i].first && q[i] <= joint_limits[i].second);
  return q;
}

std::array<Pose, 7> arm_frames(const Joints& q) {
  struct Joint {
    int axis;
    Vec3 offset;  // of its axis in the frame before
  };
  static const std::array<Joint, 6> joints{{{2, Vec3::Zero()},
                                            {1, {shoulder_out, 0.0, shoulder_up}},
                                            {1, {0.0, 0.0, upper_arm_length}},
                                            {0, {elbow_length, 0.0, 0.0}},
                                            {1, {forearm_length - elbow_length, 0.0, 0.0}},
                                            {0, Vec3::Zero()}}};
  std::array<Pose, 7> frames;
  for (std::size_t i = 0; i < 6; ++i) {
    const Pose& before = frames[i];
    frames[i + 1] = Pose(before.rotation() * turn(q[i], joints[i].axis), before * joints[i].offset);
  }
  return frames;
}

}  // namespace clearance::cli
