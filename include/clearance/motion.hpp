#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "clearance/distance.hpp"

// Bodies that move: the distance over a whole motion, between the samples too. What a motion is between two poses is
// stated in real numbers, below, and that motion is what every bound here is about, rounding included.

namespace clearance {

namespace detail {
struct MotionData;
}

struct Interval {
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
};

/// A pose of a motion: the true rotation is within `turn_error` (spectral norm) of that of the pose, the true position
/// within `shift_error`.
struct MovingPose {
  Pose pose;
  double turn_error = 0.0, shift_error = 0.0;
};

/// Where a body is at each time. A value: immutable, cheap to copy, shared freely between threads.
///
/// Between two poses (R0, p0) and (R1, p1), s going from 0 to 1 with time,
///   R(s) = exp(s log Q) R0 + s (R1 - Q R0),   Q the rotation nearest to R1 R0',
/// so the rotation turns at a constant rate about a fixed axis, the shorter way, and both ends are met exactly: what is
/// added is zero for true rotations, such as quaternions give, and for matrices no more than they lack to be rotations.
/// The position moves linearly (`linear`), or with a point of the body that is on the axis of the screw that takes one
/// pose to the other (`screw`): p(s) = y0 + s (y1 - y0) - R(s) c, with yi = pi + Ri c and c = pivot(), as stored.
/// Half a turn, to 2^-39 rad, has no shorter way: then the axis is taken whose first component of more than 1/2 in
/// size is positive.
class Motion {
 public:
  enum class Between { linear, screw };

  /// At one place, at all times.
  static Motion rest(const Pose& pose);
  /// From one pose to another, at times 0 to 1.
  static Motion linear(const Pose& from, const Pose& to);
  static Motion screw(const Pose& from, const Pose& to);
  /// Through poses at strictly increasing times, by default 0, 1, 2, ... Throws InvalidInput for no poses, as many
  /// times as there are not poses, times that are not finite, or not increasing.
  static Motion samples(std::span<const Pose> poses, std::span<const double> times = {},
                        Between between = Between::linear);

  /// One pose for all times.
  bool at_rest() const;
  std::span<const Pose> poses() const;
  /// The times of the poses; empty for a body at rest.
  std::span<const double> times() const;
  /// The rotation vector between a pose and the next, in world axes: log Q as far as it is known, which is to
  /// `turn_error(i)`.
  Vec3 turn(std::size_t i) const;
  double turn_error(std::size_t i) const;
  /// The point of the body that moves linearly there; zero but for screws.
  Vec3 pivot(std::size_t i) const;

  /// Where the body is at a time; before the first pose and after the last, it stays there.
  MovingPose at(double time) const;

  const detail::MotionData& data() const { return *data_; }

 private:
  explicit Motion(std::shared_ptr<const detail::MotionData> data) : data_(std::move(data)) {}
  std::shared_ptr<const detail::MotionData> data_;
};

struct MotionOptions {
  /// Bound on the width of the distance, relative to the size of the pair, and of the time, relative to the duration.
  double tolerance = 1e-9;
  /// Bound on the distance queries of each pair of convex parts: the search ends there, and says so.
  int max_queries = 2000;
};

/// The least distance of a motion, or the first contact.
struct Approach {
  Interval time, distance;
  double at_time = 0.0;  ///< where `at` is
  Result at;             ///< the answer at that time, in the world; its bounds are for the true pose
  int queries = 0;
  /// converged: as tight as was asked for, or as rounding lets it be. iteration_limit: stopped short, the intervals are
  /// honest and wide.
  Ending ending = Ending::unsupported;
};

/// The least signed distance from the first to the last time of either motion (a body is at rest before and after its
/// own); 0 to 0 if both are at rest. `distance` encloses the least, and every time at which it is attained is within
/// `time`. Of unions, the least of their parts.
Approach closest_approach(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                          const MotionOptions& options = {});

/// The first time at which the distance is `margin` or less. Before `time.lower` the bodies are proven to be more than
/// `margin` apart; at `time.upper` they are proven not to be. Both are infinity, as the least of no times, if they are
/// proven to stay apart; `time.upper` alone, if what is left is in doubt, which bodies that just touch leave for good.
/// `distance` and `at` are for `at_time`: the last look before the contact, which is time.lower, or the first one in
/// contact, if there is none; if they stay apart, the nearest look of all, or the end.
Approach time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                        double margin = 0.0, const MotionOptions& options = {});

/// Nothing, if the bodies are proven to be more than `margin` apart all along; else the first stretch in doubt, which
/// ends where they are proven not to be, or else with the motion.
std::optional<Interval> keeps(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                              double margin, const MotionOptions& options = {});

}  // namespace clearance
