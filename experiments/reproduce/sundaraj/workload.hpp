#pragma once

// What figures 1 to 3 of Sundaraj, d'Aulignac and Mazer measure: bodies of random points on a sphere that pass each
// other in small steps, or turn at some speed. For the experiments, and for the benchmark that adds other libraries.

#include <array>
#include <numbers>
#include <random>
#include <vector>

#include "clearance/pose.hpp"

namespace clearance::reproduce {

/// The paper's number of steps; fewer are run, and times are given for as many.
inline constexpr double sundaraj_paper_steps = 1e5;
inline constexpr int sundaraj_steps = 1000;
inline constexpr std::array sundaraj_vertices{10, 20, 50, 100, 200, 500, 1000, 10000};
inline constexpr std::array sundaraj_degrees{0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 45.0, 90.0};
/// Vertices of the bodies that turn.
inline constexpr int sundaraj_turning = 50;

/// Points on a sphere of radius one: all are vertices of their hull.
inline std::vector<Vec3> sundaraj_body(int vertices, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  while (static_cast<int>(points.size()) < vertices) {
    const double x = normal(engine), y = normal(engine), z = normal(engine);
    const Vec3 p(x, y, z);
    if (p.norm() > 0.1) points.push_back(p.normalized());
  }
  return points;
}

inline std::vector<Pose> sundaraj_translations() {
  std::vector<Pose> path;
  path.reserve(sundaraj_steps);
  for (int i = 0; i < sundaraj_steps; ++i) path.push_back(Pose::translation({2.5, 1e-3 * i - 0.5, 2e-4 * i}));
  return path;
}

inline std::vector<Pose> sundaraj_rotations(double degrees) {
  std::vector<Pose> path;
  path.reserve(sundaraj_steps);
  for (int i = 0; i < sundaraj_steps; ++i)
    path.emplace_back(Mat3(Eigen::AngleAxisd(degrees * i * std::numbers::pi / 180.0, Vec3(1, 2, 3).normalized())),
                      Vec3(2.5, 0, 0));
  return path;
}

}  // namespace clearance::reproduce
