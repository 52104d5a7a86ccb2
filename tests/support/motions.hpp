#pragma once

// Motions at random, and what is true of them by brute force: the distance at many times, at poses that are worked out
// here in extended precision from what the header says a motion is.

#include <cstdint>
#include <string>
#include <vector>

#include "clearance/motion.hpp"
#include "random.hpp"

namespace oracle {

/// A body and the poses it goes through.
struct MovingShape {
  clearance::Shape shape;
  std::vector<clearance::Pose> poses;
  clearance::Motion::Between between = clearance::Motion::Between::linear;

  clearance::Motion motion() const {
    return poses.size() == 1 ? clearance::Motion::rest(poses.front()) : clearance::Motion::samples(poses, {}, between);
  }
};

struct MotionCase {
  std::string family;
  MovingShape a, b;
  double margin = 0.0;
};
/// The motion with this number: the same on every run.
MotionCase make_motion(std::uint64_t seed, std::uint64_t index);

/// Rods, plates and hulls that turn by each other and come near more than once: they graze and then meet, or meet
/// twice.
MotionCase make_swing(std::uint64_t seed, std::uint64_t index);

struct MotionTally {
  std::uint64_t motions = 0, contradictions = 0, wide = 0, unfinished = 0, impacts = 0, overlaps = 0, queries = 0,
                looks = 0;
  double seconds = 0.0;
  std::vector<std::string> reports;  ///< of contradictions ...
  std::vector<std::string> notes;    ///< ... and of answers that are honest and wide
  void add(const MotionTally& other);
};
/// Checks the least distance, the first contact and the pose itself at so many times. Where the distance, less what the
/// bodies can come nearer by until then at the greatest speed of any of their points, is beyond all that is claimed, a
/// time contradicts nothing and is not looked at; `looks` counts those that are.
MotionTally check_motion(const MotionCase& motion, int steps, const std::string& name);

}  // namespace oracle
