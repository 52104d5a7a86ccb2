#pragma once

// Overlap of an ellipsoid with another one, with a cylinder, a cone or a segment, however they lie: docs/proof.md,
// section 8c.

#include <array>
#include <optional>

#include "proof/certify.hpp"
#include "proof/revolved.hpp"

namespace clearance::detail {

/// An ellipsoid by what the support value is the length of.
struct EllipsoidForm {
  V3 x, y, z;
  V3 operator()(const V3& n) const { return x * n.x + y * n.y + z * n.z; }
};

/// Such a pair in the axes of the first body, which is the one that is no ellipsoid, if there is one. Only `round_pair`
/// makes one, as what is proven of it is said of the pair.
struct RoundPair {
  bool swapped;             ///< the first body is b; directions then are those against the normal
  V3 e1, e2, u;             ///< u: axis of the first body
  V3 offset;                ///< of the centre of the second body, in these axes
  bool has_rims;            ///< whether the first body is the hull of two circles, upper one first
  std::array<Rim, 2> rims;  ///< these
  double slope;             ///< where both circles are equally far: the tangent of that level above the equator
  EllipsoidForm first, second;

 private:
  RoundPair() = default;
  friend std::optional<RoundPair> round_pair(const Pair& pair);
};

std::optional<RoundPair> round_pair(const Pair& pair);

/// How far the origin is inside of the first body less the second along the unit vector n of these axes: about.
double round_height(const RoundPair& pair, const V3& n);

/// What is proven of a height that may be the least: a bound that is tight to the gap; or a direction along which there
/// is less; or, if too many cells would be needed, nothing. `n`: where that height is, to cut cells about it.
struct RoundBound {
  CoreUpper upper;
  std::optional<V3> less;
};
RoundBound round_depth(const Pair& pair, const RoundPair& round, double depth, double gap, const V3& n);

}  // namespace clearance::detail
