// Batches: every answer is right by the oracles, agrees with that of a query of its own, and depends on its pair alone.

#include "clearance/batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <random>
#include <vector>

#include "batch_workload.hpp"
#include "families.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

Workload all_types() {
  Workload workload;
  for (const Standard& a : standard_shapes())
    for (const Standard& b : standard_shapes())
      for (const double gap : {-0.25, 0.0, 1e-9, 0.5}) workload.add({a.shape, b.shape, a.at, facing(b.at, gap)});
  return workload;
}

/// What lanes answer: boxes, capsules, spheres, small hulls and segments, at gaps of all sizes.
Workload small_shapes(std::uint64_t seed, int count) {
  Random random(seed);
  const auto shape = [&](int kind) -> Shape {
    if (kind == 0) return Box({random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)});
    if (kind == 1) return Capsule(random.uniform(0.1, 1), random.uniform(0, 2));
    if (kind == 2) return Sphere(random.uniform(0.1, 1));
    if (kind == 3) return Segment(random.vector(1), random.vector(1));
    std::vector<Vec3> points;
    const Vec3 aside = kind == 6 ? Vec3(random.vector(5)) : Vec3(0, 0, 0);
    const int many = kind == 4 ? 8 : 4 + static_cast<int>(random.uniform(0, 40));
    for (int i = 0; i < many; ++i) points.push_back(aside + random.direction());
    return Hull(points);
  };
  Workload workload;
  for (int i = 0; i < count; ++i) {
    Query q{shape(i % 7), shape(i / 7 % 7), {}, {}};
    q.at_a.matrix = random.rotation();
    q.at_b.matrix = random.rotation();
    q.at_a.position = random.vector(3);
    const Vec3 direction = random.direction();
    q.at_b.position = q.at_a.position + 12.0 * direction;
    // So that about one in five overlaps, and some all but touch.
    const Result far = answer(q);
    const double gap = i % 5 == 0 ? -0.1 : std::pow(10.0, random.uniform(-12, 0.5));
    q.at_b.position -= (far.distance - gap) * far.normal;
    workload.add(q);
  }
  return workload;
}

bool identical(const Result& r, const Result& s) {
  const auto same = [](const Feature& f, const Feature& g) { return f.count == g.count && f.vertices == g.vertices; };
  return r.status == s.status && r.distance == s.distance && r.lower == s.lower && r.upper == s.upper &&
         r.point_a == s.point_a && r.point_b == s.point_b && r.normal == s.normal && r.iterations == s.iterations &&
         r.method == s.method && r.ending == s.ending && r.part_a == s.part_a && r.part_b == s.part_b &&
         same(r.feature_a, s.feature_a) && same(r.feature_b, s.feature_b);
}

std::vector<Result> answers(const Workload& workload, const Options& options = {}, const Threads* threads = nullptr) {
  std::vector<Result> results(workload.pairs.size());
  distance(workload.queries(), results, options, threads);
  return results;
}

void expect_as_single(const Workload& workload, const Options& options) {
  const std::vector<Result> results = answers(workload, options);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Query& q = workload.pairs[i];
    const Result &r = results[i], single = answer(q, options);
    EXPECT_LE(r.lower, single.upper) << json_line(q, "case");
    EXPECT_LE(single.lower, r.upper) << json_line(q, "case");
    EXPECT_EQ(r.has_distance(), single.has_distance()) << json_line(q, "case");
    EXPECT_EQ(r.finished(), single.finished()) << json_line(q, "case");
    EXPECT_TRUE(verify(r, q.a, workload.poses_a[i], q.b, workload.poses_b[i])) << json_line(q, "case");
  }
}

TEST(Batch, AgreesWithSingleQueries) {
  for (const Workload& workload :
       {all_families(801, repetitions(2300)), all_types(), small_shapes(802, repetitions(4000))}) {
    expect_as_single(workload, {});
    expect_as_single(workload, {.tolerance = 1e-6});
    expect_as_single(workload, {.penetration = false});
    expect_as_single(workload, {.max_distance = 0.1});
    expect_as_single(workload, {.min_distance = 0.1});
  }
}

TEST(Batch, IsRightByTheOracles) {
  for (const Workload& workload : {all_families(803, repetitions(1150)), small_shapes(804, repetitions(1400))}) {
    const std::vector<Result> results = answers(workload);
    for (std::size_t i = 0; i < results.size(); ++i) expect_right(workload.pairs[i], results[i]);
  }
}

