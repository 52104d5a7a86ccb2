// Queries are pure: many threads that share shapes get the answers of one. Meant to run under ThreadSanitizer, too.

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "batch_workload.hpp"
#include "clearance/scene.hpp"
#include "families.hpp"
#include "random_shapes.hpp"
#include "scene_check.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

bool identical(const Result& r, const Result& s) {
  return r.status == s.status && r.distance == s.distance && r.lower == s.lower && r.upper == s.upper &&
         r.point_a == s.point_a && r.point_b == s.point_b && r.normal == s.normal && r.iterations == s.iterations &&
         r.method == s.method && r.ending == s.ending;
}

TEST(Threads, ShareShapesAndAgree) {
  std::vector<Query> queries;
  for (std::uint64_t i = 0; i < 460; ++i) queries.push_back(make_query(families()[i % families().size()], 401, i));
  std::vector<Result> alone;
  std::vector<bool> verified;
  for (const Query& q : queries) {
    alone.push_back(answer(q));
    verified.push_back(verify(alone.back(), q.a, q.at_a.pose(), q.b, q.at_b.pose()).ok);
  }

  constexpr std::size_t thread_count = 8;
  std::vector<int> different(thread_count, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < thread_count; ++t) {
    threads.emplace_back([&, t] {
      // Each starts elsewhere, copies shapes, and keeps states of its own.
      for (std::size_t k = 0; k < queries.size(); ++k) {
        const std::size_t i = (k + t * queries.size() / thread_count) % queries.size();
        const Shape a = queries[i].a, b = queries[i].b;
        const Pose pose_a = queries[i].at_a.pose(), pose_b = queries[i].at_b.pose();
        PairState state;
        const Result cold = distance(a, pose_a, b, pose_b, {}, &state);
        different[t] += !identical(cold, alone[i]);
        const Result warm = distance(a, pose_a, b, pose_b, {}, &state);
        different[t] += warm.lower > cold.upper || cold.lower > warm.upper;
        different[t] += verify(cold, a, pose_a, b, pose_b).ok != verified[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : different) EXPECT_EQ(count, 0);
}

TEST(Threads, ShareBatches) {
  const Workload workload = all_families(403, 1000);
  const std::vector<PairQuery> queries = workload.queries();
  std::vector<Result> alone(queries.size());
  distance(queries, alone);

  // Batches of several threads at once, each shared among the same workers.
  const clearance::Threads workers(3);
  std::vector<int> different(4, 0);
  std::vector<std::thread> threads;
  for (int& count : different)
    threads.emplace_back([&] {
      std::vector<Result> results(queries.size());
      for (int turn = 0; turn < 3; ++turn) {
        distance(queries, results, {}, &workers);
        for (std::size_t i = 0; i < results.size(); ++i) count += !identical(results[i], alone[i]);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const int count : different) EXPECT_EQ(count, 0);
}

TEST(Threads, BuildShapesAtOnce) {
  std::vector<double> sums(8, 0.0);
  std::vector<std::thread> threads;
  for (double& sum : sums) {
    threads.emplace_back([&sum] {
      for (std::uint64_t i = 0; i < 100; ++i) {
        const Result r = answer(make_query(families()[i % families().size()], 402, i));
        if (r.has_distance()) sum += r.distance;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const double sum : sums) EXPECT_EQ(sum, sums[0]);
}

/// A scene on two threads, queried from a third, while another of the same shapes is queried on one: the same bits.
TEST(Threads, ScenesOnTwoThreadsAgreeWithOne) {
  Random random(403);
  std::vector<Shape> shapes;
  for (int i = 0; i < 60; ++i) shapes.push_back(any_scene_shape(random, i % 20 == 0));
  Scene one, two(SceneOptions{.threads = 2});
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Pose pose(random.rotation(), random.vector(6.0));
    const std::string group = i < 20 ? "robot" : "";
    ids.push_back(one.add(std::to_string(i), shapes[i], pose, group));
    two.add(std::to_string(i), shapes[i], pose, group);
  }
  const auto expect_same = [](const PairDistance& p, const PairDistance& q) {
    EXPECT_TRUE(p.a == q.a && p.b == q.b && identical(p.result, q.result));
  };
  std::vector<PairDistance> some(10), same(10), all(one.pair_count()), all_too(one.pair_count());
  for (int round = 0; round < 12; ++round) {
    std::optional<PairDistance> nearest, nearest_to;
    std::size_t count = 0;
    std::thread other([&] {
      nearest = two.closest();
      count = two.closest(same);
      nearest_to = two.closest_to(ids[3]);
      two.all(all_too);
    });
    const std::optional<PairDistance> alone = one.closest(), alone_to = one.closest_to(ids[3]);
    ASSERT_EQ(one.closest(some), some.size());
    one.all(all);
    other.join();
    ASSERT_TRUE(alone && nearest && alone_to && nearest_to);
    expect_same(*alone, *nearest);
    expect_same(*alone_to, *nearest_to);
    ASSERT_EQ(count, some.size());
    for (std::size_t i = 0; i < some.size(); ++i) expect_same(some[i], same[i]);
    for (std::size_t i = 0; i < all.size(); ++i) expect_same(all[i], all_too[i]);
    for (int i = 0; i < 20; ++i) {
      const BodyId id = ids[static_cast<std::size_t>(random.integer(0, 59))];
      const Pose pose(random.rotation(), random.vector(6.0));
      one.set_pose(id, pose);
      two.set_pose(id, pose);
    }
  }
}

}  // namespace
}  // namespace oracle
