#pragma once

// The set-up of Fenger's comparisons (2001, sections 3.5, 4.1 and 4.2): two equal facet-balls of radius one, the first
// at the origin, the second about (5, 5, 5). The thesis gives neither the random positions nor the trajectories. Here:
// a trajectory is a straight line between two points, each uniform in the cube (5, 5, 5) +- 3, sampled at a number of
// points, and a position is the first point of one. The two balls are never nearer than about 1.4 to each other.

#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "literature/dqp3/dqp3.hpp"
#include "models/facet_ball.hpp"

namespace clearance::reproduce::fenger {

inline constexpr std::string_view work =
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001";

struct Trajectory {
  Vec3 from, to;
  Vec3 at(int step, int steps) const { return steps < 2 ? from : Vec3(from + (to - from) * (step / (steps - 1.0))); }
};

/// The same on every run.
inline std::vector<Trajectory> trajectories(int count) {
  std::mt19937_64 engine(2001);
  const auto next = [&] { return 5.0 + 6.0 * (static_cast<double>(engine() >> 11) * 0x1p-53 - 0.5); };
  const auto point = [&] {
    const double x = next(), y = next();
    return Vec3(x, y, next());
  };
  std::vector<Trajectory> result;
  for (int i = 0; i < count; ++i) {
    const Vec3 from = point();
    result.push_back({from, point()});
  }
  return result;
}

/// A facet-ball, as DQP3 takes it.
struct FacetBall {
  explicit FacetBall(int order) {
    for (const HalfspaceRow& row : models::facet_ball_halfspaces(order)) {
      normals.emplace_back(row.normal);
      offsets.push_back(row.offset);
    }
  }
  /// The offsets of the ball moved to a position, equation (3.4.27).
  void move_to(const Vec3& position, std::vector<double>& moved) const {
    moved.resize(offsets.size());
    const detail::V3 p(position);
    for (std::size_t i = 0; i < offsets.size(); ++i) moved[i] = offsets[i] + dot(normals[i], p);
  }
  std::vector<detail::V3> normals;
  std::vector<double> offsets;
};

/// The same facets, with other offsets, in the common frame.
template <class T>
detail::HalfspaceBody<T> in_place(const FacetBall& ball, const std::vector<double>& offsets) {
  detail::HalfspaceBody<T> body;
  body.normals = ball.normals;
  body.offsets = offsets;
  return body;
}

}  // namespace clearance::reproduce::fenger
