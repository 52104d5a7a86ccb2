// The monitor: whatever the budget and the motion, no bound is above the truth.

#include "clearance/monitor.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scene_check.hpp"

namespace oracle {
namespace {

using namespace clearance;

TEST(Monitor, NeverClaimsMoreThanIsTrue) {
  const MonitorTally tally = check_monitors({.seed = 3, .motions = 150, .most_bodies = 12, .cycles = 60});
  for (const std::string& wrong : tally.wrong) ADD_FAILURE() << wrong;
  EXPECT_GT(tally.stale, tally.pair_cycles / 4);
  EXPECT_GT(tally.useful, tally.stale / 2) << "bounds that are right by being far off would be no use";
  EXPECT_GT(tally.overlapping, 1000U);
  EXPECT_GT(tally.unknown, 100U);
}

struct Cell {
  Scene scene;
  std::vector<Pose> poses;
  BodyId add(const std::string& name, const Shape& shape, const Vec3& at) {
    poses.push_back(Pose::translation(at));
    return scene.add(name, shape, poses.back());
  }
};

TEST(Monitor, BoundsFollowATranslationToTheLastDigits) {
  Cell cell;
  cell.add("a", Box({1, 1, 1}), {0, 0, 0});
  cell.add("b", Box({1, 1, 1}), {3, 0, 0});
  cell.add("c", Box({1, 1, 1}), {0, 9, 0});
  Monitor monitor(cell.scene, {.queries = 1}, {.margin = 0.1, .cycle = 1e-3});
  EXPECT_EQ(monitor.report().refreshed, 3);
  for (int i = 1; i <= 1000; ++i) {
    cell.poses[1] = Pose::translation({3 - 1e-3 * i, 0, 0});
    const Report& report = monitor.cycle(cell.poses);
    EXPECT_NEAR(report.lower, 2.0 - 1e-3 * i, 1e-12) << "asked or not";
    EXPECT_EQ(report.a.value, 0U);
    EXPECT_EQ(report.b.value, 1U);
    EXPECT_NEAR(report.closing, 1.0, 1e-6);
    EXPECT_NEAR(report.time_to_margin, report.lower - 0.1, 1e-6);
    EXPECT_LE(report.oldest, 12);
    EXPECT_EQ(report.refreshed, 1);
    EXPECT_EQ(report.below_margin, 0U);
    for (const Bound& bound : monitor.bounds()) EXPECT_GT(bound.lower, 0.9);
  }
}

/// Sliding along each other costs nothing: only what closes counts.
TEST(Monitor, SlidingDoesNotLowerABound) {
  Cell cell;
  cell.add("floor", Halfspace({0, 0, 1}, 0.0), {0, 0, 0});
  cell.add("cart", Box({1, 1, 1}), {0, 0, 1});
  cell.add("far", Sphere(1), {0, 0, 50});
  Monitor monitor(cell.scene, {.queries = 1}, {.margin = -1e9});
  for (int i = 1; i <= 100; ++i) {
    cell.poses[1] = Pose::translation({0.1 * i, 0, 1});
    EXPECT_NEAR(monitor.cycle(cell.poses).lower, 0.5, 1e-10);
  }
}

TEST(Monitor, ServesTheUrgentFirstAndNobodyNever) {
  Cell cell;
  for (int i = 0; i < 10; ++i) cell.add(std::to_string(i), Sphere(0.5), {10.0 * i, 0, 0});
  cell.add("fast", Sphere(0.5), {0, 40, 0});
  Monitor monitor(cell.scene, {.queries = 5}, {.margin = 0.55});
  int oldest = 0;
  for (int i = 1; i <= 400; ++i) {
    cell.poses.back() = Pose::translation({0, 40 - 0.1 * i, 0});  // into body 0
    const Report& report = monitor.cycle(cell.poses);
    oldest = std::max(oldest, report.oldest);
    const double truth = std::fabs(40 - 0.1 * i) - 1.0;
    if (truth < 1.0) {
      EXPECT_NEAR(report.lower, truth, 1e-9) << "near the margin it is asked in every cycle";
    }
    EXPECT_EQ(report.below_margin, truth < 0.55 ? 1U : 0U) << i;
  }
  EXPECT_LE(oldest, 60) << "one query in four is for the stalest: 44 cycles for all, and some more";
}

TEST(Monitor, WhatIsNotKnownIsNotClaimed) {
  Cell cell;
  cell.add("a", Sphere(1), {0, 0, 0});
  cell.add("b", Sphere(1), {5, 0, 0});
  cell.add("c", Sphere(1), {0, 8, 0});
  Monitor monitor(cell.scene, {.queries = 1});
  EXPECT_EQ(monitor.cycle(std::span(cell.poses).first(2)).lower, -HUGE_VAL);
  EXPECT_EQ(monitor.report().unknown, 2U);
  EXPECT_NEAR(monitor.bounds()[0].lower, 3.0, 1e-12);
  EXPECT_NEAR(monitor.cycle(cell.poses).lower, 3.0, 1e-12) << "known again, bounded again";
  EXPECT_EQ(monitor.report().unknown, 0U);
  std::vector<Pose> bad = cell.poses;
  bad[0] = Pose::turned(Pose(), Pose(), {NAN, 0, 0});
  EXPECT_EQ(monitor.cycle(bad).unknown, 2U);
  EXPECT_EQ(monitor.cycle({}).unknown, 3U);
  // A jump: the bound falls to what is true, or below.
  cell.poses[1] = Pose::translation({0, 6, 0});
  EXPECT_LE(monitor.cycle(cell.poses).lower, 0.0 + 1e-12);
  monitor.leave_out({2});
  const Report& report = monitor.cycle(cell.poses);
  EXPECT_NEAR(report.lower, 4.0, 1e-9);
  EXPECT_EQ(report.a.value, 0U);
  EXPECT_EQ(report.b.value, 1U);
}

/// A body that is known to 2 mm, 0.01 rad and 1 mm of surface, and another one to 5 mm.
TEST(Monitor, BoundsHoldForEveryUncertainPlacement) {
  Cell cell;
  const BodyId a = cell.add("a", Sphere(1), {0, 0, 0}), b = cell.add("b", Sphere(1), {3, 0, 0});
  Monitor monitor(cell.scene, {.queries = 1}, {.margin = 0.995});
  EXPECT_NEAR(monitor.cycle(cell.poses).lower, 1.0, 1e-12);
  EXPECT_EQ(monitor.report().below_margin, 0U);
  monitor.set_uncertain(a, {.position = 0.002, .angle = 0.01, .surface = 0.001});
  monitor.set_uncertain(b, {.position = 0.005});
  EXPECT_NEAR(monitor.cycle(cell.poses).lower, 1.0 - 0.008 - 0.01, 1e-4);
  EXPECT_EQ(monitor.report().below_margin, 1U);
  EXPECT_LE(monitor.report().lower, 1.0 - 0.018);
  monitor.set_uncertain(a, {});
  EXPECT_LE(monitor.cycle(cell.poses).lower, 0.995);
  EXPECT_NEAR(monitor.report().lower, 0.995, 1e-12);
  monitor.set_uncertain(b, {.position = NAN});
  EXPECT_EQ(monitor.cycle(cell.poses).lower, -HUGE_VAL) << "what is not a number is no knowledge";
}

TEST(Monitor, RefusesWhatItCannotWatch) {
  Scene scene;
  EXPECT_THROW(Monitor(scene, {}), InvalidInput);
  scene.add("a", Sphere(1));
  scene.add("b", Sphere(1), Pose::translation({5, 0, 0}));
  EXPECT_THROW(Monitor(scene, {}, {.cycle = 0.0}), InvalidInput);
  EXPECT_NO_THROW(Monitor(scene, {}));
}

TEST(Monitor, KeepsToABudgetOfTime) {
  Cell cell;
  Random random(5);
  for (int i = 0; i < 60; ++i) cell.add(std::to_string(i), any_scene_shape(random, false), random.vector(20));
  // Neither depends on how fast this machine is: one budget is used up at once, the other never.
  Monitor hurried(cell.scene, {.time = std::chrono::nanoseconds(1)});
  Monitor patient(cell.scene, {.time = std::chrono::minutes(10)});
  EXPECT_LT(hurried.cycle(cell.poses).refreshed, 1770);
  EXPECT_GT(patient.cycle(cell.poses).refreshed, 0);
}

}  // namespace
}  // namespace oracle
