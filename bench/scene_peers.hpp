#pragma once

#include <memory>
#include <string_view>

#include "scene_case.hpp"

// What FCL and Bullet have for scenes: a broad phase, and a query for each pair that it lets through.

namespace bench {

class ScenePeer {
 public:
  ScenePeer() = default;
  virtual ~ScenePeer() = default;
  ScenePeer(const ScenePeer&) = delete;
  ScenePeer& operator=(const ScenePeer&) = delete;

  virtual std::string_view name() const = 0;
  /// All bodies into the broad phase; shapes are there already.
  virtual void build() = 0;
  /// The first bodies to new poses.
  virtual void move(const std::vector<Pose>& poses) = 0;
  virtual void move_one(std::size_t body, const Pose& pose) = 0;
  /// The least distance. `known`: a bound on it, for a broad phase that cannot find one by itself.
  virtual double nearest(double known) = 0;
};

/// DynamicAABBTreeCollisionManager: one tree for what moves, one for the rest.
std::unique_ptr<ScenePeer> make_fcl_scene(const SceneCase& scene);
/// btDbvtBroadphase, boxes enlarged by what is known; btGjkPairDetector for the pairs that it finds.
std::unique_ptr<ScenePeer> make_bullet_scene(const SceneCase& scene);

}  // namespace bench
