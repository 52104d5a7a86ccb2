// A library without literature and exact arithmetic answers every pair, and says what it does without.

#include <gtest/gtest.h>

#include <set>

#include "clearance/clearance.hpp"
#include "models/samples.hpp"

namespace clearance {
namespace {

/// What the default path is made of. All else is left out.
const std::set<Method> kept{Method::automatic,      Method::closed_form, Method::gjk,    Method::ellipsoid_newton,
                            Method::dqp3_ellipsoid, Method::stope,       Method::feature};

TEST(Lean, AnswersEveryPair) {
  for (const models::Sample& a : models::samples())
    for (const models::Sample& b : models::samples()) {
      // Turned by half a turn and moved by 2, b is in x >= 1 and has the point (1, 0, 0): as far apart as it is moved
      // on, or overlapping.
      const Mat3 turn = Vec3(-1, -1, 1).asDiagonal();
      for (const double gap : {1.0, -0.25}) {
        const Pose at(Mat3(turn * b.pose.rotation()), Vec3(turn * b.pose.position() + Vec3(2 + gap, 0, 0)));
        const Result r = distance(a.shape, a.pose, b.shape, at);
        SCOPED_TRACE(std::string(a.shape.type()) + ", " + std::string(b.shape.type()));
        EXPECT_TRUE(kept.contains(r.method));
        EXPECT_TRUE(verify(r, a.shape, a.pose, b.shape, at));
        if (gap > 0.0) {
          EXPECT_TRUE(r.finished());
          EXPECT_NEAR(r.distance, gap, 1e-9);
        }
      }
    }
}

TEST(Lean, SaysWhatItDoesWithout) {
  EXPECT_FALSE(has_exact_arithmetic());
  for (const MethodInfo& row : methods()) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(available(row.method), kept.contains(row.method));
    bool takes_some = false;
    for (const models::Sample& a : models::samples())
      for (const models::Sample& b : models::samples()) {
        takes_some |= row.accepts(a.shape, b.shape);
        if (available(row.method)) continue;
        const Result r = distance(a.shape, a.pose, b.shape, b.pose, {.method = row.method});
        EXPECT_EQ(r.ending, Ending::unsupported);
        EXPECT_EQ(r.method, row.method);
      }
    EXPECT_EQ(takes_some, available(row.method));
  }
  EXPECT_FALSE(exact_distance(Box({1, 1, 1}), {}, Box({1, 1, 1}), Pose::translation({3, 0, 0})).has_value());
}

}  // namespace
}  // namespace clearance
