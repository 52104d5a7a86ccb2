// The error analysis behind the constants here is in docs/proof.md, section 11b.

#include "proof/swept_slab.hpp"

#include <algorithm>
#include <cmath>

#include "proof/bounds.hpp"
#include "proof/boxes_overlap.hpp"
#include "proof/certify.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

namespace {

constexpr double u = 0x1p-53;
/// Errors of errors, and u against 1 + u.
constexpr double ample = 1.01;
/// A normal is perpendicular to a line, or does not lean along a ray, if the cosine is below this; the rest is charged.
constexpr double perpendicular = 0x1p-30;
/// Of a ray, its end alone counts while the cosine between a normal and the ray is below minus this.
constexpr double at_end = 0x1p-10;

bool same(const V3& v, const V3& w) { return v.x == w.x && v.y == w.y && v.z == w.z; }

Wide33 product(const Wide33& a, const Wide33& b) {
  const auto row = [&](const Wide3& r) { return b.r0 * r.x + b.r1 * r.y + b.r2 * r.z; };
  return {row(a.r0), row(a.r1), row(a.r2)};
}
M3 rounded_matrix(const Wide33& m) { return {rounded(m.r0), rounded(m.r1), rounded(m.r2)}; }

/// The point that a body is measured from, in its own frame.
V3 middle_of(const Core& core) {
  if (!is_flat(core.kind)) return core.centre;
  return core.direction * (core.offset / norm_sq(core.direction));
}

/// The part of a rate that is about an axis.
V3 carried_about(const V3& axis, const V3& rate) { return axis * (dot(axis, rate) / norm_sq(axis)); }

MomentBody placed(const Mover& mover, double time) {
  MomentBody body;
  const Core& core = mover.shape->core();
  body.core = &core;
  body.inner = mover.inner;
  body.place = mover.stretch != nullptr ? place_on(*mover.stretch, time) : place_at_rest(*mover.rest);
  const V3 pivot = mover.stretch != nullptr ? mover.stretch->pivot : V3(0, 0, 0);
  const V3 middle = middle_of(core);
  const MovingPlace& place = body.place;
  body.origin = place.at;
  double entering = sum_abs(middle) + sum_abs(pivot);
  Wide3 to_origin = -Wide3(pivot), to_middle = Wide3(middle);
  if (mover.inner != nullptr) {
    const V3 inside(mover.inner->position());
    const Wide33 turned = wide_rotation(*mover.inner);
    to_origin = to_origin + Wide3(inside);
    to_middle = turned * to_middle;
    body.map = rounded_matrix(product(place.rotation, turned));
    entering += sum_abs(inside);
  } else {
    body.map = rounded_matrix(place.rotation);
  }
  const bool moved = mover.inner != nullptr || !is_zero(pivot);
  if (moved) body.origin = body.origin + place.rotation * to_origin;
  body.centre = body.origin;
  if (!is_zero(middle)) body.centre = body.centre + place.rotation * to_middle;
  if (moved || !is_zero(middle))
    body.arm = rounded(body.centre - place.at);
  else
    body.arm = V3(0, 0, 0);
  body.bounded = is_bounded(core.kind);
  if (body.bounded) {
    body.reach = core.unit * (core.reach + core.error) * (1.0 + 0x1p-48);
    body.radius = core.unit * core.radius;
  }
  body.lever = ample * (sum_abs(pivot) + sum_abs(body.arm) + body.reach + body.radius);
  if (mover.inner != nullptr) body.lever += sum_abs(V3(mover.inner->position()));
  if (mover.stretch != nullptr)
    body.swell = mover.stretch->from->defect() + mover.stretch->residue;
  else
    body.swell = mover.rest->defect();
  if (mover.inner != nullptr) body.swell += mover.inner->defect();
  body.error = place.at_error + wide_sum_error * entering + core.unit * core.error + 4.0 * length_underflow;
  return body;
}

}  // namespace

