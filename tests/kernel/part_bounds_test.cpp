// Where parts of unions are, against the same sums in 113 bits: what a place is said to be off by covers what it is.

#include "proof/part_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "clearance/clearance.hpp"
#include "random.hpp"

namespace clearance::detail {
namespace {

using Quad = __float128;
using Place3 = std::array<Quad, 3>;

/// Where a matrix puts a point: each product of two doubles is exact.
Place3 placed(const Mat3& matrix, const Vec3& position, const Vec3& inside) {
  Place3 at{};
  for (int i = 0; i < 3; ++i) {
    Quad sum = position[i];
    for (int j = 0; j < 3; ++j) sum += static_cast<Quad>(matrix(i, j)) * inside[j];
    at[static_cast<std::size_t>(i)] = sum;
  }
  return at;
}

double off_by(const Place3& a, const Place3& b, const V3& apart) {
  const std::array<double, 3> claimed{apart.x, apart.y, apart.z};
  double square = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto off = static_cast<double>(b[i] - a[i] - static_cast<Quad>(claimed[i]));
    square += off * off;
  }
  return std::sqrt(square);
}

Mat3 any_matrix(oracle::Random& random) {
  Mat3 matrix;
  for (int i = 0; i < 3; ++i) matrix.col(i) = random.direction();
  const Vec3 x = matrix.col(0), z = x.cross(Vec3(matrix.col(1))).normalized();
  matrix.col(1) = z.cross(x).normalized();
  matrix.col(2) = z;
  return matrix;
}

TEST(PartBounds, KnowHowFarAPlaceIsRounded) {
  oracle::Random random(5);
  int inexact = 0;
  for (int i = 0; i < 20000; ++i) {
    const Mat3 of_a = any_matrix(random), of_b = any_matrix(random);
    const Vec3 at_a = random.magnitude(1e-3, 1e6) * random.direction();
    const Vec3 at_b = at_a + random.magnitude(1e-3, 1e6) * random.direction();
    const Vec3 inside_a = random.magnitude(1e-3, 1e6) * random.direction();
    const Vec3 inside_b = random.magnitude(1e-3, 1e6) * random.direction();
    const Pose pose_a(of_a, at_a), pose_b(of_b, at_b);
    const auto place = PlacedParts(pose_a, pose_b).place(V3(inside_a), V3(), V3(inside_b), V3());
    const double off = off_by(placed(of_a, at_a, inside_a), placed(of_b, at_b, inside_b), place.apart);
    ASSERT_LE(off, place.misplaced) << i;
    inexact += off > 0x1p-60 * place.apart.eigen().norm();
    // It is no more than rounding to a double: parts are placed by sums that lose nothing else.
    EXPECT_LE(place.misplaced, 0x1p-50 * place.apart.eigen().norm() + 0x1p-90 * 4e7) << i;
  }
  EXPECT_GT(inexact, 19000);
}

/// What is charged where nothing else is left: every place is that of sums in double-double.
TEST(PartBounds, ChargeSumsInDoubleDouble) {
  const Pose here, there = Pose::translation({4, 0, 0});
  const auto place = PlacedParts(here, there).place({1, 2, 3}, {0, 0, 8}, {3, 2, 1}, {16, 0, 0});
  EXPECT_EQ(place.apart.eigen(), Vec3(6, 0, -2));
  EXPECT_GE(place.misplaced, 0x1p-93 * (6 + 8 + 6 + 16 + 4));
  EXPECT_LE(place.misplaced, 0x1p-92 * (6 + 8 + 6 + 16 + 4));
}

/// The box and the ball about a shape hold it, what sweeps it included.
TEST(PartBounds, OfAWholeShapeHoldIt) {
  const Shape box(Box({2, 4, 6}), 0.5), ball = Sphere(3);
  const PartNode about_box = whole_node(box.core()), about_ball = whole_node(ball.core());
  const Vec3 half = about_box.half.eigen();
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_GE(half[axis], 1.5 + axis);
    EXPECT_LE(half[axis], 1.5 + axis + 1e-12);
    EXPECT_GE(about_ball.half.eigen()[axis], 3.0);
  }
  EXPECT_GE(about_box.reach, std::sqrt(14.0) + 0.5);
  EXPECT_GE(about_ball.reach, 3.0);
}

