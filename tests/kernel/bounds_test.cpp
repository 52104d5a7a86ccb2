// What is done to the bounds of a result: never inwards, and never beyond what a number can say.

#include "proof/bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "clearance/clearance.hpp"

namespace clearance::detail {
namespace {

constexpr double largest = std::numeric_limits<double>::max();

Result between(double lower, double upper) {
  Result r;
  r.lower = r.distance = lower;
  r.upper = upper;
  r.status = status_of(lower, upper);
  return r;
}

TEST(Bounds, AreWidenedBothWays) {
  Result r = between(1.0, 2.0);
  widen(r, 0.25);
  EXPECT_LT(r.lower, 0.75);
  EXPECT_GT(r.upper, 2.25);
  EXPECT_NEAR(r.lower, 0.75, 1e-15);
  EXPECT_NEAR(r.upper, 2.25, 1e-15);
  EXPECT_EQ(r.status, Status::separated);
  widen(r, 1.0);
  EXPECT_EQ(r.status, Status::touching);
  widen(r, HUGE_VAL);
  EXPECT_EQ(r.lower, -HUGE_VAL);
  EXPECT_EQ(r.upper, HUGE_VAL);
}

TEST(Bounds, HoldAValueThatTheyAreExtendedTo) {
  Result r = between(1.0, 2.0);
  extend_to(r, 3.0);
  EXPECT_EQ(r.lower, 1.0);
  EXPECT_EQ(r.upper, 3.0);
  extend_to(r, -1.0);
  EXPECT_EQ(r.lower, -1.0);
  EXPECT_EQ(r.upper, 3.0);
  EXPECT_EQ(r.status, Status::touching);
}

TEST(Bounds, OfAnOverlapAloneSayNothingOfItsDepth) {
  Result r = between(-2.0, -1.0);
  forget_depth(r);
  EXPECT_EQ(r.lower, -HUGE_VAL);
  EXPECT_EQ(r.upper, 0.0);
  EXPECT_FALSE(r.has_distance());
}

/// A distance beyond the largest number is finite nevertheless.
TEST(Bounds, ThatOverflowAreNotInfinite) {
  const Shape ball = Sphere(1);
  const Pair pair = make_pair(ball, {}, ball, Pose::translation({0.75 * largest, 0.75 * largest, 0.75 * largest}));
  Proposal proposal;
  proposal.normal = {1, 1, 1};
  Result r;
  set_bounds(r, certify(pair, proposal), pair);
  EXPECT_EQ(r.lower, largest);
  EXPECT_EQ(r.upper, HUGE_VAL);
  EXPECT_EQ(r.status, Status::separated);
}

}  // namespace
}  // namespace clearance::detail
