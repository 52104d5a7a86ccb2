// A margin is kept, broken or in doubt, and the proof says which; tracked or not.

#include "clearance/margin.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "random.hpp"
#include "repetitions.hpp"

namespace oracle {
namespace {

using namespace clearance;

Shape ordinary_shape(Random& random) {
  const auto length = [&] { return random.uniform(0.2, 2.0); };
  switch (random.integer(0, 5)) {
    case 0:
      return Sphere(length());
    case 1:
      return Capsule(length(), length());
    case 2:
      return Box({length(), length(), length()});
    case 3:
      return Cylinder(length(), length());
    case 4:
      return Ellipsoid({length(), length(), length()});
    default: {
      std::vector<Vec3> points;
      for (int i = random.integer(4, 200); i > 0; --i) points.push_back(random.direction());
      return Hull(points);
    }
  }
}

TEST(Margin, IsKeptOrBrokenAsTheDistanceSays) {
  Random random(91);
  for (int i = 0; i < repetitions(2000); ++i) {
    const Shape a = ordinary_shape(random), b = ordinary_shape(random);
    const Pose at_a(random.rotation(), random.vector(1)), at_b(random.rotation(), random.vector(5));
    const Result r = distance(a, at_a, b, at_b);
    PairState state;
    distance(a, at_a, b, at_b, {}, random.chance(0.5) ? &state : nullptr);
    for (const double share : {-1.0, 0.0, 0.5, 0.9, 1.1, 3.0}) {
      const double margin = share * std::abs(r.distance);
      if (std::abs(margin - r.distance) <= 1e-6) continue;
      for (PairState* const tracked : {static_cast<PairState*>(nullptr), &state}) {
        const MarginCheck check = check_margin(a, at_a, b, at_b, margin, tracked);
        EXPECT_EQ(check.margin, r.distance > margin ? Margin::kept : Margin::broken) << r.distance << " " << margin;
        EXPECT_EQ(check.kept(), r.lower >= margin);
        EXPECT_LE(check.lower, r.upper);
        EXPECT_GE(check.upper, r.distance > 0.0 ? r.lower : std::min(r.lower, 0.0));
        if (check.kept()) {
          EXPECT_GE(check.lower, margin);
        }
      }
    }
  }
}

TEST(Margin, IsUndecidedWhereTheDistanceIsTheMarginToRounding) {
  const Shape ball = Sphere(0.5);
  const MarginCheck check = check_margin(ball, {}, ball, Pose::translation({3, 0, 0}), 2.0);
  EXPECT_EQ(check.margin, Margin::undecided);
  EXPECT_LE(check.lower, 2.0);
  EXPECT_GE(check.upper, 2.0);
}

TEST(Margin, LeavesTheStateToTheNextQuery) {
  Random random(92);
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 60; ++k) points.push_back(random.direction());
    const Shape hull = Hull(points);
    const Pose at_a(random.rotation(), Vec3::Zero()), at_b(random.rotation(), 4.0 * random.direction());
    PairState state;
    const Result first = distance(hull, at_a, hull, at_b, {}, &state);
    EXPECT_TRUE(check_margin(hull, at_a, hull, at_b, 0.9 * first.distance, &state).kept());
    const Result next = distance(hull, at_a, hull, at_b, {}, &state);
    EXPECT_EQ(next.method, Method::feature);
    EXPECT_EQ(next.iterations, 1);
  }
}

}  // namespace
}  // namespace oracle
