// The fast lane answers for the default method alone; a method that is named is the careful lane's. Both must say the
// same, and the fast one no less precisely.

#include <cmath>
#include <limits>
#include <vector>

#include "random.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

Shape random_hull(Random& random, int count, double size) {
  std::vector<Vec3> points;
  const Vec3 axes(random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5));
  for (int i = 0; i < count; ++i) points.push_back(size * axes.cwiseProduct(random.direction()));
  return Hull(points);
}

/// The kinds of cores that the fast lane has ways for.
Shape random_core(Random& random, double size) {
  const auto length = [&] { return size * random.uniform(0.2, 2.0); };
  switch (random.integer(0, 8)) {
    case 0:
      return Sphere(length());
    case 1:
      return Capsule(length(), length());
    case 2:
      return Box({length(), length(), length()});
    case 3:
      return Box({length(), length(), 0.0});
    case 4:
      return Point();
    case 5:
      return Segment(size * random.direction(), -size * random.direction());
    case 6:
      return SphereHull({{Vec3::Zero(), 0.3 * size},
                         {size * random.direction(), 0.3 * size},
                         {size * random.direction(), 0.3 * size}});
    default:
      return random_hull(random, random.chance(0.5) ? random.integer(4, 12) : random.integer(13, 200), size);
  }
}

Query random_pair(Random& random) {
  const double size = random.chance(0.7) ? 1.0 : random.magnitude(1e-12, 1e12);
  const double ratio = random.chance(0.7) ? 1.0 : random.magnitude(1e-6, 1e6);
  Query q{random_core(random, size), random_core(random, size * ratio), {}, {}};
  q.at_a.matrix = random.chance(0.2) ? random.cube_rotation() : random.rotation();
  if (random.chance(0.3))
    q.at_b.quaternion = random.quaternion();
  else
    q.at_b.matrix = random.chance(0.2) ? q.at_a.matrix : random.rotation();
  q.at_a.position = random.chance(0.2) ? Vec3(1e6 * size * random.direction()) : Vec3(size * random.vector(1));
  q.at_b.position = q.at_a.position + size * (1.0 + ratio) * random.uniform(0.0, 4.0) * random.direction();
  return q;
}

/// Moves b along the normal until the gap is next to nothing.
void bring_near(Query& q, Random& random) {
  const Result r = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose());
  if (r.distance > 0.0) q.at_b.position -= r.distance * (1.0 - random.magnitude(1e-12, 1e-2)) * r.normal;
}

void expect_same(const Result& fast, const Result& careful, double size) {
  EXPECT_LE(fast.lower, careful.upper);
  EXPECT_LE(careful.lower, fast.upper);
  EXPECT_LE(fast.lower, fast.distance);
  EXPECT_LE(fast.distance, fast.upper);
  EXPECT_NE(fast.method, Method::automatic);
  EXPECT_TRUE(fast.converged());
  EXPECT_NEAR(fast.normal.norm(), 1.0, 1e-14);
  EXPECT_LE((fast.point_b - fast.point_a - fast.distance * fast.normal).norm(), 1e-9 * size);
  // Rounding alone: 96 u of the size, and as much again for slab and points that do not quite meet.
  EXPECT_LE(fast.upper - fast.lower, std::max(careful.upper - careful.lower, 1e-13 * size) + 1e-14 * size);
}

double size_of(const Query& q) {
  const double size = measure(q).size;
  return size + q.at_a.position.norm() * 1e-6;
}

TEST(FastLane, SaysWhatTheCarefulLaneSays) {
  Random random(71);
  for (int i = 0; i < repetitions(4000); ++i) {
    Query q = random_pair(random);
    if (random.chance(0.5)) bring_near(q, random);
    SCOPED_TRACE(json_line(q, "case"));
    const Result fast = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose());
    const Result careful = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {.method = Method::gjk});
    expect_same(fast, careful, size_of(q));
    EXPECT_TRUE(verify(fast, q.a, q.at_a.pose(), q.b, q.at_b.pose()));
  }
}

TEST(FastLane, IsRightBesideTheOracle) {
  Random random(72);
  for (int i = 0; i < repetitions(300); ++i) {
    Query q = random_pair(random);
    if (random.chance(0.5)) bring_near(q, random);
    const Result fast = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose());
    SCOPED_TRACE(json_line(q, "case"));
    EXPECT_TRUE(check(fast, q).ok());
    EXPECT_EQ(inconsistency(fast, measure(q).size), "");
  }
}

TEST(FastLane, StopsAtALimitThatItHasProven) {
  Random random(73);
  int stopped = 0;
  for (int i = 0; i < repetitions(1000); ++i) {
    const Query q = random_pair(random);
    const double truth = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose()).distance;
    if (!(truth > 0.0)) continue;
    SCOPED_TRACE(json_line(q, "case"));
    PairState state;
    for (int k = 0; k < 3; ++k) {
      const Result r = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {.max_distance = 0.5 * truth}, &state);
      EXPECT_LE(r.lower, truth * (1.0 + 1e-12));
      EXPECT_GE(r.upper, truth * (1.0 - 1e-12));
      EXPECT_GT(r.lower, 0.5 * truth);
      stopped += r.ending == Ending::beyond_limit;
    }
    const Result below = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {.min_distance = 2.0 * truth});
    EXPECT_LT(below.upper, 2.0 * truth);
  }
  EXPECT_GT(stopped, 0);
}

TEST(FastLane, ALimitDoesNotSpoilTheState) {
  Random random(74);
  for (int i = 0; i < repetitions(50); ++i) {
    const Query q{random_hull(random, 100, 1.0), random_hull(random, 100, 1.0), {}, {}};
    Query moved = q;
    moved.at_b.position = random.uniform(3.5, 5.0) * random.direction();
    PairState state;
    const double truth = distance(moved.a, moved.at_a.pose(), moved.b, moved.at_b.pose(), {}, &state).distance;
    distance(moved.a, moved.at_a.pose(), moved.b, moved.at_b.pose(), {.max_distance = 0.9 * truth}, &state);
    const Result next = distance(moved.a, moved.at_a.pose(), moved.b, moved.at_b.pose(), {}, &state);
    EXPECT_EQ(next.method, Method::feature);
  }
}

TEST(FastLane, KeepsWhatTheMatrixLacks) {
  // A matrix that stretches by 1e-7 is the pair that is asked about, not the rotation next to it.
  Random random(75);
  for (int i = 0; i < repetitions(200); ++i) {
    Query q = random_pair(random);
    q.at_b.quaternion.reset();
    q.at_b.matrix = random.rotation() * (1.0 + random.uniform(-1e-7, 1e-7));
    SCOPED_TRACE(json_line(q, "case"));
    const Result fast = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose());
    const Result careful = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {.method = Method::gjk});
    EXPECT_LE(fast.lower, careful.upper);
    EXPECT_LE(careful.lower, fast.upper);
  }
}

}  // namespace
}  // namespace oracle
