// Every pair of shape types, where the answer is known without computing.

#include <cmath>

#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

struct Gap {
  const char* name;  ///< of the test
  double width;
};

class EveryPair : public ::testing::TestWithParam<Gap> {};

TEST_P(EveryPair, FacingAlongXIsTheGap) {
  const double gap = GetParam().width;
  const std::vector<Standard> shapes = standard_shapes();
  int pairs = 0;
  for (const Standard& a : shapes) {
    for (const Standard& b : shapes) {
      const Query q{a.shape, b.shape, a.at, facing(b.at, gap)};
      const Result r = answer(q);
      SCOPED_TRACE(json_line(q, "case"));
      EXPECT_NEAR(r.distance, gap, 1e-9);
      EXPECT_LE(r.lower, gap);
      EXPECT_GE(r.upper, gap);
      EXPECT_EQ(r.status, gap > 0 ? Status::separated : Status::touching);
      if (gap > 0) {
        EXPECT_NEAR(r.normal.x(), 1.0, 1e-9);
      }
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, 19 * 19);
}
INSTANTIATE_TEST_SUITE_P(Gaps, EveryPair,
                         ::testing::Values(Gap{"Zero", 0.0}, Gap{"Small", 0x1p-20}, Gap{"Half", 0.5}, Gap{"Three", 3.0},
                                           Gap{"Wide", 1024.0}),
                         [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(EveryPairOverlapping, AgreesWithTheOracle) {
  for (const double gap : {-0.25, -1.0, -2.0}) {
    const std::vector<Standard> shapes = standard_shapes();
    for (const Standard& a : shapes)
      for (const Standard& b : shapes) {
        const Query q{a.shape, b.shape, a.at, facing(b.at, gap)};
        expect_right(q, answer(q));
      }
  }
}

struct KnownDepth {
  const char* name;
  Shape a, b;
  Vec3 b_at;
  double distance;
};

TEST(KnownDepths, ShallowDeepAndContained) {
  const std::vector<KnownDepth> cases{
      {"cubes side by side", Box({1, 1, 1}), Box({1, 1, 1}), {0.75, 0, 0}, -0.25},
      {"the same cube", Box({1, 1, 1}), Box({1, 1, 1}), {0, 0, 0}, -1},
      {"small cube inside", Box({4, 4, 4}), Box({1, 1, 1}), {0.5, 0, 0}, -2},
      {"concentric spheres", Sphere(2), Sphere(0.5), {0, 0, 0}, -2.5},
      {"sphere in a half-space", Sphere(1), Halfspace({0, 0, 1}, 3), {0, 0, 0}, -4},
      {"sphere across a plane", Sphere(1), Plane({0, 0, 1}, 0.25), {0, 0, 0}, -0.75},
      {"point in a box", Point({0, 0, 0.25}), Box({1, 2, 1}), {0, 0, 0}, -0.25},
      {"point at the centre of a ball", Point({0, 0, 0}), Sphere(1), {0, 0, 0}, -1},
      {"line through a ball's centre", Line({0, 0, 0}, {1, 1, 0}), Sphere(1), {0, 0, 0}, -1},
      {"line through a cube's centre", Line({0, 0, 0}, {0, 0, 1}), Box({1, 2, 3}), {0, 0, 0}, -0.5},
      {"ray into a cube", Ray({0, 0, 0}, {0, 0, 1}), Box({1, 1, 1}), {0, 0, 0}, -0.5},
      {"crossed capsules", Capsule(0.5, 4), Capsule(0.5, 4), {0.25, 0, 0}, -0.75},
      {"opposite half-spaces", Halfspace({1, 0, 0}, 1), Halfspace({-2, 0, 0}, 1), {0, 0, 0}, -1.5},
      {"concentric cylinders", Cylinder(1, 10), Cylinder(0.5, 10), {0, 0, 0}, -1.5},
      {"concentric ellipsoids", Ellipsoid({1, 2, 3}), Ellipsoid({0.5, 4, 4}), {0, 0, 0}, -1.5},
      {"ball in the middle of a cylinder", Sphere(0.25), Cylinder(1, 10), {0, 0, 0}, -1.25},
  };
  for (const KnownDepth& c : cases) {
    SCOPED_TRACE(c.name);
    Query q{c.a, c.b, {}, {}};
    q.at_b.position = c.b_at;
    const Result r = answer(q);
    EXPECT_EQ(r.status, Status::penetrating);
    EXPECT_NEAR(r.distance, c.distance, 1e-9);
    EXPECT_LE(r.lower, c.distance);
    EXPECT_GE(r.upper, c.distance);
  }
}

TEST(FlatCrossings, AreTouchingAtZero) {
  const std::vector<std::pair<Shape, Shape>> cases{
      {Segment({-1, 0, 0}, {1, 0, 0}), Segment({0, -1, 0}, {0, 1, 0})},
      {Line({0, 0, 0}, {1, 0, 0}), Line({0, 0, 0}, {0, 1, 0})},
      {Triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0}), Rectangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0})},
      {Point({0, 0, 0}), Plane({0, 0, 1}, 0)},
      {Line({0, 0, 0}, {1, 0, 0}), Plane({0, 0, 1}, 0)},
      {Ray({0, 0, 0}, {1, 0, 0}), Segment({1, 0, 0}, {2, 0, 0})},
      {Plane({0, 0, 1}, 1), Plane({0, 0, -2}, -2)},
  };
  for (const auto& [a, b] : cases) {
    const Query q{a, b, {}, {}};
    const Result r = answer(q);
    SCOPED_TRACE(json_line(q, "case"));
    EXPECT_EQ(r.status, Status::touching);
    EXPECT_LE(r.lower, 0);
    EXPECT_GE(r.upper, 0);
    EXPECT_NEAR(r.distance, 0, 1e-12);
  }
}

TEST(Inseparable, HasNoDistance) {
  const std::vector<std::pair<Shape, Shape>> cases{
      {Line({0, 0, 0}, {0, 0, 1}), Halfspace({0, 0, 1}, 0)},
      {Ray({0, 0, 0}, {0, 0, -1}), Halfspace({0, 1, 1}, 1)},
      {Plane({1, 0, 0}, 0), Plane({0, 1, 0}, 0)},
      {Plane({1, 0, 0}, 0), Line({0, 0, 0}, {1, 1, 1})},
      {Halfspace({1, 0, 0}, 0), Halfspace({0, 1, 0}, 0)},
      {Halfspace({1, 0, 0}, 0), Halfspace({1, 0, 0}, -5)},
  };
  for (const auto& [a, b] : cases) {
    for (const bool swapped : {false, true}) {
      const Query q{swapped ? b : a, swapped ? a : b, {}, {}};
      const Result r = answer(q);
      SCOPED_TRACE(json_line(q, "case"));
      EXPECT_EQ(r.status, Status::penetrating);
      EXPECT_FALSE(r.has_distance());
      EXPECT_EQ(r.lower, -INFINITY);
      EXPECT_TRUE(verify(r, q.a, q.at_a.pose(), q.b, q.at_b.pose()));
    }
  }
}

}  // namespace
}  // namespace oracle
