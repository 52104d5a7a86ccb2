#pragma once

#include <cstdint>
#include <string_view>

#include "clearance/shapes.hpp"
#include "random.hpp"

// Shapes at random. Every type is drawn from a stream of its own, and takes one number from the stream of the caller,
// whatever it needs; which type is drawn is decided by its name. So one more type changes the pairs that it takes part
// in, and no other.

namespace oracle {

/// The convex types in the order of clearance::ShapeVariant.
enum class Type {
  point,
  segment,
  ray,
  line,
  plane,
  halfspace,
  triangle,
  rectangle,
  polygon,
  tetrahedron,
  box,
  sphere,
  capsule,
  cylinder,
  cone,
  ellipsoid,
  hull,
  polyhedron,
  spheres
};
inline constexpr int type_count = 19;
static_assert(std::variant_size_v<clearance::ShapeVariant> == type_count + 1, "a type for every shape but the union");

/// As in JSON.
std::string_view name_of(Type type);
/// A number that belongs to a name, to seed with or to choose by.
std::uint64_t hash_of(std::string_view name);
bool bounded(Type type);
Type any_type(Random& random);
Type bounded_type(Random& random);

struct ShapeStyle {
  clearance::Vec3 scale = clearance::Vec3::Ones();   ///< half extents, roughly
  clearance::Vec3 offset = clearance::Vec3::Zero();  ///< added to the shape's own points
  bool lattice = false;                              ///< coordinates are small integers times the scale
};

clearance::Shape random_shape(Random& random, Type type, const ShapeStyle& style);

/// Hulls and other shapes of less than three dimensions, with collinear, coincident or repeated points.
clearance::Shape degenerate_shape(Random& random, double scale);
/// A polyhedron with many rows that touch or miss it.
clearance::Shape redundant_polyhedron(Random& random, double scale);
/// A polyhedron or hull with facets that differ by angles of 1e-8 to 1e-3.
clearance::Shape near_parallel_shape(Random& random, double scale);

}  // namespace oracle
