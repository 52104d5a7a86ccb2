#include "motion_peers.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/continuous_collision.h>

#include "hull_faces.hpp"

namespace bench {

namespace {

using clearance::Pose;
using clearance::Vec3;

/// As narrow as the time is asked to be, and steps at most.
constexpr double time_error = 1e-6;
constexpr std::size_t most_steps = 100;

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

}  // namespace

MovedBody moved_box(const Vec3& size) {
  auto bullet = std::make_shared<btBoxShape>(btVector3(size.x() / 2, size.y() / 2, size.z() / 2));
  bullet->setMargin(0);
  return {clearance::Box(size), std::make_shared<fcl::Boxd>(size), std::move(bullet)};
}

MovedBody moved_sphere(double radius) {
  return {clearance::Sphere(radius), std::make_shared<fcl::Sphered>(radius), std::make_shared<btSphereShape>(radius)};
}

MovedBody moved_capsule(double radius, double length) {
  return {clearance::Capsule(radius, length), std::make_shared<fcl::Capsuled>(radius, length),
          std::make_shared<btCapsuleShapeZ>(radius, length)};
}

MovedBody moved_hull(const std::vector<Vec3>& points) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(points.begin(), points.end());
  auto faces = std::make_shared<std::vector<int>>();
  const std::vector<std::array<int, 3>> triangles = hull_faces(points);
  for (const auto& f : triangles) faces->insert(faces->end(), {3, f[0], f[1], f[2]});
  auto bullet = std::make_shared<btConvexHullShape>();
  for (const Vec3& p : points) bullet->addPoint({p.x(), p.y(), p.z()}, false);
  bullet->recalcLocalAabb();
  bullet->setMargin(0);
  return {clearance::Hull(points), std::make_shared<fcl::Convexd>(vertices, static_cast<int>(triangles.size()), faces),
          std::move(bullet)};
}

double contact_by_fcl(const MovedBody& a, const MovedBody& b, const MotionQuery& query) {
  const fcl::ContinuousCollisionRequestd request(most_steps, time_error,
                                                 query.screw ? fcl::CCDM_SCREW : fcl::CCDM_LINEAR, fcl::GST_INDEP,
                                                 fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
  fcl::ContinuousCollisionResultd result;
  const fcl::Transform3d still = fcl::Transform3d::Identity();
  fcl::continuousCollide(a.fcl.get(), still, still, b.fcl.get(), of_fcl(query.from), of_fcl(query.to), request, result);
  return result.is_collide ? result.time_of_contact : no_contact;
}

double contact_by_bullet(const MovedBody& a, const MovedBody& b, const MotionQuery& query) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btContinuousConvexCollision cast(a.bullet.get(), b.bullet.get(), &simplex, &depth);
  btConvexCast::CastResult result;
  result.m_fraction = 1;
  const btTransform still = btTransform::getIdentity();
  return cast.calcTimeOfImpact(still, still, of_bullet(query.from), of_bullet(query.to), result) ? result.m_fraction
                                                                                                 : no_contact;
}

}  // namespace bench
