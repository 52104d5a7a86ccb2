#pragma once

// The normal form of a shape, on which the solvers work: a core of one of a few kinds, swept by a sphere of some
// radius. Lengths are in a power-of-two `unit` of about the size of the shape, so that no solver meets over- or
// underflow, and relative to a `centre` in the body frame, so that a far-off position costs no digits.

#include <array>
#include <memory>
#include <vector>

#include "clearance/shapes.hpp"
#include "core/ball_hull.hpp"
#include "core/kind.hpp"
#include "core/part_tree.hpp"
#include "core/polytope.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

struct Core {
  Kind kind = Kind::point;
  V3 centre{};               ///< in the body frame, true lengths
  double unit = 1.0;         ///< one local length, a power of two
  double radius = 0.0;       ///< of the sphere that sweeps the core; local, as all that follows
  double reach = 0.0;        ///< every point of the core is within this of the centre
  double error = 0.0;        ///< how far stored points may be from the true set
  int finest_bit = 0;        ///< shapes given by points: all coordinates are multiples of 2^finest_bit
  V3 size{};                 ///< of a box or another solid: its three lengths, see KindOf
  std::array<V3, 2> ends{};  ///< segment
  Polytope polytope;
  BallHull balls;
  /// Ray and line: the direction, plane and half-space: the normal; scaled by a power of two to a length of about one.
  /// What is beyond the range of a double when scaled is lost; signs are decided by `given`.
  V3 direction{};
  V3 given{};           ///< the same as it was given
  double offset = 0.0;  ///< plane and half-space: direction . x = offset in the body frame, true lengths
  PartTree parts;       ///< of a union, which has nothing of the above: the solvers see its parts
  bool bounded_parts = true;
};

/// Of the shape swept by a ball of radius `rounding`. Throws InvalidInput if it cannot be.
Core make_core(const ShapeVariant& description, double rounding);

}  // namespace clearance::detail
