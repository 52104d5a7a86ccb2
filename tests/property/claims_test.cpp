// The claim is that lower and upper enclose the true value of the input as written. Here it is held to that at the edge
// of what a double can say: sizes that are zero or subnormal, directions of mixed magnitudes, angles below every
// rounding, parts whose places round.

#include <gmpxx.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "clearance/clearance.hpp"
#include "random_shapes.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();

/// The true value is in the enclosure, which is no wider than rounding; the checker agrees.
void expect_value(const Result& r, double truth, const Shape& a, const Pose& pose_a, const Shape& b,
                  const Pose& pose_b) {
  EXPECT_LE(r.lower, truth);
  EXPECT_GE(r.upper, truth);
  EXPECT_NEAR(r.distance, truth, 1e-13 * (1.0 + std::fabs(truth)));
  EXPECT_LE(r.upper - r.lower, 1e-12 * (1.0 + std::fabs(truth)));
  const Verification v = verify(r, a, pose_a, b, pose_b);
  EXPECT_TRUE(v.ok) << v.reason;
}
void expect_distance(double truth, const Shape& a, const Shape& b, const Vec3& at = Vec3::Zero()) {
  SCOPED_TRACE(std::string(a.type()) + " and " + std::string(b.type()));
  const Pose moved = Pose::translation(at);
  expect_value(distance(a, {}, b, moved), truth, a, {}, b, moved);
  expect_value(distance(b, moved, a, {}), truth, b, moved, a, {});
}

TEST(DegenerateCone, FlatAgainstPointsAndSpheres) {
  expect_distance(1.0, Cone(1, 0), Point({2, 0, 0}));
  expect_distance(0.75, Cone(1, 0), Sphere(0.25), {2, 0, 0});
  expect_distance(9.0, Cone(1, 0), Point({10, 0, 0}));
  expect_distance(0.5, Cone(1, 0), Point({0.5, 0, 0.5}));
  expect_distance(0.5, Cone(1, 0), Point({0.5, 0, -0.5}));
  expect_distance(0.0, Cone(1, 0), Point({0.5, 0, 0}));
  expect_distance(1.0, Cone(1, least), Point({2, 0, 0}));
  expect_distance(1.0, Cone(1, 1e-310), Point({2, 0, 0}));
  expect_distance(1.0, Cone(1, 1e-40), Point({0, 2, 0}));
}

TEST(DegenerateCone, ThinAgainstPointsAndSpheres) {
  for (const double radius : {0.0, least, 1e-310, 1e-300, 1e-40}) {
    expect_distance(2.0, Cone(radius, 2), Point({0, 0, 3}));
    expect_distance(2.0, Cone(radius, 2), Point({0, 0, -3}));
    expect_distance(3.0, Cone(radius, 2), Point({3, 0, 0.5}));
    expect_distance(1.5, Cone(radius, 2), Sphere(0.5), {0, 0, 3});
    expect_distance(-0.25, Cone(radius, 2), Sphere(0.25), {0, 0, 0.5});
  }
}

TEST(DegenerateCone, APointLikeEveryOther) {
  for (const Shape& shape : {Shape(Cone(0, 0)), Shape(Cylinder(0, 0)), Shape(Box({0, 0, 0})), Shape(Capsule(0, 0)),
                             Shape(Sphere(0)), Shape(Hull({{0, 0, 0}}))}) {
    expect_distance(5.0, shape, Point({0, 3, 4}));
    expect_distance(4.0, shape, Point({0, 0, -4}));
    expect_distance(4.5, shape, Sphere(0.5), {0, 0, 5});
    expect_distance(0.0, shape, Point({0, 0, 0}));
    expect_distance(-1.0, shape, Sphere(1));
  }
}

