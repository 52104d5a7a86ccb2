#pragma once

#include <vector>

#include "clearance/shapes.hpp"
#include "linear.hpp"
#include "placement.hpp"

// A polyhedral shape at its pose, exactly: conv(points) + cone(directions), in integers times one common unit.

namespace oracle {

using Int = mpz_class;
using Vec = V3<Int>;

struct ExactBody {
  std::vector<Vec> points;
  std::vector<Vec> directions;  ///< of recession; a line has both senses
  long exponent = 0;            ///< a coordinate is integer * 2^exponent / denominator
  Int denominator = 1;
};

/// What the shape is without its rounded part: a sphere is a point plus radius, a capsule a segment plus radius.
struct Core {
  bool polyhedral = false;  ///< whether body and radius describe the shape
  ExactBody body;
  double radius = 0.0;
};

Core exact_core(const clearance::Shape& shape, const Placement& placement);

/// Moves a body: every point x goes to R x + p.
void place(ExactBody& body, const Placement& placement);

/// Whether the rotation is exactly orthonormal, so that a sphere stays one.
bool exactly_orthonormal(const Placement& placement);

/// The two bodies in one unit, a length being integer * unit.
mpq_class to_common_unit(ExactBody& a, ExactBody& b);

}  // namespace oracle
