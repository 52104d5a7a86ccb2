#pragma once

#include <optional>
#include <vector>

#include "exact/rational.hpp"

namespace clearance::exact {

/// A point of a set, or a direction in which the set goes on for ever.
struct Generator {
  Vector vector;
  bool direction;
};

/// The point nearest to the origin of the hull of the points plus the cone of the directions; at least one is a point.
/// Removes the generators that do not carry it: at most four stay.
Vector minimum_norm(std::vector<Generator>& generators);

/// A vector n other than zero with n.g >= 0 for all g, well inside the cone of such n; nothing if there is none.
std::optional<Vector> dual_vector(const std::vector<Vector>& generators);

}  // namespace clearance::exact
