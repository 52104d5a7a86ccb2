// No query allocates: the allocator of this program counts, and a query that it sees fails the test.

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <new>

#include "batch_workload.hpp"
#include "clearance/monitor.hpp"
#include "families.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace {
thread_local long allocations = 0;
}

// Sanitizers bring an allocator of their own; there, only operator new is counted.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CLEARANCE_OWN_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CLEARANCE_OWN_MALLOC 0
#else
#define CLEARANCE_OWN_MALLOC 1
#endif
#else
#define CLEARANCE_OWN_MALLOC 1
#endif

#if CLEARANCE_OWN_MALLOC
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the names are glibc's own
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}
#endif

void* operator new(std::size_t size) {
  ++allocations;
  if (void* block = std::malloc(size > 0 ? size : 1)) return block;
  throw std::bad_alloc();
}
// Kept out of line: inlined, g++ would take std::free for the partner of operator new, and complain.
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace oracle {
namespace {

using namespace clearance;

/// Allocations of a cold query and a warm one.
long allocations_of(const Query& q, const Options& options) {
  const Pose pose_a = q.at_a.pose(), pose_b = q.at_b.pose();
  PairState state;
  const long before = allocations;
  distance(q.a, pose_a, q.b, pose_b, options, &state);
  distance(q.a, pose_a, q.b, pose_b, options, &state);
  return allocations - before;
}

TEST(Allocations, TheCounterCounts) {
  const long before = allocations;
  const auto block = std::make_unique<std::array<double, 100>>();
  EXPECT_GT(allocations, before);
  EXPECT_NE(block, nullptr);
#if CLEARANCE_OWN_MALLOC
  const long mallocs = allocations;
  void* volatile raw = std::malloc(100);
  std::free(raw);
  EXPECT_EQ(allocations, mallocs + 1);
#endif
}

TEST(Allocations, NoneOnAnyPairOfTypes) {
  const std::vector<Standard> shapes = standard_shapes();
  for (const Standard& a : shapes)
    for (const Standard& b : shapes)
      for (const double gap : {-1.0, -0.25, 0.0, 0.5}) {
        const Query q{a.shape, b.shape, a.at, facing(b.at, gap)};
        EXPECT_EQ(allocations_of(q, {}), 0) << json_line(q, "case");
      }
}

TEST(Allocations, NoneOnAnyRealTimeMethodOrOption) {
  const std::vector<Standard> shapes = standard_shapes();
  for (const MethodInfo& m : methods()) {
    if (!m.real_time) continue;
    for (const Standard& a : shapes)
      for (const Standard& b : shapes)
        for (const double gap : {-0.25, 0.5}) {
          const Query q{a.shape, b.shape, a.at, facing(b.at, gap)};
          EXPECT_EQ(allocations_of(q, {.method = m.method, .tolerance = 1e-3}), 0) << json_line(q, "case");
          EXPECT_EQ(allocations_of(q, {.method = m.method, .penetration = false}), 0) << json_line(q, "case");
          EXPECT_EQ(allocations_of(q, {.method = m.method, .max_distance = 0.1}), 0) << json_line(q, "case");
        }
  }
}

TEST(Allocations, NoneInAnyFamily) {
  for (std::uint64_t i = 0; i < repetitions(2300U); ++i) {
    const Query q = make_query(families()[i % families().size()], 501, i);
    EXPECT_EQ(allocations_of(q, {}), 0) << json_line(q, "case");
  }
}

TEST(Allocations, NoneOnUnions) {
  std::vector<Part> parts;
  for (const Standard& s : standard_shapes())
    parts.push_back({s.shape, Pose(s.at.matrix, s.at.position + Vec3(0, 0, static_cast<double>(parts.size())))});
  for (const Standard& s : standard_shapes())
    for (const double gap : {-0.25, 0.5}) {
      const Query q{Union(parts), s.shape, {}, facing(s.at, gap)};
      EXPECT_EQ(allocations_of(q, {}), 0) << json_line(q, "case");
      const Query both{Union(parts), Union(parts), {}, facing({}, gap)};
      EXPECT_EQ(allocations_of(both, {}), 0) << json_line(both, "case");
    }
}

TEST(Allocations, NoneInBatches) {
  Workload workload = all_families(504, 1150);
  const std::vector<Standard> shapes = standard_shapes();
  for (const Standard& a : shapes)
    for (const Standard& b : shapes) workload.add({a.shape, b.shape, a.at, facing(b.at, 0.5)});
  const std::vector<PairQuery> queries = workload.queries();
  std::vector<Result> results(queries.size());
  const long before = allocations;
  distance(queries, results);
  distance(queries, results, {.penetration = false, .max_distance = 0.1});
  distance(workload.pairs[0].a, workload.poses_a, workload.pairs[0].b, workload.poses_b, results);
  EXPECT_EQ(allocations, before);
}

TEST(Allocations, NoneOnLargeHulls) {
  Random random(502);
  std::vector<Vec3> points_a, points_b;
  for (int i = 0; i < 3000; ++i) {
    points_a.push_back(random.direction());
    points_b.push_back(random.direction());
  }
  Query q{Hull(points_a), Hull(points_b), {}, {}};
  for (const double at : {0.0, 0.5, 1.9, 2.1, 50.0}) {
    q.at_b.position = at * random.direction();
    EXPECT_EQ(allocations_of(q, {}), 0) << at;
  }
}

TEST(Allocations, NoneInScenesAndCycles) {
  Random random(503);
  Scene scene;
  std::vector<Pose> poses;
  for (int i = 0; i < 60; ++i) {
    poses.push_back(Pose(random.rotation(), random.vector(3)));
    const std::vector<Standard> shapes = standard_shapes();
    const Shape& shape = shapes[static_cast<std::size_t>(i) % shapes.size()].shape;
    scene.add(std::to_string(i), shape, poses.back(), i % 3 == 0 ? "third" : "");
  }
  Monitor monitor(scene, {.queries = 50}, {.margin = 0.1});
  std::vector<PairDistance> near(10), all(scene.pair_count());
  for (int step = 0; step < 20; ++step) {
    for (Pose& pose : poses) pose = Pose(random.rotation(), pose.position() + random.vector(0.5));
    const long before = allocations;
    scene.set_poses(poses);
    scene.set_pose({7}, poses[6]);
    scene.closest();
    scene.closest(near);
    scene.within(0.2, near);
    scene.closest_to({5});
    scene.all(all);
    monitor.cycle(poses);
    EXPECT_EQ(allocations, before);
  }
}

}  // namespace
}  // namespace oracle
