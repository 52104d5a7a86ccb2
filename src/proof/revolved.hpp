#pragma once

// Overlap of two solids of revolution whose axes are nearly one: cylinders, cones, and the segments of capsules. Very
// many directions around the axis are nearly as good as the best there, which is the worst case of polytope expansion,
// and a problem of one dimension in truth: docs/proof.md, section 8a.

#include <array>
#include <optional>

#include "proof/certify.hpp"

namespace clearance::detail {

/// A circle about the axis of a body: how far from it, and where along it.
struct Rim {
  double radius, along;
};

/// The circles that a body is the hull of, in local lengths; none of other bodies.
std::optional<std::array<Rim, 2>> rims_of(const Body& body);

/// Axes across u, the first towards the side to which v leans; any, if it does not.
void leaning_axes(const V3& u, const V3& v, V3& e1, V3& e2);

/// Two such bodies about the axis of a: the hull of a - b is that of four sums of two circles. Only `revolved_pair`
/// makes one, as what is proven of it is said of the pair.
struct RevolvedPair {
  V3 e1, e2, u;             ///< u: axis of a; b leans towards e1
  V3 v;                     ///< axis of b, turned to the side of u
  double cosine, sine;      ///< v = u cosine + e1 sine
  V3 offset;                ///< of the centre of b, in these axes
  std::array<Rim, 2> a, b;  ///< the upper one first; of b, that of -b
  bool turned;              ///< v is minus the axis of b

 private:
  RevolvedPair() = default;
  friend std::optional<RevolvedPair> revolved_pair(const Pair& pair);
};

/// The pair in that form, if it has it and the axes lean by at most `most_tilt`.
std::optional<RevolvedPair> revolved_pair(const Pair& pair);
inline constexpr double most_tilt = 0x1p-4;

/// How far the origin is inside of a - b along the unit vector n of the axes e1, e2, u: about.
double revolved_height(const RevolvedPair& pair, const V3& n);

/// The bound that is proven, where a search has found the least height along n, in the same axes: tight to `gap` if
/// it is the least.
CoreUpper revolved_depth(const Pair& pair, const RevolvedPair& revolved, const V3& n, double gap);

}  // namespace clearance::detail
