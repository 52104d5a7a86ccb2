// What the bounds of ordinary queries, which the fast lane answers, are charged with: docs/proof.md, sections 5 and 5a.
// The true distances are known by construction; what is charged follows from the cores.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "clearance/clearance.hpp"
#include "core/core.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;

constexpr double roundoff = 0x1p-53;

/// A pose whose matrix is the identity but for a factor: its defect is 2 f and rounding.
Pose stretched(double f, const Vec3& at) { return {Mat3((1.0 + f) * Mat3::Identity()), at}; }

/// Reaches, radii and the way between the centres, in true lengths.
double extent_of_pair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto size = [](const Shape& s) { return s.core().unit * (s.core().reach + s.core().radius); };
  const Vec3 from = pose_a * a.core().centre.eigen(), to = pose_b * b.core().centre.eigen();
  return size(a) + size(b) + (to - from).norm();
}

/// What rounding, the cores and the radii are charged with on either side.
double charge_of(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto of_core = [](const Shape& s, const Pose& pose) {
    return s.core().unit * (s.core().error + s.core().radius * pose.defect());
  };
  return 48.0 * roundoff * extent_of_pair(a, pose_a, b, pose_b) + of_core(a, pose_a) + of_core(b, pose_b);
}

/// The bounds are about the truth, and as far from it as is charged: no less, and not by much more.
void expect_charged(double truth, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  SCOPED_TRACE(std::string(a.type()) + " and " + std::string(b.type()));
  const Result r = distance(a, pose_a, b, pose_b);
  const double least = charge_of(a, pose_a, b, pose_b),
               rounding = 12.0 * roundoff * extent_of_pair(a, pose_a, b, pose_b);
  EXPECT_LE(r.lower, truth - least + rounding);
  EXPECT_GE(r.upper, truth + least - rounding);
  EXPECT_GE(r.upper - r.lower, 2.0 * least * (1.0 - 1e-3));
  EXPECT_LE(r.upper - r.lower, 4.0 * least);
}

TEST(FastBounds, AreChargedForRounding) {
  const Pose at = Pose::translation({3, 0, 0});
  const Shape box = Box({2, 2, 2}),
              cube = Hull(
                  {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}, {-1, 1, 1}, {-1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}});
  const Shape segment = Segment({-1, 0, 0}, {1, 0, 0}), sphere = Sphere(1), capsule = Capsule(1, 2);
  for (const Shape& a : {box, cube, segment, sphere, capsule})
    for (const Shape& b : {box, cube, segment, sphere, capsule}) expect_charged(1.0, a, {}, b, at);
}

TEST(FastBounds, AreChargedForTheErrorOfTheCores) {
  // A hull far from its origin is stored about its middle, rounded.
  const Vec3 far(0.1, 0.2, 1000.3);
  const Shape moved =
      Hull({far + Vec3(1, 1, 1), far + Vec3(1, 1, -1), far + Vec3(1, -1, 1), far + Vec3(1, -1, -1),
            far + Vec3(-1, 1, 1), far + Vec3(-1, 1, -1), far + Vec3(-1, -1, 1), far + Vec3(-1, -1, -1)});
  ASSERT_GT(moved.core().error, 0.0);
  const Pose back = Pose::translation(-far);
  const Shape box = Box({2, 2, 2});
  // Input as written: the points of the hull are rounded where they are.
  for (const double at : {3.0, 5.0}) {
    const Result r = distance(moved, back, box, Pose::translation({at, 0, 0}));
    EXPECT_NEAR(r.distance, at - 2.0, 1e-12);
    EXPECT_GE(r.upper - r.lower, 2.0 * charge_of(moved, back, box, Pose::translation({at, 0, 0})) * (1.0 - 5e-3));
    const Result other = distance(box, Pose::translation({at, 0, 0}), moved, back);
    EXPECT_GE(other.upper - other.lower,
              2.0 * charge_of(moved, back, box, Pose::translation({at, 0, 0})) * (1.0 - 5e-3));
  }
}

