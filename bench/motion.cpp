// The first contact of moving bodies, ours against FCL's continuous collision and Bullet's convex cast, in one process:
// time of a query, and how often each contradicts what is proven. All three are asked about the same motions: positions
// linear, rotations at a constant rate. The judge of all is the proven interval; it is checked against brute force by
// clearance_motion_stress.

#include "clearance/motion.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "hull_faces.hpp"

namespace {

using clearance::Pose;
using clearance::Vec3;

struct Body {
  clearance::Shape ours;
  std::shared_ptr<fcl::CollisionGeometryd> fcl;
  std::shared_ptr<btConvexShape> bullet;
};

Body box(const Vec3& size) {
  auto bullet = std::make_shared<btBoxShape>(btVector3(size.x() / 2, size.y() / 2, size.z() / 2));
  bullet->setMargin(0);
  return {clearance::Box(size), std::make_shared<fcl::Boxd>(size), std::move(bullet)};
}

Body hull(std::mt19937_64& random, int count) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(Vec3(normal(random), normal(random), normal(random)).normalized());
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(points.begin(), points.end());
  auto faces = std::make_shared<std::vector<int>>();
  const std::vector<std::array<int, 3>> triangles = bench::hull_faces(points);
  for (const auto& f : triangles) faces->insert(faces->end(), {3, f[0], f[1], f[2]});
  auto bullet = std::make_shared<btConvexHullShape>();
  for (const Vec3& p : points) bullet->addPoint({p.x(), p.y(), p.z()}, false);
  bullet->recalcLocalAabb();
  bullet->setMargin(0);
  return {clearance::Hull(points), std::make_shared<fcl::Convexd>(vertices, static_cast<int>(triangles.size()), faces),
          std::move(bullet)};
}

struct Case {
  Pose from, to;
};

fcl::Transform3d of_fcl(const Pose& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = pose.rotation();
  t.translation() = pose.position();
  return t;
}
btTransform of_bullet(const Pose& pose) {
  const clearance::Mat3& r = pose.rotation();
  const Vec3& p = pose.position();
  return btTransform(btMatrix3x3(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
                     btVector3(p.x(), p.y(), p.z()));
}

constexpr double none = 2.0;  // no contact within 0 to 1

double by_fcl(const Body& a, const Body& b, const Case& c) {
  fcl::ContinuousCollisionRequestd request(100, 1e-6, fcl::CCDM_LINEAR, fcl::GST_INDEP,
                                           fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  fcl::ContinuousCollisionResultd result;
  const fcl::Transform3d still = fcl::Transform3d::Identity();
  fcl::continuousCollide(a.fcl.get(), still, still, b.fcl.get(), of_fcl(c.from), of_fcl(c.to), request, result);
  return result.is_collide ? result.time_of_contact : none;
}

double by_bullet(const Body& a, const Body& b, const Case& c) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btContinuousConvexCollision cast(a.bullet.get(), b.bullet.get(), &simplex, &depth);
  btConvexCast::CastResult result;
  result.m_fraction = 1;
  const btTransform still = btTransform::getIdentity();
  return cast.calcTimeOfImpact(still, still, of_bullet(c.from), of_bullet(c.to), result) ? result.m_fraction : none;
}

template <class F>
double microseconds(std::size_t count, const F& f) {
  double best = HUGE_VAL;
  for (int round = 0; round < 3; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < count; ++i) f(i);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return 1e6 * best / static_cast<double>(count);
}

void run(const char* name, const Body& a, const Body& b, const std::vector<Case>& cases, double tolerance) {
  const clearance::Motion still = clearance::Motion::rest(Pose());
  std::vector<clearance::Motion> motions;
  for (const Case& c : cases) motions.push_back(clearance::Motion::linear(c.from, c.to));
  std::vector<clearance::Approach> ours(cases.size());
  const double our_time = microseconds(cases.size(), [&](std::size_t i) {
    ours[i] = clearance::time_of_impact(a.ours, still, b.ours, motions[i], 0.0, {.tolerance = tolerance});
  });
  std::size_t hits = 0, open = 0;
  for (const auto& r : ours) {
    hits += r.time.upper <= 1.0 ? 1 : 0;
    open += r.ending != clearance::Ending::converged ? 1 : 0;
  }
  fmt::print("{:<26} {:<8} {:8.3f} us {:>6} of {} hit, {} open\n", name, "ours", our_time, hits, cases.size(), open);
  const auto peer = [&](const char* who, const std::function<double(const Body&, const Body&, const Case&)>& ask) {
    std::vector<double> times(cases.size());
    const double time = microseconds(cases.size(), [&](std::size_t i) { times[i] = ask(a, b, cases[i]); });
    std::size_t missed = 0, late = 0, early = 0, invented = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const clearance::Interval& truth = ours[i].time;
      const bool hit = truth.upper <= 1.0, claims = times[i] < none;
      missed += hit && !claims ? 1 : 0;
      invented += !(truth.lower <= 1.0) && claims ? 1 : 0;
      late += hit && claims && times[i] > truth.upper + 1e-3 ? 1 : 0;
      early += hit && claims && times[i] < truth.lower - 1e-3 ? 1 : 0;
    }
    fmt::print("{:<26} {:<8} {:8.3f} us  {:5.2f} x  missed {}, late {}, early {}, invented {}\n", "", who, time,
               time / our_time, missed, late, early, invented);
  };
  peer("FCL", by_fcl);
  peer("Bullet", by_bullet);
}

}  // namespace

int main() {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&](double extent) -> Vec3 {
    return extent * Vec3(uniform(random), uniform(random), uniform(random));
  };
  const auto cases = [&](double turn) {
    std::vector<Case> all;
    for (int i = 0; i < 1000; ++i) {
      const clearance::Mat3 r = Eigen::AngleAxisd(3 * uniform(random), vector(1).normalized()).toRotationMatrix();
      const clearance::Mat3 q = Eigen::AngleAxisd(turn * uniform(random), vector(1).normalized()).toRotationMatrix();
      const Vec3 from = 5 * vector(1).normalized();
      all.push_back({Pose(r, from), Pose(turn > 0 ? clearance::Mat3(q * r) : r, -0.5 * from + vector(1.5))});
    }
    return all;
  };
  const Body cube = box({1, 1.5, 2}), rock = hull(random, 128);
  run("boxes, translation", cube, cube, cases(0.0), 1e-6);
  run("boxes, turning", cube, cube, cases(2.0), 1e-6);
  run("hulls of 128, translation", rock, rock, cases(0.0), 1e-6);
  run("hulls of 128, turning", rock, rock, cases(2.0), 1e-6);
  fmt::print("\nA box that swings by a wall: queries and time as the gap shrinks\n");
  for (double gap = 1.0; gap > 1e-10; gap /= 10) {
    const double height = std::sqrt(0.5) + gap;
    const clearance::Shape wall = clearance::Halfspace({0, 0, 1}, 0.0), swung = clearance::Box({1, 1, 1});
    const clearance::Motion still = clearance::Motion::rest(Pose());
    const clearance::Motion swing =
        clearance::Motion::linear(clearance::pose({0, 0, height}, Eigen::AngleAxisd(0.1, Vec3::UnitX())),
                                  clearance::pose({0, 0, height}, Eigen::AngleAxisd(1.5, Vec3::UnitX())));
    int queries = 0;
    const double time =
        microseconds(100, [&](std::size_t) { queries = clearance::time_of_impact(wall, still, swung, swing).queries; });
    fmt::print("  gap {:<8.0e} {:4} queries {:8.2f} us\n", gap, queries, time);
  }
}
