// The error analysis behind the constants here is in docs/proof.md, section 11c.

#include "proof/shifted_pair.hpp"

#include <algorithm>
#include <cmath>

#include "proof/bounds.hpp"
#include "proof/boxes_overlap.hpp"
#include "proof/certify.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

namespace {

/// The way between the origins at a time, in u times its value at the beginning and its change: 7.
constexpr double position_rounding = 8.0 * 0x1p-53;

const Pose& rotation_of(const Mover& mover) { return mover.stretch != nullptr ? *mover.stretch->from : *mover.rest; }

/// Of the body that moves.
Wide3 position_of(const Mover& mover, double time) {
  if (mover.stretch == nullptr) return Wide3(V3(mover.rest->position()));
  const Stretch& s = *mover.stretch;
  if (time <= s.begin) return s.start;
  if (time >= s.end) return s.start + s.shift;
  return s.start +
         s.shift * ((DoubleDouble(time) - DoubleDouble(s.begin)) / (DoubleDouble(s.end) - DoubleDouble(s.begin)));
}

/// From the position of the body that moves to the origin of the shape.
Wide3 inside_of(const Mover& mover) { return wide_rotation(rotation_of(mover)) * Wide3(V3(mover.inner->position())); }

/// The lengths that a position is made of.
double entering_of(const Mover& mover) {
  const double moved = mover.stretch != nullptr ? mover.stretch->entering : sum_abs(V3(mover.rest->position()));
  return moved + (mover.inner != nullptr ? sum_abs(V3(mover.inner->position())) : 0.0);
}

}  // namespace

bool ShiftedPair::applies(const Mover& a, const Mover& b) {
  const auto steady = [](const Mover& m) {
    return !(m.stretch != nullptr && m.stretch->turns) && is_bounded(m.shape->core().kind);
  };
  return steady(a) && steady(b);
}

ShiftedPair::Side ShiftedPair::side_of(const Mover& mover, const Pose& pose) {
  Side side;
  const Core& core = mover.shape->core();
  side.core = &core;
  side.map = M3(pose.rotation());
  const double swell =
      rotation_of(mover).defect() + (mover.inner != nullptr ? mover.inner->defect() : 0.0) + pose.defect();
  if (swell <= rigid_swell)
    side.radius = core.unit * core.radius * (1.0 + 2.0 * swell);
  else
    side.inflate = core.radius;
  side.error =
      wide_sum_error * (entering_of(mover) + sum_abs(core.centre)) + core.unit * core.error + 4.0 * length_underflow;
  return side;
}

ShiftedPair::ShiftedPair(const Mover& a, const Mover& b, double begin, double end)
    : mover_a_(a), begin_(begin), end_(end) {
  const Pose plain;
  pose_a_ = part_pose(rotation_of(a), a.inner != nullptr ? *a.inner : plain, Vec3::Zero());
  pose_b_ = part_pose(rotation_of(b), b.inner != nullptr ? *b.inner : plain, Vec3::Zero());
  a_ = side_of(a, pose_a_);
  b_ = side_of(b, pose_b_);
  Wide3 first = position_of(b, begin) - position_of(a, begin);
  const Wide3 last = position_of(b, end) - position_of(a, end);
  change_ = rounded(last - first);
  if (a.inner != nullptr) first = first - inside_of(a);
  if (b.inner != nullptr) first = first + inside_of(b);
  from_ = rounded(first);
  const V3 &centre_a = a_.core->centre, &centre_b = b_.core->centre;
  centres_ = V3(0, 0, 0);
  if (!is_zero(centre_a) || !is_zero(centre_b))
    centres_ = rounded(wide_rotation(pose_b_) * Wide3(centre_b) - wide_rotation(pose_a_) * Wide3(centre_a));
  const auto reach = [](const Side& s) {
    return s.core->unit * ((s.core->reach + s.core->error) * (1.0 + 0x1p-48) + s.core->radius);
  };
  extent_ = reach(a_) + reach(b_);
  position_error_ = position_rounding * (sum_abs(from_) + sum_abs(change_)) + a_.error + b_.error;
  error_ = position_error_ + slab_rounding * (extent_ + sum_abs(centres_));
}

Wide3 ShiftedPair::origin_a(double time) const {
  const Wide3 at = position_of(mover_a_, time);
  return mover_a_.inner != nullptr ? at + inside_of(mover_a_) : at;
}

void ShiftedPair::allow(Result& r) const {
  if (!r.has_distance()) return;
  r.lower = std::nextafter(r.lower - position_error_, -HUGE_VAL);
  r.upper = std::nextafter(r.upper + position_error_, HUGE_VAL);
  if (!(r.lower < HUGE_VAL)) r.lower = -HUGE_VAL;
  if (!(r.upper <= HUGE_VAL)) r.upper = HUGE_VAL;
  r.status = status_of(r.lower, r.upper);
}

double ShiftedPair::upper_by_axes(double time) const {
  const double upper = detail::upper_by_axes(*a_.core, pose_a_, *b_.core, pose_b(time));
  return std::nextafter(upper + position_error_, HUGE_VAL);
}

double ShiftedPair::Side::support(const V3& direction) {
  Body body;
  body.core = core;
  body.kind = core->kind;
  body.ends = core->ends;
  body.inflate = inflate;
  if (core->kind == Kind::polytope) vertex = support_vertex(core->polytope, direction, vertex);
  return core->unit * outer_support(body, direction, vertex);
}

LinearSlab ShiftedPair::slab(const V3& normal, double time) {
  LinearSlab s;
  const V3 n = of_unit_length(normal);
  if (!(std::fabs(norm(n) - 1.0) <= 0x1p-49)) return s;
  const V3 apart = between(time) + centres_;
  const double value = dot(n, apart) - a_.support(transposed_times(a_.map, n)) -
                       b_.support(transposed_times(b_.map, -n)) - (a_.radius + b_.radius);
  const double error = error_ + slab_rounding * sum_abs(apart), inverse = 1.0 / (end_ - begin_);
  s.time_ = time;
  s.slope_ = dot(n, change_) * inverse;
  s.slack_ = slab_rounding * sum_abs(change_) * inverse;
  if (std::isfinite(error) && std::isfinite(s.slack_) && std::isfinite(value)) s.value_ = value - error;
  return s;
}

}  // namespace clearance::detail
