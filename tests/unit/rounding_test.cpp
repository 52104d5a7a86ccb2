// Shapes swept by a ball: what they are equal to, and what cannot be swept.

#include <gtest/gtest.h>

#include <cmath>

#include "clearance/clearance.hpp"
#include "models/samples.hpp"

namespace clearance {
namespace {

const Pose rest = Pose::Identity();
const Pose there = pose({3, 0.5, -0.25}, Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));

void expect_same(const Shape& a, const Shape& b) {
  for (const models::Sample& other : models::samples()) {
    const Result r = distance(a, there, other.shape, other.pose), s = distance(b, there, other.shape, other.pose);
    SCOPED_TRACE(other.shape.type());
    ASSERT_EQ(r.has_distance(), s.has_distance());
    EXPECT_LE(r.lower, s.upper);
    EXPECT_LE(s.lower, r.upper);
    if (r.has_distance()) {
      EXPECT_NEAR(r.distance, s.distance, 1e-12);
    }
    EXPECT_TRUE(verify(r, a, there, other.shape, other.pose));
  }
}

TEST(Rounding, OfAPointIsASphere) { expect_same(Shape(Point(), 0.5), Sphere(0.5)); }
TEST(Rounding, OfASegmentIsACapsule) { expect_same(Shape(Segment({0, 0, -1}, {0, 0, 1}), 0.5), Capsule(0.5, 2)); }
TEST(Rounding, AddsToARadius) {
  expect_same(Shape(Sphere(0.25), 0.5), Sphere(0.75));
  expect_same(Shape(Capsule(0.1, 2), 0.2), Capsule(0.1 + 0.2, 2));
  expect_same(Shape(SphereHull({{{0, 0, 0}, 0.5}, {{1, 0, 0}, 0.25}}), 0.125),
              SphereHull({{{0, 0, 0}, 0.625}, {{1, 0, 0}, 0.375}}));
}

TEST(Rounding, ShortensTheDistanceOfEveryBoundedShape) {
  for (const models::Sample& sample : models::convex_samples()) {
    if (!sample.shape.bounded()) continue;
    SCOPED_TRACE(sample.shape.type());
    const Shape swept(sample.shape.description(), 0.375);
    EXPECT_EQ(swept.rounding(), 0.375);
    EXPECT_FALSE(swept.polyhedral());
    for (const Vec3& at : {Vec3(6, 1, 2), Vec3(1.25, 0, 0), Vec3(0.25, 0.1, 0.2)}) {
      const Pose far = Pose::translation(at);
      const Result plain = distance(sample.shape, sample.pose, Box({1, 1, 1}), far);
      const Result r = distance(swept, sample.pose, Box({1, 1, 1}), far);
      EXPECT_NEAR(r.distance, plain.distance - 0.375, 1e-9);
      EXPECT_LE(r.lower, plain.upper - 0.375 + 1e-15);
      EXPECT_GE(r.upper, plain.lower - 0.375 - 1e-15);
      EXPECT_TRUE(verify(r, swept, sample.pose, Box({1, 1, 1}), far));
      EXPECT_FALSE(verify(plain, swept, sample.pose, Box({1, 1, 1}), far));
    }
  }
}

TEST(Rounding, IsThatOfEachPartOfAUnion) {
  const Shape body = Union({{Shape(Box({1, 1, 1}), 0.25)}, {Sphere(0.125), Pose::translation({0, 3, 0})}});
  const Result r = distance(body, rest, Point({2, 0, 0}), rest);
  EXPECT_NEAR(r.distance, 1.25, 1e-14);
  EXPECT_TRUE(verify(r, body, rest, Point({2, 0, 0}), rest));
}

TEST(Rounding, OfSizesFarApart) {
  for (const double size : {1e-150, 1e-9, 1.0, 1e9})
    for (const double radius : {5e-324, 1e-200, 1e-9, 1.0, 1e12}) {
      const Shape swept(Box({size, size, size}), radius);
      const double reach = 0.5 * size + radius;
      const Result r = distance(swept, rest, Point({4 * reach, 0, 0}), rest);
      EXPECT_LE(r.lower, 3 * reach);
      EXPECT_GE(r.upper, 3 * reach);
      EXPECT_NEAR(r.distance, 3 * reach, 1e-14 * reach);
      EXPECT_TRUE(verify(r, swept, rest, Point({4 * reach, 0, 0}), rest)) << size << " " << radius;
    }
}

TEST(Rounding, RefusesWhatCannotBeSwept) {
  for (const double radius : {-1.0, std::nan(""), HUGE_VAL}) EXPECT_THROW(Shape(Point(), radius), InvalidInput);
  EXPECT_THROW(Shape(Sphere(1e308), 1e308), InvalidInput);
  EXPECT_THROW(Shape(Line({0, 0, 0}, {1, 0, 0}), 1), InvalidInput);
  EXPECT_THROW(Shape(Halfspace({0, 0, 1}, 0), 1), InvalidInput);
  EXPECT_THROW(Shape(Union({{Sphere(1)}}), 1), InvalidInput);
  EXPECT_NO_THROW(Shape(Line({0, 0, 0}, {1, 0, 0}), 0));
  EXPECT_NO_THROW(Shape(Union({{Sphere(1)}}), 0));
}

}  // namespace
}  // namespace clearance
