// Tracked along a path, every method agrees with the default solver that starts anew: a few of the trajectories of
// `clearance_stress --trajectories`.

#include <gtest/gtest.h>

#include "clearance/tracker.hpp"
#include "pair_states.hpp"
#include "repetitions.hpp"
#include "trajectory.hpp"

namespace oracle {
namespace {

using namespace clearance;

const MethodTally& of(const TrajectoryTally& tally, Method method) {
  const auto table = methods();
  for (std::size_t m = 0; m < table.size(); ++m)
    if (table[m].method == method) return tally.methods[m];
  return tally.methods.front();
}

TEST(Trajectories, EveryMethodAgreesWithTheColdDefault) {
  TrajectoryTally tally;
  for (std::uint64_t i = 0; i < 60; ++i) tally.add(run_trajectory(1, i, repetitions(100)));
  EXPECT_EQ(tally.failures(), 0U);
  for (const std::string& report : tally.reports) ADD_FAILURE() << report;
  for (const Method method : {Method::feature, Method::egjk, Method::lin_canny}) {
    const MethodTally& t = of(tally, method);
    EXPECT_GT(t.overlaps, t.queries / 50) << info(method).name;
    // Where the bodies are apart, the method answers itself nearly always.
    EXPECT_GT(static_cast<double>(t.by_itself), 0.97 * static_cast<double>(t.queries - t.overlaps))
        << info(method).name;
  }
}

/// Rounding misled Lemke's method, on two hulls of 27 and 40 points, into 4275 exchanges.
TEST(Trajectories, LemkesMethodStopsInTime) {
  const TrajectoryTally tally = run_trajectory(101, 6013, 36);
  EXPECT_EQ(tally.failures(), 0U);
  EXPECT_GT(of(tally, Method::lcp).queries, 30U);
}

TEST(Trajectories, AnySizeAndRatio) {
  TrajectoryTally tally;
  for (std::uint64_t i = 0; i < repetitions(300U); ++i) tally.add(run_size(1, i));
  EXPECT_EQ(tally.failures(), 0U);
  for (const std::string& report : tally.reports) ADD_FAILURE() << report;
  EXPECT_GT(of(tally, Method::feature).by_itself, repetitions(300U));
}

Shape round_hull(Random& random, int count) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(random.direction());
  return Hull(points);
}

TEST(Tracker, AgreesWithACallOfItsOwnWhereverThePairJumps) {
  Random random(91);
  for (const int count : {12, 300}) {
    Tracker tracker(round_hull(random, count), round_hull(random, count));
    int overlaps = 0;
    for (int step = 0; step < 300; ++step) {
      if (step == 200) tracker.forget();
      const Pose at(random.rotation(), random.uniform(0.5, 4) * random.direction());
      const Result cold = distance(tracker.a(), {}, tracker.b(), at);
      const Result tracked = tracker.distance({}, at);
      EXPECT_LE(tracked.lower, cold.upper);
      EXPECT_LE(cold.lower, tracked.upper);
      EXPECT_TRUE(tracked.converged());
      EXPECT_TRUE(verify(tracked, tracker.a(), {}, tracker.b(), at));
      overlaps += tracked.status == Status::penetrating;
    }
    EXPECT_GT(overlaps, 30);
  }
}

TEST(Tracker, NeedsOneLookWhereThePairHardlyMoves) {
  Random random(93);
  const std::vector<std::pair<Shape, Shape>> pairs{{Box({1, 2, 3}), round_hull(random, 12)},
                                                   {round_hull(random, 12), round_hull(random, 300)},
                                                   {round_hull(random, 1000), round_hull(random, 60)},
                                                   {Capsule(0.2, 3.0), Box({1, 1, 2})},
                                                   {Triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), round_hull(random, 40)}};
  for (const auto& [a, b] : pairs) {
    Tracker tracker(a, b);
    const Vec3 axis = random.direction();
    int one_look = 0;
    for (int step = 0; step < 200; ++step) {
      const Pose at = pose(Vec3(6, 1e-3 * step, 0), Eigen::AngleAxisd(1e-3 * step, axis));
      const Result cold = distance(a, {}, b, at), tracked = tracker.distance({}, at);
      EXPECT_NEAR(tracked.distance, cold.distance, 4e-15);
      EXPECT_LE(tracked.upper - tracked.lower, 1e-12);
      EXPECT_TRUE(verify(tracked, a, {}, b, at));
      one_look += tracked.method == Method::feature && tracked.iterations == 1;
    }
    EXPECT_GT(one_look, 150);
  }
}

/// Large hulls walk to other features, and small ones are left to GJK.
TEST(Tracker, SearchesByFeaturesInLargeHullsAlone) {
  Random random(94);
  for (const int count : {12, 1000}) {
    Tracker tracker(round_hull(random, count), round_hull(random, count));
    int searched = 0, by_features = 0;
    for (int step = 0; step < 200; ++step) {
      const Pose at = pose(Vec3(2.5, 0, 0), Eigen::AngleAxisd(0.1 * step, Vec3(1, 2, 3).normalized()));
      const Result cold = distance(tracker.a(), {}, tracker.b(), at), tracked = tracker.distance({}, at);
      EXPECT_NEAR(tracked.distance, cold.distance, 4e-15);
      EXPECT_TRUE(verify(tracked, tracker.a(), {}, tracker.b(), at));
      searched += tracked.iterations > 1;
      by_features += tracked.iterations > 1 && tracked.method == Method::feature;
    }
    EXPECT_GT(searched, 50);
    EXPECT_EQ(by_features > 0, count == 1000);
  }
}

TEST(Tracker, KeepsToTheMethodItIsGiven) {
  Random random(92);
  Tracker tracker(round_hull(random, 30), round_hull(random, 30), {.method = Method::lin_canny});
  const Result first = tracker.distance({}, Pose::translation({3, 0, 0}));
  EXPECT_EQ(first.method, Method::lin_canny);
  EXPECT_FALSE(is_empty(tracker.state()));
  tracker.forget();
  EXPECT_TRUE(is_empty(tracker.state()));
}

}  // namespace
}  // namespace oracle
