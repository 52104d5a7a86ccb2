// Distances over whole motions: closed forms, cases that others got wrong, and brute force.

#include "clearance/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "clearance/certify.hpp"
#include "clearance/error.hpp"
#include "motions.hpp"
#include "repetitions.hpp"

namespace oracle {
namespace {

using namespace clearance;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Motion still() { return Motion::rest(Pose()); }
Motion translation(const Vec3& from, const Vec3& to) {
  return Motion::linear(Pose::translation(from), Pose::translation(to));
}
Pose turned_about(const Vec3& axis, double angle, const Vec3& position = Vec3::Zero()) {
  return pose(position, Eigen::AngleAxisd(angle, axis.normalized()));
}

/// Within tight bounds of what is known.
void expect_time(const Approach& approach, double time, double width) {
  EXPECT_LE(approach.time.lower, time);
  EXPECT_GE(approach.time.upper, time - 1e-15 * std::fabs(time));
  EXPECT_LE(approach.time.upper - approach.time.lower, width);
  EXPECT_EQ(approach.ending, Ending::converged);
}
void expect_distance(const Approach& approach, double distance, double width) {
  EXPECT_LE(approach.distance.lower, distance);
  EXPECT_GE(approach.distance.upper, distance);
  EXPECT_LE(approach.distance.upper - approach.distance.lower, width);
  EXPECT_EQ(approach.ending, Ending::converged);
}

TEST(Motion, MeetsItsPosesExactly) {
  const Pose from = Pose::from_quaternion(1, 0, 0, 0, {1, 2, 3}), to = turned_about({1, 2, 3}, 2.0, {4, 5, 6});
  for (const Motion& motion : {Motion::linear(from, to), Motion::screw(from, to)}) {
    for (const double time : {-1.0, 0.0, 1.0, 2.0}) {
      const MovingPose at = motion.at(time);
      const Pose& expected = time > 0.5 ? to : from;
      EXPECT_EQ(at.pose.rotation(), expected.rotation());
      EXPECT_EQ(at.pose.position(), expected.position());
      EXPECT_EQ(at.turn_error, 0.0);
      EXPECT_EQ(at.shift_error, 0.0);
    }
  }
}

TEST(Motion, TurnsAtAConstantRateAndKnowsHowWellItIsKnown) {
  const Motion motion = Motion::linear(turned_about({1, 2, 3}, 0.0), turned_about({1, 2, 3}, 3.0, {1, 0, 0}));
  for (int i = 1; i < 100; ++i) {
    const double s = i / 100.0;
    const MovingPose at = motion.at(s);
    const Eigen::Matrix<long double, 3, 3> expected =
        Eigen::AngleAxis<long double>(3.0L * s, Eigen::Matrix<long double, 3, 1>(1, 2, 3).normalized())
            .toRotationMatrix();
    EXPECT_LE((at.pose.rotation().cast<long double>() - expected).norm(), at.turn_error + 1e-15);
    EXPECT_LE(at.turn_error, 2e-13);
    EXPECT_LE(std::fabs(at.pose.position().x() - s), at.shift_error);
    EXPECT_LE(at.shift_error, 1e-15);
  }
}

TEST(Motion, ScrewKeepsItsAxis) {
  // A quarter turn about the line x = 1, y = 0, rising by 2.
  const Motion motion = Motion::screw(Pose(), turned_about({0, 0, 1}, M_PI / 2, {1, -1, 2}));
  for (const double s : {0.25, 0.5, 0.75}) {
    const Pose at = motion.at(s).pose;
    const Vec3 on_axis = at * Vec3(1, 0, 0);
    EXPECT_NEAR(on_axis.x(), 1, 1e-14);
    EXPECT_NEAR(on_axis.y(), 0, 1e-14);
    EXPECT_NEAR(on_axis.z(), 2 * s, 1e-14);
  }
}

TEST(Motion, HalfATurnTakesTheDocumentedWay) {
  // The axis whose first component of more than 1/2 in size is positive, whichever way the quaternion points.
  for (const double sign : {1.0, -1.0}) {
    const Motion motion = Motion::linear(Pose(), Pose::from_quaternion(0, 0, 0, sign));
    EXPECT_NEAR(motion.turn(0).z(), M_PI, 1e-14);
    EXPECT_GT((motion.at(0.5).pose * Vec3(1, 0, 0)).y(), 0.99);
    EXPECT_LT(motion.at(0.5).turn_error, 1e-12);
  }
  const Motion motion = Motion::linear(Pose(), Pose::from_quaternion(0, -0.6, 0.8, 0));
  EXPECT_GT(motion.turn(0).x(), 0);
}

TEST(Motion, MatricesThatAreNoRotationsAreFollowed) {
  Mat3 skewed = Eigen::AngleAxisd(1.0, Vec3(1, 1, 0).normalized()).toRotationMatrix();
  skewed(0, 1) += 4e-7;
  skewed(2, 2) -= 3e-7;
  const Motion motion = Motion::linear(Pose(), Pose(skewed, {1, 0, 0}));
  const MovingPose near_end = motion.at(1.0 - 1e-9);
  EXPECT_LE((near_end.pose.rotation() - skewed).norm(), 3e-9);
  EXPECT_LE(near_end.turn_error, 1e-12);
}

TEST(Motion, RefusesWhatIsNoMotion) {
  const Pose poses[] = {Pose(), Pose::translation({1, 0, 0})};
  EXPECT_THROW(Motion::samples({}), InvalidInput);
  const double unsorted[] = {1, 0}, equal[] = {1, 1}, three[] = {0, 1, 2}, none[] = {0, nan}, endless[] = {0, infinity};
  EXPECT_THROW(Motion::samples(poses, unsorted), InvalidInput);
  EXPECT_THROW(Motion::samples(poses, equal), InvalidInput);
  EXPECT_THROW(Motion::samples(poses, three), InvalidInput);
  EXPECT_THROW(Motion::samples(poses, none), InvalidInput);
  EXPECT_THROW(Motion::samples(poses, endless), InvalidInput);
}

TEST(ClosestApproach, OfSpheresInTranslation) {
  const Approach r = closest_approach(Sphere(0.5), still(), Sphere(1.0), translation({-4, 3, 0}, {4, 3, 0}));
  expect_distance(r, 1.5, 1e-8);
  EXPECT_LE(r.time.lower, 0.5);
  EXPECT_GE(r.time.upper, 0.5);
  EXPECT_LE(r.time.upper - r.time.lower, 1e-4);  // flat as it is
  EXPECT_LE(r.queries, 6);
}

TEST(ClosestApproach, OfACornerThatSwingsByAWall) {
  // A corner of the box passes nearest to the wall when it points there.
  const double half = std::sqrt(2.0) / 2;
  const Approach r = closest_approach(Halfspace({0, 0, 1}, 0.0), still(), Box({1, 1, 1}),
                                      Motion::linear(pose({0, 0, 2}, Eigen::AngleAxisd(0.2, Vec3::UnitX())),
                                                     pose({0, 0, 2}, Eigen::AngleAxisd(1.2, Vec3::UnitX()))));
  expect_distance(r, 2 - half, 1e-8);
  EXPECT_NEAR(r.at_time, M_PI / 4 - 0.2, 1e-3);
}

TEST(ClosestApproach, BothAtRest) {
  const Approach r = closest_approach(Sphere(1), still(), Sphere(1), Motion::rest(Pose::translation({3, 0, 0})));
  expect_distance(r, 1.0, 1e-12);
  EXPECT_EQ(r.time.lower, 0.0);
  EXPECT_EQ(r.time.upper, 0.0);
}

/// `at` is about the whole, though parts that are not the nearest are left alone in the search.
TEST(ClosestApproach, OfUnionsTellsOfAllPartsAtItsTime) {
  const Shape cone = Cone(0.6, 0.8), can = Cylinder(0.5, 0.6);
  const Pose here = Pose::from_quaternion(0.8, 0.6, 0, 0, {0.4, 0.3, 3}), identity;
  const Result alone = distance(can, here, cone, identity);
  for (const double farther : {-1e-9, -1e-12, 1e-13, 1e-11, 1e-9}) {
    const Vec3 centre = alone.point_b - alone.normal * (0.3 + alone.distance + farther);
    const Shape both = Union({{can, here}, {Sphere(0.3), Pose::translation(centre)}});
    for (const Approach& r :
         {closest_approach(both, still(), cone, still()), time_of_impact(both, still(), cone, still())}) {
      const Result truth = distance(both, identity, cone, identity);
      EXPECT_LE(r.at.lower, truth.upper) << farther;
      EXPECT_GE(r.at.upper, truth.lower) << farther;
      EXPECT_TRUE(verify(r.at, both, identity, cone, identity)) << verify(r.at, both, identity, cone, identity).reason;
    }
  }
  // With a tolerance that hides one part behind the other.
  const Shape steps =
      Union({{Box({1, 1, 1}), Pose::translation({0, 0, 2})}, {Box({1, 1, 1}), Pose::translation({3, 0, 1.94})}});
  const Shape floor = Box({20, 20, 2});
  MotionOptions rough;
  rough.tolerance = 0.05;
  const Motion down = translation({0, 0, 1}, {0.5, 0.2, 0.4});
  const Approach r = closest_approach(steps, down, floor, still(), rough);
  const Result truth = distance(steps, down.at(r.at_time).pose, floor, identity);
  EXPECT_LE(r.at.lower, truth.upper);
  EXPECT_GE(r.at.upper, truth.lower);
  // Stopped by its bound on work.
  rough = {};
  rough.max_queries = 3;
  const Approach stopped = closest_approach(steps, down, floor, still(), rough);
  const Result there = distance(steps, down.at(stopped.at_time).pose, floor, identity);
  EXPECT_LE(stopped.at.lower, there.upper);
  EXPECT_GE(stopped.at.upper, there.lower);
}

TEST(ClosestApproach, WhereNoTranslationSeparates) {
  const Approach r =
      closest_approach(Plane({0, 0, 1}, 0.0), still(), Line({0, 0, 0}, {0, 0, 1}), translation({0, 0, 0}, {1, 0, 0}));
  EXPECT_EQ(r.distance.upper, -infinity);
}

/// parry#429: a ball of radius 0.5166 against a cuboid of half extent 500 was stopped 139 mm short.
TEST(TimeOfImpact, OfASmallBallWithALargeCuboid) {
  for (const double from : {501.0, 600.0, 5000.0}) {
    const Approach r = time_of_impact(Box({1000, 1000, 1000}), still(), Sphere(0.5166),
                                      translation({from, 123, -321}, {499, 123, -321}));
    const double expected = (from - 500.5166) / (from - 499);
    expect_time(r, expected, 4e-9);
    EXPECT_NEAR((r.at.point_a - Vec3(500, 123, -321)).norm(), 0.0, 1e-4);
  }
}

/// As in the spline of dart#2700, where a body on a curve was reported to hit at 0.598, as it would on the chord, and
/// not at 0.326. The curve here is ours: x = 3 (1-t)^2 t c + 3 (1-t) t^2 + t^3 reaches 0.598 at 0.326.
TEST(TimeOfImpact, OnACurveAndNotOnItsChord) {
  const auto along = [](double t) { return 3 * (1 - t) * (1 - t) * t * 0.7845 + 3 * (1 - t) * t * t + t * t * t; };
  std::vector<Pose> poses;
  std::vector<double> times;
  for (int i = 0; i <= 1000; ++i) {
    times.push_back(i / 1000.0);
    poses.push_back(Pose::translation({10 * along(times.back()), 0, 0}));
  }
  const double meets = 10 * along(0.326);
  ASSERT_NEAR(meets, 5.98, 0.01);
  const Shape wall = Box({1, 4, 4}), ball = Sphere(0.5);
  const Motion there = Motion::rest(Pose::translation({meets + 1.0, 0, 0}));
  expect_time(time_of_impact(wall, there, ball, Motion::samples(poses, times)), 0.326, 1e-8);
  expect_time(time_of_impact(wall, there, ball, Motion::linear(poses.front(), poses.back())), meets / 10, 1e-8);
}

/// ompl#221, #855: what is thinner than a step of sampling is missed.
TEST(TimeOfImpact, WithAThinPlateAtSpeed) {
  for (const double thickness : {1e-3, 1e-6, 1e-9, 0.0}) {
    const Approach r = time_of_impact(Box({thickness, 2, 2}), still(), Box({0.1, 0.1, 0.1}),
                                      translation({-1000.3, 0.1, 0.2}, {1000.4, 0.1, 0.2}), 0.0, {.tolerance = 1e-13});
    const double expected = (1000.3 - 0.05 - thickness / 2) / 2000.7;
    EXPECT_LE(r.time.lower, expected);
    EXPECT_GE(r.time.lower, expected - 1e-12);
    if (thickness > 1e-8) {
      EXPECT_LE(r.time.upper, expected + 1e-11);
    }
    EXPECT_TRUE(keeps(Box({thickness, 2, 2}), still(), Box({0.1, 0.1, 0.1}),
                      translation({-1000.3, 0.1, 0.2}, {1000.4, 0.1, 0.2}), 0.0));
  }
}

TEST(TimeOfImpact, StartsInContact) {
  const Approach r = time_of_impact(Box({1, 1, 1}), still(), Box({1, 1, 1}), translation({0.5, 0, 0}, {9, 0, 0}));
  EXPECT_EQ(r.time.lower, 0.0);
  EXPECT_EQ(r.time.upper, 0.0);
  EXPECT_EQ(r.at.status, Status::penetrating);
}

TEST(TimeOfImpact, AnswersWithTheLastLookBeforeTheContact) {
  const auto expect_contact = [](const Approach& r, double time, int queries) {
    EXPECT_LE(r.time.lower, time);
    EXPECT_GE(r.time.upper, time);
    EXPECT_LE(r.time.upper - r.time.lower, 1e-9);
    EXPECT_EQ(r.at_time, r.time.lower);
    EXPECT_EQ(r.at.status, Status::separated);
    EXPECT_LE(r.at.upper, 1e-7);
    EXPECT_LE(r.queries, queries);
  };
  // Boxes, spheres and capsules have a formula to begin with.
  expect_contact(time_of_impact(Box({1, 1, 1}), still(), Box({1, 1, 1}), translation({-3, 0.1, 0.2}, {3, 0.1, 0.2})),
                 1.0 / 3.0, 2);
  expect_contact(time_of_impact(Sphere(0.5), still(), Sphere(0.5), translation({-4, 0.6, 0}, {4, 0.6, 0})), 0.4, 3);
  expect_contact(time_of_impact(Capsule(0.5, 2), still(), Sphere(0.5), translation({-4, 0.6, 0.3}, {4, 0.6, 0.3})), 0.4,
                 3);
  expect_contact(time_of_impact(Cylinder(0.5, 2), still(), Sphere(0.5), translation({-4, 0.6, 0.3}, {4, 0.6, 0.3})),
                 0.4, 12);
  const Approach margin =
      time_of_impact(Sphere(0.5), still(), Sphere(0.25), translation({-4, 0.6, 0}, {4, 0.6, 0}), 0.25);
  EXPECT_LE(margin.time.lower, 0.4);
  EXPECT_GE(margin.time.upper, 0.4);
  EXPECT_LE(margin.time.upper - margin.time.lower, 1e-9);
}

TEST(TimeOfImpact, OfBodiesThatOnlyTouchStaysOpen) {
  const Approach r = time_of_impact(Box({1, 1, 1}), still(), Sphere(0.5), translation({-3, 1, 0}, {3, 1, 0}));
  EXPECT_LE(r.time.lower, 2.5 / 6);
  EXPECT_GE(r.time.lower, 2.5 / 6 - 1e-6);
  EXPECT_LT(r.queries, 200);
}

TEST(TimeOfImpact, HoldsItsMargin) {
  const Approach r = time_of_impact(Sphere(1), still(), Sphere(1), translation({10, 0, 0}, {0, 0, 0}), 0.5);
  expect_time(r, 0.75, 4e-9);
  EXPECT_FALSE(keeps(Sphere(1), still(), Sphere(1), translation({10, 0, 0}, {5, 0, 0}), 2.5));
  const auto doubt = keeps(Sphere(1), still(), Sphere(1), translation({10, 0, 0}, {5, 0, 0}), 3.5);
  ASSERT_TRUE(doubt);
  EXPECT_NEAR(doubt->lower, 0.9, 1e-6);
}

/// Nearly grazing motions must not crawl.
TEST(TimeOfImpact, CostsLittleMoreAsTheGapShrinks) {
  for (double gap = 1.0; gap > 1e-10; gap /= 10) {
    const Motion swing = Motion::linear(pose({0, 0, std::sqrt(0.5) + gap}, Eigen::AngleAxisd(0.1, Vec3::UnitX())),
                                        pose({0, 0, std::sqrt(0.5) + gap}, Eigen::AngleAxisd(1.5, Vec3::UnitX())));
    const Approach r = time_of_impact(Halfspace({0, 0, 1}, 0.0), still(), Box({1, 1, 1}), swing);
    EXPECT_EQ(r.time.lower, infinity) << gap;
    EXPECT_LT(r.queries, 120) << gap;
  }
}

TEST(Certificates, OfUnboundedBodiesThatTurnHoldAndAreTight) {
  const Shape shapes[] = {Halfspace({0, 0, 1}, 0.3), Plane({0.1, 0, 2}, -0.2), Line({0, 0.2, 0}, {1, 0.5, 0}),
                          Ray({-0.5, 0.2, 0}, {1, 0.5, 0}), Ray({1.5, 0.2, 0}, {1, 0.5, 0})};
  const Pose from = pose({0.1, 0, -1.2}, Eigen::AngleAxisd(0.2, Vec3(1, 1, 0).normalized()));
  const Pose to = pose({0.3, 0.4, -1.6}, Eigen::AngleAxisd(-0.3, Vec3(1, -1, 0.5).normalized()));
  const Motion box_moves = Motion::linear(pose({0, 0, 1}, Eigen::AngleAxisd(0.0, Vec3::UnitX())),
                                          pose({0.2, 0, 1.3}, Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized())));
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.type());
    for (const bool swapped : {false, true}) {
      std::vector<MovingBody> bodies{{"a", shape, Motion::linear(from, to)}, {"b", Box({1, 1, 0.5}), box_moves}};
      if (swapped) std::swap(bodies[0], bodies[1]);
      const std::vector<BodyPair> pairs{{0, 1}};
      const Certified least = certify(bodies, pairs);
      ASSERT_GT(least.distance.lower, 0.0);
      const Certified known = certify(bodies, pairs, {.margin = least.distance.lower - 1e-4, .certificate = true});
      ASSERT_TRUE(known.certificate);
      const CertificateCheck held = check_certificate(*known.certificate, bodies, pairs);
      EXPECT_TRUE(held.ok) << held.reason;
      EXPECT_LE(held.intervals, 200u);
      Certificate false_one = *known.certificate;
      false_one.claim = least.distance.upper + 1e-9;
      EXPECT_FALSE(check_certificate(false_one, bodies, pairs).ok);
    }
  }
}

