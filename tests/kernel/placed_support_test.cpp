// Support values and boxes of shapes in place, against 113 bits: never below the truth, and near it.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "clearance/bounding_box.hpp"
#include "core/core.hpp"
#include "quad_body.hpp"
#include "random_shapes.hpp"
#include "unit_roundoff.hpp"

namespace oracle {
namespace {

using namespace clearance;

Placement near_or_far(Random& random) {
  Placement at;
  at.position = random.chance(0.3) ? random.vector(random.magnitude(1e-6, 1e9)) : random.vector(3);
  if (random.chance(0.4)) {
    at.quaternion = random.quaternion();
  } else if (random.chance(0.7)) {
    at.matrix = random.rotation();
    if (random.chance(0.5)) at.matrix += 1e-7 * random.vector(1) * random.vector(1).transpose();  // nearly a rotation
  }
  return at;
}

Vec3 direction_of_any_length(Random& random) {
  if (random.chance(0.3)) return (random.chance(0.5) ? 1.0 : -1.0) * Vec3::Unit(random.integer(0, 2));
  const Vec3 n = random.direction();
  if (random.chance(0.5)) return n;
  return (random.chance(0.3) ? random.magnitude(1e-300, 1e290) : random.magnitude(1e-3, 1e3)) * n;
}

Quad truth_along(const QuadBody& body, const Vec3& n) {
  const QVec m = to_quad(n);
  return dot(m, body.highest(m));
}

/// What all lengths together make, which rounding is relative to.
double extent(const QuadBody& body) { return static_cast<double>(body.radius() + body.way() + length(body.centre())); }

void expect_near_above(double value, Quad truth, double length, double size) {
  const Quad slack = static_cast<Quad>(1e-31) * length * size;
  EXPECT_GE(static_cast<Quad>(value), truth - slack);
  EXPECT_LE(static_cast<double>((value - truth) / length), 400.0 * u * size + 0x1p-1000 / std::fmin(length, 1.0));
}

TEST(PlacedSupport, IsNeverBelowTheTruthAndNearIt) {
  Random random(181);
  for (int i = 0; i < 3000; ++i) {
    const Type type = bounded_type(random);
    const double scale = random.chance(0.2) ? random.magnitude(1e-9, 1e9) : 1.0;
    const Vec3 offset = random.chance(0.5) ? Vec3(Vec3::Zero()) : random.vector(random.chance(0.2) ? 1e6 : 2.0);
    const Shape shape = random_shape(random, type, {Vec3::Constant(scale), offset, false});
    const Placement at = near_or_far(random);
    const QuadBody truth(shape, at, Vec3::Zero());
    const double size = extent(truth) + offset.norm();
    SCOPED_TRACE(std::string(shape.type()) + " " + std::to_string(i));
    for (int k = 0; k < 6; ++k) {
      const Vec3 n = direction_of_any_length(random);
      expect_near_above(support_value(shape, at.pose(), n), truth_along(truth, n), n.stableNorm(), size);
    }
    const BoundingBox box = bounding_box(shape, at.pose());
    ASSERT_TRUE(box.bounded());
    for (int axis = 0; axis < 3; ++axis) {
      expect_near_above(box.high[axis], truth_along(truth, Vec3::Unit(axis)), 1.0, size);
      expect_near_above(-box.low[axis], truth_along(truth, -Vec3::Unit(axis)), 1.0, size);
    }
  }
}

/// Where the value itself is zero, what is left is the charge: rounding, and how far stored points may be off.
TEST(PlacedSupport, IsChargedForRoundingAndForTheCore) {
  const Shape triangle = Triangle({0, 0, 0}, {-1, 1, 0}, {-1, -1, 0.5});
  const detail::Core& core = triangle.core();
  const double size = core.centre.eigen().lpNorm<1>() + core.reach * core.unit, off = core.error * core.unit;
  ASSERT_GT(off, u * size);
  EXPECT_GE(support_value(triangle, {}, {1, 0, 0}), 48.0 * u * size + off);
  EXPECT_LE(support_value(triangle, {}, {1, 0, 0}), 49.0 * u * size + off);
}

TEST(PlacedSupport, OfAUnionIsTheLargestOfItsParts) {
  Random random(182);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::pair<Shape, Placement>> parts;
    for (int k = random.integer(1, 12); k > 0; --k) {
      parts.emplace_back(random_shape(random, bounded_type(random), {}), near_or_far(random));
      parts.back().second.position = random.vector(random.chance(0.1) ? 1e5 : 3.0);
    }
    const PlacedShape placed = PlacedShape::of_parts(parts, near_or_far(random));
    for (int k = 0; k < 6; ++k) {
      const Vec3 n = direction_of_any_length(random);
      Quad most = -HUGE_VAL;
      double size = 0.0;
      for (const auto& [shape, place] : placed.parts) {
        const QuadBody truth(shape, place, Vec3::Zero(), &placed.at);
        most = std::max(most, truth_along(truth, n));
        size = std::max(size, extent(truth) + place.position.norm());
      }
      expect_near_above(support_value(placed.shape, placed.at.pose(), n), most, n.stableNorm(),
                        size + placed.at.position.norm());
    }
  }
}

/// n . R d without rounding that counts, times the square of the length of the quaternion.
Quad along_turned(const std::array<double, 4>& q, const Vec3& d, const Vec3& n) {
  const Quad w = q[0], x = q[1], y = q[2], z = q[3];
  const Quad rows[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                           {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                           {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
  Quad sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += static_cast<Quad>(n[i]) * rows[i][j] * d[j];
  return sum;
}

/// Of a ray that rises by less than rounding can tell, no end is claimed.
TEST(PlacedSupport, OfARayIsEndlessWhereItRises) {
  Random random(183);
  int rising = 0, falling = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto q = random.quaternion();
    const Vec3 d = random.direction();
    const Pose pose = Pose::from_quaternion(q[0], q[1], q[2], q[3], Vec3::Zero());
    const Vec3 turned = pose.rotation() * d, aside = random.direction();
    const Vec3 n = aside - turned * (aside.dot(turned) / turned.squaredNorm()) + random.uniform(-9, 9) * u * turned;
    const double value = support_value(Ray(Vec3::Zero(), d), pose, n);
    if (along_turned(q, d, n) > 0) {
      ++rising;
      EXPECT_EQ(value, HUGE_VAL) << i;
    }
    falling += support_value(Ray(Vec3::Zero(), d), pose, Vec3(n - 1e-12 * turned)) < HUGE_VAL;
  }
  EXPECT_GT(rising, 1500);
  EXPECT_EQ(falling, 4000);
}

TEST(PlacedSupport, OfAnUnboundedShapeIsFiniteWhereItMustBe) {
  const Shape floor = Halfspace({0, 0, 2}, 1.0);  // z <= 0.5
  const BoundingBox under = bounding_box(floor, Pose::translation({7, 8, 9}));
  EXPECT_EQ(under.low.z(), -HUGE_VAL);
  EXPECT_GE(under.high.z(), 9.5);
  EXPECT_LE(under.high.z(), 9.5 + 1e-12);
  EXPECT_EQ(under.high.x(), HUGE_VAL);
  EXPECT_FALSE(under.bounded());
  Mat3 quarter;
  quarter << 0, 0, 1, 1, 0, 0, 0, 1, 0;  // z goes to x
  EXPECT_NEAR(bounding_box(floor, Pose(quarter, Vec3::Zero())).high.x(), 0.5, 1e-13);
  // Tilted by less than anyone can see, it has no top.
  Mat3 tilted = Mat3::Identity();
  tilted(0, 2) = 1e-300;
  EXPECT_EQ(bounding_box(floor, Pose(tilted, Vec3::Zero())).high.z(), HUGE_VAL);

  const BoundingBox wall = bounding_box(Plane({0, 1, 0}, 2.0));
  EXPECT_NEAR(wall.low.y(), 2.0, 1e-13);
  EXPECT_LE(wall.low.y(), 2.0);
  EXPECT_GE(wall.high.y(), 2.0);
  EXPECT_EQ(wall.low.x(), -HUGE_VAL);

  const BoundingBox beam = bounding_box(Ray({1, 2, 3}, {1, 1, 0}));
  EXPECT_NEAR(beam.low.x(), 1.0, 1e-13);
  EXPECT_NEAR(beam.low.y(), 2.0, 1e-13);
  EXPECT_EQ(beam.high.x(), HUGE_VAL);
  EXPECT_NEAR(beam.low.z(), 3.0, 1e-13);
  EXPECT_NEAR(beam.high.z(), 3.0, 1e-13);
  EXPECT_LT(support_value(Ray({1, 2, 3}, {1, 1, 0}), {}, {-1, 0.5, 4}), HUGE_VAL);
  EXPECT_EQ(support_value(Ray({1, 2, 3}, {1, 1, 0}), {}, {-1, 1, 4}), HUGE_VAL) << "a sign that rounding could decide";

  const BoundingBox rail = bounding_box(Line({1, 2, 3}, {0, 1, 0}));
  EXPECT_NEAR(rail.high.x(), 1.0, 1e-13);
  EXPECT_NEAR(rail.high.z(), 3.0, 1e-13);
  EXPECT_EQ(rail.high.y(), HUGE_VAL);
  EXPECT_EQ(rail.low.y(), -HUGE_VAL);

  const Shape both = Union({{Box({1, 1, 1})}, {Halfspace({0, 0, 1}, -2.0)}});
  EXPECT_NEAR(bounding_box(both).high.z(), 0.5, 1e-13);
  EXPECT_EQ(bounding_box(both).low.z(), -HUGE_VAL);
}

TEST(PlacedSupport, ClaimsNothingOfNumbersThatOverflow) {
  const Shape box = Box({1, 1, 1});
  EXPECT_EQ(support_value(box, {}, {NAN, 0, 0}), HUGE_VAL);
  EXPECT_EQ(support_value(box, {}, {HUGE_VAL, 0, 0}), HUGE_VAL);
  EXPECT_EQ(support_value(box, {}, {0, 0, 0}), 0.0);
  const BoundingBox far = bounding_box(Box({1e308, 1, 1}), Pose::translation({1.7e308, 0, 0}));
  EXPECT_EQ(far.high.x(), HUGE_VAL);
  EXPECT_LE(far.low.x(), 1.2e308);
  EXPECT_GE(support_value(box, {}, {1e-320, 0, 0}), 0.5e-320);
}

}  // namespace
}  // namespace oracle
