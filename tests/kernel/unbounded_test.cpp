// What formulas of unbounded shapes are charged with, and that they hold: docs/proof.md, section 9.

#include "proof/unbounded.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "clearance/clearance.hpp"
#include "core/core.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::unbounded_distance;

constexpr double half_ulp = 0x1p-53, of_wide = 0x1p-94;
/// The truth below is in extended precision.
constexpr long double of_truth = 0x1p-60L;

using Long3 = Eigen::Matrix<long double, 3, 1>;
Long3 wide(const Vec3& v) { return v.cast<long double>(); }

void expect_held(const Result& r, long double truth, long double scale, int i) {
  EXPECT_LE(r.lower, truth + of_truth * scale) << i;
  EXPECT_GE(r.upper, truth - of_truth * scale) << i;
}

TEST(Unbounded, HeightsAreChargedForTheirLastRounding) {
  Random random(311);
  for (int i = 0; i < 500; ++i) {
    const Vec3 n = random.vector(2), along = n.unitOrthogonal(), at = random.vector(3), origin = random.vector(3);
    const double offset = random.uniform(-2, 2);
    const Shape plane = Plane(n, offset), other = Plane(n, 0);
    const Result apart = unbounded_distance(plane, {}, other, Pose::translation(at));
    const long double length = wide(n).norm(), far = std::fabs((wide(n).dot(wide(at)) - offset) / length);
    expect_held(apart, far, at.norm() + std::fabs(offset) / n.norm(), i);
    EXPECT_GE(apart.upper - apart.lower, 2.0 * half_ulp * std::fabs(apart.distance)) << i;

    const Shape ray = Ray(origin, n);  // up from a half-space, so that its origin is the lowest point
    const Result above = unbounded_distance(Halfspace(n, offset), {}, ray, Pose::translation(at));
    const long double height = (wide(n).dot(wide(at) + wide(origin)) - offset) / length;
    expect_held(above, height, at.norm() + origin.norm() + std::fabs(offset) / n.norm(), i);
    EXPECT_GE(above.upper - above.lower, 2.0 * half_ulp * std::fabs(above.distance)) << i;

    const Shape line = Line(origin, along);
    const Result lines = unbounded_distance(Line(at, along), {}, line, {});
    const long double across = (wide(origin) - wide(at)).cross(wide(along)).norm() / wide(along).norm();
    expect_held(lines, across, at.norm() + origin.norm(), i);
    EXPECT_GE(lines.upper - lines.lower, 2.0 * half_ulp * std::fabs(lines.distance)) << i;
  }
}

TEST(Unbounded, WhatIsAddedUpIsChargedThoughItCancels) {
  const Vec3 far(0, 0x1p20, 0);
  const double least = 1.9 * of_wide * 0x1p20;  // on both sides
  const Result flat = unbounded_distance(Plane({1, 0, 0}, 0), {}, Plane({-1, 0, 0}, 0), Pose::translation(far));
  EXPECT_GE(flat.upper - flat.lower, least);
  const Result low = unbounded_distance(Plane({1, 0, 0}, 0), {}, Line({0, 0, 0}, {0, 0, 1}), Pose::translation(far));
  EXPECT_GE(low.upper - low.lower, least);
  const Result crossing =
      unbounded_distance(Line({0, 0, 0}, {0, 1, 0}), {}, Line({0, 0, 0}, {0, 0, 1}), Pose::translation(far));
  EXPECT_GE(crossing.upper - crossing.lower, least);
}

TEST(Unbounded, BodiesBeforeAPlaneAreChargedForRounding) {
  Random random(312);
  for (int i = 0; i < 500; ++i) {
    const Vec3 size(random.uniform(0.1, 3), random.uniform(0.1, 3), random.uniform(0.1, 3)), n = random.direction();
    const Pose at(random.rotation(), random.vector(3));
    const double offset = random.uniform(-2, 2), radius = random.uniform(0.1, 2);
    const Shape box = Box(size), ball = Sphere(radius), space = Halfspace(n, offset);
    const Long3 m = at.rotation().cast<long double>().transpose() * wide(n);
    const long double length = wide(n).norm(), base = (wide(n).dot(wide(at.position())) - offset) / length;
    const long double extent = wide(size).norm() / 2,
                      scale = extent + radius + at.position().norm() + std::fabs(offset);
    const Result of_box = unbounded_distance(space, {}, box, at), of_ball = unbounded_distance(space, {}, ball, at);
    expect_held(of_box, base - m.cwiseAbs().dot(wide(size)) / 2 / length, scale, i);
    EXPECT_GE(of_box.upper - of_box.lower, 88.0 * half_ulp * static_cast<double>(extent + std::fabs(base))) << i;
    EXPECT_GE(of_ball.upper - of_ball.lower, 88.0 * half_ulp * static_cast<double>(radius + std::fabs(base))) << i;
  }
}