/// The curve of a point is that of its matrix, which may be a little longer than a rotation.
TEST(Certificates, CountWhatAPoseStretches) {
  const Pose at_wall = Pose::translation({-3, 0, 0});
  const auto turned = [](double angle) {
    return Pose(Mat3((1 + 4.9e-7) * Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix()), Vec3::Zero());
  };
  const double angle = std::sqrt(3e-6);
  const std::vector<MovingBody> bodies{
      {"point", Point({1, 0, 0}), Motion::linear(turned(-angle), turned(angle))},
      {"wall", Box({4, 4, 4}), Motion::rest(at_wall)},
  };
  const double truth = distance(bodies[0].shape, turned(angle), bodies[1].shape, at_wall).upper;
  const auto holds = [&](double claim) {
    return check_certificate({claim, {{0, 1, -1, -1, {{1.0, {-1, 0, 0}}}}}}, bodies, std::vector<BodyPair>{{0, 1}}).ok;
  };
  EXPECT_TRUE(holds(truth - 1e-11));
  EXPECT_FALSE(holds(truth + 1e-13));
}

TEST(Motions, NoContactIsMissedBeforeTheOneThatIsGuessed) {
  for (int i = 0; i < repetitions(300); ++i) {
    const MotionTally tally =
        check_motion(make_swing(3, static_cast<std::uint64_t>(i)), 1000, "swing " + std::to_string(i));
    for (const std::string& report : tally.reports) ADD_FAILURE() << report;
  }
}

