#pragma once

// A plane of a body, in the world: for y = R x + p, the plane n . x = d is N . (y - p) = det(R) d with N = cof(R) n,
// for any matrix R. In double-double; relative errors are below 40 u^2 (section 9 of docs/proof.md).

#include "core/core.hpp"

namespace clearance::detail {

struct WorldPlane {
  Wide3 normal;
  DoubleDouble offset;  ///< relative to the position of its body
};

inline WorldPlane world_plane(const Core& core, const Pose& pose, double offset) {
  const Wide33 r = wide_rotation(pose);
  const Wide33 cofactor(cross(r.r1, r.r2), cross(r.r2, r.r0), cross(r.r0, r.r1));
  return {cofactor * Wide3(core.direction), dot(r.r0, cofactor.r0) * DoubleDouble(offset)};
}

}  // namespace clearance::detail
