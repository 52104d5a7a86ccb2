#include <clearance/clearance.hpp>
#include <cstdio>

// A gripper passes a post. Each query starts from where the last one ended, and stops early while the two are known to
// be further apart than matters.

namespace cl = clearance;

int main() {
  const cl::Shape gripper = cl::Capsule(0.05, 0.2);
  const cl::Shape post = cl::Cylinder(0.1, 2.0);
  const cl::Pose post_pose = cl::Pose::Identity();
  const cl::Options options{.max_distance = 0.5};

  cl::PairState state;
  double proven_clearance = options.max_distance;
  int stopped_early = 0;
  constexpr int steps = 200;
  for (int step = 0; step <= steps; ++step) {
    const double x = -2.0 + 4.0 * step / steps;
    const cl::Pose pose = cl::pose({x, 0.3, 0.0}, Eigen::AngleAxisd(0.5 * x, cl::Vec3::UnitX()));
    const cl::Result result = cl::distance(gripper, pose, post, post_pose, options, &state);
    if (!result.finished()) return 1;
    stopped_early += result.ending == cl::Ending::beyond_limit ? 1 : 0;
    if (result.lower < proven_clearance) proven_clearance = result.lower;
  }
  std::printf("the gripper stays at least %.6f m from the post; %d of %d queries stopped early\n", proven_clearance,
              stopped_early, steps + 1);
  return proven_clearance > 0.1 ? 0 : 1;
}
