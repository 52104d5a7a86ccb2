#include "scene_peers.hpp"

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/distance.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hull_faces.hpp"

namespace bench {
namespace {

std::shared_ptr<fcl::CollisionGeometryd> fcl_shape(const SceneSolid& solid) {
  if (solid.points.empty()) return std::make_shared<fcl::Boxd>(solid.size);
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>(solid.points.begin(), solid.points.end());
  auto faces = std::make_shared<std::vector<int>>();
  const std::vector<std::array<int, 3>> triangles = hull_faces(solid.points);
  for (const auto& f : triangles) faces->insert(faces->end(), {3, f[0], f[1], f[2]});
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(triangles.size()), faces);
}

fcl::Transform3d fcl_pose(const Pose& pose) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = pose.rotation();
  t.translation() = pose.position();
  return t;
}

class FclScene final : public ScenePeer {
 public:
  explicit FclScene(const SceneCase& scene) : scene_(scene) {
    for (std::size_t i = 0; i < scene.solids.size(); ++i)
      objects_.push_back(std::make_unique<fcl::CollisionObjectd>(fcl_shape(scene.solids[i]), fcl_pose(scene.poses[i])));
  }
  std::string_view name() const override { return "FCL"; }

  void build() override {
    moving_ = std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
    others_ = std::make_unique<fcl::DynamicAABBTreeCollisionManagerd>();
    std::vector<fcl::CollisionObjectd*> first, rest;
    for (std::size_t i = 0; i < objects_.size(); ++i) (i < scene_.moving ? first : rest).push_back(objects_[i].get());
    moving_->registerObjects(first);
    others_->registerObjects(rest);
    moving_->setup();
    others_->setup();
  }
  void move(const std::vector<Pose>& poses) override {
    for (std::size_t i = 0; i < poses.size(); ++i) place(i, poses[i]);
    moving_->update();
  }
  void move_one(std::size_t body, const Pose& pose) override {
    place(body, pose);
    (body < scene_.moving ? moving_ : others_)->update(objects_[body].get());
  }
  double nearest(double /*known*/) override {
    least_ = std::numeric_limits<double>::max();
    if (scene_.all_against_all)
      moving_->distance(this, &FclScene::look);
    else
      moving_->distance(others_.get(), this, &FclScene::look);
    return least_;
  }

 private:
  static bool look(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* self, double& least) {
    auto& scene = *static_cast<FclScene*>(self);
    scene.result_.clear();
    fcl::distance(a, b, scene.request_, scene.result_);
    scene.least_ = std::min(scene.least_, scene.result_.min_distance);
    least = scene.least_;
    return least <= 0.0;
  }
  void place(std::size_t i, const Pose& pose) {
    objects_[i]->setTransform(fcl_pose(pose));
    objects_[i]->computeAABB();
  }

  const SceneCase& scene_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects_;
  std::unique_ptr<fcl::DynamicAABBTreeCollisionManagerd> moving_, others_;
  fcl::DistanceRequestd request_;
  fcl::DistanceResultd result_;
  double least_ = 0.0;
};