TEST(DegenerateSolids, FlatAndThinAgainstAPointNextToThem) {
  // As near as a double can tell, relative to the size: the normal must not be lost.
  for (const double gap : {1e-200, 1e-300, least}) {
    for (const Shape& disc : {Shape(Cylinder(1, 0)), Shape(Cone(1, 0)), Shape(Box({2, 2, 0}))})
      expect_distance(gap, disc, Point({0.25, 0, gap}));
    for (const Shape& needle : {Shape(Cylinder(0, 2)), Shape(Box({0, 0, 2})), Shape(Capsule(0, 2))})
      expect_distance(gap, needle, Point({gap, 0, 0.25}));
  }
}

TEST(SubnormalSizes, HalvesAreNotLost) {
  // Half of the least double is no double. Inside of the box, the depth is half of its size.
  for (const double size : {least, 3 * least, 1e-310}) {
    const Result inside = distance(Box({size, size, size}), {}, Capsule(0, 0), {});
    EXPECT_LE(inside.lower, -0.5 * size);
    EXPECT_GE(inside.upper, -0.5 * size);
    const Result apart = distance(Box({size, size, size}), {}, Point({1, 0, 0}), {});
    EXPECT_LE(apart.lower, 1.0);
    EXPECT_GE(apart.upper, 1.0 - size);
    const Result flat = distance(Halfspace({0, 0, 1}, 0), {}, Cylinder(0, size), {});
    EXPECT_LE(flat.lower, -0.5 * size);
    EXPECT_GE(flat.upper, -0.5 * size);
  }
}

TEST(SubnormalSizes, TwoPointsAtOnePlaceAreExact) {
  for (const Shape& a : {Shape(Capsule(0, 0)), Shape(Sphere(0)), Shape(Point({0, 0, 0}))}) {
    const Result r = distance(a, {}, Box({0, 0, 0}), {});
    EXPECT_EQ(r.lower, 0.0);
    EXPECT_EQ(r.upper, 0.0);
    const Result plane = distance(Plane({0, 0, 1}, 0), {}, a, {});
    EXPECT_EQ(plane.lower, 0.0);
    EXPECT_EQ(plane.upper, 0.0);
  }
}

Mat3 turn(double angle, const Vec3& axis) { return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(); }

void expect_no_separation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  SCOPED_TRACE(std::string(a.type()) + " and " + std::string(b.type()));
  for (const Result& r : {distance(a, pose_a, b, pose_b), distance(b, pose_b, a, pose_a)}) {
    EXPECT_EQ(r.status, Status::penetrating);
    EXPECT_FALSE(r.has_distance());
  }
}

TEST(MixedMagnitudes, LinesThatCrossFarAway) {
  for (const Vec3& direction : {Vec3(1e300, 1e-30, 0), Vec3(3, least, 0), Vec3(1, -least, 0), Vec3(1, 1e-200, 0)}) {
    const Result r = distance(Line({0, 0, 0}, direction), {}, Line({0, 1, 0}, {1, 0, 0}), {});
    EXPECT_LE(r.lower, 0.0);  // they meet, in the plane z = 0
    EXPECT_GE(r.upper, 0.0);
    EXPECT_NE(r.status, Status::separated);
    const Result above = distance(Line({0, 0, 0}, direction), {}, Line({0, 1, 2}, {1, 0, 0}), {});
    EXPECT_LE(above.lower, 2.0);
    EXPECT_GE(above.upper, 2.0);
    EXPECT_GT(above.lower, 1.999);  // the planes that hold them are two apart
  }
  // Where they meet is a number: the answer is as tight as any.
  const Result r = distance(Line({0, 0, 0}, {1, 1e-60, 0}), {}, Line({0, 1, 2}, {1, 0, 0}), {});
  EXPECT_NEAR(r.distance, 2.0, 1e-15);
  EXPECT_LE(r.upper - r.lower, 1e-14);
  // And truly parallel ones, whatever the lengths of their directions.
  const Result parallel = distance(Line({0, 0, 0}, {3 * least, 0, 0}), {}, Line({0, 1, 0}, {-1e308, 0, 0}), {});
  EXPECT_NEAR(parallel.distance, 1.0, 1e-15);
  EXPECT_GT(parallel.lower, 1.0 - 1e-14);
}

