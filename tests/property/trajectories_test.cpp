// Tracked along a path, every method agrees with the default solver that starts anew: a few of the trajectories of
// `clearance_stress --trajectories`.

#include <gtest/gtest.h>

#include "clearance/tracker.hpp"
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
  for (std::uint64_t i = 0; i < 60; ++i) tally.add(run_trajectory(1, i, 100));
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

TEST(Trajectories, AnySizeAndRatio) {
  TrajectoryTally tally;
  for (std::uint64_t i = 0; i < 300; ++i) tally.add(run_size(1, i));
  EXPECT_EQ(tally.failures(), 0U);
  for (const std::string& report : tally.reports) ADD_FAILURE() << report;
  EXPECT_GT(of(tally, Method::feature).by_itself, 300U);
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
    int by_features = 0, overlaps = 0;
    for (int step = 0; step < 300; ++step) {
      if (step == 200) tracker.forget();
      const Pose at(random.rotation(), random.uniform(0.5, 4) * random.direction());
      const Result cold = distance(tracker.a(), {}, tracker.b(), at);
      const Result tracked = tracker.distance({}, at);
      EXPECT_LE(tracked.lower, cold.upper);
      EXPECT_LE(cold.lower, tracked.upper);
      EXPECT_TRUE(tracked.converged());
      EXPECT_TRUE(verify(tracked, tracker.a(), {}, tracker.b(), at));
      by_features += tracked.method == Method::feature;
      overlaps += tracked.status == Status::penetrating;
    }
    EXPECT_GT(overlaps, 30);
    EXPECT_EQ(by_features > 0, count == 300);  // small hulls are left to the default solver
  }
}

TEST(Tracker, KeepsToTheMethodItIsGiven) {
  Random random(92);
  Tracker tracker(round_hull(random, 30), round_hull(random, 30), {.method = Method::lin_canny});
  const Result first = tracker.distance({}, Pose::translation({3, 0, 0}));
  EXPECT_EQ(first.method, Method::lin_canny);
  EXPECT_GT(tracker.state().count, 0);
  tracker.forget();
  EXPECT_EQ(tracker.state().count, 0);
}

}  // namespace
}  // namespace oracle
