#include "models/facet_ball.hpp"

#include <string>

#include "literature/ellipsoids/facet_directions.hpp"

namespace clearance::models {

namespace {

void check(int order, const Vec3& radii) {
  if (order < min_facet_ball_order || order > max_facet_ball_order)
    throw InvalidInput("order: must be from " + std::to_string(min_facet_ball_order) + " to " +
                       std::to_string(max_facet_ball_order));
  if (!radii.allFinite() || !(radii.minCoeff() > 0.0)) throw InvalidInput("radii: must be finite and positive");
}

}  // namespace

std::vector<Vec3> facet_ball_normals(int order) {
  check(order, Vec3::Ones());
  std::vector<Vec3> normals;
  for_each_facet_direction(order, [&](double x, double y, double z) { normals.emplace_back(x, y, z); });
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