TEST(MixedMagnitudes, RaysThatCrossFarAway) {
  const Shape forwards = Ray({0, 0, 0}, {1, 1e-40, 0}), backwards = Ray({0, 0, 0}, {-1, -1e-40, 0});
  const Shape other = Ray({0, 1, 0}, {1, 0, 0}), against = Ray({0, 1, 0}, {-1, 0, 0});
  const Result meet = distance(forwards, {}, other, {});
  EXPECT_LE(meet.lower, 0.0);
  EXPECT_GE(meet.upper, 0.0);
  for (const Result& r : {distance(backwards, {}, other, {}), distance(forwards, {}, against, {}),
                          distance(backwards, {}, against, {})}) {
    EXPECT_LE(r.lower, 1.0);
    EXPECT_GE(r.upper, 1.0);
    EXPECT_GT(r.lower, 1.0 - 1e-14);
  }
}

/// Both run along the plane x = constant, so that their distance is that of two such planes: between two doubles.
TEST(MixedMagnitudes, LinesThatAreNearestOutOfReachAreChargedForTheLastDigit) {
  const double in_a = 0.10967942138346976, in_b = -0.0046234709569342725, of_b = 1.1997244792140422;
  const Shape a = Line({in_a, 0.25, 0.5}, {0, -least, 1}), b = Line({in_b, 0.5, 0.75}, {0, -least, 1e100});
  Mat3 stretched = Mat3::Identity();
  stretched(1, 1) = 1.0000000000007465;
  const Result r = distance(a, {}, b, Pose(stretched, {of_b, -4.3, 1.25}));
  const mpq_class truth = mpq_class(of_b) + mpq_class(in_b) - mpq_class(in_a);
  EXPECT_LE(mpq_class(r.lower), truth);
  EXPECT_GE(r.lower, truth.get_d() * (1.0 - 1e-15));
}

TEST(MixedMagnitudes, HalfspacesThatAreNotQuiteParallel) {
  for (const Vec3& normal : {Vec3(1e300, 1e-30, 0), Vec3(3, least, 0), Vec3(1, 0, 1e-200)}) {
    expect_no_separation(Halfspace(normal, 0), {}, Halfspace({-1, 0, 0}, -1), {});
    expect_no_separation(Plane(normal, 0), {}, Plane({1, 0, 0}, 1), {});
    expect_no_separation(Halfspace(normal, 0), {}, Line({1, 0, 0}, {0, 1, 1}), {});
  }
  // A ray that leaves the half-space, ever so little.
  const Result r = distance(Halfspace({1, least, 0}, 0), {}, Ray({2, 0, 0}, {0, 1, 0}), {});
  EXPECT_NEAR(r.distance, 2.0, 1e-15);
  EXPECT_GT(r.lower, 1.99);
  expect_no_separation(Halfspace({1, least, 0}, 0), {}, Ray({2, 0, 0}, {0, -1, 0}), {});
  // Parallel in spite of it all.
  const Result parallel = distance(Halfspace({1e-300, 2e-300, 0}, 0), {}, Halfspace({-1e300, -2e300, 0}, -5e300), {});
  EXPECT_EQ(parallel.has_distance(), 1e-300 * 2e300 == 2e-300 * 1e300);
}

TEST(ExactSigns, ALineThatDipsByLessThanAnyRounding) {
  // A matrix that is no perfect rotation: its second column has a slope of 1e-60 against the first row's plane.
  Mat3 skew = Mat3::Identity();
  skew(0, 1) = 1e-60;
  expect_no_separation(Halfspace({1, 0, 0}, 0), {}, Line({0.7071, 0, 0}, {0, 1, 0}), Pose(skew, Vec3::Zero()));
  // The same, turned: no entry is zero, and the slope is what rounding leaves of the product.
  Random random(1201);
  int sloped = 0;
  for (int i = 0; i < 300; ++i) {
    const Mat3 rotation = random.rotation();
    Mat3 other = rotation;
    other(i % 3, 1) = std::nextafter(other(i % 3, 1), i % 2 == 0 ? 1.0 : -1.0);
    const Result r = distance(Halfspace({1, 0, 0}, 0), Pose(rotation, Vec3::Zero()), Line({1, 0, 0}, {0, 1, 0}),
                              Pose(other, Vec3::Zero()));
    sloped += r.has_distance() ? 0 : 1;
  }
  EXPECT_GT(sloped, 290);
}

