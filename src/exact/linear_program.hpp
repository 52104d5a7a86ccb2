#pragma once

#include <vector>

#include "exact/rational.hpp"

namespace clearance::exact {

/// A point x of the polyhedron { normals[i].x <= offsets[i] } that is farthest along c. Throws InvalidInput if it is
/// empty or unbounded.
Vector maximise(const Vector& c, const std::vector<Vector>& normals, const std::vector<Rational>& offsets);

}  // namespace clearance::exact