Moment make_moment(const Mover& a, const Mover& b, double time) {
  Moment m;
  m.time = time;
  m.a = placed(a, time);
  m.b = placed(b, time);
  m.apart = rounded(m.b.centre - m.a.centre);
  m.pivots = rounded(m.b.place.at - m.a.place.at);
  m.between = rounded(m.b.origin - m.a.origin);
  m.entering = sum_abs(m.apart) + sum_abs(m.pivots) + sum_abs(m.between);
  // The points of an unbounded body that matter are near the other one.
  const double lever_a = m.a.lever, lever_b = m.b.lever, across = ample * sum_abs(m.pivots);
  if (!m.a.bounded) m.a.lever += lever_b + across;
  if (!m.b.bounded) m.b.lever += lever_a + across;
  m.size = m.a.reach + m.a.radius + m.b.reach + m.b.radius + norm(m.apart);
  m.unsteady = !m.a.bounded && !m.b.bounded && (m.a.place.speed > 0.0 || m.b.place.speed > 0.0);
  const auto off = [](const MomentBody& body) {
    return ample * body.place.turn_error * body.lever * (is_flat(body.core->kind) ? 2.0 : 1.0);
  };
  m.pose_error = off(m.a) + off(m.b) + 4.0 * u * sum_abs(m.between) + m.a.error + m.b.error;
  return m;
}

Pose query_pose(const MomentBody& body, const Vec3& position) {
  const MovingPose pose = rounded_pose(body.place, position);
  return body.inner != nullptr ? part_pose(pose.pose, *body.inner, position) : pose.pose;
}

void allow_for_motion(Result& r, const Moment& m) {
  if (m.unsteady && (m.a.place.stored == nullptr || m.b.place.stored == nullptr)) {
    r.lower = -HUGE_VAL;
    r.upper = HUGE_VAL;
  } else if (r.has_distance()) {
    r.lower = std::nextafter(r.lower - m.pose_error, -HUGE_VAL);
    r.upper = std::nextafter(r.upper + m.pose_error, HUGE_VAL);
  }
  if (!(r.lower < HUGE_VAL)) r.lower = -HUGE_VAL;
  if (!(r.upper <= HUGE_VAL)) r.upper = HUGE_VAL;
  if (r.has_distance()) r.status = status_of(r.lower, r.upper);
}

double upper_by_axes(const Moment& m) {
  if (m.a.core->kind != Kind::box || m.b.core->kind != Kind::box || !std::isfinite(m.entering)) return HUGE_VAL;
  const double upper =
      upper_by_axes(*m.a.core, query_pose(m.a, Vec3::Zero()), *m.b.core, query_pose(m.b, m.between.eigen()));
  return std::nextafter(upper + m.pose_error, HUGE_VAL);
}

double SweptSlab::Side::support(double d) const {
  const V3 along = u + rate * d;
  Body body;
  body.core = core;
  body.kind = core->kind;
  body.ends = core->ends;
  body.inflate = inflate;
  const int from = core->kind == Kind::polytope ? support_vertex(core->polytope, along, vertex) : -1;
  return core->unit * outer_support(body, along, from);
}

double SweptSlab::operator()(double time) const {
  if (!claims_) return -HUGE_VAL;
  const double d = time - time_, size = std::fabs(d);
  if (!(size <= within_)) return -HUGE_VAL;
  double value = value_ + slope_ * d - 0.5 * d * d * (curve_ + jerk_ * size) - error_ - error_rate_ * size;
  if (has_a_) value -= a_.support(d);
  if (has_b_) value -= b_.support(d);
  return value < HUGE_VAL ? value : -HUGE_VAL;  // what overflowed claims nothing
}

