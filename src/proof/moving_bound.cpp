#include "proof/moving_bound.hpp"

namespace clearance::detail {

void MovingBody::move_to(const Pose& next) noexcept {
  known = std::isfinite(next.position().cwiseAbs().sum() + next.rotation().cwiseAbs().sum() +
                        next.rotation_low().cwiseAbs().sum());
  if (!known) return;
  const BodyFrame there = frame_of(local, next);
  const double motion = most_motion(frame, pose, there, next, local);
  if (!(motion < HUGE_VAL))
    ++breaks;
  else if (motion > 0.0)
    way = (way + motion) * (1.0 + 0x1p-50);
  frame = there;
  pose = next;
}

void MovingBound::renew(Bound& bound, const Result& result, const MovingBody& a, const MovingBody& b) noexcept {
  const double length = result.normal.norm();
  const bool directed = result.has_distance() && length > 0.5 && length < 2.0;
  bound.normal = directed ? Vec3(result.normal / length) : Vec3(Vec3::Zero());
  slab_ =
      directed ? make_slab({a.shape, a.pose, a.frame}, {b.shape, b.pose, b.frame}, bound.normal, result.lower) : Slab{};
  rested_ = result.lower + (a.way + b.way) - 0x1p-50 * (std::fabs(result.lower) + a.way + b.way);
  breaks_ = a.breaks + b.breaks;
  const double asked = with_looseness(result.lower, a, b), kept = now(a, b);
  bound.lower = asked > kept ? asked : kept;
}

}  // namespace clearance::detail