TEST(Unbounded, BodiesBeforeAPlaneAreChargedForTheirCores) {
  // Points that are measured from their middle, which may round them; here it does not, and the lowest is at height 0.
  const Shape corner = Tetrahedron({1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1});
  const detail::Core& core = corner.core();
  ASSERT_EQ(core.centre.x, 1.5);
  ASSERT_GT(core.error, 0.0);
  const double of_core = core.error * core.unit, reach = core.reach * core.unit, base = 0.5;
  const Result r = unbounded_distance(Halfspace({1, 0, 0}, 1), {}, corner, {});
  const double error = 48.0 * half_ulp * (reach + base) + 2.0 * half_ulp * base + of_core;
  EXPECT_EQ(r.distance, 0.0);
  EXPECT_GE(r.upper, error);
  EXPECT_LE(r.upper, 1.001 * error);
  EXPECT_LE(r.lower, -error);
}

TEST(Unbounded, NearlyParallelLinesAreChargedForTheirNormal) {
  // A sine for which the normal comes from rounded directions: it may be off by the error of these over the sine.
  const double sine = 0x1p-30, off = 0.9 * of_wide / sine;
  const Shape level = Line({0, 0, 0}, {1, 0, 0}), leaning = Line({0, 0, 0}, {1, sine, 0});
  const Result crossing = unbounded_distance(level, {}, leaning, Pose::translation({1, 0, 0}));
  EXPECT_LE(crossing.lower, -off);
  EXPECT_GE(crossing.upper, off);
  // Rays of which one passes above the origin of the other: the lines may be nearer than that is.
  const Shape from_here = Ray({0, 0, 0}, {1, 0, 0}), above = Ray({-1, -sine, 0x1p-20}, {1, sine, 0});
  const Result ending = unbounded_distance(from_here, {}, above, {});
  EXPECT_LE(ending.lower, 0x1p-20 - off);
  EXPECT_GE(ending.upper, 0x1p-20);
}

TEST(Unbounded, LengthsThatUnderflowAreCharged) {
  const Result r = unbounded_distance(Plane({1, 0, 0}, 0), {}, Point({0, 1e-310, 0}), {});
  EXPECT_GE(r.upper, 0x1p-1060);
  EXPECT_LE(r.lower, -0x1p-1060);
  const Result none = unbounded_distance(Plane({1, 0, 0}, 0), {}, Point({0, 0, 0}), {});
  EXPECT_EQ(none.lower, 0.0);
  EXPECT_EQ(none.upper, 0.0);
}

TEST(Unbounded, SignsThatRoundingWouldDecideAreFoundOrLeftOpen) {
  // Cosines of 1e-60 are seen in numbers as stored; of a product of rotations nothing is.
  const double slight = 1e-60;
  const Shape plane = Plane({0, 0, 1}, 0), tilted = Plane({slight, 0, 1}, 1), space = Halfspace({0, 0, 1}, 0);
  EXPECT_FALSE(unbounded_distance(plane, {}, tilted, {}).has_distance());
  const Shape falling = Line({0, 0, 1}, {1, 0, -slight}), level = Line({0, 0, 1}, {1, 0, 0});
  EXPECT_FALSE(unbounded_distance(space, {}, falling, {}).has_distance());
  EXPECT_NEAR(unbounded_distance(space, {}, level, {}).distance, 1.0, 1e-15);
  const Pose inner = Pose::from_quaternion(0.6, 0.8, 0, 0), outer = Pose::from_quaternion(0.6, 0, 0.8, 0);
  const Pose here = Pose::turned(outer, inner, Vec3::Zero()), there = Pose::turned(outer, inner, Vec3(0, 0, 3));
  const Shape line = Line({0, 0, 0}, {1, 0.5, 0.25});
  const Result lines = unbounded_distance(line, here, line, there);
  EXPECT_LE(lines.lower, 0.0);
  EXPECT_GT(lines.upper, 1.0);
  EXPECT_FALSE(lines.converged());
}

}  // namespace
}  // namespace oracle
