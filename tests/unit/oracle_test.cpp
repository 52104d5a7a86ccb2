// The oracles themselves: against closed forms, against each other, and that they refuse wrong claims.

#include <gtest/gtest.h>

#include <cmath>

#include "families.hpp"
#include "models/facet_ball.hpp"
#include "polyhedral.hpp"
#include "quad_pair.hpp"
#include "random_shapes.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

Truth truth_of(const Query& q) { return signed_distance(exact_core(q.a, q.at_a).body, exact_core(q.b, q.at_b).body); }

TEST(ExactOracle, KnowsDistancesOfBoxes) {
  Query q{Box({1, 1, 1}), Box({1, 1, 1}), {}, {}};
  q.at_b.position = {4, 5, 1};
  const Truth truth = truth_of(q);
  EXPECT_EQ(truth.sign, 1);
  EXPECT_EQ(truth.squared, 9 + 16);
}
TEST(ExactOracle, KnowsDepthsOfBoxes) {
  Query q{Box({4, 4, 4}), Box({1, 1, 1}), {}, {}};
  q.at_b.position = {0.5, 0, 0};
  const Truth truth = truth_of(q);
  EXPECT_EQ(truth.sign, -1);
  EXPECT_EQ(truth.squared, 4);
}
/// The common denominator of the vertices of many half-spaces has tens of thousands of bits.
TEST(ExactOracle, KnowsDepthsOfManyHalfspaces) {
  Query q{models::facet_ball(5, {1, 0.45, 0.9}), Box({1, 1, 1}), {}, {}};
  for (const Vec3& way : {Vec3(2, 1, 0.5), Vec3(-1, 3, -2), Vec3(0.5, -1, 3)}) {
    q.at_b.position = way;
    const Result apart = answer(q);
    ASSERT_EQ(apart.status, Status::separated);
    q.at_b.position -= (apart.distance + 0.03) * apart.normal;
    const Result r = answer(q);
    EXPECT_EQ(r.status, Status::penetrating);
    expect_right(q, r);
  }
}
TEST(ExactOracle, KnowsIrrationalDistances) {
  // The corner of a cube over the face of a tetrahedron: (1, 1, 1) is 2 / sqrt(3) from x + y + z = 1.
  const Query q{Tetrahedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), Point({1, 1, 1}), {}, {}};
  EXPECT_EQ(truth_of(q).squared, mpq_class(4, 3));
}
TEST(ExactOracle, TurnsByQuaternionsExactly) {
  // (3, 4) / 5 by a quaternion that no double matrix holds: cos = 0.28 by w = 4, z = 3 (over 5).
  Query q{Point({1, 0, 0}), Plane({1, 0, 0}, 0), {}, {}};
  q.at_a.quaternion = {0.8, 0, 0, 0.6};
  const Truth truth = truth_of(q);
  const mpq_class w(0.8), z(0.6);
  const mpq_class x = (w * w - z * z) / (w * w + z * z);
  EXPECT_EQ(truth.squared, mpq_class(x * x));
}
TEST(ExactOracle, KnowsEveryStandardPair) {
  for (const Standard& a : standard_shapes()) {
    for (const Standard& b : standard_shapes()) {
      if (!a.shape.polyhedral() || !b.shape.polyhedral()) continue;
      const Query q{a.shape, b.shape, a.at, facing(b.at, 0.5)};
      EXPECT_EQ(truth_of(q).squared, mpq_class(1, 4)) << json_line(q, "case");
    }
  }
}
TEST(ExactOracle, ComparesWithDoublesExactly) {
  Truth third;
  third.sign = -1;
  third.squared = mpq_class(1, 9);
  const double near = -1.0 / 3;  // rounds towards zero
  EXPECT_EQ(compare(third, near), -1);
  EXPECT_EQ(compare(third, std::nextafter(near, -1.0)), 1);
  EXPECT_EQ(compare(third, -INFINITY), 1);
  EXPECT_EQ(compare(third, INFINITY), -1);
  EXPECT_EQ(compare(third, 1, mpq_class(-4, 3)), 0);
}

