// Support values from outside, on hulls that are walked: never below the truth, and near it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

#include "core/core.hpp"
#include "random_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::V3;

std::vector<Vec3> on_ellipsoid(Random& random, int count, const Vec3& radii) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(random.direction().cwiseProduct(radii));
  return points;
}

/// A grid on the faces of a cube, pushed out a little where `bulge` says: many points in one plane, or nearly.
std::vector<Vec3> on_cube(double bulge) {
  std::vector<Vec3> points;
  for (int i = 0; i <= 6; ++i)
    for (int j = 0; j <= 6; ++j)
      for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
          const double u = i / 3.0 - 1.0, v = j / 3.0 - 1.0;
          Vec3 p;
          p[axis] = side * (1.0 + bulge * (2.0 - u * u - v * v));
          p[(axis + 1) % 3] = u;
          p[(axis + 2) % 3] = v;
          points.push_back(p);
        }
  return points;
}

/// The farthest value along n, in more digits than the library has.
__float128 truth(const detail::Polytope& p, const V3& n) {
  __float128 most = -HUGE_VAL;
  for (int i = 0; i < p.total; ++i) {
    const V3 at = p.vertex(i);
    const __float128 value =
        static_cast<__float128>(n.x) * at.x + static_cast<__float128>(n.y) * at.y + static_cast<__float128>(n.z) * at.z;
    if (value > most) most = value;
  }
  return most;
}

/// Directions at random, normals of faces and of edges, and those a few ulps off, where several vertices are as far.
std::vector<V3> directions(const detail::Polytope& p, Random& random) {
  std::vector<V3> list;
  const int faces = static_cast<int>(p.facet_normal.size());
  for (int i = 0; i < 60; ++i) {
    list.emplace_back(random.direction());
    const V3& face = p.facet_normal[static_cast<std::size_t>(random.integer(0, faces - 1))];
    list.push_back(face);
    list.push_back(face + V3(random.direction()) * random.magnitude(1e-17, 1e-6));
    const int v = random.integer(0, p.vertices - 1);
    const V3& one = p.facet_normal[static_cast<std::size_t>(p.facets_of(v)[0])];
    const V3& next = p.facet_normal[static_cast<std::size_t>(p.facets_of(v)[1])];
    list.push_back(one + next * random.uniform(0, 1));
  }
  return list;
}

/// Returns the largest excess over the truth, in units of u times the radius.
double largest_excess(const std::vector<Vec3>& points) {
  const Shape shape = Hull(points);
  const detail::Polytope& p = shape.core().polytope;
  EXPECT_TRUE(p.walkable());
  EXPECT_GT(p.total, detail::scan_limit);
  Random random(401);
  double most = 0.0;
  for (const V3& n : directions(p, random)) {
    const double unit = 0.5 * DBL_EPSILON * norm(n) * p.radius;
    const __float128 farthest = truth(p, n);
    for (const int from : {-1, detail::support_vertex(p, n, -1), random.integer(0, p.vertices - 1)}) {
      const double excess = static_cast<double>((detail::outer_support(p, n, from) - farthest) / unit);
      EXPECT_GE(excess, -3.0);  // the rounding of one dot product is charged elsewhere
      most = std::max(most, excess);
      if (from < 0) continue;
      const double at_vertex = detail::outer_support_at(p, n, from);  // or infinity
      EXPECT_GE(static_cast<double>((at_vertex - farthest) / unit), -3.0);
    }
  }
  return most;
}

TEST(OuterSupport, OfRoundHullsIsTight) {
  Random random(402);
  EXPECT_LE(largest_excess(on_ellipsoid(random, 300, {1, 1, 1})), 100.0);
  EXPECT_LE(largest_excess(on_ellipsoid(random, 4000, {1, 1, 1})), 100.0);
}

TEST(OuterSupport, OfLongAndFlatHullsIsTight) {
  Random random(403);
  EXPECT_LE(largest_excess(on_ellipsoid(random, 2000, {1, 1e-2, 1e-4})), 100.0);
  EXPECT_LE(largest_excess(on_ellipsoid(random, 2000, {1, 1, 1e-6})), 100.0);
}

TEST(OuterSupport, OfManyPointsInOnePlaneIsTight) {
  EXPECT_LE(largest_excess(on_cube(0.0)), 100.0);
  EXPECT_LE(largest_excess(on_cube(1e-15)), 100.0);
  EXPECT_LE(largest_excess(on_cube(1e-9)), 100.0);
}

/// The stars do the work: were they all refused, the bound would still hold, by a look at all points.
TEST(OuterSupport, OfRoundHullsIsByTheStars) {
  Random random(404);
  const Shape shape = Hull(on_ellipsoid(random, 2000, {1, 1, 1}));
  const detail::Polytope& p = shape.core().polytope;
  int usable = 0;
  for (const detail::Star& star : p.stars) usable += star.slack <= 64.0 * 0.5 * DBL_EPSILON * p.radius;
  EXPECT_GT(usable, p.vertices * 99 / 100);

  int proven = 0;
  for (int i = 0; i < 1000; ++i) {
    const V3 n(random.direction());
    const double bound = detail::outer_support_at(p, n, detail::support_vertex(p, n, -1));
    proven += bound <= dot(n, p.vertex(detail::scan(p, n, p.total))) + 100.0 * 0.5 * DBL_EPSILON * p.radius;
  }
  EXPECT_GT(proven, 980);
}

}  // namespace
}  // namespace oracle
