// verify() and depths: it accepts those that are true, and refuses those that were made too shallow or too deep, as it
// does another way out than the shortest. CLEARANCE_DEPTHS=100000 makes a stress test of it.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "families.hpp"
#include "quad_pair.hpp"
#include "repetitions.hpp"

namespace oracle {
namespace {

using namespace clearance;

int depths() {
  const char* const given = std::getenv("CLEARANCE_DEPTHS");
  return given != nullptr ? std::atoi(given) : repetitions(2000);
}

Result shifted(Result r, double by) {
  r.lower += by;
  r.upper += by;
  r.distance += by;
  r.point_b += by * r.normal;
  return r;
}

TEST(VerifyDepth, RefusesWhatIsTooShallowOrTooDeep) {
  const auto all = families();
  Random random(971);
  int asked = 0, refused_true = 0, accepted_shallow = 0, accepted_deep = 0, ways = 0, accepted_way = 0;
  std::string wrong;  // which
  const auto count = [&](int& of, std::uint64_t i) {
    ++of;
    wrong += " " + std::to_string(i);
  };
  for (std::uint64_t i = 0; asked < depths() && i < 200U * static_cast<unsigned>(depths()); ++i) {
    const Query query = make_query(all[i % all.size()], 972, i);
    const Pose at_a = query.at_a.pose(), at_b = query.at_b.pose();
    const Result r = distance(query.a, at_a, query.b, at_b);
    if (r.status != Status::penetrating || !r.has_distance() || !std::isfinite(r.lower)) continue;
    const double size = measure(query).size, off = 1e-9 * size;
    if (!(size < 1e100) || !(r.upper < -off) || !(r.upper - r.lower < 1e-11 * size)) continue;
    ++asked;
    const auto ok = [&](const Result& changed) { return verify(changed, query.a, at_a, query.b, at_b).ok; };
    if (!ok(r)) count(refused_true, i);
    if (ok(shifted(r, off))) count(accepted_shallow, i);
    if (ok(shifted(r, -off))) count(accepted_deep, i);
    // Another way out, as far as the shapes are in the way, where that is farther.
    Result other = r;
    other.normal = (r.normal + random.magnitude(1e-6, 1) * random.direction()).normalized();
    const double slab = static_cast<double>(QuadPair(query.a, query.at_a, query.b, query.at_b).slab(other.normal));
    if (!(slab < r.lower - off) || !std::isfinite(slab)) continue;
    ++ways;
    other.lower = other.upper = other.distance = slab;
    other.point_b = other.point_a + slab * other.normal;
    if (ok(other)) count(accepted_way, i);
  }
  std::printf("%d depths: %d refused; too shallow: %d accepted; too deep: %d accepted; other ways %d: %d accepted\n",
              asked, refused_true, accepted_shallow, accepted_deep, ways, accepted_way);
  EXPECT_EQ(asked, depths());
  EXPECT_EQ(refused_true, 0);
  EXPECT_EQ(accepted_shallow, 0);
  EXPECT_EQ(accepted_deep, 0);
  EXPECT_EQ(accepted_way, 0);
  EXPECT_EQ(wrong, "") << "numbers of queries";
}

/// Numbers of queries, and what their pairs are: far from their own origins or from that of the world, where extended
/// precision by itself is short of digits; and a hull of spheres with a large rounding, of which no polytope shows that
/// another way out is longer by 3e-8 of the size.
TEST(VerifyDepth, RefusesWhatItOnceAccepted) {
  const auto all = families();
  for (const std::uint64_t i : {16085U, 49685U, 92161U, 98321U, 183552U, 243541U}) {
    const Query query = make_query(all[i % all.size()], 972, i);
    const Pose at_a = query.at_a.pose(), at_b = query.at_b.pose();
    const Result r = distance(query.a, at_a, query.b, at_b);
    const auto ok = [&](const Result& changed) { return verify(changed, query.a, at_a, query.b, at_b).ok; };
    ASSERT_EQ(r.status, Status::penetrating) << i;
    EXPECT_TRUE(ok(r)) << i << ": " << verify(r, query.a, at_a, query.b, at_b).reason;
    const double off = 1e-9 * measure(query).size;
    for (const double by : {off, -off, 0.4 * off, -0.4 * off}) EXPECT_FALSE(ok(shifted(r, by))) << i << " " << by;
    for (int k = 0; k < 6; ++k) {
      Result way = r;
      way.normal = (r.normal + 1e-3 * Vec3::Unit(k % 3) * (k < 3 ? 1 : -1)).normalized();
      const double slab = static_cast<double>(QuadPair(query.a, query.at_a, query.b, query.at_b).slab(way.normal));
      if (!(slab < r.lower - off)) continue;
      way.lower = way.upper = way.distance = slab;
      way.point_b = way.point_a + slab * way.normal;
      EXPECT_FALSE(ok(way)) << i << " " << k;
    }
  }
}

/// Bodies on one axis, of which a longer way out has points, normal and slab that fit each other: only that it is not
/// the shortest is wrong.
TEST(VerifyDepth, RefusesALongerWayOutThatFits) {
  Random random(973);
  for (int i = 0; i < 300; ++i) {
    const Vec3 half_a = Vec3(1, 1, 1) + random.vector(0.4), half_b = Vec3(1, 1, 1) + random.vector(0.4);
    const Vec3 shift = random.vector(0.2);
    const bool round = random.chance(0.5);
    const Shape a = Box(2 * half_a), b = round ? Shape(Ellipsoid(half_b)) : Shape(Box(2 * half_b));
    const Pose at_b = Pose::translation(shift);
    const Result truth = distance(a, {}, b, at_b);
    ASSERT_TRUE(verify(truth, a, {}, b, at_b)) << verify(truth, a, {}, b, at_b).reason;
    for (int axis = 0; axis < 3; ++axis)
      for (const int sign : {1, -1}) {
        Result way = truth;
        const double depth = half_a[axis] + half_b[axis] - sign * shift[axis];
        way.normal = sign * Vec3::Unit(axis);
        way.point_a = shift;
        way.point_a[axis] = sign * half_a[axis];
        way.point_b = shift - sign * half_b[axis] * Vec3::Unit(axis);
        way.distance = way.lower = way.upper = -depth;
        way.lower -= 1e-14;
        way.upper += 1e-14;
        way.feature_a = way.feature_b = {};
        const bool shortest = depth <= -truth.distance + 1e-9 * 4;
        EXPECT_EQ(verify(way, a, {}, b, at_b).ok, shortest)
            << i << " " << axis << " " << depth << " " << verify(way, a, {}, b, at_b).reason;
      }
  }
}

TEST(VerifyDepth, RefusesAnOverlapThatIsNone) {
  Random random(974);
  for (int i = 0; i < 300; ++i) {
    const Shape a = Cylinder(1, 1), b = Cone(1, 2);
    const Pose at_a(random.rotation(), random.vector(1)), at_b(random.rotation(), random.vector(2));
    const Result r = distance(a, at_a, b, at_b);
    Result claimed = distance(Sphere(1), {}, Sphere(1), {}, {.penetration = false});
    ASSERT_EQ(claimed.status, Status::penetrating);
    claimed.feature_a = claimed.feature_b = {};  // a sphere's, which these have none of
    EXPECT_EQ(verify(claimed, a, at_a, b, at_b).ok, r.distance < 1e-8);
  }
}

/// Matrices that are no rotations make ellipsoids of large balls, of which hardly any of the depth is flat.
TEST(VerifyDepth, OfLargeBallsUnderBentMatrices) {
  Mat3 matrix = Mat3::Identity();
  matrix(0, 0) += 1e-7;
  matrix(2, 2) -= 1e-7;
  const Shape can = Cylinder(0.6, 0.26);
  const Pose at_can = Pose::from_quaternion(0.8, 0.6, 0, 0), bent(matrix, Vec3(2.5, -2.0, 1.5));
  const Shape large[] = {Capsule(1000, 0.28), Sphere(1000), Shape(Box({0.2, 0.3, 0.1}), 1000),
                         SphereHull({{{0, 0, 0}, 1000}, {{0.2, 0, 0.1}, 1000}})};
  for (const Shape& ball : large) {
    Result r = distance(can, at_can, ball, bent);
    EXPECT_TRUE(verify(r, can, at_can, ball, bent)) << verify(r, can, at_can, ball, bent).reason;
    // Of a normal that is no way out as short as is claimed.
    r.normal = Vec3(0.65340998996268129, -0.63772949819858193, 0.40786820438023053).normalized();
    QuadPair truth(can, {at_can.position(), at_can.rotation(), std::array{0.8, 0.6, 0.0, 0.0}}, ball,
                   {bent.position(), matrix, {}});
    const double slab = static_cast<double>(truth.slab(r.normal));
    ASSERT_LT(slab, r.lower - 1e-4);
    r.distance = r.lower = r.upper = slab;
    r.ending = Ending::converged;
    r.point_b = r.point_a + r.distance * r.normal;
    EXPECT_FALSE(verify(r, can, at_can, ball, bent));
  }
}

}  // namespace
}  // namespace oracle
