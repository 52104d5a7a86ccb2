// Tracked along a path, every method agrees with the default solver that starts anew: a few of the trajectories of
// `clearance_stress --trajectories`.

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace oracle
