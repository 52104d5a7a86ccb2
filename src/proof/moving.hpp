#pragma once

// Where a moving body is at a time, with a bound on what evaluating that costs. docs/proof.md, section 11a.

#include <cmath>
#include <vector>

#include "clearance/motion.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

inline double sum_abs(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }
inline bool is_zero(const V3& v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

/// A motion between two poses; what is known of it ahead of any time.
struct Stretch {
  double begin = 0.0, end = 0.0;  ///< times
  const Pose* from = nullptr;
  const Pose* to = nullptr;
  bool turns = false;       ///< else the rotation is that of `from` throughout
  V3 turn{0, 0, 0};         ///< the rotation vector, as computed
  double angle = 0.0;       ///< no less than its length
  double turn_error = 0.0;  ///< the true rotation vector is within this of `turn`
  double residue = 0.0;     ///< bound of |R1 - Q R0|, what the matrices lack to be rotations
  bool has_rest = false;
  M3 rest{};                                         ///< that difference, if it is worth following
  double off_pose = 0.0;                             ///< bound of |computed - true rotation| at any time
  V3 pivot{0, 0, 0};                                 ///< in the body frame; moves linearly
  Wide3 start{0.0, 0.0, 0.0}, shift{0.0, 0.0, 0.0};  ///< of the pivot in the world
  double entering = 0.0;                             ///< the lengths that these are sums of
};

struct MotionData {
  std::vector<Pose> poses;
  std::vector<double> times;  ///< none for a body at rest
  std::vector<Stretch> stretches;
};

/// Fills in what follows from the two poses and the pivot.
void prepare(Stretch& stretch);
/// The pivot of the screw between the poses of a stretch that is prepared; not proven, as any pivot states a motion.
V3 screw_pivot(const Stretch& stretch);

/// A body at a time: a body point x is at rotation (x - pivot) + at. Rates are by time.
struct MovingPlace {
  Wide33 rotation;          ///< as computed, or as stored at a pose
  Wide3 at;                 ///< of the pivot
  V3 rate{0, 0, 0};         ///< of turning
  V3 velocity{0, 0, 0};     ///< of the pivot
  double speed = 0.0;       ///< no less than |rate|
  double turn_error = 0.0;  ///< bound of |rotation - true rotation|
  /// How much more it is off at another time, for each unit of time: of the rotation by turning on at `rate`.
  double turn_drift = 0.0;
  double at_error = 0.0;         ///< of the pivot
  const Pose* stored = nullptr;  ///< the pose that this has the rotation of, if it is one
  double defect = 0.0;           ///< of the rounded rotation
};

/// A body at rest.
MovingPlace place_at_rest(const Pose& pose);
/// Within the times of the stretch.
MovingPlace place_on(const Stretch& stretch, double time);

/// The rotation of a place as a pose at some position, whose rotation is off the true one by `turn_error`.
MovingPose rounded_pose(const MovingPlace& place, const Vec3& position);

/// At any time: before the first pose and after the last, there.
MovingPose pose_at(const MotionData& data, double time);

/// The matrix exp([v]), |v| at most pi and rounding.
M3 turn_matrix(const V3& v);

}  // namespace clearance::detail