btVector3 bullet_vector(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

btTransform bullet_pose(const Pose& pose) {
  const clearance::Mat3& r = pose.rotation();
  return btTransform(btMatrix3x3(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
                     bullet_vector(pose.position()));
}

std::unique_ptr<btConvexShape> bullet_shape(const SceneSolid& solid) {
  std::unique_ptr<btConvexShape> shape;
  if (solid.points.empty()) {
    shape = std::make_unique<btBoxShape>(bullet_vector(0.5 * solid.size));
  } else {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec3& p : solid.points) hull->addPoint(bullet_vector(p), false);
    hull->recalcLocalAabb();
    shape = std::move(hull);
  }
  shape->setMargin(0);
  return shape;
}

class BulletScene final : public ScenePeer {
 public:
  explicit BulletScene(const SceneCase& scene) : scene_(scene), dispatcher_(&configuration_) {
    for (std::size_t i = 0; i < scene.solids.size(); ++i) {
      shapes_.push_back(bullet_shape(scene.solids[i]));
      poses_.push_back(bullet_pose(scene.poses[i]));
    }
    proxies_.resize(shapes_.size());
  }
  ~BulletScene() override { clear(); }
  BulletScene(const BulletScene&) = delete;
  BulletScene& operator=(const BulletScene&) = delete;
  std::string_view name() const override { return "Bullet"; }

  void build() override {
    clear();
    broadphase_ = std::make_unique<btDbvtBroadphase>();
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      const bool moves = i < scene_.moving;
      const int group = moves ? 1 : 2, mask = moves && !scene_.all_against_all ? 2 : 1;
      const auto [low, high] = box(i);
      proxies_[i] = broadphase_->createProxy(low, high, 0, &shapes_[i], group, mask, &dispatcher_);
    }
  }
  void move(const std::vector<Pose>& poses) override {
    for (std::size_t i = 0; i < poses.size(); ++i) move_one(i, poses[i]);
  }
  void move_one(std::size_t body, const Pose& pose) override {
    poses_[body] = bullet_pose(pose);
    const auto [low, high] = box(body);
    broadphase_->setAabb(proxies_[body], low, high, &dispatcher_);
  }
  double nearest(double known) override {
    // The boxes of what moves have to reach the nearest of the others.
    if (known > reach_ || known < 0.25 * reach_) {
      reach_ = 1.5 * known;
      for (std::size_t i = 0; i < scene_.moving; ++i) {
        const auto [low, high] = box(i);
        broadphase_->setAabb(proxies_[i], low, high, &dispatcher_);
      }
    }
    broadphase_->calculateOverlappingPairs(&dispatcher_);
    const btBroadphasePairArray& pairs = broadphase_->getOverlappingPairCache()->getOverlappingPairArray();
    double least = std::numeric_limits<double>::max();
    for (int k = 0; k < pairs.size(); ++k) {
      const std::size_t a = index(pairs[k].m_pProxy0), b = index(pairs[k].m_pProxy1);
      btGjkPairDetector detector(shapes_[a].get(), shapes_[b].get(), &simplex_, &depth_);
      btDiscreteCollisionDetectorInterface::ClosestPointInput input;
      input.m_transformA = poses_[a];
      input.m_transformB = poses_[b];
      btPointCollector found;
      detector.getClosestPointsNonVirtual(input, found, nullptr);
      if (found.m_hasResult) least = std::min(least, found.m_distance);
    }
    return least;
  }

 private:
  std::pair<btVector3, btVector3> box(std::size_t i) const {
    btVector3 low, high;
    shapes_[i]->getAabb(poses_[i], low, high);
    const double by = i < scene_.moving ? reach_ : 0.0;
    const btVector3 margin(by, by, by);
    return {low - margin, high + margin};
  }
  std::size_t index(const btBroadphaseProxy* proxy) const {
    const auto* shape = static_cast<const std::unique_ptr<btConvexShape>*>(proxy->m_clientObject);
    return static_cast<std::size_t>(shape - shapes_.data());
  }
  void clear() {
    if (broadphase_ == nullptr) return;
    for (btBroadphaseProxy* proxy : proxies_) broadphase_->destroyProxy(proxy, &dispatcher_);
    broadphase_.reset();
  }

  const SceneCase& scene_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  std::unique_ptr<btDbvtBroadphase> broadphase_;
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<btTransform> poses_;
  std::vector<btBroadphaseProxy*> proxies_;
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver depth_;
  double reach_ = 0.0;
};

}  // namespace

std::unique_ptr<ScenePeer> make_fcl_scene(const SceneCase& scene) { return std::make_unique<FclScene>(scene); }
std::unique_ptr<ScenePeer> make_bullet_scene(const SceneCase& scene) { return std::make_unique<BulletScene>(scene); }

}  // namespace bench