TEST(Batch, DependsOnThePairAlone) {
  Workload workload = small_shapes(805, repetitions(1500));
  for (const Query& q : all_families(806, repetitions(460)).pairs) workload.add(q);
  const std::vector<PairQuery> queries = workload.queries();
  const std::vector<Result> whole = answers(workload);

  for (std::size_t i = 0; i < queries.size(); i += 7) {
    Result alone;
    distance(std::span(&queries[i], 1), std::span(&alone, 1));
    EXPECT_TRUE(identical(alone, whole[i])) << json_line(workload.pairs[i], "case");
  }
  std::mt19937 engine(807);
  for (int turn = 0; turn < 20; ++turn) {
    std::vector<std::size_t> order(queries.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), engine);
    std::vector<PairQuery> mixed;
    for (const std::size_t i : order) mixed.push_back(queries[i]);
    std::vector<Result> results(mixed.size());
    for (std::size_t at = 0; at < mixed.size();) {
      const std::size_t count = std::min<std::size_t>(engine() % 300, mixed.size() - at);
      distance(std::span(mixed).subspan(at, count), std::span(results).subspan(at, count));
      at += count;
    }
    for (std::size_t i = 0; i < order.size(); ++i)
      EXPECT_TRUE(identical(results[i], whole[order[i]])) << json_line(workload.pairs[order[i]], "case");
  }
}

TEST(Batch, IsTheSameForAnyNumberOfThreads) {
  const Workload workload = small_shapes(808, repetitions(5000));
  const std::vector<Result> alone = answers(workload);
  for (const int count : {1, 2, 3, 8, 0}) {
    const Threads threads(count);
    EXPECT_GE(threads.count(), 1);
    const std::vector<Result> shared = answers(workload, {}, &threads);
    for (std::size_t i = 0; i < shared.size(); ++i) EXPECT_TRUE(identical(shared[i], alone[i])) << count;
  }
}

TEST(Batch, OnePairAtManyPoses) {
  const Workload poses = small_shapes(809, 490);
  const std::vector<Pose> still(1, poses.poses_a[0]);
  for (std::size_t k = 0; k < 49; ++k) {
    const Shape &a = poses.pairs[k].a, &b = poses.pairs[k].b;
    Workload moving, half;
    std::vector<Result> results(poses.pairs.size());
    distance(a, poses.poses_a, b, poses.poses_b, results);
    std::vector<Result> from_still(poses.pairs.size()), to_still(poses.pairs.size());
    distance(a, still, b, poses.poses_b, from_still);
    distance(a, poses.poses_a, b, still, to_still);
    for (std::size_t i = 0; i < results.size(); i += 5) {
      const auto expect = [&](const Pose& pose_a, const Pose& pose_b, const Result& r) {
        const PairQuery q{&a, &pose_a, &b, &pose_b};
        Result alone;
        distance(std::span(&q, 1), std::span(&alone, 1));
        EXPECT_TRUE(identical(alone, r));
      };
      expect(poses.poses_a[i], poses.poses_b[i], results[i]);
      expect(still[0], poses.poses_b[i], from_still[i]);
      expect(poses.poses_a[i], still[0], to_still[i]);
    }
  }
}

TEST(Batch, AnswersAsManyAsBothSpansHave) {
  const Workload workload = small_shapes(810, 20);
  const std::vector<PairQuery> queries = workload.queries();
  std::vector<Result> results(20);
  distance(std::span(queries).first(11), results);
  EXPECT_NE(results[10].ending, Ending::unsupported);
  EXPECT_EQ(results[11].ending, Ending::unsupported);
  distance(std::span<const PairQuery>(), results);
  distance(queries, std::span<Result>());
  distance(workload.pairs[0].a, std::span<const Pose>(), workload.pairs[0].b, workload.poses_b, results);
  EXPECT_EQ(results[11].ending, Ending::unsupported);
}

TEST(Batch, NamedMethods) {
  const Workload workload = small_shapes(811, 100);
  const std::vector<Result> results = answers(workload, {.method = Method::gjk});
  for (std::size_t i = 0; i < results.size(); ++i)
    EXPECT_TRUE(identical(results[i], answer(workload.pairs[i], {.method = Method::gjk})));
}

TEST(Batch, IsTheSameInAnyArithmeticMode) {
  const Workload workload = small_shapes(812, repetitions(2000));
  const std::vector<PairQuery> queries = workload.queries();
  const std::vector<Result> standard = answers(workload);
  const Threads threads(2);
  std::vector<Result> other(standard.size()), shared(standard.size());
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    distance(queries, other);
    distance(queries, shared, {}, &threads);
    std::fesetround(FE_TONEAREST);
    for (std::size_t i = 0; i < standard.size(); ++i) {
      EXPECT_TRUE(identical(other[i], standard[i]));
      EXPECT_TRUE(identical(shared[i], standard[i]));
    }
  }
}

}  // namespace
}  // namespace oracle
