// A state may change speed, never the answer beyond the enclosure.

#include "families.hpp"
#include "pair_states.hpp"
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
  const auto at = [](const Query& q, const Options& options, PairState* state) {
    return distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), options, state);
  };
  for (std::uint64_t i = 0; i < repetitions(2000U); ++i) {
    const Query q = make_query(families()[i % families().size()], 35, i);
    for (const MethodInfo& method : methods()) {
      if (method.method != Method::automatic && (i % 8 != 0 || !method.accepts(q.a, q.b))) continue;
      const Options options{.method = method.method};
      PairState state;
      if (random.chance(0.7)) at(q, options, &state);
      corrupt(state, random);
      const Result warm = at(q, options, &state);
      SCOPED_TRACE(method.name);
      expect_same_within_bounds(answer(q), warm, q);
      EXPECT_TRUE(warm.normal.allFinite() && warm.point_a.allFinite() && warm.point_b.allFinite());
      if (method.method == Method::automatic) expect_right(q, warm);
    }
  }
}

TEST(PairState, OfUnionsOfGarbageDoesNoHarm) {
  Random random(36);
  std::vector<Part> parts;
  for (int i = 0; i < 6; ++i) parts.push_back({Box({0.3, 0.4, 0.5}), Pose::translation({0.8 * i, 0.1 * i * i, 0})});
  const Shape a = Union(parts), b = Union({parts[0], parts[3]});
  for (int i = 0; i < 300; ++i) {
    const Pose at(random.rotation(), random.uniform(0, 6) * random.direction());
    PairState state;
    const Result cold = distance(a, {}, b, at, {}, &state);
    corrupt(state, random);
    const Result warm = distance(a, {}, b, at, {}, &state);
    EXPECT_LE(warm.lower, cold.upper);
    EXPECT_LE(cold.lower, warm.upper);
    EXPECT_TRUE(verify(warm, a, {}, b, at));
  }
}

/// Copies are as good as the original: a state holds no pointers.
TEST(PairState, MayBeCopied) {
  Random random(37);
  const Shape a = Hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}), b = Box({1, 2, 3});
  PairState state;
  EXPECT_TRUE(is_empty(state));
  for (int i = 0; i < 50; ++i) {
    const Pose at(random.rotation(), random.uniform(2, 4) * random.direction());
    PairState copy = state;
    const Result one = distance(a, {}, b, at, {}, &state), two = distance(a, {}, b, at, {}, &copy);
    EXPECT_EQ(one.distance, two.distance);
    EXPECT_EQ(one.lower, two.lower);
    EXPECT_EQ(one.iterations, two.iterations);
    EXPECT_TRUE(same_bytes(state, copy));
    EXPECT_FALSE(is_empty(state));
  }
}

}  // namespace
}  // namespace oracle
