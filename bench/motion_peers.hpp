#pragma once

// The first contact of two bodies, one at rest and one moving, as each contestant has it: ours, the continuous
// collision of FCL (conservative advancement) and Bullet's continuous convex collision.

#include <BulletCollision/CollisionShapes/btConvexShape.h>
#include <fcl/geometry/collision_geometry.h>

#include <memory>
#include <vector>

#include "clearance/motion.hpp"

namespace bench {

struct MovedBody {
  clearance::Shape ours;
  std::shared_ptr<fcl::CollisionGeometryd> fcl;
  std::shared_ptr<btConvexShape> bullet;
};

MovedBody moved_box(const clearance::Vec3& size);
MovedBody moved_sphere(double radius);
MovedBody moved_capsule(double radius, double length);
MovedBody moved_hull(const std::vector<clearance::Vec3>& points);

/// From one pose to another at times 0 to 1.
struct MotionQuery {
  clearance::Pose from, to;
  bool screw = false;
};

/// No contact from 0 to 1.
inline constexpr double no_contact = 2.0;

/// The time of contact of a, at rest at the origin, with b. What a contestant converts, it is given before.
double contact_by_fcl(const MovedBody& a, const MovedBody& b, const MotionQuery& query);
double contact_by_bullet(const MovedBody& a, const MovedBody& b, const MotionQuery& query);

}  // namespace bench
