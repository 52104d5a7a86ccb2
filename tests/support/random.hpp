#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <random>

#include "clearance/pose.hpp"
#include "placement.hpp"

namespace oracle {

/// Seeded random numbers, rotations and poses.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Enough to seed another.
  std::uint64_t bits() { return engine_(); }
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  double normal() { return std::normal_distribution<double>()(engine_); }
  /// Spread evenly over the orders of magnitude.
  double magnitude(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }

  clearance::Vec3 vector(double extent) {
    const double x = uniform(-extent, extent), y = uniform(-extent, extent);
    return {x, y, uniform(-extent, extent)};
  }
  clearance::Vec3 direction() {
    for (;;) {
      const clearance::Vec3 v = vector(1);
      const double norm = v.norm();
      if (norm > 0.01 && norm < 1) return v / norm;
    }
  }
  std::array<double, 4> quaternion() {
    for (;;) {
      std::array<double, 4> q{normal(), normal(), normal(), normal()};
      const double norm = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
      if (norm < 0.01) continue;
      for (double& c : q) c /= norm;
      return q;
    }
  }
  clearance::Mat3 rotation() {
    const auto q = quaternion();
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  }
  /// One of the 24 rotations of a cube, exact in doubles.
  clearance::Mat3 cube_rotation() {
    clearance::Mat3 r = clearance::Mat3::Zero();
    const int first = integer(0, 2), second = (first + integer(1, 2)) % 3;
    r(first, 0) = chance(0.5) ? 1 : -1;
    r(second, 1) = chance(0.5) ? 1 : -1;
    r.col(2) = r.col(0).cross(r.col(1));
    return r;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace oracle
