#pragma once

#include <array>
#include <optional>
#include <vector>

#include "exact/vector.hpp"

namespace clearance::exact {

/// The point w / h of a set (h > 0), or a direction w in which the set goes on for ever (h = 0).
struct Generator {
  Vector w;
  Integer h;
  int a = -1, b = -1;  ///< what it is made of; the solver does not care
};

/// The point nearest to the origin of the flat of at most four generators, inside all of which it lies.
struct Nearest {
  int count = 0;
  std::array<int, 4> carrier{};   ///< which generators; the first is a point
  std::array<Integer, 4> weight;  ///< the nearest point is the sum of weight * w, over `total`; all are positive
  Integer total;
  Vector towards;           ///< a positive multiple of it; zero if it is the origin
  Integer square, divisor;  ///< its squared length is square / divisor
  Integer shared;           ///< what every prime factor that these two share divides, too; smaller, or zero
};

/// The nearest point of the hull of the generators, at least one of which is a point, at most five in all.
Nearest nearest_point(const std::vector<Generator>& generators);

/// A vector n other than zero with n . g >= 0 for all g, well inside the cone of such n; nothing if there is none.
std::optional<Vector> dual_vector(const std::vector<Vector>& generators);

}  // namespace clearance::exact
