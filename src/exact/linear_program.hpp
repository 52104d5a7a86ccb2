#pragma once

#include <array>
#include <span>
#include <vector>

#include "clearance/rational.hpp"
#include "clearance/shapes.hpp"
#include "exact/vector.hpp"

namespace clearance::exact {

using RationalVector = std::array<Rational, 3>;

/// A point x of the bounded polyhedron { normal . x <= offset for all rows } that is farthest along c. All of it is
/// within `reach` of the centre. `likely`: rows that may be tight there; better ones make it faster.
RationalVector farthest_point(const Vector& c, std::span<const HalfspaceRow> rows,
                              const std::vector<std::size_t>& likely, const Vec3& centre, double reach);

}  // namespace clearance::exact
