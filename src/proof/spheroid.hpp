#pragma once

// Overlap of an ellipsoid of revolution with another one, or with a cylinder, a cone or the segment of a capsule, on
// nearly one axis: docs/proof.md, section 8b.

#include <array>
#include <optional>

#include "proof/certify.hpp"
#include "proof/revolved.hpp"

namespace clearance::detail {

/// Such a pair about the axis of the first body, which is the one that is no ellipsoid, if there is one.
struct SpheroidPair {
  bool swapped;         ///< the first body is b; directions then are those against the normal
  V3 e1, e2, u;         ///< u: axis of the first body; the second leans towards e1
  double cosine, sine;  ///< the axis of the second one is u cosine + e1 sine
  V3 offset;            ///< of the centre of the second body, in these axes
  bool has_rims;        ///< whether the first body is the hull of two circles, upper one first
  std::array<Rim, 2> rims;
  double across, along;              ///< radii of the first body, if it is an ellipsoid
  double other_across, other_along;  ///< radii of the second one
};

std::optional<SpheroidPair> spheroid_pair(const Pair& pair);

/// How far the origin is inside of the first body less the second along the unit vector n of these axes: about.
double spheroid_height(const SpheroidPair& pair, const V3& n);

/// The level of directions at which both circles of the first body are equally far, as a sine and cosine.
struct Level {
  double across, along;
};
Level level_of_edge(const std::array<Rim, 2>& rims);

/// The height along the direction of an azimuth and a level, given by their cosines and sines, and its derivatives by
/// the two angles; of the first body, the given one of the two circles.
struct SpheroidSlopes {
  double f, f_level, f_azimuth, f_level_2, f_azimuth_2, f_mixed;
};
SpheroidSlopes spheroid_slopes(const SpheroidPair& pair, double cosine, double sine, const Level& level,
                               std::size_t rim);

/// The bound that is proven, where a search has found the least height along n: tight to `gap` if it is the least.
CoreUpper spheroid_depth(const Pair& pair, const SpheroidPair& spheroid, const V3& n, double gap);

}  // namespace clearance::detail
