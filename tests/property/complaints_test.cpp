// What users of other libraries complain of, one test for each.

#include <cmath>

#include "families.hpp"
#include "polyhedral.hpp"
#include "random_shapes.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

Shape random_hull(Random& random, int count, double scale) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(scale * random.direction());
  return Hull(std::move(points));
}

/// mujoco#3383: zero returned for separated hulls.
TEST(Complaints, ZeroForSeparatedHulls) {
  Random random(601);
  for (int i = 0; i < repetitions(2000); ++i) {
    Query q{random_hull(random, 20, 1), random_hull(random, 20, 1), {}, {}};
    q.at_a.matrix = random.rotation();
    q.at_b.position = 2.001 * random.direction();
    const Result r = answer(q);
    EXPECT_EQ(r.status, Status::separated) << json_line(q, "case");
    EXPECT_GT(r.distance, 0);
  }
}

/// fcl#508: unit cubes whose centres are 4 apart gave 3.162 in place of 3.
TEST(Complaints, UnitCubesFourApart) {
  Query q{Box({1, 1, 1}), Box({1, 1, 1}), {}, {}};
  for (const Vec3& at : {Vec3(4, 0, 0), Vec3(0, -4, 0), Vec3(4, 0.5, 0.5), Vec3(4, 1, 0)}) {
    q.at_b.position = at;
    EXPECT_NEAR(answer(q).distance, 3.0, 1e-15);
  }
}

/// fcl#493, fcl#495: two solvers of one library disagree about touching and separated.
TEST(Complaints, MethodsContradictEachOther) {
  for (std::uint64_t i = 0; i < repetitions(1500U); ++i) {
    const Query q = make_query(families()[i % families().size()], 602, i);
    double lower = -INFINITY, upper = INFINITY;
    for (const MethodInfo& m : methods()) {
      if (!m.accepts(q.a, q.b)) continue;
      const Result r = answer(q, {.method = m.method});
      lower = std::max(lower, r.lower);
      upper = std::min(upper, r.upper);
    }
    EXPECT_LE(lower, upper) << json_line(q, "case");
  }
}

/// openral#190: a picometre of motion flips the verdict.
TEST(Complaints, PicometreFlipsTheVerdict) {
  Random random(603);
  for (int i = 0; i < repetitions(500); ++i) {
    Query q{random_hull(random, 30, 1), random_hull(random, 30, 1), {}, {}};
    q.at_b.position = random.uniform(1, 3) * random.direction();
    const Result r = answer(q);
    q.at_b.position += 1e-12 * random.direction();
    const Result s = answer(q);
    EXPECT_NEAR(r.distance, s.distance, 2e-12) << json_line(q, "case");
    if (std::abs(r.distance) > 1e-11) {
      EXPECT_EQ(r.status, s.status);
    }
  }
}

/// drake#21673, libccd#7, coal#636: exceptions in the middle of planning, hangs, contacts that are not numbers.
TEST(Complaints, ExceptionsHangsAndNotANumber) {
  for (std::uint64_t i = 0; i < repetitions(6900U); ++i) {
    const Query q = make_query(families()[i % families().size()], 604, i);
    Result r;
    ASSERT_NO_THROW(r = answer(q)) << json_line(q, "case");
    EXPECT_LE(r.iterations, max_iterations);
    EXPECT_FALSE(std::isnan(r.distance) || std::isnan(r.lower) || std::isnan(r.upper)) << json_line(q, "case");
    EXPECT_TRUE(r.point_a.allFinite() && r.point_b.allFinite() && r.normal.allFinite()) << json_line(q, "case");
  }
}

/// coal#604: a looser tolerance gives a totally wrong distance.
TEST(Complaints, LooseToleranceGivesNonsense) {
  for (std::uint64_t i = 0; i < repetitions(500U); ++i) {
    const Query q = make_query(families()[1], 605, i);
    const Result tight = answer(q);
    for (const double tolerance : {1e-1, 1e-2, 1e-4}) {
      const Result loose = answer(q, {.tolerance = tolerance});
      const double size = check(tight, q).size;
      EXPECT_NEAR(loose.distance, tight.distance, 2 * tolerance * size) << json_line(q, "case");
      EXPECT_LE(loose.lower, tight.upper);
      EXPECT_GE(loose.upper, tight.lower);
    }
  }
}

/// box2d#734, bullet3#4330: a warm start that silently does nothing.
TEST(Complaints, WarmStartDoesNothing) {
  Random random(606);
  Query q{random_hull(random, 500, 1), random_hull(random, 500, 1), {}, {}};
  PairState state;
  int cold = 0, warm = 0;
  for (int step = 0; step < 200; ++step) {
    q.at_b.position = Vec3(2.3 * std::cos(0.01 * step), 2.3 * std::sin(0.01 * step), 0.2);
    cold += answer(q).iterations;
    warm += distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {}, &state).iterations;
  }
  EXPECT_LT(warm, cold * 3 / 4);
}

