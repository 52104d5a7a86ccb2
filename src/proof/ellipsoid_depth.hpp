#pragma once

// The depth of two overlapping ellipsoids, or of an ellipsoid and a point: docs/proof.md, section 7a.

#include "proof/certify.hpp"

namespace clearance::detail {

/// Rows of (map times radii)'; zero for a point.
M3 ellipsoid_form(const Body& body);
V3 ellipsoid_centre(const Body& body);

/// A ball about the origin that the difference holds, by the ellipsoid inside of it that touches its boundary along n;
/// nothing if that is not proven. Precondition: an ellipsoid, and an ellipsoid or point.
CoreUpper ellipsoid_depth(const Pair& pair, const V3& n);

}  // namespace clearance::detail
