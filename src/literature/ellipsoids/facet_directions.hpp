#pragma once

// The directions of a facet-ball's facets: the pole (1, 0, 0), then rows at polar angles i pi / n, i = 1 ... n, each
// with about 2 n sin(i pi / n) directions, every other row turned by half a facet (Fenger 2001, appendix A).

#include <algorithm>
#include <cmath>
#include <numbers>

namespace clearance::models {

struct Direction2 {
  double cos, sin;
};

/// The direction at angle pi * numerator / denominator, exact at multiples of a right angle, so that a facet-ball of
/// order 2 is the cube and not nearly so.
inline Direction2 at_angle(long numerator, long denominator) {
  const long quarters = 2 * numerator / denominator;
  const long rest = 2 * numerator - quarters * denominator;
  const double angle = 0.5 * std::numbers::pi * static_cast<double>(rest) / static_cast<double>(denominator);
  const Direction2 d{rest == 0 ? 1.0 : std::cos(angle), rest == 0 ? 0.0 : std::sin(angle)};
  switch (quarters % 4) {
    case 0:
      return d;
    case 1:
      return {-d.sin, d.cos};
    case 2:
      return {-d.cos, -d.sin};
    default:
      return {d.sin, -d.cos};
  }
}

/// Calls use(x, y, z) for each; about 4 n^2 / pi of them.
template <class Use>
void for_each_facet_direction(int order, Use&& use) {
  use(1.0, 0.0, 0.0);
  for (long row = 1; row <= order; ++row) {
    const Direction2 polar = at_angle(row, order);
    const long count = std::max(1L, std::lround(2.0 * order * polar.sin));
    const long shift = row % 2 == 0 ? 1 : 0;
    for (long k = 0; k < count; ++k) {
      const Direction2 around = at_angle(2 * k + shift, count);
      use(polar.cos, polar.sin * around.sin, polar.sin * around.cos);
    }
  }
}

}  // namespace clearance::models
