// Scenes: every answer is that of brute force over all pairs, bit for bit, whatever has happened to the scene before.

#include "clearance/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "repetitions.hpp"
#include "scene_check.hpp"

namespace oracle {
namespace {

using namespace clearance;

TEST(Scene, AnswersAsBruteForceDoes) {
  const SceneTally tally = check_scenes({.seed = 1, .scenes = repetitions(120), .most_bodies = 25, .changes = 30});
  for (const std::string& wrong : tally.wrong) ADD_FAILURE() << wrong;
  EXPECT_EQ(tally.scenes, repetitions(120U));
  EXPECT_GT(tally.overlapping, tally.pairs / 20);
  EXPECT_LT(tally.overlapping, tally.pairs * 19 / 20);
}

TEST(Scene, OfNobodyHasNoPairs) {
  Scene scene;
  EXPECT_FALSE(scene.closest());
  EXPECT_EQ(scene.pair_count(), 0U);
  const BodyId one = scene.add("one", Sphere(1));
  EXPECT_FALSE(scene.closest());
  EXPECT_FALSE(scene.closest_to(one));
  std::vector<PairDistance> out(3);
  EXPECT_EQ(scene.within(1e9, out), 0U);
  EXPECT_EQ(scene.all(out), 0U);
  EXPECT_EQ(scene.closest(out), 0U);
  scene.remove(one);
  EXPECT_TRUE(scene.bodies().empty());
  EXPECT_FALSE(scene.closest());
}

TEST(Scene, ChecksWhatItIsGiven) {
  Scene scene;
  const BodyId a = scene.add("a", Sphere(1));
  EXPECT_THROW(scene.add("a", Sphere(1)), InvalidInput);
  EXPECT_THROW(scene.add("", Sphere(1)), InvalidInput);
  EXPECT_THROW(scene.set_pose({7}, {}), InvalidInput);
  EXPECT_THROW(scene.set_poses(std::vector<Pose>(2)), InvalidInput);
  EXPECT_THROW(scene.ignore(a, {9}), InvalidInput);
  scene.remove(a);
  EXPECT_THROW(scene.remove(a), InvalidInput);
  EXPECT_EQ(scene.add("a", Sphere(1)).value, 1U) << "ids are not used again";
  EXPECT_EQ(scene.find("a")->value, 1U);
  EXPECT_FALSE(scene.find("b"));
}

/// Ties: the pair with the lower ids, in whatever order they were looked at.
TEST(Scene, ManyAreAddedAtOnceOrNone) {
  Scene scene;
  scene.add("a", Sphere(1));
  const auto body = [](const char* name, double x) { return NewBody{name, Sphere(1), Pose::translation({x, 0, 0})}; };
  EXPECT_THROW(scene.add(std::vector{body("b", 3), body("c", 6), body("a", 9)}), InvalidInput);
  EXPECT_THROW(scene.add(std::vector{body("b", 3), body("b", 6)}), InvalidInput);
  EXPECT_THROW(scene.add(std::vector{body("b", 3), body("", 6)}), InvalidInput);
  EXPECT_EQ(scene.bodies().size(), 1U);
  EXPECT_FALSE(scene.find("b"));
  EXPECT_FALSE(scene.closest());
  const std::vector<BodyId> ids = scene.add(std::vector{body("b", 3), body("c", 7)});
  EXPECT_EQ(ids, (std::vector{BodyId{1}, BodyId{2}})) << "what was refused took no ids";
  EXPECT_EQ(scene.name(ids[1]), "c");
  EXPECT_EQ(scene.closest()->result.distance, 1.0);
  const Scene copy = scene;
  scene.remove(ids[1]);
  EXPECT_EQ(copy.name(ids[1]), "c");
  EXPECT_TRUE(scene.add(std::vector<NewBody>{}).empty());
}

TEST(Scene, TiesGoToTheLowerIds) {
  Scene scene;
  for (int i = 0; i < 12; ++i) {
    const int row = i / 3;
    scene.add(std::to_string(i), Sphere(1), Pose::translation({4.0 * (i % 3), 4.0 * row, 0}));
  }
  for (int turn = 0; turn < 3; ++turn) {
    const auto pair = scene.closest();
    EXPECT_EQ(pair->a.value, 0U);
    EXPECT_EQ(pair->b.value, 1U);
    scene.set_pose({11}, Pose::translation({8.0, 12.0 + turn, 0}));
  }
}

TEST(Scene, FloorsAndBeamsAreOrdinaryBodies) {
  Scene scene;
  const BodyId floor = scene.add("floor", Halfspace({0, 0, 1}, 0.0), {}, "static");
  scene.add("beam", Ray({-50, 0, 3}, {1, 0, 0}), {}, "static");
  for (int i = 0; i < 1000; ++i) {
    const int row = i / 40;
    scene.add("post " + std::to_string(i), Box({0.5, 0.5, 1.0}), Pose::translation({i % 40 * 1.0, row * 1.0, 0.5}),
              "static");
  }
  const BodyId drone = scene.add("drone", Sphere(0.25), Pose::translation({10, 10, 2.5}));
  EXPECT_EQ(scene.pair_count(), 1002U);
  auto near = scene.closest();
  EXPECT_EQ(near->b, drone);
  EXPECT_NEAR(near->result.distance, 1.25, 1e-12);
  scene.set_pose(drone, Pose::translation({10, 0.1, 2.9}));
  near = scene.closest();
  EXPECT_EQ(scene.name(near->a), "beam");
  EXPECT_LT(near->result.distance, 0.0);
  scene.set_pose(drone, Pose::translation({-30, -30, 0.5}));
  EXPECT_EQ(scene.closest()->a, floor);
  EXPECT_NEAR(scene.closest()->result.distance, 0.25, 1e-12);
}

/// The default pairs of 1e5 bodies are 5e9: none of them is an object.
TEST(Scene, ManyBodiesAreOrdinaryInput) {
  Scene scene;
  constexpr int count = 100'000;
  for (int i = 0; i < count; ++i) {
    const int row = i / 50, layer = row / 50;
    scene.add(std::to_string(i), Sphere(0.2), Pose::translation({i % 50 * 1.0, row % 50 * 1.0, layer * 1.0}));
  }
  EXPECT_EQ(scene.pair_count(), std::size_t{count} * (count - 1) / 2);
  scene.set_pose({77'777}, Pose::translation({20.0, 20.3, 20.0}));
  const auto near = scene.closest();
  ASSERT_TRUE(near);
  EXPECT_TRUE(near->a.value == 77'777U || near->b.value == 77'777U);
  EXPECT_NEAR(near->result.distance, -0.1, 1e-9);
}

/// What was near among other pairs is not remembered.
TEST(Scene, OnlyForgetsWhatWasNearBefore) {
  for (const int threads : {1, 2}) {
    SceneOptions options;
    options.threads = static_cast<std::size_t>(threads);
    Scene scene(options);
    const BodyId a = scene.add("a", Sphere(1)), b = scene.add("b", Sphere(1), Pose::translation({3, 0, 0})),
                 c = scene.add("c", Sphere(1), Pose::translation({100, 0, 0}));
    EXPECT_EQ(scene.closest()->a, a);
    const IdPair far[] = {{b, c}};
    scene.only(far);
    const auto near = scene.closest();
    ASSERT_TRUE(near.has_value());
    EXPECT_EQ(near->a, b);
    EXPECT_NEAR(near->result.distance, 95.0, 1e-12);
    std::vector<PairDistance> out(8);
    EXPECT_EQ(scene.closest(out), 1U);
    scene.only({});
    EXPECT_FALSE(scene.closest().has_value());
  }
}

TEST(Scene, CopiesGoTheirOwnWay) {
  Scene scene;
  scene.add("a", Sphere(1));
  const BodyId b = scene.add("b", Sphere(1), Pose::translation({5, 0, 0}));
  Scene copy = scene;
  copy.set_pose(b, Pose::translation({9, 0, 0}));
  EXPECT_NEAR(scene.closest()->result.distance, 3.0, 1e-12);
  EXPECT_NEAR(copy.closest()->result.distance, 7.0, 1e-12);
  copy = scene;
  EXPECT_NEAR(copy.closest()->result.distance, 3.0, 1e-12);
}

TEST(Scene, MethodsThatDoNotTakeAPairLeaveItToTheDefault) {
  Scene scene(SceneOptions{.query = {.method = Method::dqp3}});
  scene.add("box", Box({1, 1, 1}));
  scene.add("floor", Halfspace({0, 0, 1}, -2.0));
  scene.add("other", Box({1, 1, 1}), Pose::translation({3, 0, 0}));
  std::vector<PairDistance> out(3);
  ASSERT_EQ(scene.closest(out), 3U);
  for (const PairDistance& pair : out) {
    EXPECT_EQ(pair.result.ending, Ending::converged);
    EXPECT_EQ(pair.result.method == Method::dqp3, scene.name(pair.a) == "box" && scene.name(pair.b) == "other");
  }
}

}  // namespace
}  // namespace oracle
