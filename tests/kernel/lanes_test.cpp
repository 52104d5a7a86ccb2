// Lanes on each kind of processor that this one can be: each is right, wide registers agree bit for bit, and few lanes
// are left open.

#include "solvers/lanes/lanes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "models/samples.hpp"
#include "proof/lanes/lane_fill.hpp"
#include "random.hpp"

namespace clearance::detail {
namespace {

using oracle::Random;

constexpr std::array processors{Processor::any, Processor::avx2, Processor::avx512};

Shape shape_of(Random& random, LaneForm form, int points) {
  if (form == LaneForm::point) return Sphere(random.uniform(0.1, 0.5));
  if (form == LaneForm::segment) return Capsule(random.uniform(0.1, 0.3), random.uniform(0.5, 1.5));
  if (form == LaneForm::box) return Box({random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)});
  std::vector<Vec3> all;
  for (int i = 0; i < points; ++i) all.push_back(0.5 * random.direction());
  return Hull(all);
}

struct Case {
  LaneKind kind;
  LaneForm a, b;
  int points;
};
constexpr std::array cases{Case{LaneKind::two_segments, LaneForm::segment, LaneForm::segment, 0},
                           Case{LaneKind::segment_point, LaneForm::segment, LaneForm::point, 0},
                           Case{LaneKind::two_points, LaneForm::point, LaneForm::point, 0},
                           Case{LaneKind::box_point, LaneForm::box, LaneForm::point, 0},
                           Case{LaneKind::box_box, LaneForm::box, LaneForm::box, 0},
                           Case{LaneKind::box_few, LaneForm::box, LaneForm::hull, 8},
                           Case{LaneKind::box_few, LaneForm::box, LaneForm::segment, 0},
                           Case{LaneKind::box_points, LaneForm::box, LaneForm::hull, 32},
                           Case{LaneKind::few, LaneForm::hull, LaneForm::hull, 8},
                           Case{LaneKind::few, LaneForm::hull, LaneForm::segment, 7},
                           Case{LaneKind::points, LaneForm::hull, LaneForm::hull, 32},
                           Case{LaneKind::points, LaneForm::hull, LaneForm::hull, 17}};

TEST(Lanes, AreRightOnEveryProcessor) {
  Random random(901);
  EXPECT_TRUE(can_run(Processor::any));
  for (const Case& c : cases) {
    int open = 0, all = 0;
    for (int turn = 0; turn < 100; ++turn) {
      std::vector<Shape> shapes;
      std::vector<Pose> poses;
      for (int lane = 0; lane < lane_count; ++lane) {
        shapes.push_back(shape_of(random, c.a, c.points));
        shapes.push_back(shape_of(random, c.b, c.points));
        poses.emplace_back(random.rotation(), random.vector(10));
        poses.emplace_back(random.rotation(), poses.back().position() + random.uniform(1.8, 4.0) * random.direction());
      }
      std::vector<LaneGroup> groups(processors.size());
      for (std::size_t p = 0; p < processors.size(); ++p) {
        if (!can_run(processors[p])) continue;
        LaneGroup& group = groups[p];
        group.tolerance = 0.0;
        group.max_distance = HUGE_VAL;
        group.min_distance = -HUGE_VAL;
        clear(group);
        const bool hulls = static_cast<int>(c.kind) >= static_cast<int>(LaneKind::box_box);
        for (std::size_t lane = 0; lane < lane_count; ++lane)
          place_in_lane(group, static_cast<int>(lane), shapes[2 * lane].core(), poses[2 * lane],
                        shapes[2 * lane + 1].core(), poses[2 * lane + 1], hulls);
        kernels_for(processors[p])[static_cast<std::size_t>(c.kind)](group);
      }
      for (int lane = 0; lane < lane_count; ++lane) {
        const std::size_t k = 2 * static_cast<std::size_t>(lane);
        const Result single = distance(shapes[k], poses[k], shapes[k + 1], poses[k + 1]);
        for (std::size_t p = 0; p < processors.size(); ++p) {
          if (!can_run(processors[p])) continue;
          const LaneGroup& group = groups[p];
          ++all;
          open += group.ending[lane] == 0.0;
          if (group.ending[lane] == 0.0) continue;
          EXPECT_LE(group.answer[lane].lower, single.upper);
          EXPECT_LE(single.lower, group.answer[lane].upper);
          EXPECT_LE(group.answer[lane].upper - group.answer[lane].lower, 2.0 * (single.upper - single.lower) + 1e-14);
          EXPECT_LE(group.answer[lane].lower, group.answer[lane].distance);
          EXPECT_LE(group.answer[lane].distance, group.answer[lane].upper);
        }
        if (!can_run(Processor::avx512)) continue;
        EXPECT_EQ(groups[1].answer[lane].lower, groups[2].answer[lane].lower);
        EXPECT_EQ(groups[1].answer[lane].upper, groups[2].answer[lane].upper);
        EXPECT_EQ(groups[1].answer[lane].distance, groups[2].answer[lane].distance);
        for (int i = 0; i < 3; ++i) {
          EXPECT_EQ(groups[1].answer[lane].normal[i], groups[2].answer[lane].normal[i]);
          EXPECT_EQ(groups[1].answer[lane].point_a[i], groups[2].answer[lane].point_a[i]);
          EXPECT_EQ(groups[1].answer[lane].point_b[i], groups[2].answer[lane].point_b[i]);
        }
      }
    }
    EXPECT_LE(open, all / 50) << static_cast<int>(c.kind) << ' ' << c.points;
  }
}

Pose turned_by_quaternion(Random& random, const Vec3& position) {
  const Eigen::Quaterniond q(random.rotation());
  return Pose::from_quaternion(q.w(), q.x(), q.y(), q.z(), position);
}

/// Small distances have the digits that a query of its own gives them, under matrices and under quaternions, whose
/// matrices leave something over.
TEST(Lanes, GiveSmallDistancesToTheirLastDigits) {
  Random random(903);
  for (const Case& c : cases) {
    if (static_cast<int>(c.kind) < static_cast<int>(LaneKind::box_box) || c.b == LaneForm::segment) continue;
    int compared = 0;
    for (int turn = 0; turn < 40; ++turn) {
      std::vector<Shape> shapes;
      std::vector<Pose> poses;
      for (int lane = 0; lane < lane_count; ++lane) {
        shapes.push_back(shape_of(random, c.a, c.points));
        shapes.push_back(shape_of(random, c.b, c.points));
        const auto pose = [&](const Vec3& at) {
          return turn % 2 == 0 || lane % 3 == 0 ? Pose(random.rotation(), at) : turned_by_quaternion(random, at);
        };
        poses.push_back(pose(random.vector(10)));
        poses.push_back(pose(poses.back().position() + 6.0 * random.direction()));
        const Result far = distance(shapes[shapes.size() - 2], poses[poses.size() - 2], shapes.back(), poses.back());
        const double gap = std::pow(10.0, random.uniform(-9, -2));
        const Vec3 at = poses.back().position() - (far.distance - gap) * far.normal;
        const auto& q = poses.back().quaternion();
        poses.back() =
            q ? Pose::from_quaternion((*q)[0], (*q)[1], (*q)[2], (*q)[3], at) : Pose(poses.back().rotation(), at);
      }
      for (const Processor processor : processors) {
        if (!can_run(processor)) continue;
        LaneGroup group;
        group.tolerance = 0.0;
        group.max_distance = HUGE_VAL;
        group.min_distance = -HUGE_VAL;
        clear(group);
        for (std::size_t lane = 0; lane < lane_count; ++lane)
          place_in_lane(group, static_cast<int>(lane), shapes[2 * lane].core(), poses[2 * lane],
                        shapes[2 * lane + 1].core(), poses[2 * lane + 1], true);
        kernels_for(processor)[static_cast<std::size_t>(c.kind)](group);
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
          const Result single = distance(shapes[2 * lane], poses[2 * lane], shapes[2 * lane + 1], poses[2 * lane + 1]);
          if (group.ending[lane] != 1.0 || single.distance < 1e-10) continue;
          ++compared;
          // The normal is off by about 1e-15 / d, and the distance along it by half the square of that.
          const double d = single.distance;
          EXPECT_NEAR(group.answer[lane].distance, d, 1e-15 * d + 1e-30 / d) << static_cast<int>(c.kind);
        }
      }
    }
    EXPECT_GT(compared, 400) << static_cast<int>(c.kind);
  }
}