TEST(FastBounds, AreChargedForRadiiUnderMatricesThatAreNoRotations) {
  const Shape sphere = Sphere(1), capsule = Capsule(1, 2), box = Box({2, 2, 2});
  for (const double f : {4e-15, 1e-13, 1e-9, 1e-7}) {
    const Pose a = stretched(f, Vec3::Zero());
    for (const Shape& round : {sphere, capsule}) {
      // The ball is larger by f as the matrix is, and the bounds hold for it.
      const double grown = round.core().unit * round.core().radius * ((1.0 + f) - 1.0);
      const Result r = distance(round, a, box, Pose::translation({3, 0, 0}));
      EXPECT_LE(r.lower, 1.0 - grown);
      EXPECT_GE(r.upper, 1.0 - grown);
      const Result s = distance(box, Pose::translation({3, 0, 0}), round, a);
      EXPECT_LE(s.lower, 1.0 - grown);
      EXPECT_GE(s.upper, 1.0 - grown);
    }
  }
  // Up to 1e-14 the ball is kept, and the defect charged.
  const Pose a = stretched(4e-15, Vec3::Zero()), b = stretched(4e-15, {3, 0, 0});
  ASSERT_LE(a.defect(), 1e-14);
  expect_charged(1.0, sphere, a, sphere, b);
  expect_charged(1.0, capsule, a, capsule, b);
  expect_charged(1.0, box, a, sphere, b);
}

TEST(FastBounds, HoldForBodiesThatAreNotCentred) {
  const Shape box = Box({2, 2, 2});
  const Shape off =
      Hull({{11, 1, 1}, {11, 1, -1}, {11, -1, 1}, {11, -1, -1}, {9, 1, 1}, {9, 1, -1}, {9, -1, 1}, {9, -1, -1}});
  const Result r = distance(box, {}, off, {});
  EXPECT_LE(r.lower, 8.0);
  EXPECT_GE(r.upper, 8.0);
  EXPECT_LE(r.upper - r.lower, 1e-12);
  const Result s = distance(off, {}, box, Pose::translation({13, 0, 0}));
  EXPECT_LE(s.lower, 1.0);
  EXPECT_GE(s.upper, 1.0);
  EXPECT_LE(s.upper - s.lower, 1e-12);
}

/// The distance between the bounds, which is not proven, is as good as the arithmetic of its last look: the length of
/// the normal, which is one to rounding only, and the low parts of all sums count.
TEST(FastBounds, DistancesAreRightToTheLastDigit) {
  Random random(4711);
  double sum = 0.0;
  int count = 0;
  for (int i = 0; i < 400; ++i) {
    const auto hull = [&] {
      std::vector<Vec3> points;  // about the origin, so that it is the centre
      for (int k = 0; k < 3; ++k) points.push_back(random.direction());
      for (int k = 0; k < 3; ++k) points.emplace_back(-points[static_cast<std::size_t>(k)]);
      return Shape(Hull(points));
    };
    const Shape a = hull(), b = hull();
    const Pose at_a(random.rotation(), random.vector(1)), at_b(random.rotation(), 3.0 * random.direction());
    const auto exact = exact_distance(a, at_a, b, at_b, {.points = false});
    if (!exact || !(exact->lower > 0.5)) continue;
    for (const Method method : {Method::automatic, Method::gjk}) {
      const Result r = distance(a, at_a, b, at_b, {.method = method});
      const double ulp = std::nextafter(exact->upper, 10.0) - exact->upper;
      const double off = std::fabs(r.distance - exact->lower) / ulp;
      sum += off;
      ++count;
    }
  }
  ASSERT_GT(count, 400);
  EXPECT_LE(sum / count, 1.45);  // ulps: 1.24 are seen, and 1.63 with the length of the normal counted the wrong way
}

}  // namespace
}  // namespace oracle
