#include "models/facet_ball.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace clearance::models {

namespace {

struct Direction2 {
  double cos, sin;
};

/// The direction at angle pi * numerator / denominator, exact at multiples of a right angle, so that a facet-ball of
/// order 2 is the cube and not nearly so.
Direction2 at_angle(long numerator, long denominator) {
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

void check(int order, const Vec3& radii) {
  if (order < min_facet_ball_order || order > max_facet_ball_order)
    throw InvalidInput("order: must be from " + std::to_string(min_facet_ball_order) + " to " +
                       std::to_string(max_facet_ball_order));
  if (!radii.allFinite() || !(radii.minCoeff() > 0.0)) throw InvalidInput("radii: must be finite and positive");
}

}  // namespace

std::vector<Vec3> facet_ball_normals(int order) {
  check(order, Vec3::Ones());
  std::vector<Vec3> normals{{1.0, 0.0, 0.0}};
  for (long row = 1; row <= order; ++row) {
    const Direction2 polar = at_angle(row, order);
    const long count = std::max(1L, std::lround(2.0 * order * polar.sin));
    const long shift = row % 2 == 0 ? 1 : 0;  // every other row is turned by half a facet
    for (long k = 0; k < count; ++k) {
      const Direction2 around = at_angle(2 * k + shift, count);
      normals.emplace_back(polar.cos, polar.sin * around.sin, polar.sin * around.cos);
    }
  }
  return normals;
}

std::vector<HalfspaceRow> facet_ball_halfspaces(int order, const Vec3& radii) {
  check(order, radii);
  const double largest = radii.maxCoeff();  // so that no square over- or underflows
  std::vector<HalfspaceRow> rows;
  for (const Vec3& n : facet_ball_normals(order)) rows.push_back({n, largest * n.cwiseProduct(radii / largest).norm()});
  return rows;
}

Polyhedron facet_ball(int order, const Vec3& radii) { return Polyhedron(facet_ball_halfspaces(order, radii)); }

}  // namespace clearance::models