SweptSlab swept_slab(const Moment& m, V3 n, double proven, V3 carried) {
  SweptSlab s;
  s.time_ = m.time;
  const MomentBody &a = m.a, &b = m.b;
  const V3 v = b.place.velocity - a.place.velocity;
  const double speed = ample * norm(v);
  const auto finished = [&](double entering, double rate) {
    s.error_ += slab_rounding * entering + a.error + b.error;
    s.error_rate_ += slab_rounding * rate;
    s.claims_ = std::isfinite(s.error_) && std::isfinite(s.error_rate_) && std::isfinite(s.value_);
    return s;
  };
  if (!a.bounded && !b.bounded) {
    // Lines do not overlap: at worst they cross. A translation changes the signed distance by no more than itself.
    if (m.unsteady) {
      s.claims_ = !is_flat(a.core->kind) && !is_flat(b.core->kind);
      return s;
    }
    if (!(proven > -HUGE_VAL)) return s;
    s.value_ = proven;
    s.error_rate_ = speed;
    return finished(std::fabs(proven), sum_abs(v));
  }
  const MomentBody* unbounded = !a.bounded ? &a : !b.bounded ? &b : nullptr;
  double lean = 0.0, back = 0.0;
  if (unbounded != nullptr) {
    const Core& core = *unbounded->core;
    const double side = unbounded == &a ? 1.0 : -1.0;  // of n, as this body has it
    if (is_flat(core.kind)) {
      const V3 &d = core.direction, &r0 = unbounded->map.r0, &r1 = unbounded->map.r1, &r2 = unbounded->map.r2;
      const V3 normal(dot(cross(r1, r2), d), dot(cross(r2, r0), d), dot(cross(r0, r1), d));
      const bool turned = dot(normal, n) * side < 0.0;
      if (turned && core.kind == Kind::halfspace) return s;
      n = of_unit_length(normal * (turned ? -side : side));
    } else {
      n = of_unit_length(n);
      const V3 d = unbounded->map * core.direction;
      lean = dot(n, d) * side / norm(d);
      if (core.kind == Kind::line) lean = std::fabs(lean);
      if (!(lean <= perpendicular)) return s;
      // Where the end of a ray counts, the direction may turn until it does not; about a line that does not turn, it
      // may, too: it stays perpendicular, but for rounding of the axis.
      if (lean < -at_end)
        back = -lean - at_end;
      else
        carried = carried_about(d, carried);
      lean = std::fmax(lean, 0.0) + 32.0 * u;
    }
  } else {
    n = of_unit_length(n);
  }
  if (!(std::fabs(norm(n) - 1.0) <= 0x1p-49)) return s;

  double turning = ample * norm(carried);
  if (back > 0.0) {
    if (!same(carried, unbounded->place.rate)) s.within_ = back / (ample * (turning + unbounded->place.speed));
  } else if (unbounded != nullptr && (is_flat(unbounded->core->kind) || unbounded->place.speed > 0.0)) {
    carried = unbounded->place.rate;
    turning = unbounded->place.speed;
  }
  s.normal_ = n;
  const V3 dn = cross(carried, n);
  s.value_ = dot(n, m.apart);
  s.slope_ = dot(n, v) + dot(dn, m.pivots);
  s.curve_ = 2.0 * turning * speed + turning * turning * ample * norm(m.pivots);
  s.jerk_ = turning * turning * speed;
  double entering = sum_abs(m.apart), rate = sum_abs(v) + turning * sum_abs(m.pivots);
  const auto add = [&](const MomentBody& body, double sign, SweptSlab::Side& side, bool& has) {
    const V3 &w = body.place.rate, &arm = body.arm;
    s.slope_ += sign * (dot(n, cross(w, arm)) + dot(dn, arm));
    const double arms = ample * norm(arm);
    const bool rigid = body.swell <= rigid_swell;
    const double points = arms + body.reach + (rigid ? 0.0 : body.radius);
    const bool with_it = same(w, carried);
    if (!with_it && is_zero(carried))
      s.curve_ += ample * points * body.place.speed * (norm(cross(n, w)) + 0x1p-48 * body.place.speed);
    else if (!with_it)
      s.curve_ += ample * points * (body.place.speed + turning) * (body.place.speed + turning);
    const double both = body.place.speed + turning, all = arms + body.reach + body.radius;
    entering += body.reach + body.radius;
    rate += both * all;
    const double errors = ample * body.lever * (is_flat(body.core->kind) ? 2.0 : 1.0);
    s.error_ += errors * body.place.turn_error;
    s.error_rate_ += errors * (body.place.turn_drift + body.place.turn_error * both);
    if (!body.bounded) {
      s.error_ += errors * (lean + 16.0 * u);
      return;
    }
    side.core = body.core;
    if (!rigid)
      side.inflate = body.core->radius;
    else
      s.value_ -= body.radius * (1.0 + 2.0 * body.swell);
    side.u = transposed_times(body.map, n) * -sign;
    side.rate = with_it ? V3(0, 0, 0) : transposed_times(body.map, dn + cross(n, w)) * -sign;
    if (body.core->kind == Kind::polytope) side.vertex = support_vertex(body.core->polytope, side.u, -1);
    has = !is_zero(side.rate);
    if (!has) s.value_ -= side.support(0.0);  // the same at all times
  };
  add(a, -1.0, s.a_, s.has_a_);
  add(b, 1.0, s.b_, s.has_b_);
  return finished(entering, rate);
}

}  // namespace clearance::detail
