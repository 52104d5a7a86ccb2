#pragma once

// The depth of a point inside a box, cylinder or cone: docs/proof.md, section 8.

#include "proof/certify.hpp"

namespace clearance::detail {

/// One of the pair is a point, the other a body with a rigid map: the point in the local coordinates of that body.
V3 point_in_body(const Pair& pair, bool point_is_a);

/// How deep it is, if it is inside; else nothing. Precondition: the body is a box, cylinder or cone.
CoreUpper point_depth(const Pair& pair, bool point_is_a);

}  // namespace clearance::detail
