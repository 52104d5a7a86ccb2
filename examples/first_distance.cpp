#include <clearance/clearance.hpp>
#include <cstdio>

namespace cl = clearance;

int main() {
  const cl::Shape box = cl::Box({1.0, 2.0, 3.0});
  const cl::Shape egg = cl::Ellipsoid({0.3, 0.4, 0.9});
  const cl::Pose here = cl::Pose::Identity();
  const cl::Pose there = cl::pose({2.0, 0.5, 0.0}, Eigen::AngleAxisd(0.4, cl::Vec3::UnitY()));

  const cl::Result r = cl::distance(box, here, egg, there);
  std::printf("distance %.17g, proven to lie in [%.17g, %.17g]\n", r.distance, r.lower, r.upper);
  std::printf("from (%g, %g, %g) ", r.point_a.x(), r.point_a.y(), r.point_a.z());
  std::printf("to (%g, %g, %g)\n", r.point_b.x(), r.point_b.y(), r.point_b.z());

  // No need to trust the solver: this shares no code with it.
  return cl::verify(r, box, here, egg, there) ? 0 : 1;
}