TEST(PartBounds, OverlapIsProvenWhereThePartsAre) {
  // The box ends at 0.5, the ball begins at 0.5 + 1.1e-17: the place of the part has digits beyond the last.
  const double tiny = 0x1p-53 * 0.1;
  const Shape whole = Union({{Sphere(0.5), Pose::translation({1.0, 0, 0})}});
  for (const double by : {tiny, -tiny, 0.0}) {
    const Pose moved = Pose::translation({by, 0, 0});
    const Result r = distance(Box({1, 1, 1}), {}, whole, moved, Options{.penetration = false});
    EXPECT_NE(r.status, Status::penetrating) << by;
    EXPECT_LE(r.lower, by);
    EXPECT_GE(r.upper, by);
  }
  const Result deep =
      distance(Box({1, 1, 1}), {}, whole, Pose::translation({-1e-9, 0, 0}), Options{.penetration = false});
  EXPECT_EQ(deep.status, Status::penetrating);
  EXPECT_EQ(deep.ending, Ending::overlap_only);
  EXPECT_EQ(deep.upper, 0.0);
  EXPECT_FALSE(deep.has_distance());
}

/// A part far from its own origin is misplaced by more than all other rounding: its tip is beyond the face, and
/// rounding puts it inside.
TEST(PartBounds, OverlapIsProvenWhereAFarPartIs) {
  const double far = 0x1p20, step = 0x1p-33;
  const Shape tip = Tetrahedron({far, 0, 0}, {far + 1, 1, 0}, {far + 1, -1, 1}, {far + 1, -1, -1});
  const Shape whole = Union({{tip, Pose::translation({-far, 0, 0})}});
  const Shape wall = Box({2 + 0.5 * step, 2, 2});
  const Pose at_wall = Pose::translation({-1, 0, 0});
  for (const bool penetration : {true, false}) {
    const Result r =
        distance(wall, at_wall, whole, Pose::translation({0.375 * step, 0, 0}), Options{.penetration = penetration});
    EXPECT_NE(r.status, Status::penetrating) << penetration;
    EXPECT_LE(r.lower, 0.125 * step);
    EXPECT_GE(r.upper, 0.125 * step);
  }
}

/// A limit leaves parts alone that are beyond it; one of them may be nearer than what was looked at.
TEST(PartBounds, OfPartsThatALimitLeavesAloneCount) {
  oracle::Random random(7);
  for (int i = 0; i < 300; ++i) {
    std::vector<Part> parts;
    for (int k = 0; k < 12; ++k)
      parts.push_back({Box({0.1, 0.1, 4}), Pose(any_matrix(random), random.vector(1) + Vec3(6, 0, 0))});
    const Shape whole = Union(parts), ball = Sphere(1);
    double nearest = HUGE_VAL;
    for (const Part& part : parts) nearest = std::min(nearest, distance(part.shape, part.pose, ball, {}).upper);
    const Result r = distance(whole, {}, ball, {}, {.max_distance = random.uniform(0.01, 1.0) * nearest});
    EXPECT_LE(r.lower, nearest) << i;
  }
}

/// Of two balls the slab along the line of their centres is all there is.
TEST(PartBounds, OfBallsAreNeverAboveTheTruthAndNearIt) {
  oracle::Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const double r = random.magnitude(1e-3, 1e3), s = random.magnitude(1e-3, 1e3);
    const Shape a = Sphere(r), b = Sphere(s);
    const Vec3 way = random.magnitude(1e-2, 1e4) * random.direction();
    const Pose at_a(any_matrix(random), Vec3::Zero()), at_b(any_matrix(random), way);
    const double claimed = PlacedParts(at_a, at_b).slab(whole_node(a.core()), whole_node(b.core()), nullptr, HUGE_VAL);
    const double truth = way.norm() - r - s, size = way.norm() + r + s;
    EXPECT_LE(claimed, truth) << i;
    EXPECT_GE(claimed, truth - 500 * 0x1p-53 * size) << i;
  }
}

}  // namespace
}  // namespace clearance::detail