TEST(ExactSigns, PlanesWhoseCrossProductIsBelowRounding) {
  for (const Mat3& common : {Mat3(Mat3::Identity()), turn(0.5, {0, 0, 1})})
    for (const double tiny : {8e-41, -1e-200, least}) {
      Mat3 skew = common;
      skew(2, 0) = tiny;
      expect_no_separation(Plane({0, 0, 1}, 0), Pose(common, Vec3::Zero()), Plane({0, 0, 1}, 1),
                           Pose(skew, Vec3::Zero()));
      const Result same =
          distance(Plane({0, 0, 1}, 0), Pose(skew, Vec3::Zero()), Plane({0, 0, 1}, 1), Pose(skew, Vec3::Zero()));
      EXPECT_NEAR(same.distance, 1.0, 1e-15);
      EXPECT_GT(same.lower, 0.999);
    }
}

TEST(ExactSigns, QuaternionsThatDifferBelowTheDigitsOfTheirMatrices) {
  // Both give the same matrix to 106 bits and more; the planes cross all the same.
  const Pose one = Pose::from_quaternion(0.5, 0.5, 0.5, 0.5);
  const Pose general = Pose::from_quaternion(0.3, 0.4, 0.0, std::sqrt(0.75));
  const Pose near = Pose::from_quaternion(0.3, 0.4, 1e-100, std::sqrt(0.75));
  expect_no_separation(Plane({0, 0, 1}, 0), general, Plane({0, 0, 1}, 1), near);
  expect_no_separation(Halfspace({0, 0, 1}, 0), general, Line({0, 0, 1}, {1, 0.25, 0}), near);
  for (const Pose& pose : {one, general, near}) {
    const Result r = distance(Plane({0, 0, 1}, 0), pose, Plane({0, 0, -2}, 2), pose);
    EXPECT_NEAR(r.distance, 1.0, 1e-14);
    EXPECT_GT(r.lower, 0.999);
  }
}

TEST(ExactSigns, TurnedPartsClaimNothingTheyCannotDecide) {
  // A part is turned twice; the product of two rotations is known to many digits, and not to all.
  const Pose inner = Pose::from_quaternion(0.6, 0.8, 0, 0), outer = Pose::from_quaternion(0.6, 0, 0.8, 0);
  const Shape whole = Union({{Plane({0, 0, 1}, 0), inner}}), other = Union({{Plane({0, 0, 1}, 1), inner}});
  const Result r = distance(whole, outer, other, outer);
  if (r.has_distance()) {
    EXPECT_EQ(r.lower, -infinity);
    EXPECT_FALSE(r.converged());
  }
  // Quarter turns lose nothing.
  const Pose quarter = Pose::from_quaternion(0.5, 0.5, 0.5, 0.5);
  const Pose matrix(turn(0.7, {1, 2, 3}), Vec3::Zero());
  const Shape a = Union({{Plane({0, 0, 1}, 0), quarter}}), b = Union({{Plane({0, 0, 1}, 1), quarter}});
  EXPECT_GT(distance(a, matrix, b, matrix).lower, 0.999);
}

/// Where all but the last digits of double-double cancel, these are what is charged.
TEST(ExactSigns, HeightsThatAllButCancel) {
  oracle::Random random(64);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 n = random.vector(1), x = random.vector(1).cross(n);
    const Pose turned(random.rotation(), Vec3::Zero());
    const Shape plane = Plane(n, 0), point = Point(x);
    const Result r = distance(plane, turned, point, turned);
    const auto truth = exact_distance(plane, turned, point, turned);
    ASSERT_TRUE(truth.has_value());
    EXPECT_LE(r.lower, truth->upper) << i;
    EXPECT_GE(r.upper, truth->lower) << i;
    EXPECT_LE(r.upper - r.lower, 1e-27 * x.norm() + 1e-15 * r.upper) << i;
  }
}

