// Two ellipsoids, and an ellipsoid and a point, against 50-digit truth.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ellipsoid_pairs.hpp"
#include "ellipsoid_truth.hpp"
#include "repetitions.hpp"
#include "reproducer.hpp"

namespace oracle {
namespace {

using namespace clearance;

EllipsoidTruth truth_of(const EllipsoidQuery& q) { return {q.radii_a, q.at_a, q.radii_b, q.at_b}; }

Result answer(const EllipsoidQuery& q, Method method = Method::automatic) {
  return distance(Ellipsoid(q.radii_a), q.at_a.pose(), Ellipsoid(q.radii_b), q.at_b.pose(), {.method = method});
}

/// Bounds that the truth allows, a distance to 1e-12 of the size, and bounds as narrow as that.
void expect_true(const EllipsoidQuery& q, const Result& r, double narrow = 1e-11) {
  SCOPED_TRACE(json_line({Ellipsoid(q.radii_a), Ellipsoid(q.radii_b), q.at_a, q.at_b}, "case"));
  EllipsoidTruth truth = truth_of(q);
  truth.refine(r.normal);
  if (!(truth.lower() > 0))
    for (const Vec3& n : truth.deepest_normals()) truth.refine(n);
  EXPECT_LE(truth.lower(), Digits50(r.upper));
  EXPECT_GE(truth.upper(), Digits50(r.lower));
  EXPECT_NEAR(static_cast<double>(truth.lower()), r.distance, 1e-12 * truth.size());
  EXPECT_LE(r.upper - r.lower, narrow * truth.size());
  EXPECT_LE((r.point_b - r.point_a - r.distance * r.normal).norm(), 1e-13 * truth.size());
}

const EllipsoidQuery crossed{{1, 2, 5}, {5, 2, 1}, {}, {{4, 4, 4}, Mat3::Identity(), std::nullopt}};

TEST(EllipsoidPair, CrossedOneTwoFive) {
  const Result r = answer(crossed);
  EXPECT_EQ(r.method, Method::ellipsoid_newton);
  EXPECT_NEAR(r.distance, 1.29549481993874, 1e-14);
  EXPECT_LE((r.point_a - Vec3(0.1370577778, 1.4305164161, 3.4264444449)).cwiseAbs().maxCoeff(), 6e-11);
  EXPECT_LE((r.point_b - Vec3(0.5735555551, 2.5694835839, 3.8629422222)).cwiseAbs().maxCoeff(), 6e-11);
  EXPECT_LE(r.iterations, 6);
  expect_true(crossed, r, 1e-13);
}

TEST(EllipsoidPair, DeepOverlapIsPreciseWhereItsProofIsWide) {
  EllipsoidQuery q{{0.10469397080987734, 0.067511181985776395, 0.11350019430600222},
                   {0.02467813251841016, 0.013663628287006471, 0.024552757929403122},
                   {{-0.0060553710429117891, -0.044624000655477419, -0.14136361646832429},
                    Mat3::Identity(),
                    {{0.06863471042794074, 0.81035670556328532, 0.22088183357404126, -0.53835165261199036}}},
                   {{0.045086019010717508, -0.016551793553077159, -0.16868923652286005}, Mat3(), std::nullopt}};
  q.at_b.matrix << -0.32015784502654765, 0.43653457236313897, 0.84079517208395593, 0.92421163283963492,
      -0.051091548788799068, 0.37844750146652834, 0.2081629457705032, 0.89823561540059949, -0.3870929697553982;
  expect_true(q, answer(q), 1e-5);
}

class EllipsoidMethod : public ::testing::TestWithParam<Method> {};

TEST_P(EllipsoidMethod, SolvesTheCrossedPairAtEveryGap) {
  const Result exact = answer(crossed);
  for (const double gap : {exact.distance, 5.0, 0.5, 0.1, 1e-3}) {
    EllipsoidQuery q = crossed;
    q.at_b.position += (gap - exact.distance) * exact.normal;
    const Result r = answer(q, GetParam());
    if (GetParam() == Method::ellipsoid_polyhedral && gap < 0.01) continue;  // the polyhedra overlap
    // From 0.1 on the polyhedra of the hybrid overlap: plain iteration is left, and named.
    const bool plain = GetParam() == Method::ellipsoid_hybrid && gap <= 0.1;
    EXPECT_EQ(r.method, plain ? Method::ellipsoid_point_iteration : GetParam());
    EXPECT_LE(r.lower, gap + 1e-14);
    EXPECT_GE(r.upper, gap - 1e-14);
    if (GetParam() == Method::ellipsoid_polyhedral) {
      EXPECT_LE(r.upper - r.lower, 0.05);
      continue;
    }
    EXPECT_NEAR(r.distance, gap, 1e-13);
    EXPECT_LE(r.upper - r.lower, 1e-12) << gap;
    // How precise the points can be falls with the gap: a lateral error e costs e^2 / gap.
    EXPECT_LE((r.point_a - exact.point_a).norm(), 1e-7) << gap;
  }
}

TEST_P(EllipsoidMethod, EnclosesTheTruthOfRandomPairs) {
  Random random(8);
  int own = 0;
  const int count = repetitions(40);
  for (int i = 0; i < count; ++i) {
    const EllipsoidQuery q = random_ellipsoids(random, {5.0, 1e-3, 10.0, i % 8 == 7});
    const Result r = answer(q, GetParam()), best = answer(q);
    EXPECT_LE(r.lower, best.upper);
    EXPECT_GE(r.upper, best.lower);
    own += r.method == GetParam() ? 1 : 0;
    if (r.method == GetParam() && GetParam() != Method::ellipsoid_polyhedral) {
      EXPECT_NEAR(r.distance, best.distance, 1e-12 * truth_of(q).size());
    }
  }
  EXPECT_GE(own, count / 2);
}
INSTANTIATE_TEST_SUITE_P(Thesis, EllipsoidMethod,
                         ::testing::Values(Method::ellipsoid_point_iteration, Method::ellipsoid_polyhedral,
                                           Method::ellipsoid_refinement_4, Method::ellipsoid_refinement_7,
                                           Method::ellipsoid_hybrid),
                         [](const auto& param_info) {
                           std::string text(clearance::info(param_info.param).name);
                           std::replace(text.begin(), text.end(), '-', '_');
                           return text;
                         });

TEST(EllipsoidRefinement, GoesBeyondTheSevenDigitsOfTheThesis) {
  const Result exact = answer(crossed);
  for (const Method method : {Method::ellipsoid_refinement_4, Method::ellipsoid_refinement_7})
    for (const double gap : {5.0, 1.29549481993874, 0.5, 0.1, 0.01, 1e-4, 1e-6}) {
      EllipsoidQuery q = crossed;
      q.at_b.position += (gap - exact.distance) * exact.normal;
      EllipsoidTruth truth = truth_of(q);
      const WideVec n = truth.refine(exact.normal);
      const WideVec x = truth.point_a(n), y = truth.point_b(n);
      const Result r = answer(q, method);
      const Vec3 off_a = r.point_a - Vec3(double(x.x), double(x.y), double(x.z));
      const Vec3 off_b = r.point_b - Vec3(double(y.x), double(y.y), double(y.z));
      EXPECT_LE(std::hypot(off_a.norm(), off_b.norm()), 1e-12) << info(method).name << " " << gap;
    }
}

class EllipsoidPairRatio : public ::testing::TestWithParam<double> {};

TEST_P(EllipsoidPairRatio, AgreesWithFiftyDigitsApart) {
  Random random(5);
  for (int i = 0; i < 60; ++i) {
    const EllipsoidQuery q = random_ellipsoids(random, {GetParam(), 1e-9, 1e3});
    const Result r = answer(q);
    EXPECT_EQ(r.status, Status::separated);
    if (GetParam() < 1e3) {
      EXPECT_EQ(r.method, Method::ellipsoid_newton);
    }
    expect_true(q, r);
  }
}

TEST_P(EllipsoidPairRatio, AgreesWithFiftyDigitsOverlapping) {
  Random random(6);
  for (int i = 0; i < 25; ++i) {
    const EllipsoidQuery q = random_ellipsoids(random, {GetParam(), 1e-3, 1.0, true});
    expect_true(q, answer(q), 1e-9);
  }
}
INSTANTIATE_TEST_SUITE_P(Ratios, EllipsoidPairRatio, ::testing::Values(1.5, 10.0, 100.0, 1e4));

TEST(EllipsoidPair, WorkDoesNotGrowAsTheGapShrinks) {
  const Vec3 n = answer(crossed).normal;
  int least = 1000, most = 0;
  for (double gap = 1e3; gap > 1e-9; gap *= 0.1) {
    EllipsoidQuery q = crossed;
    q.at_b.position += (gap - 1.29549481993874) * n;
    const Result r = answer(q);
    EXPECT_NEAR(r.distance, gap, 1e-13 * truth_of(q).size());
    least = std::min(least, r.iterations);
    most = std::max(most, r.iterations);
  }
  EXPECT_LE(most, least + 4);
}

TEST(EllipsoidPair, ConcentricPairsLeaveAlongAShortAxis) {
  const Shape a = Ellipsoid({3, 2, 1}), b = Ellipsoid({0.5, 1, 2});
  const Result same = distance(a, Pose(), a, Pose());
  EXPECT_NEAR(same.distance, -2.0, 1e-13);
  EXPECT_LE(same.upper - same.lower, 1e-11);
  const Result other = distance(a, Pose(), b, Pose());
  EXPECT_NEAR(other.distance, -3.0, 1e-13);  // y: 2 + 1, z: 1 + 2; x: 3 + 0.5
  EXPECT_NEAR(std::abs(other.normal.x()), 0.0, 1e-6);
}

TEST(EllipsoidPair, PointsInsideOnAxesAndAtTheCentre) {
  const Shape egg = Ellipsoid({3, 2, 1});
  const auto depth = [&](const Vec3& at) {
    const Result r = distance(egg, Pose(), Point(at), Pose());
    EXPECT_EQ(r.method, Method::ellipsoid_newton) << at.transpose();
    EXPECT_LE(r.upper - r.lower, 2e-12);
    return -r.distance;
  };
  EXPECT_NEAR(depth({0, 0, 0}), 1.0, 1e-14);
  EXPECT_NEAR(depth({0, 0, 0.25}), 0.75, 1e-14);
  EXPECT_NEAR(depth({0, 0, 3}), -2.0, 1e-14);
  EXPECT_NEAR(depth({2.9, 0, 0}), 0.1, 1e-14);  // beyond the evolute: out along the axis
  // Within it, out across the axis: the nearest point has x = 9 p / (9 - 1) in the plane of the shortest radius.
  const double x = 9.0 / 8.0;
  EXPECT_NEAR(depth({1, 0, 0}), std::hypot(x - 1, std::sqrt(1 - x * x / 9)), 1e-14);
}

TEST(EllipsoidPair, ASphereIsAPointWithARadius) {
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    EllipsoidQuery q = random_ellipsoids(random, {100.0, 1e-6, 10.0});
    const double radius = 0.25 * q.radii_b.minCoeff();
    q.radii_b = Vec3::Zero();
    const Result r = distance(Ellipsoid(q.radii_a), q.at_a.pose(), Sphere(radius), q.at_b.pose());
    EXPECT_EQ(r.method, Method::ellipsoid_newton);
    EllipsoidTruth truth = truth_of(q);
    truth.refine(r.normal);
    EXPECT_NEAR(static_cast<double>(truth.lower()) - radius, r.distance, 1e-13 * truth.size());
  }
}

TEST(EllipsoidPair, AWarmStartTakesFewerSteps) {
  PairState state;
  int cold = 0, warm = 0;
  for (int i = 0; i < 50; ++i) {
    const Pose at = pose({4, 4, 4}, Eigen::AngleAxisd(0.01 * i, Vec3::UnitZ()));
    const Result fresh = distance(Ellipsoid({1, 2, 5}), Pose(), Ellipsoid({5, 2, 1}), at);
    const Result tracked = distance(Ellipsoid({1, 2, 5}), Pose(), Ellipsoid({5, 2, 1}), at, {}, &state);
    EXPECT_NEAR(fresh.distance, tracked.distance, 1e-14);
    cold += fresh.iterations;
    warm += tracked.iterations;
  }
  EXPECT_LT(2 * warm, 1.5 * cold);
}

}  // namespace
}  // namespace oracle