TEST(Motions, TheEndOfARayIsFollowedByTheBodyThatTurns) {
  struct Case {
    std::uint64_t seed, index;
  };
  for (const auto& [seed, index] : {Case{1, 746}, Case{1, 3836}, Case{1, 3862}, Case{1, 3991}, Case{1, 8722},
                                    Case{2, 142}, Case{2, 1086}, Case{2, 1804}, Case{2, 4626}}) {
    const MotionTally tally = check_motion(make_motion(seed, index), 1000, "motion " + std::to_string(index));
    for (const std::string& report : tally.reports) ADD_FAILURE() << report;
    for (const std::string& note : tally.notes) ADD_FAILURE() << note;
    EXPECT_LE(tally.queries, 200U) << index;
  }
}

TEST(Motions, PointsThatGrazeAreAnsweredToRounding) {
  for (const std::uint64_t index : {9295U, 9655U}) {
    const MotionTally tally = check_motion(make_motion(1, index), 1000, "motion " + std::to_string(index));
    for (const std::string& report : tally.reports) ADD_FAILURE() << report;
    for (const std::string& note : tally.notes) ADD_FAILURE() << note;
    EXPECT_LE(tally.queries, 100U) << index;
  }
}

TEST(Motions, AgreeWithBruteForce) {
  MotionTally tally;
  for (std::uint64_t i = 0; i < repetitions(300U); ++i)
    tally.add(check_motion(make_motion(7, i), 100, "motion " + std::to_string(i)));
  EXPECT_EQ(tally.contradictions, 0U);
  for (const std::string& report : tally.reports) ADD_FAILURE() << report;
  EXPECT_GT(tally.impacts, tally.motions / 10);
  EXPECT_LE(tally.wide, tally.motions / 50);
}

}  // namespace
}  // namespace oracle
