#pragma once

#include "exact_body.hpp"
#include "polyhedral.hpp"

namespace oracle {

/// The Minkowski difference b - a of two bodies in one unit, through its support function.
struct Minkowski {
  Minkowski(ExactBody body_a, ExactBody body_b);

  /// A vertex b - a with the least product with n.
  Vec lowest(const Vec& n) const;
  /// Dimension of the difference.
  int rank() const;

  std::vector<Vec> a, b, directions;
};

/// Exact depth of an overlapping bounded pair, by expanding an inner polytope of the difference until its facet nearest
/// to the origin is a facet of the difference.
Truth bounded_depth(const Minkowski& m);

}  // namespace oracle
