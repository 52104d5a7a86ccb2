// Many distances in one call: one tool at many poses beside a table, and which pose comes nearest.

#include <clearance/clearance.hpp>
#include <cstdio>
#include <vector>

int main() {
  const clearance::Shape table = clearance::Box({2.0, 1.0, 0.1});
  const clearance::Shape tool = clearance::Capsule(0.05, 0.4);
  const clearance::Pose at_table;

  std::vector<clearance::Pose> poses;
  for (int i = 0; i < 1000; ++i) {
    const double t = 0.001 * i;
    poses.push_back(
        clearance::pose({t - 0.5, 0.2, 0.35 + 0.2 * t}, Eigen::AngleAxisd(3.0 * t, clearance::Vec3::UnitX())));
  }
  std::vector<clearance::Result> results(poses.size());
  clearance::distance(table, {&at_table, 1}, tool, poses, results);

  std::size_t nearest = 0;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].lower < results[nearest].lower) nearest = i;
  const clearance::Result& r = results[nearest];
  std::printf("pose %zu is nearest: %.12f <= distance <= %.12f\n", nearest, r.lower, r.upper);
  return r.status == clearance::Status::separated ? 0 : 1;
}
