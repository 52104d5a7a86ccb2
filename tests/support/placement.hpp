#pragma once

#include <array>
#include <optional>

#include "clearance/pose.hpp"

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

}  // namespace oracle
