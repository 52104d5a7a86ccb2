// What a query leaves to the next: empty when made of zeros, checked whenever it is recalled.

#include "placed/pair_memory.hpp"

#include <gtest/gtest.h>

#include <climits>
#include <cmath>

#include "core/core.hpp"
#include "pair_states.hpp"

namespace clearance::detail {
namespace {

static_assert(std::is_trivially_copyable_v<PairState> && std::is_default_constructible_v<PairState>);
static_assert(sizeof(PairState) == 512 && alignof(PairState) == 8);

TEST(PairMemory, OfANewStateIsEmpty) {
  PairState state;
  const PairMemory& memory = PairMemory::of(state);
  EXPECT_EQ(memory.count, 0);
  EXPECT_EQ(norm_sq(memory.direction), 0.0);
  EXPECT_EQ(memory.held.a.faces, 0);
  EXPECT_FALSE(memory.was_apart());
  for (const int a : {-1, 0, 1})
    for (const int b : {-1, 0, 1}) EXPECT_FALSE(memory.is_of_parts(a, b));
  PairMemory::of(state) = PairMemory{};
  EXPECT_TRUE(oracle::is_empty(state));
  EXPECT_EQ(PairMemory::of(static_cast<PairState*>(nullptr)), nullptr);
}

TEST(PairMemory, KeepsWhatAQueryLeaves) {
  const Shape a = Box({1, 2, 3}), b = Tetrahedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  const Pose at = pose({3, 0.2, 0.1}, Eigen::AngleAxisd(0.3, Vec3(1, 2, 3).normalized()));
  PairState state;
  const Result r = distance(a, {}, b, at, {}, &state);
  const PairState copy = state;
  const PairMemory& memory = PairMemory::of(copy);
  ASSERT_TRUE(memory.was_apart());
  EXPECT_LE((memory.direction.eigen() - r.normal).norm(), 1e-15);
  const Pair pair = make_pair(a, {}, b, at);
  const RecalledCorners corners = recalled_corners(&memory, pair);
  ASSERT_EQ(corners.count, static_cast<std::size_t>(memory.count));
  // The corners hold the nearest points: those of b are the features of the result.
  for (const auto& [i, j] : corners) {
    const auto& of_b = r.feature_b.vertices;
    EXPECT_NE(std::find(of_b.begin(), of_b.end(), pair.b.core->polytope.source[static_cast<std::size_t>(j)]),
              of_b.end());
    EXPECT_GE(i, 0);
  }
  const auto direction = recalled_direction(&memory, pair);
  ASSERT_TRUE(direction.has_value());
  EXPECT_GT(dot(*direction, V3(r.normal)), 0.49 * norm(*direction));
  PairMemory::of(state).set_parts(-1, 4);
  EXPECT_TRUE(PairMemory::of(state).is_of_parts(-1, 4));
  EXPECT_FALSE(PairMemory::of(state).is_of_parts(0, 4));
}

TEST(PairMemory, RecallsOnlyCornersOfTheBodies) {
  PairMemory memory{};
  const std::array<int, 4> of_a{0, 7, 8, -1}, of_b{3, 4, 0, 2};
  for (const int count : {4, 5, INT_MAX}) {
    memory.count = count;
    memory.support_a = of_a;
    memory.support_b = of_b;
    const RecalledCorners corners = recalled_corners(&memory, 8, 4);
    ASSERT_EQ(corners.count, 1U);  // the others have a vertex too many, or none
    EXPECT_EQ(corners.corner[0].a, 0);
    EXPECT_EQ(corners.corner[0].b, 3);
  }
  for (const int count : {0, -1, INT_MIN}) {
    memory.count = count;
    EXPECT_EQ(recalled_corners(&memory, 8, 4).count, 0U);
  }
  EXPECT_EQ(recalled_corners(nullptr, 8, 4).count, 0U);
}

TEST(PairMemory, LeavesOutCornersOnCurvedSurfaces) {
  PairMemory memory{};
  const std::array<int, 3> of_a{5, -1, 2}, of_b{1, 3, 0};
  remember(memory, V3(0, 0, 1), of_a, of_b);
  ASSERT_EQ(memory.count, 2);
  EXPECT_EQ(memory.support_a[1], 2);
  EXPECT_EQ(memory.support_b[1], 0);
  EXPECT_EQ(memory.direction.z, 1.0);
}

TEST(PairMemory, HasNoDirectionOfWildNumbers) {
  const Pair pair = make_pair(Box({1, 2, 3}), {}, Box({1, 2, 3}), Pose::translation({3, 0, 0}));
  PairMemory memory{};
  EXPECT_FALSE(recalled_direction(&memory, pair).has_value());
  for (const double wild : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e200, 1e308}) {
    memory.direction = V3(wild, 1, 0);
    EXPECT_FALSE(recalled_direction(&memory, pair).has_value());
  }
  memory.direction = V3(0.6, 0.8, 0);
  EXPECT_TRUE(recalled_direction(&memory, pair).has_value());
  EXPECT_FALSE(recalled_direction(nullptr, pair).has_value());
}

TEST(PairMemory, CountsSearchesWhateverItHolds) {
  PairMemory memory{};
  for (const int before : {INT_MIN, -1, 0, 1, 2, INT_MAX}) {
    memory.searches = before;
    memory.count_search(2);
    EXPECT_EQ(memory.searches, before >= 1 ? 2 : 1);
  }
}

TEST(PairMemory, HoldsNoFeatureOutOfReach) {
  const Shape box = Hull({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}});
  const Pair pair = make_pair(box, {}, box, Pose::translation({5, 0, 0}));
  HeldFeature held{.faces = 1, .face = {0, 0, 0}, .vertex = 0, .end = 0, .point = V3(0.1, 0.1, 0.1)};
  EXPECT_EQ(recalled_feature(held, pair.a).faces, 1);
  for (const double wild : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e300, 1e3}) {
    held.point.y = wild;
    EXPECT_EQ(recalled_feature(held, pair.a).faces, 0);
  }
  held.point.y = 0.1;
  for (const int faces : {-1, 0, 4, INT_MAX, INT_MIN}) {
    held.faces = faces;
    EXPECT_EQ(recalled_feature(held, pair.a).faces, 0);
  }
}

}  // namespace
}  // namespace clearance::detail
