// A state may change speed, never the answer beyond the enclosure.

#include <climits>
#include <cmath>

#include "families.hpp"
#include "random_shapes.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

void expect_same_within_bounds(const Result& cold, const Result& warm, const Query& q) {
  SCOPED_TRACE(json_line(q, "case"));
  EXPECT_LE(warm.lower, cold.upper);
  EXPECT_LE(cold.lower, warm.upper);
  EXPECT_EQ(warm.has_distance(), cold.has_distance());
}

TEST(PairState, WarmAlongAPathEqualsCold) {
  Random random(31);
  for (int pair = 0; pair < 40; ++pair) {
    ShapeStyle style;
    Query q{
        random_shape(random, bounded_type(random), style), random_shape(random, bounded_type(random), style), {}, {}};
    const Vec3 from = random.vector(2), to = random.vector(2), axis = random.direction();
    PairState state;
    for (int step = 0; step <= 40; ++step) {
      q.at_b.position = from + step / 40.0 * (to - from);
      q.at_b.matrix = Eigen::AngleAxisd(0.02 * step, axis).toRotationMatrix();
      const Result warm = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {}, &state);
      expect_right(q, warm);
      expect_same_within_bounds(answer(q), warm, q);
    }
  }
}

TEST(PairState, WarmTakesNoMoreStepsWhereNothingMoves) {
  Random random(32);
  std::vector<Vec3> points_a, points_b;
  for (int i = 0; i < 200; ++i) {
    points_a.push_back(random.direction());
    points_b.push_back(random.direction());
  }
  Query q{Hull(points_a), Hull(points_b), {}, {}};
  int cold_steps = 0, warm_steps = 0;
  for (int i = 0; i < 50; ++i) {
    q.at_b.position = random.uniform(2.1, 3) * random.direction();
    PairState state;
    cold_steps += distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {}, &state).iterations;
    warm_steps += distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {}, &state).iterations;
  }
  EXPECT_LT(warm_steps, cold_steps);
}

TEST(PairState, OfAnotherPairDoesNoHarm) {
  PairState state;
  for (std::uint64_t i = 0; i < repetitions(2000U); ++i) {
    const Query q = make_query(families()[i % families().size()], 33, i);
    const Result warm = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {}, &state);
    expect_right(q, warm);
    expect_same_within_bounds(answer(q), warm, q);
  }
}

TEST(PairState, OfGarbageDoesNoHarm) {
  Random random(34);
  const double wild[] = {0.0, 1.0, -1.0, NAN, INFINITY, -INFINITY, 1e308, 5e-324};
  const int indices[] = {0, 1, -1, 3, 1000, INT_MAX, INT_MIN};
  for (std::uint64_t i = 0; i < repetitions(2000U); ++i) {
    const Query q = make_query(families()[i % families().size()], 35, i);
    PairState state;
    for (int k = 0; k < 3; ++k) state.direction[k] = wild[random.integer(0, 7)];
    state.count = random.chance(0.7) ? random.integer(0, 4) : indices[random.integer(0, 6)];
    for (int& s : state.support_a) s = indices[random.integer(0, 6)];
    for (int& s : state.support_b) s = indices[random.integer(0, 6)];
    const Result warm = distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), {}, &state);
    expect_right(q, warm);
    expect_same_within_bounds(answer(q), warm, q);
  }
}

}  // namespace
}  // namespace oracle
