#pragma once

// Support values of shapes in place, from outside and rounding included: section 6a of docs/proof.md.

#include "clearance/shapes.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

/// No point x of the shape in the pose has n . x above this. Any n of any length; infinity where nothing is proven.
double placed_support(const Shape& shape, const Pose& pose, const V3& n);

}  // namespace clearance::detail
