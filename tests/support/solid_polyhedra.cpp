#include "solid_polyhedra.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/facet_ball.hpp"

namespace oracle {
namespace {

using clearance::HalfspaceRow;
using clearance::Hull;
using clearance::Mat3;
using clearance::Polyhedron;
using clearance::Vec3;

/// Three extents of up to the given ratio, the largest one 1.
Vec3 stretched(Random& random, double ratio) {
  return {1.0, 1.0 / random.magnitude(1.0, ratio), 1.0 / random.magnitude(1.0, ratio)};
}

SolidPolyhedron facet_ball(int order, const Vec3& radii) {
  return {Polyhedron(clearance::models::facet_ball(order, radii)), 1.8 * radii.maxCoeff(), order * order};
}

SolidPolyhedron random_halfspaces(Random& random) {
  std::vector<HalfspaceRow> rows;
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) rows.push_back({sign * Vec3::Unit(axis), random.uniform(0.5, 1.5)});
  const int count = random.integer(0, 50);
  for (int i = 0; i < count; ++i) {
    // Some cut, some only touch a vertex or an edge of the box, most are redundant.
    const Vec3 n = random.chance(0.2) ? Vec3(1, random.integer(-1, 1), random.integer(-1, 1)) : random.direction();
    rows.push_back({n * random.magnitude(1e-3, 1e3), 0.0});
    rows.back().offset = rows.back().normal.norm() * random.uniform(0.4, 2.5);
    if (random.chance(0.2)) rows.push_back(rows.back());
  }
  return {Polyhedron(rows), 2.6, static_cast<int>(rows.size())};
}

SolidPolyhedron hull_of(const std::vector<Vec3>& points) {
  double extent = 0.0;
  for (const Vec3& p : points) extent = std::max(extent, p.norm());
  return {Hull(points), extent, 2 * static_cast<int>(points.size())};
}

SolidPolyhedron random_hull(Random& random, const Vec3& scale, int most) {
  std::vector<Vec3> points;
  const int count = random.integer(5, most);
  for (int i = 0; i < count; ++i) points.emplace_back(scale.cwiseProduct(random.vector(1)));
  return hull_of(points);
}

/// Points of a small lattice: faces with many corners, vertices with many faces.
SolidPolyhedron lattice_hull(Random& random) {
  std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const int count = random.integer(0, 40);
  for (int i = 0; i < count; ++i)
    points.emplace_back(random.integer(-2, 2), random.integer(-2, 2), random.integer(-2, 2));
  return hull_of(points);
}

/// A pyramid, a double pyramid or a prism over a polygon with many corners.
SolidPolyhedron spindle(Random& random) {
  const int corners = random.integer(3, 60), kind = random.integer(0, 2);
  const double height = random.magnitude(1e-3, 1e3);
  std::vector<Vec3> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / corners;
    points.emplace_back(std::cos(angle), std::sin(angle), kind == 2 ? height : 0.0);
    if (kind == 2) points.emplace_back(std::cos(angle), std::sin(angle), -height);
  }
  if (kind < 2) points.emplace_back(0, 0, height);
  if (kind == 1) points.emplace_back(0, 0, -height);
  return hull_of(points);
}

SolidPolyhedron box(const Vec3& half) { return {clearance::Box(2.0 * half), half.norm(), 6}; }

Mat3 turn(Random& random) {
  const int kind = random.integer(0, 2);
  return kind == 0 ? Mat3(Mat3::Identity()) : kind == 1 ? random.cube_rotation() : random.rotation();
}

}  // namespace

std::vector<SolidFamily> solid_families(std::uint64_t seed, double share) {
  Random random(seed);
  const auto repeat = [&](int usual, auto&& make) {
    std::vector<SolidPolyhedron> members;
    for (int i = 0; i < std::max(2, static_cast<int>(usual * share)); ++i) members.push_back(make());
    return members;
  };
  std::vector<SolidFamily> families;
  families.push_back({"facet-balls", {}});
  for (const int order : {2, 3, 4, 6, 8, 10, 15, 20, 30, 40})
    if (order <= 40 * share || order <= 8) families.back().members.push_back(facet_ball(order, Vec3::Ones()));
  families.push_back({"ellipsoids", repeat(40, [&] {
                        return facet_ball(random.integer(2, share < 1.0 ? 8 : 20),
                                          stretched(random, random.chance(0.5) ? 1e4 : 10.0));
                      })});
  families.push_back({"half-spaces", repeat(80, [&] { return random_halfspaces(random); })});
  families.push_back({"needles", repeat(60, [&] {
                        const Vec3 scale(1.0, 1.0 / random.magnitude(10, 1e4), 1.0 / random.magnitude(10, 1e4));
                        return random.chance(0.3) ? box(scale) : random_hull(random, scale, 40);
                      })});
  families.push_back({"plates", repeat(60, [&] {
                        const Vec3 scale(1.0, random.uniform(0.3, 1.0), 1.0 / random.magnitude(10, 1e4));
                        return random.chance(0.3) ? box(scale) : random_hull(random, scale, 40);
                      })});
  families.push_back({"hulls", repeat(60, [&] { return random_hull(random, Vec3::Ones(), 300); })});
  families.push_back(
      {"degenerate", repeat(80, [&] { return random.chance(0.5) ? lattice_hull(random) : spindle(random); })});
  families.push_back({"boxes", repeat(40, [&] { return box(stretched(random, 10.0)); })});
  return families;
}

Query place_pair(Random& random, const SolidPolyhedron& a, const SolidPolyhedron& b) {
  const double size = a.extent + b.extent;
  Query q{a.shape, b.shape, {}, {}};
  q.at_a.matrix = turn(random);
  if (random.chance(0.2)) {
    q.at_b.quaternion = random.quaternion();
  } else {
    q.at_b.matrix = random.chance(0.3) ? q.at_a.matrix : turn(random);
  }
  q.at_a.position = random.chance(0.5) ? Vec3(Vec3::Zero()) : Vec3(size * random.vector(10));
  const Vec3 way = random.chance(0.3) ? Vec3(q.at_a.matrix.col(random.integer(0, 2))) : random.direction();
  q.at_b.position = q.at_a.position + size * random.uniform(0.2, 1.6) * way;
  if (random.chance(0.3)) {  // near contact, by the answer for the place so far
    const auto r = clearance::distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {.method = clearance::Method::gjk});
    q.at_b.position += (random.magnitude(1e-12, 1.0) * size - r.distance) * r.normal;
  }
  return q;
}

void move_a_little(Random& random, Query& query, double size) {
  const double step = random.magnitude(1e-6, 1e-1);
  query.at_b.position += size * step * random.vector(1);
  if (query.at_b.quaternion || random.chance(0.5)) return;
  query.at_b.matrix = Eigen::AngleAxisd(step, random.direction()).toRotationMatrix() * query.at_b.matrix;
}

}  // namespace oracle
