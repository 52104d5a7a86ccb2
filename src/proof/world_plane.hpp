#pragma once

// A plane of a body, in the world: for y = R x + p, the plane n . x = d is N . (y - p) = det(R) d with N = cof(R) n,
// for any matrix R. In double-double; relative errors are below 40 u^2 (section 9 of docs/proof.md).

#include "core/core.hpp"

namespace clearance::detail {

struct WorldPlane {
  Wide3 normal;
  DoubleDouble offset;  ///< relative to the position of its body
  DoubleDouble length;  ///< of the normal
};

inline WorldPlane world_plane(const Core& core, const Pose& pose, double offset) {
  const Wide33 columns = wide_rotation(pose).transposed();
  const Wide3 third = cross(columns.r0, columns.r1);  // of the cofactor's columns
  // Most planes are along an axis: what is multiplied by zero is not worth finding.
  Wide3 normal = third * DoubleDouble(core.direction.z);
  if (core.direction.x != 0.0) normal = normal + cross(columns.r1, columns.r2) * DoubleDouble(core.direction.x);
  if (core.direction.y != 0.0) normal = normal + cross(columns.r2, columns.r0) * DoubleDouble(core.direction.y);
  const DoubleDouble height = offset != 0.0 ? dot(columns.r2, third) * DoubleDouble(offset) : DoubleDouble(0.0);
  return {normal, height, norm(normal)};
}

}  // namespace clearance::detail