TEST(QuadOracle, AgreesWithTheExactOne) {
  Random random(41);
  int separated = 0, overlapping = 0;
  for (int i = 0; i < 300; ++i) {
    ShapeStyle style;
    Query q{random_shape(random, Type::hull, style), random_shape(random, Type::tetrahedron, style), {}, {}};
    q.at_a.quaternion = random.quaternion();
    q.at_b.position = random.vector(1.8);
    const Truth truth = truth_of(q);
    QuadPair pair(q.a, q.at_a, q.b, q.at_b);
    pair.approach(Vec3::UnitX(), [](Quad, Quad) { return false; });
    const long double exact = truth.approximate();
    if (truth.sign > 0) {
      ++separated;
      EXPECT_NEAR(static_cast<double>(static_cast<long double>(pair.lower()) - exact), 0, 1e-15);
      EXPECT_NEAR(static_cast<double>(static_cast<long double>(pair.upper()) - exact), 0, 1e-15);
      EXPECT_LE(static_cast<double>(pair.upper() - pair.lower()), 1e-25);
    } else if (truth.sign < 0) {
      ++overlapping;
      EXPECT_EQ(static_cast<double>(pair.upper()), 0);
      pair.search_depth(Vec3::UnitX(), [](Quad, Quad) { return false; });
      EXPECT_LE(static_cast<double>(static_cast<long double>(pair.lower()) - exact), 1e-15);
      EXPECT_GE(static_cast<double>(static_cast<long double>(pair.lower()) - exact), -0.05);
    }
  }
  EXPECT_GT(separated, 100);
  EXPECT_GT(overlapping, 20);
}
TEST(QuadOracle, ConvergesOnCurvedPairs) {
  Random random(42);
  const Type curved[] = {Type::cylinder, Type::cone, Type::ellipsoid, Type::spheres, Type::capsule};
  int narrow = 0, separated = 0;
  for (int i = 0; i < 300; ++i) {
    ShapeStyle style;
    Query q{random_shape(random, curved[i % 5], style), random_shape(random, curved[i / 5 % 5], style), {}, {}};
    q.at_a.matrix = random.rotation();
    q.at_b.position = 3 * random.direction();
    QuadPair pair(q.a, q.at_a, q.b, q.at_b);
    pair.approach(Vec3::UnitX(), [](Quad, Quad) { return false; });
    if (pair.upper() <= 0) continue;
    ++separated;
    narrow += static_cast<double>(pair.upper() - pair.lower()) <= 1e-18;
    EXPECT_LE(static_cast<double>(pair.lower() - pair.upper()), 1e-27);
  }
  EXPECT_GT(separated, 200);
  EXPECT_GE(narrow, separated * 95 / 100);
}

TEST(Check, RefusesWrongClaims) {
  int polyhedral = 0, curved = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Query q = make_query(families()[1], 43, i);
    const Result r = answer(q);
    const Verdict right = check(r, q);
    // The truth is within 1e-3 of the answer; whatever else is claimed must be found out.
    if (!right.ok() || !r.has_distance() || r.distance < 1e-3) continue;
    (right.polyhedral ? polyhedral : curved) += 1;
    Result high = r;
    high.lower = high.distance = r.upper + 1e-12;
    high.upper = r.upper + 2e-12;
    EXPECT_TRUE(check(high, q).enclosure_misses) << json_line(q, "case");
    Result low = r;
    low.lower = r.lower - 2e-12;
    low.upper = low.distance = r.lower - 1e-12;
    EXPECT_TRUE(check(low, q).enclosure_misses) << json_line(q, "case");
    Result off = r;
    off.distance = r.distance + 1e-7;
    EXPECT_TRUE(check(off, q).wrong_distance) << json_line(q, "case");
  }
  EXPECT_GT(polyhedral, 30);
  EXPECT_GT(curved, 30);
}
TEST(Check, RefusesWrongDepths) {
  int seen = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const Query q = make_query(families()[1], 44, i);
    const Result r = answer(q);
    const Verdict right = check(r, q);
    if (!right.ok() || r.status != Status::penetrating || !r.has_distance()) continue;
    ++seen;
    Result shallow = r;
    shallow.distance = shallow.lower = shallow.upper = r.distance / 2;
    EXPECT_FALSE(check(shallow, q).ok()) << json_line(q, "case");
    Result deep = r;
    deep.distance = deep.lower = deep.upper = 2 * r.distance;
    EXPECT_FALSE(check(deep, q).ok()) << json_line(q, "case");
  }
  EXPECT_GT(seen, 50);
}

}  // namespace
}  // namespace oracle
