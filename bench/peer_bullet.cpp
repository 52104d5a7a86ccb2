#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <limits>

#include "contestant.hpp"

namespace bench {
namespace {

btVector3 vector_of(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

// Bullet has no ellipsoid; this is how its users add a shape.
class EllipsoidShape final : public btConvexInternalShape {
 public:
  explicit EllipsoidShape(const Vec3& radii) : radii_(vector_of(radii)) { m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE; }

  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
    const btVector3 scaled = direction * radii_;
    const btScalar length = scaled.length();
    return length > 0 ? scaled * radii_ / length : btVector3(radii_.x(), 0, 0);
  }
  btVector3 localGetSupportingVertex(const btVector3& direction) const override {
    return localGetSupportingVertexWithoutMargin(direction);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* directions, btVector3* supports,
                                                         int count) const override {
    for (int i = 0; i < count; ++i) supports[i] = localGetSupportingVertexWithoutMargin(directions[i]);
  }
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
  const char* getName() const override { return "Ellipsoid"; }

 private:
  btVector3 radii_;
};

std::unique_ptr<btConvexShape> shape_of(const Solid& s) {
  const btScalar r = s.size.x(), length = s.size.y();
  std::unique_ptr<btConvexShape> shape;
  switch (s.kind) {
    case Kind::hull: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vec3& p : s.points) hull->addPoint(vector_of(p), false);
      hull->recalcLocalAabb();
      shape = std::move(hull);
      break;
    }
    case Kind::box:
      shape = std::make_unique<btBoxShape>(vector_of(0.5 * s.size));
      break;
    case Kind::sphere:  // the radius of a sphere or capsule is its margin
      return std::make_unique<btSphereShape>(r);
    case Kind::capsule:
      return std::make_unique<btCapsuleShapeZ>(r, length);
    case Kind::cylinder:
      shape = std::make_unique<btCylinderShapeZ>(btVector3(r, r, length / 2));
      break;
    case Kind::cone:
      shape = std::make_unique<btConeShapeZ>(r, length);
      break;
    case Kind::ellipsoid:
      shape = std::make_unique<EllipsoidShape>(s.size);
      break;
  }
  shape->setMargin(0);
  return shape;
}

btTransform transform_of(const Placement& pose) {
  const Mat3& m = pose.rotation;
  const btMatrix3x3 rotation(m(0, 0), m(0, 1), m(0, 2), m(1, 0), m(1, 1), m(1, 2), m(2, 0), m(2, 1), m(2, 2));
  return btTransform(rotation, vector_of(pose.position));
}

class Bullet final : public Contestant {
 public:
  std::string_view name() const override { return "Bullet"; }

  void prepare(const Workload& workload) override {
    shapes_.clear();
    pairs_.clear();
    for (const Solid& s : workload.solids) shapes_.push_back(shape_of(s));
    for (const Query& q : workload.queries) {
      btDiscreteCollisionDetectorInterface::ClosestPointInput input;
      input.m_transformA = transform_of(q.pose_a);
      input.m_transformB = transform_of(q.pose_b);
      pairs_.push_back({shapes_[static_cast<size_t>(q.a)].get(), shapes_[static_cast<size_t>(q.b)].get(), input});
    }
  }

  void answer(std::span<double> distances) override {
    size_t i = 0;
    for (const Pair& p : pairs_) {
      btGjkPairDetector detector(p.a, p.b, &simplex_solver_, &penetration_solver_);
      btPointCollector collector;
      detector.getClosestPointsNonVirtual(p.input, collector, nullptr);
      distances[i++] = collector.m_hasResult ? collector.m_distance : std::numeric_limits<double>::quiet_NaN();
    }
  }

 private:
  struct Pair {
    const btConvexShape *a, *b;
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
  };

  btVoronoiSimplexSolver simplex_solver_;
  btGjkEpaPenetrationDepthSolver penetration_solver_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::unique_ptr<Contestant> make_bullet() { return std::make_unique<Bullet>(); }

}  // namespace bench