TEST(Ranges, UnboundedShapesAtEveryScale) {
  for (const double k : {1e-300, 1e-200, 1e-160, 1e-100, 1.0, 1e100, 1e160, 1e200, 1e300}) {
    SCOPED_TRACE(k);
    const auto expect_scaled = [&](const Result& r, double truth) {
      EXPECT_LE(r.lower, truth);
      EXPECT_GE(r.upper, truth);
      EXPECT_GT(r.lower, truth * (1 - 1e-10));
      EXPECT_LT(r.upper, truth * (1 + 1e-10));
    };
    expect_scaled(distance(Line({0, 0, 0}, {1, 0, 0}), {}, Line({0, 0, k}, {0, 1, 0}), {}), k);
    expect_scaled(distance(Line({0, 0, 0}, {1, 0, 0}), {}, Line({0, 0, k}, {1, 0, 0}), {}), k);
    expect_scaled(distance(Ray({0, 0, 0}, {1, 0, 0}), {}, Ray({-3 * k, 4 * k, 0}, {-1, 0, 0}), {}), 5 * k);
    expect_scaled(distance(Plane({0, 0, 1}, 0), {}, Plane({0, 0, 2}, 2 * k), {}), k);
    expect_scaled(distance(Halfspace({0, 0, 1}, 0), {}, Line({0, 0, 0}, {1, 0, 0}), Pose::translation({0, 0, k})), k);
    expect_scaled(distance(Halfspace({0, 0, 1}, k), {}, Sphere(k), Pose::translation({k, 0, 3 * k})), k);
    expect_scaled(distance(Plane({0, 0, 1}, -k), {}, Box({k, k, 2 * k}), Pose::translation({0, 0, k})), k);
  }
}

/// Lengths whose sums overflow: a line was cut too short for a body that reaches farther than the largest number, and
/// the distance to what was left of it claimed.
TEST(Ranges, ALineIsNotCutShortWhereLengthsOverflow) {
  const Shape line = Line({0, 0, 0}, {1, 0, 0}), slanted = Segment({-8e307, 5e307, 0}, {8e307, 1e306, 0});
  for (const Result& r : {distance(line, {}, slanted, {}), distance(slanted, {}, line, {})}) {
    EXPECT_LE(r.lower, 1e306);
    EXPECT_GE(r.upper, 1e306);
    EXPECT_TRUE(r.point_a.allFinite() && r.point_b.allFinite() && r.normal.allFinite());
  }
}

/// A depth beyond the largest number is not minus infinity, which would say that nothing separates.
TEST(Ranges, ADepthThatOverflowsIsFinite) {
  constexpr double largest = std::numeric_limits<double>::max();
  const Shape ball = Sphere(1.5e308);
  const Result two = distance(ball, {}, ball, {});
  EXPECT_EQ(two.status, Status::penetrating);
  EXPECT_TRUE(two.has_distance());
  EXPECT_EQ(two.lower, -infinity);
  EXPECT_EQ(two.upper, -largest);
  const Shape half = Halfspace({1, 0, 0}, 1.5e308);
  const Result in_half = distance(half, {}, ball, {});
  EXPECT_TRUE(in_half.has_distance());
  EXPECT_GE(in_half.upper, -largest);
  EXPECT_TRUE(verify(two, ball, {}, ball, {}).ok);
  EXPECT_TRUE(verify(in_half, half, {}, ball, {}).ok);
}

