// The free margin of two ellipsoids, and the least ellipsoid about points.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <numbers>

#include "clearance/distance.hpp"
#include "clearance/ellipsoid.hpp"
#include "clearance/error.hpp"
#include "ellipsoid_pairs.hpp"
#include "repetitions.hpp"

namespace oracle {
namespace {

using namespace clearance;

TEST(FreeMargin, OfSpheresIsWhatItSays) {
  const FreeMargin m = free_margin(Ellipsoid({2, 2, 2}), Pose(), Ellipsoid({1, 1, 1}), Pose::translation({7, 0, 0}));
  EXPECT_DOUBLE_EQ(m.growth, 3.0);
  EXPECT_DOUBLE_EQ(m.margin, 8.0);
  EXPECT_NEAR((m.point - Vec3(6, 0, 0)).norm(), 0.0, 1e-15);
  EXPECT_EQ(free_margin(Ellipsoid({2, 2, 2}), Pose(), Ellipsoid({1, 1, 1}), Pose()).margin, -1.0);
}

TEST(FreeMargin, GrowsAUntilItTouchesB) {
  Random random(11);
  for (int i = 0; i < repetitions(400); ++i) {
    const EllipsoidQuery q = random_ellipsoids(random, {50.0, 1e-4, 10.0, i % 4 == 3});
    const Pose at_a = q.at_a.pose(), at_b = q.at_b.pose();
    const FreeMargin m = free_margin(Ellipsoid(q.radii_a), at_a, Ellipsoid(q.radii_b), at_b);
    EXPECT_EQ(m.margin > 0.0, distance(Ellipsoid(q.radii_a), at_a, Ellipsoid(q.radii_b), at_b).distance > 0.0);
    if (m.growth == 0.0) continue;
    const Result grown = distance(Ellipsoid(m.growth * q.radii_a), at_a, Ellipsoid(q.radii_b), at_b);
    const double size = m.growth * q.radii_a.maxCoeff() + q.radii_b.maxCoeff();
    EXPECT_NEAR(grown.distance, 0.0, 1e-13 * size);
    const Vec3 in_a = at_a.rotation().inverse() * (m.point - at_a.position());
    EXPECT_NEAR(in_a.cwiseQuotient(m.growth * q.radii_a).norm(), 1.0, 1e-10);
    const Vec3 in_b = at_b.rotation().inverse() * (m.point - at_b.position());
    EXPECT_NEAR(in_b.cwiseQuotient(q.radii_b).norm(), 1.0, 1e-10);
  }
}

/// Whether the point is inside, in rational arithmetic: y with R diag(r) y = x - c has |y| <= 1.
bool exactly_inside(const EnclosingEllipsoid& e, const Vec3& x) {
  std::array<std::array<mpq_class, 4>, 3> rows;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      rows[std::size_t(i)][std::size_t(j)] = mpq_class(e.pose.rotation()(i, j)) * mpq_class(e.shape.radii[j]);
    rows[std::size_t(i)][3] = mpq_class(x[i]) - mpq_class(e.pose.position()[i]);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = k; rows[k][k] == 0; ++i) std::swap(rows[k], rows[i]);
    for (std::size_t i = 0; i < 3; ++i) {
      if (i == k) continue;
      const mpq_class factor = rows[i][k] / rows[k][k];
      for (std::size_t j = k; j < 4; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  mpq_class sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += rows[k][3] * rows[k][3] / (rows[k][k] * rows[k][k]);
  return sum <= 1;
}

/// Holds the points, and has a volume, over that of the unit ball, between the least and what it claims.
void expect_least(const std::vector<Vec3>& points, double least, double tolerance) {
  const EnclosingEllipsoid e = enclosing_ellipsoid(points, tolerance);
  for (const Vec3& p : points) EXPECT_TRUE(exactly_inside(e, p)) << p.transpose();
  EXPECT_LE(e.excess, tolerance);
  const double volume = e.shape.radii.prod();
  EXPECT_LE(volume, least * (1.0 + e.excess) * (1.0 + 1e-12));
  EXPECT_GE(volume, least * (1.0 - 1e-12));
}

TEST(EnclosingEllipsoid, OfImagesOfRegularBodiesIsKnown) {
  const double third = 1.0 / std::sqrt(3.0);
  std::vector<Vec3> cube, octahedron,
      tetrahedron{{third, third, third}, {third, -third, -third}, {-third, third, -third}, {-third, -third, third}};
  for (int i = 0; i < 8; ++i)
    cube.emplace_back((i & 1) != 0 ? third : -third, (i & 2) != 0 ? third : -third, (i & 4) != 0 ? third : -third);
  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) octahedron.push_back(sign * Vec3::Unit(i));
  Random random(5);
  for (const auto& body : {cube, octahedron, tetrahedron})
    for (const double thin : {1.0, 1e-3, 1e-6}) {
      const Mat3 map = random.rotation() * Vec3(1.0, random.uniform(0.2, 1.0), thin).asDiagonal() * random.rotation();
      const Vec3 centre = random.vector(2.0);
      std::vector<Vec3> points;
      for (const Vec3& p : body) points.push_back(map * p + centre);
      for (int i = 0; i < 50; ++i) {  // and what is inside
        Vec3 inner = Vec3::Zero();
        double sum = 0.0;
        for (const Vec3& p : body) {
          const double w = random.uniform(0.0, 1.0);
          inner += w * (map * p);
          sum += w;
        }
        points.push_back(inner / sum + centre);
      }
      // The points are rounded, which a thin body feels.
      const double rounding = 1e-15 / thin;
      const EnclosingEllipsoid e = enclosing_ellipsoid(points, 1e-7);
      for (const Vec3& p : points) EXPECT_TRUE(exactly_inside(e, p));
      EXPECT_LE(e.excess, 1e-7);
      const double least = std::fabs(map.determinant());
      EXPECT_GE(e.shape.radii.prod(), least * (1.0 - 10.0 * rounding));
      EXPECT_LE(e.shape.radii.prod(), least * (1.0 + e.excess + 10.0 * rounding));
    }
  expect_least(octahedron, 1.0, 1e-9);
  expect_least(cube, 1.0, 0.5);
}

TEST(EnclosingEllipsoid, FindsTheEllipsoidThatItsSurfacePointsAreOf) {
  Random random(7);
  const Vec3 radii(3.0, 1.0, 0.25);
  const Mat3 axes = random.rotation();
  std::vector<Vec3> points;
  for (int i = 0; i < 400; ++i) points.push_back(axes * radii.cwiseProduct(random.direction()) + Vec3(1e3, 0, 0));
  const EnclosingEllipsoid e = enclosing_ellipsoid(points, 1e-6);
  for (const Vec3& p : points) EXPECT_TRUE(exactly_inside(e, p));
  EXPECT_LE(e.shape.radii.prod(), radii.prod() * (1.0 + e.excess + 1e-11));  // the points are rounded
  EXPECT_NEAR(e.shape.radii.prod(), radii.prod(), 0.02 * radii.prod());
  // A distance by the hull is never below that by the ellipsoid about it.
  const Shape egg = e.shape, hull = Hull(points), ball = Sphere(1.0);
  const Pose away = Pose::translation({1e3, 0, 9});
  EXPECT_LE(distance(egg, e.pose, ball, away).lower, distance(hull, Pose(), ball, away).upper);
}

TEST(EnclosingEllipsoid, DoesNotDependOnTheScale) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0.5}};
  const EnclosingEllipsoid e = enclosing_ellipsoid(points);
  for (const double scale : {0x1p-600, 0x1p600}) {
    std::vector<Vec3> scaled;
    for (const Vec3& p : points) scaled.push_back(scale * p);
    EXPECT_EQ(enclosing_ellipsoid(scaled).shape.radii, Vec3(scale * e.shape.radii));
  }
}

TEST(EnclosingEllipsoid, RefusesWhatHasNoLeastEllipsoid) {
  const auto message = [](const std::vector<Vec3>& points, double tolerance = 1e-6) -> std::string {
    try {
      enclosing_ellipsoid(points, tolerance);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({}).find("points"), std::string::npos);
  EXPECT_NE(message({{1, 2, 3}}).find("plane"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}).find("plane"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.3, 0.2, 1e-10}}).find("plane"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {NAN, 1, 0}}).find("finite"), std::string::npos);
  EXPECT_NE(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1e-11).find("tolerance"), std::string::npos);
}

}  // namespace
}  // namespace oracle