/// fcl#276, fcl#527, fcl#552: "at least m apart?" costs as much as the distance.
TEST(Complaints, AtLeastApartCostsAFullDistance) {
  Random random(607);
  int full = 0, limited = 0;
  for (int i = 0; i < repetitions(200); ++i) {
    Query q{random_hull(random, 200, 1), random_hull(random, 200, 1), {}, {}};
    q.at_b.position = random.uniform(3, 6) * random.direction();
    full += answer(q).iterations;
    const Result r = answer(q, {.max_distance = 0.5});
    limited += r.iterations;
    EXPECT_GT(r.lower, 0.5);
  }
  EXPECT_LT(limited, full / 2);
}

/// mujoco#3260: flat hulls refused.
TEST(Complaints, FlatHullsRefused) {
  const Query q{Hull({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}), Hull({{0.5, 0.5, 2}, {0.5, 0.5, 3}}), {}, {}};
  const Result r = answer(q);
  EXPECT_EQ(r.status, Status::separated);
  EXPECT_NEAR(r.distance, 2, 1e-15);
}

/// mujoco_warp#1430, openGJK#52: micrometre bodies and hundred-metre bodies fail.
TEST(Complaints, VerySmallAndVeryLargeBodies) {
  Random random(608);
  for (const double scale : {1e-6, 1e2, 1e-23, 1e20}) {
    for (int i = 0; i < repetitions(200); ++i) {
      Query q{random_hull(random, 20, scale), random_hull(random, 20, scale), {}, {}};
      q.at_b.position = scale * random.uniform(0, 4) * random.direction();
      expect_right(q, answer(q));
    }
  }
}

/// Far-from-origin coordinates lose digits.
TEST(Complaints, FarFromTheOriginLosesDigits) {
  Random random(609);
  const Shape a = random_hull(random, 20, 1), b = random_hull(random, 20, 1);
  for (int i = 0; i < repetitions(200); ++i) {
    Query q{a, b, {}, {}};
    for (int k = 0; k < 3; ++k) q.at_b.position[k] = random.integer(-24, 24) / 8.0;
    const Result near = answer(q);
    const Vec3 offset(1e8, -1e8, 5e7);
    q.at_a.position += offset;
    q.at_b.position += offset;
    const Result far = answer(q);
    EXPECT_NEAR(far.distance, near.distance, 1e-14);
    EXPECT_LE(far.upper - far.lower, 1e-13);
  }
}

/// fcl#392: half-space pairs missing.
TEST(Complaints, HalfspacePairsMissing) {
  const Shape ground = Halfspace({0, 0, 1}, 0);
  for (const Standard& s : standard_shapes()) {
    for (const double height : {-0.5, 4.0}) {
      Query q{ground, s.shape, {}, s.at};
      q.at_b.position.z() += height;
      expect_right(q, answer(q));
    }
  }
}

/// drake#12468: the precision of a pair's answer is unknown.
TEST(Complaints, PrecisionPerPairUnknown) {
  for (const Standard& a : standard_shapes()) {
    for (const Standard& b : standard_shapes()) {
      const Query q{a.shape, b.shape, a.at, facing(b.at, 0.5)};
      const Result r = answer(q);
      const double bound = a.shape.polyhedral() && b.shape.polyhedral() ? 1e-12 : 1e-9;
      EXPECT_LE(r.upper - r.lower, bound * check(r, q).size) << json_line(q, "case");
    }
  }
}

/// dolfinx#3653: right answers need exact arithmetic. Ours are right without it being asked for.
TEST(Complaints, OnlyExactArithmeticIsRight) {
  Random random(610);
  for (int i = 0; i < repetitions(500); ++i) {
    ShapeStyle style;
    style.lattice = true;
    Query q{random_shape(random, Type::tetrahedron, style), random_shape(random, Type::tetrahedron, style), {}, {}};
    for (int k = 0; k < 3; ++k) q.at_b.position[k] = random.integer(-3, 3);
    const Result r = answer(q);
    const Truth truth = signed_distance(exact_core(q.a, q.at_a).body, exact_core(q.b, q.at_b).body);
    EXPECT_NEAR(r.distance, static_cast<double>(truth.approximate()), 1e-14) << json_line(q, "case");
    if (truth.sign == 0) {
      EXPECT_EQ(r.status, Status::touching);
    }
    expect_right(q, r);
  }
}

}  // namespace
}  // namespace oracle
