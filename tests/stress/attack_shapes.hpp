#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "random_shapes.hpp"

// Shapes of every type whose sizes are at the limits of what a double holds.

namespace stress {

/// What any size may be in the corner list: zero, the least subnormal, another, and the squares and fourth powers that
/// under- or overflow beside ordinary ones.
inline constexpr std::array<double, 8> size_limits{0.0, 5e-324, 1e-310, 1e-150, 1.0, 1e150, 1e300, 1.5e308};
inline constexpr std::size_t ordinary_limit = 4;  ///< the index of 1

/// How many sizes describe a shape of this type: 1 to 3.
int size_count(oracle::Type type);
/// The shape of these sizes, of which `size_count` are used; nothing if the type has no such shape (a direction of
/// zero, an ellipsoid or polyhedron without an interior).
std::optional<clearance::Shape> shape_of(oracle::Type type, const std::array<double, 3>& sizes);

struct Corner {
  oracle::Type type;
  std::array<double, 3> sizes;
  clearance::Shape shape;
  double reach;  ///< the largest of its sizes, 1 of an unbounded shape
};
struct CornerList {
  std::vector<Corner> corners;
  std::size_t tried = 0;    ///< combinations of a type and sizes
  std::size_t refused = 0;  ///< of these, those that are no shape
};
/// Each size of each type at each limit, the others ordinary; all sizes at one limit; and where two sizes make a solid
/// of revolution or a rectangle, every combination of limits.
CornerList corner_list();

/// A size of any order of magnitude, or zero.
double any_size(oracle::Random& random);
/// A shape of this type with such sizes, all ordinary or in any mix; `reach` becomes the largest.
clearance::Shape any_shape(oracle::Random& random, oracle::Type type, double& reach);
/// A direction whose components are of any magnitudes.
clearance::Vec3 any_direction(oracle::Random& random);
/// A rotation: none, a quarter turn, any quaternion, its matrix, or a matrix with a defect of up to 1e-6.
oracle::Placement any_rotation(oracle::Random& random);

}  // namespace stress
