// Hulls and polyhedra of every dimension are the sets they are said to be: seen through distances to probes.

#include "random_shapes.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

/// Distances from many directions, near and far, against the exact oracle on the points as given.
void expect_right_from_all_sides(const Shape& shape, double extent) {
  Random random(11);
  for (int i = 0; i < 60; ++i) {
    Query q{shape, i % 2 == 0 ? Shape(Point({0, 0, 0})) : Shape(Box(Vec3::Constant(0.3 * extent))), {}, {}};
    q.at_b.position = extent * random.uniform(0, 3) * random.direction();
    expect_right(q, answer(q));
  }
}

TEST(Hulls, OfOnePoint) { expect_right_from_all_sides(Hull({{1, 2, 3}}), 3); }
TEST(Hulls, OfOnePointRepeated) { expect_right_from_all_sides(Hull(std::vector<Vec3>(7, Vec3(0.1, 0.2, 0.3))), 1); }
TEST(Hulls, OfASegment) { expect_right_from_all_sides(Hull({{0, 0, 0}, {1, 1, 1}}), 1); }
TEST(Hulls, OfCollinearPoints) {
  expect_right_from_all_sides(Hull({{0.25, 0.5, 0.75}, {0, 0, 0}, {0.5, 1, 1.5}, {0.125, 0.25, 0.375}, {0, 0, 0}}), 1);
}
TEST(Hulls, OfATriangleWithInnerPoints) {
  expect_right_from_all_sides(Hull({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0.25, 0.25, 1}, {0.5, 0.5, 1}, {0.5, 0, 1}}), 1);
}
TEST(Hulls, OfCoplanarPointsTiltedAndRounded) {
  Random random(3);
  const Vec3 u = random.direction(), v = random.direction();
  std::vector<Vec3> points;
  for (int i = 0; i < 40; ++i) points.push_back(random.uniform(-1, 1) * u + random.uniform(-1, 1) * v);
  expect_right_from_all_sides(Hull(points), 1);
}
TEST(Hulls, OfAGridOfPoints) {
  std::vector<Vec3> points;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y)
      for (int z = 0; z < 3; ++z) points.emplace_back(x, y, z);
  expect_right_from_all_sides(Hull(points), 3);
}
TEST(Hulls, OfRandomPointsTwice) {
  Random random(5);
  std::vector<Vec3> points;
  for (int i = 0; i < 30; ++i) points.push_back(random.vector(1));
  for (int i = 0; i < 30; ++i) points.push_back(points[static_cast<std::size_t>(i)]);
  expect_right_from_all_sides(Hull(points), 1);
}
TEST(Hulls, AlmostFlat) {
  Random random(6);
  for (const double thickness : {1e-3, 1e-9, 1e-13, 1e-15, 1e-17}) {
    std::vector<Vec3> points;
    for (int i = 0; i < 16; ++i)
      points.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1), thickness * random.uniform(-1, 1));
    expect_right_from_all_sides(Hull(points), 1);
  }
}
TEST(Hulls, AlmostStraight) {
  Random random(8);
  for (const double thickness : {1e-9, 1e-15, 1e-20}) {
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i)
      points.emplace_back(random.uniform(-1, 1), thickness * random.uniform(-1, 1), thickness * random.uniform(-1, 1));
    expect_right_from_all_sides(Hull(points), 1);
  }
}
TEST(Hulls, FarFromTheirOrigin) {
  Random random(9);
  std::vector<Vec3> points;
  for (int i = 0; i < 20; ++i) points.push_back(Vec3(1e8, -2e8, 3e8) + random.vector(1));
  for (int i = 0; i < 40; ++i) {
    Query q{Hull(points), Box({1, 1, 1}), {}, {}};
    q.at_b.position = Vec3(1e8, -2e8, 3e8) + random.vector(3);
    expect_right(q, answer(q));
  }
}
TEST(Hulls, OfManyPoints) {
  Random random(10);
  std::vector<Vec3> points;
  for (int i = 0; i < 2000; ++i) points.push_back(random.direction());
  const Shape ball = Hull(points);
  for (int i = 0; i < 10; ++i) {
    Query q{ball, Point({0, 0, 0}), {}, {}};
    q.at_b.position = random.uniform(1.5, 3) * random.direction();
    expect_right(q, answer(q));
  }
}

TEST(Polyhedra, OfABoxIsTheBox) {
  const Shape rows = Polyhedron(
      {{{1, 0, 0}, 0.5}, {{-2, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, -1, 0}, 1}, {{0, 0, 4}, 6}, {{0, 0, -1}, 1.5}});
  const Shape box = Box({1, 2, 3});
  Random random(12);
  for (int i = 0; i < 100; ++i) {
    Query q{rows, Sphere(0.25), {}, {}};
    q.at_b.position = random.vector(4);
    const Result by_rows = answer(q);
    q.a = box;
    const Result by_box = answer(q);
    EXPECT_NEAR(by_rows.distance, by_box.distance, 1e-14);
    EXPECT_LE(by_rows.lower, by_box.upper);
    EXPECT_LE(by_box.lower, by_rows.upper);
  }
}
TEST(Polyhedra, WithRedundantRows) {
  Random random(13);
  for (int i = 0; i < 10; ++i) expect_right_from_all_sides(redundant_polyhedron(random, 1.0), 1);
}
TEST(Polyhedra, WithNearlyParallelFacets) {
  Random random(14);
  for (int i = 0; i < 10; ++i) expect_right_from_all_sides(near_parallel_shape(random, 1.0), 1);
}
TEST(Polyhedra, WithManyFacetsInOneVertex) {
  std::vector<HalfspaceRow> rows{{{0, 0, -1}, 0}};
  for (int i = 0; i < 12; ++i) {
    const double angle = 0.5 * i;
    rows.push_back({{std::cos(angle), std::sin(angle), 1}, 1});
  }
  expect_right_from_all_sides(Polyhedron(rows), 1);
}

TEST(Features, AreVerticesAsGiven) {
  const Query q{Hull({{5, 5, 5}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {6, 6, 6}}), Point({7, 7, 7}), {}, {}};
  const Result r = answer(q);
  ASSERT_EQ(r.feature_a.count, 1);
  EXPECT_EQ(r.feature_a.vertices[0], 5);
  ASSERT_EQ(r.feature_b.count, 1);
  EXPECT_EQ(r.feature_b.vertices[0], 0);
}
TEST(Features, OfABoxAreBitsOfTheSides) {
  Query q{Box({1, 1, 1}), Point({0, 0, 0}), {}, {}};
  q.at_b.position = {2, -2, 2};
  const Result r = answer(q);
  ASSERT_EQ(r.feature_a.count, 1);
  EXPECT_EQ(r.feature_a.vertices[0], 1 + 4);
}

}  // namespace
}  // namespace oracle