/// A body of next to no size, far from a line for it: the ends of what is cut from the line overflowed in its units.
TEST(Ranges, LinesAgainstBodiesOfNextToNoSize) {
  for (const double size : {least, 1e-310, 1e-300, 1e-200})
    for (const Shape& body :
         {Shape(Sphere(size)), Shape(Capsule(size, 0)), Shape(Box({size, size, size})), Shape(Cone(size, size)),
          Shape(Point({size, 0, 0})), Shape(Triangle({0, 0, 0}, {size, 0, 0}, {0, size, 0}))})
      for (const Vec3& along : {Vec3(1, 0, 0), Vec3(1, 1e300, 0), Vec3(1e-310, 0, 0)}) {
        expect_distance(1.0, Line({0, 0, 0}, along), body, {0, 0, 1});
        expect_distance(1.0, Ray({0, 0, 0}, along), body, {0, 0, 1});
      }
}

Shape cube_of_halfspaces(double half, double rounding = 0.0) {
  return Shape(Polyhedron({{{1, 0, 0}, half},
                           {{-1, 0, 0}, half},
                           {{0, 1, 0}, half},
                           {{0, -1, 0}, half},
                           {{0, 0, 1}, half},
                           {{0, 0, -1}, half}}),
               rounding);
}

/// Beside a radius that is so much larger, a polyhedron in its own unit has no digits left.
TEST(Ranges, PolyhedraThatLargeBallsSweep) {
  Mat3 bent = Mat3::Identity();
  bent(0, 1) = 3e-7;
  for (const double radius : {1e30, 1e61, 1e100, 1e154, 1e155, 1e170, 1e250, 1e299})
    for (const Mat3& matrix : {Mat3(Mat3::Identity()), bent})
      for (const double at : {0.5, 2.0, 1.0 - 1e-4}) {
        const Shape cube = cube_of_halfspaces(0.5, radius), point = Point();
        const Pose pose(matrix, Vec3::Zero()), there = Pose::translation({at * radius, 0, 0});
        const Result r = distance(cube, pose, point, there);
        // The ball under the matrix is farthest along x by radius sqrt(1 + 9e-14).
        const double truth = (at - 1.0) * radius, off = 1e-12 * radius;
        EXPECT_LE(r.lower, truth + off) << radius;
        EXPECT_GE(r.upper, truth - off) << radius;
        EXPECT_LE(r.upper - r.lower, 1e-6 * radius) << radius;
        EXPECT_TRUE(verify(r, cube, pose, point, there)) << verify(r, cube, pose, point, there).reason;
        EXPECT_FALSE(check_margin(cube, pose, point, there, truth + 0.25 * radius).kept());
      }
}

/// Half-spaces are enclosed by way of their duals, which are as large as the polyhedron is small.
TEST(Ranges, PolyhedraOfAnySize) {
  for (int exponent = -300; exponent <= 300; exponent += 10) {
    const double half = std::pow(10.0, exponent);
    const Shape cube = cube_of_halfspaces(half);
    const Pose there = Pose::translation({4.0 * half, 0, 0});
    const Result r = distance(cube, {}, Point(), there);
    EXPECT_LE(r.lower, 3.0 * half) << exponent;
    EXPECT_GE(r.upper, 3.0 * half) << exponent;
    EXPECT_LE(r.upper - r.lower, 1e-12 * half) << exponent;
  }
  const Shape slanted =
      Polyhedron({{{-0.24571904820055734, 0.50156624492736757, -0.82948987414004771}, 1.9580705709982246e-242},
                  {{1, 0, 0}, 1.8350395284169846e-242},
                  {{-1, 0, 0}, 2.5484659455873493e-242},
                  {{0, -1, 0}, 4.918689965614046e-242},
                  {{0, 0, 1}, 6.6778515336089592e-242}});
  const Pose there = Pose::translation({1e-240, 0, 0});
  const Result r = distance(slanted, {}, Point(), there);
  EXPECT_NEAR(r.distance, 1e-240 - 1.8350395284169846e-242, 1e-250);
  EXPECT_TRUE(verify(r, slanted, {}, Point(), there)) << verify(r, slanted, {}, Point(), there).reason;
}