/// What is far from its origin, or has a matrix that is no rotation to rounding, is not for lanes.
TEST(Lanes, LeaveOthersAlone) {
  std::vector<Vec3> points;
  Random random(902);
  for (int i = 0; i < 8; ++i) points.push_back(Vec3(1000, 0, 0) + random.direction());
  EXPECT_EQ(lane_form(Shape(Hull(points)).core()), LaneForm::none);
  EXPECT_EQ(lane_form(Shape(Cylinder(1, 2)).core()), LaneForm::none);
  for (int i = 0; i < 40; ++i) points.push_back(Vec3(1000, 0, 0) + random.direction());
  EXPECT_EQ(lane_form(Shape(Hull(points)).core()), LaneForm::none);

  const Shape ball = Sphere(0.5);
  const Pose here, askew(Mat3::Identity() * (1.0 + 1e-8), Vec3(3, 0, 0)), there(Mat3::Identity(), Vec3(3, 0, 0));
  LaneGroup group;
  group.tolerance = 0.0;
  group.max_distance = HUGE_VAL;
  group.min_distance = -HUGE_VAL;
  clear(group);
  place_in_lane(group, 0, ball.core(), here, ball.core(), askew, false);
  for (int lane = 1; lane < lane_count; ++lane)
    place_in_lane(group, lane, ball.core(), here, ball.core(), there, false);
  best_kernels()[static_cast<std::size_t>(LaneKind::two_points)](group);
  EXPECT_EQ(group.ending[0], 0.0);
  EXPECT_EQ(group.ending[1], 1.0);
  EXPECT_NEAR(group.answer[1].distance, 2.0, 1e-15);
}

}  // namespace
}  // namespace clearance::detail
