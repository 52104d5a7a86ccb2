#pragma once

#include <string_view>
#include <vector>

#include "check.hpp"
#include "random.hpp"

// Solid polyhedra of many kinds, most of them hard on a method that works with faces, and pairs of them.

namespace oracle {

struct SolidPolyhedron {
  clearance::Shape shape;
  double extent;  ///< every point is within this of the body's origin, about
  int faces;      ///< roughly
};

struct SolidFamily {
  std::string_view name;
  std::vector<SolidPolyhedron> members;
};

/// Facet-balls of 6 to 2042 facets, the same as ellipsoids of up to 1:1e4, random half-spaces with redundant ones,
/// needles, plates, hulls, vertices in which many faces meet, and boxes; `share` of the usual number of each.
std::vector<SolidFamily> solid_families(std::uint64_t seed, double share = 1.0);

/// A pair of members in random places: apart, near contact (down to 1e-12 of the size) or overlapping, often with
/// parallel faces.
Query place_pair(Random& random, const SolidPolyhedron& a, const SolidPolyhedron& b);

/// A small motion of b, as from one moment to the next.
void move_a_little(Random& random, Query& query, double size);

}  // namespace oracle