TEST(PartsInPlace, LimitsHoldWhereThePartsAre) {
  Random random(1202);
  for (int i = 0; i < 300; ++i) {
    const Vec3 inside = random.direction() * 3.0;
    const Shape whole = Union({{Sphere(0.5), Pose::translation(inside)}});
    const Pose pose(random.rotation(), random.direction());
    const Result full = distance(Box({1, 1, 1}), {}, whole, pose);
    for (const double limit : {full.lower, full.distance, full.upper}) {
      const Result beyond = distance(Box({1, 1, 1}), {}, whole, pose, Options{.max_distance = limit});
      if (beyond.ending == Ending::beyond_limit) {
        EXPECT_GT(beyond.lower, limit);
      }
      EXPECT_LE(beyond.lower, full.upper);
      const Result below = distance(Box({1, 1, 1}), {}, whole, pose, Options{.min_distance = limit});
      if (below.ending == Ending::below_limit) {
        EXPECT_LT(below.upper, limit);
      }
      EXPECT_GE(below.upper, full.lower);
    }
  }
}

/// Squares of lengths underflow where two bodies without size are very near: a referee found upper below lower.
TEST(Ranges, BodiesWithoutSizeThatAreVeryNear) {
  const std::array<Shape, 5> shapes{Point({0, 0, 0}), Sphere(0), Box({0, 0, 0}), Hull({{0, 0, 0}}),
                                    Triangle({0, 0, 0}, {0, 0, 0}, {0, 0, 0})};
  for (const double gap : {2.7e-162, 1.2001e-155, 1e-163, 1e-158, 3e-200, 1e-120, 1e-121})
    for (const Shape& a : shapes)
      for (const Shape& b : shapes) {
        const Pose at = Pose::translation({gap, 0, 0});
        for (const double limit : {-infinity, 1.0}) {
          Options options;
          options.min_distance = limit;
          PairState state;
          distance(a, {}, b, Pose::translation({1, 0, 0}), {}, &state);
          for (PairState* const kept : {static_cast<PairState*>(nullptr), &state}) {
            const Result r = distance(a, {}, b, at, options, kept);
            EXPECT_LE(r.lower, gap) << a.type() << ' ' << b.type() << ' ' << gap;
            EXPECT_GE(r.upper, gap) << a.type() << ' ' << b.type() << ' ' << gap;
          }
        }
        const std::array<Pose, 1> here{Pose()};
        const std::vector<Pose> there(8, at);
        std::vector<Result> results(8);
        distance(a, here, b, there, results);
        for (const Result& r : results) {
          EXPECT_LE(r.lower, gap) << a.type() << ' ' << b.type() << ' ' << gap;
          EXPECT_GE(r.upper, gap) << a.type() << ' ' << b.type() << ' ' << gap;
        }
        EXPECT_NE(check_margin(a, {}, b, at, 0.9 * gap).margin, Margin::broken);
      }
}

/// A limit may be passed where nothing is known from below: then the careful lane answers, not a normal of no numbers.
TEST(Limits, LeaveNoNormalBehindThatIsNone) {
  const Shape box = Box({2, 2, 2});
  PairState state;
  distance(box, {}, box, Pose::translation({3, 3, 3}), {}, &state);
  const Result r = distance(box, {}, box, Pose::translation({2, 2, 2}), Options{.min_distance = 1.0}, &state);
  EXPECT_TRUE(r.normal.allFinite());
  EXPECT_TRUE(r.has_distance());
  Random random(711);
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec3> p, q;
    for (int k = 0; k < 120; ++k) p.push_back(random.vector(1).cwiseProduct(Vec3(1, 1, 1e-3)));
    for (int k = 0; k < 150; ++k) q.push_back(random.vector(1).cwiseProduct(Vec3(1, 1, 1e-3)));
    const Shape a = Hull(p), b = Hull(q);
    const Pose at(random.rotation(), random.vector(0.1));
    const Result below = distance(a, {}, b, at, Options{.min_distance = i % 2 == 0 ? 2.0 : -0.01});
    EXPECT_TRUE(below.has_distance()) << i;
    EXPECT_TRUE(below.point_a.allFinite() && below.normal.allFinite()) << i;
  }
}

}  // namespace
}  // namespace oracle
