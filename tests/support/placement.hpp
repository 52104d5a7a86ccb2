#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "clearance/pose.hpp"
#include "clearance/shapes.hpp"

namespace oracle {

/// A pose as a user writes it: the quaternion is kept, because the oracle works with its exact rotation.
struct Placement {
  clearance::Vec3 position = clearance::Vec3::Zero();
  clearance::Mat3 matrix = clearance::Mat3::Identity();
  std::optional<std::array<double, 4>> quaternion;  ///< w, x, y, z; takes the place of the matrix

  clearance::Pose pose() const {
    if (!quaternion) return {matrix, position};
    const auto& [w, x, y, z] = *quaternion;
    return clearance::Pose::from_quaternion(w, x, y, z, position);
  }
};

/// A shape in place, with what the library does not keep of a union: the poses of its parts as they were written.
struct PlacedShape {
  clearance::Shape shape;
  Placement at;
  std::vector<std::pair<clearance::Shape, Placement>> parts;  ///< of a union, in its frame

  static PlacedShape of_parts(std::vector<std::pair<clearance::Shape, Placement>> parts, const Placement& at) {
    std::vector<clearance::Part> placed;
    placed.reserve(parts.size());
    for (const auto& [shape, place] : parts) placed.push_back({shape, place.pose()});
    return {clearance::Union(std::move(placed)), at, std::move(parts)};
  }
};

}  // namespace oracle
