// Proves a lower bound of the distance of two moving bodies in extended precision, E = 2^-63 its unit.
//
// Between two samples (R0, p0) and (R1, p1): R(s) = exp(s w) R0 + s (R1 - Q R0), p(s) = p0 + s (p1 - p0), where Q = exp
// w is the rotation nearest to R1 R0'. Along a fixed n the slab is n . (p_b - p_a) - h_a(R_a' n) - h_b(-R_b' n). From
// the middle of an interval, d to either end, R' n = u + d u' and no more than d^2 |w| |n x w| / 2, with u' = R'(n x
// w). The support value of a sum is no more than the sum of support values, and convex; so over the interval the slab
// is least at one of the ends, but for rho d^2 |w| |n x w| / 2, rho the farthest point of the body from its origin.
//
// With an unbounded body that turns at a rate c, n turns: n + d c x n, and no more than d^2 |c|^2 / 2. Its own support
// value stays what it is. That of the other one is along R'(n + d (c - w) x n), but for d^2 (|c| + |w|)^2 / 2, and of
// n . (p_b - p_a), along this n, the square of d is left, and the distance of the origins times d^2 |c|^2 / 2.

#include "verify/swept_check.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace clearance::check {

namespace {

constexpr Real unit = std::numeric_limits<Real>::epsilon();

/// exp of a rotation vector of at most half a turn and a little: its quaternion by series of the half angle.
Mat exponential(const Vec& w) {
  const Real x = w.squaredNorm() / 4;
  Real cosine = 0, sine = 0;  // of sqrt(x), and that over sqrt(x)
  for (int k = 15; k >= 0; --k) {
    cosine = 1 - cosine * x / ((2 * k + 1) * (2 * k + 2));
    sine = 1 - sine * x / ((2 * k + 2) * (2 * k + 3));
  }
  const Eigen::Quaternion<Real> q(cosine, sine * w.x() / 2, sine * w.y() / 2, sine * w.z() / 2);
  return q.normalized().toRotationMatrix();
}

Mat rotation_of(const Pose& pose) { return pose.rotation().cast<Real>() + pose.rotation_low().cast<Real>(); }

/// The rotation vector, half a turn by the rule of the header of motions.
Vec logarithm(const Mat& rotation) {
  Eigen::Quaternion<Real> q(rotation);
  q.normalize();
  bool flip = q.w() < 0;
  if (std::fabs(q.w()) <= 0x1p-40L) {
    const Vec v = q.vec();
    flip = (std::fabs(v.x()) > 0.5L ? v.x() : std::fabs(v.y()) > 0.5L ? v.y() : v.z()) < 0;
  }
  if (flip) q.coeffs() = -q.coeffs();
  const Real length = q.vec().norm();
  return length > 0 ? Vec(q.vec() * (2 * std::atan2(length, q.w()) / length)) : Vec(Vec::Zero());
}

/// A body over an interval in which it is between two samples, or at rest.
struct Course {
  Mat rotation;        ///< in the middle
  Vec first, last;     ///< its position at both ends
  Vec rate;            ///< of turning, by time
  Real off = 0;        ///< how far the rotation may be off at any time of the interval
  Real magnitude = 0;  ///< of positions
  Real stretch = 1;    ///< what the rotation stretches lengths by, at most
};

Course course_of(const Moving& body, double begin, double end) {
  Course c;
  c.rate = Vec::Zero();
  std::size_t i = 0;
  if (!body.times.empty()) {
    const auto after = std::upper_bound(body.times.begin(), body.times.end(), begin);
    i = static_cast<std::size_t>(after - body.times.begin());
    i = i > 0 ? i - 1 : 0;
  }
  const bool rests = body.times.empty() || end <= body.times.front() || i + 1 >= body.times.size();
  const Pose& from = body.poses[rests && !body.times.empty() && i > 0 ? body.poses.size() - 1 : i];
  const Mat r0 = rotation_of(from);
  const Vec p0 = wide(from.position());
  c.rotation = r0;
  c.first = c.last = p0;
  c.off = 64 * unit;
  c.magnitude = p0.norm();
  c.stretch = 1 + Real(from.defect());
  if (rests) return c;
  const Pose& to = body.poses[i + 1];
  c.stretch = std::max(c.stretch, 1 + Real(to.defect()));
  const Real start = body.times[i], length = Real(body.times[i + 1]) - start;
  const auto share = [&](Real time) { return (time - start) / length; };
  const Vec p1 = wide(to.position());
  c.first = p0 + share(begin) * (p1 - p0);
  c.last = p0 + share(end) * (p1 - p0);
  c.magnitude = p0.norm() + p1.norm();
  if (from.rotation() == to.rotation() && from.rotation_low() == to.rotation_low()) return c;
  const Mat r1 = rotation_of(to);
  Mat q = r1 * r0.transpose();
  for (int step = 0; step < 6; ++step) q = ((q + q.inverse().transpose()) / 2).eval();
  const Vec w = logarithm(q);
  const Real missed = (exponential(w) - q).norm();
  const Mat rest = r1 - q * r0;
  const Real middle = share(Real(begin) + (Real(end) - Real(begin)) / 2);
  c.rotation = exponential(w * middle) * r0 + middle * rest;
  c.rate = w / length;
  c.off += 4 * missed + (1 + w.norm()) * rest.norm() * (share(end) - share(begin));
  return c;
}

/// A shape, its support value and how far its points may be from the origin of the body that moves.
struct Solid {
  Moving body;
  std::optional<PolyhedronSupport> rows;
  Real radius = 0;  ///< of a bounded body
  explicit Solid(const Moving& moving) : body(moving) {
    if (const auto* s = std::get_if<Polyhedron>(body.shape)) rows.emplace(*s, Vec3::Zero());
    if (!bounded()) return;
    Real square = 0;
    for (int axis = 0; axis < 3; ++axis)
      square += std::pow(std::max(support(Vec::Unit(axis)), support(-Vec::Unit(axis))), Real(2));
    radius = std::sqrt(square);
  }
  /// max of n . x, in the frame of the body.
  Real support(const Vec& n) const {
    const Vec local = body.inner != nullptr ? Vec(rotation_of(*body.inner).transpose() * n) : n;
    const Real value =
        (rows ? (*rows)(local) : std::visit(SupportValue{local}, *body.shape)) + body.rounding * local.norm();
    return body.inner != nullptr ? value + n.dot(wide(body.inner->position())) : value;
  }
  bool flat() const {
    return std::holds_alternative<Plane>(*body.shape) || std::holds_alternative<Halfspace>(*body.shape);
  }
  bool bounded() const {
    return !flat() && !std::holds_alternative<Ray>(*body.shape) && !std::holds_alternative<Line>(*body.shape);
  }
};

/// The direction nearest to n along which an unbounded body has a support, from its own side; zero if there is none.
Vec supported(const Solid& solid, const Mat& rotation, const Vec& n) {
  const Mat whole = solid.body.inner != nullptr ? Mat(rotation * rotation_of(*solid.body.inner)) : rotation;
  const auto across = [&](const Vec3& direction, bool both) {
    const Vec d = (whole * wide(direction)).normalized();
    return both || n.dot(d) > 0 ? Vec((n - n.dot(d) * d).normalized()) : n;
  };
  const auto along = [&](const Vec3& normal, bool both) {
    const Vec m = (whole.transpose().inverse() * wide(normal)).normalized();
    return n.dot(m) > 0 ? m : both ? Vec(-m) : Vec(Vec::Zero());
  };
  if (const auto* s = std::get_if<Ray>(solid.body.shape)) return across(s->direction, false);
  if (const auto* s = std::get_if<Line>(solid.body.shape)) return across(s->direction, true);
  if (const auto* s = std::get_if<Plane>(solid.body.shape)) return along(s->normal, true);
  if (const auto* s = std::get_if<Halfspace>(solid.body.shape)) return along(s->normal, false);
  return n;
}

/// Between samples of both.
Real slab_between(const Solid& a, const Solid& b, double begin, double end, Vec n) {
  const Course of_a = course_of(a.body, begin, end), of_b = course_of(b.body, begin, end);
  Real reach = 0;
  Vec turning = Vec::Zero();
  if (!a.bounded() && !b.bounded()) return -infinity;
  for (const auto& [solid, course, side] : {std::tuple{&a, &of_a, 1}, std::tuple{&b, &of_b, -1}}) {
    if (solid->bounded()) continue;
    turning = course->rate;
    n = side * supported(*solid, course->rotation, side * n);
    reach += std::visit(Magnitude{}, *solid->body.shape);
    if (solid->body.inner != nullptr) reach += wide(solid->body.inner->position()).norm();
  }
  if (!(std::fabs(n.norm() - 1) <= 16 * unit)) return -infinity;
  const Real half = (Real(end) - Real(begin)) / 2, carried = turning.norm();
  const Vec change = turning.cross(n), way = (of_b.last - of_b.first) - (of_a.last - of_a.first);
  Real least = infinity, error = 0;
  for (const int sign : {-1, 1}) {
    const Vec apart = sign < 0 ? Vec(of_b.first - of_a.first) : Vec(of_b.last - of_a.last);
    const Vec along_a = of_a.rotation.transpose() * (n + sign * half * n.cross(of_a.rate - turning));
    const Vec along_b = of_b.rotation.transpose() * (n + sign * half * n.cross(of_b.rate - turning));
    least = std::min(least, (n + sign * half * change).dot(apart) - a.support(along_a) - b.support(-along_b));
    reach = std::max(reach, apart.norm());
  }
  // Positions, and what the rotations are off, each by the longer way that n may have become.
  const Real longer = 1 + half * carried;
  if (carried > 0) error += half * std::fabs(change.dot(way)) / 2 + half * half * carried * carried * reach / 2;
  const Real rho_a = a.radius * of_a.stretch, rho_b = b.radius * of_b.stretch;
  for (const auto& [solid, course, rho] : {std::tuple{&a, &of_a, rho_a}, std::tuple{&b, &of_b, rho_b}}) {
    const Real w = course->rate.norm();
    if (carried > 0 && solid->bounded())
      error += rho * half * half * (carried + w) * (carried + w) / 2;
    else if (w > 0)
      error += rho * half * half * w * (n.cross(course->rate).norm() + 16 * unit * w) / 2;
    // What an unbounded body is off turns n, and with it all that is measured along it.
    const Real off = (solid->bounded() ? 1 : 8) * course->off + 256 * unit;
    error += off * (1 + half * (w + carried)) * (rho_a + rho_b + reach) + 64 * unit * course->magnitude * longer;
  }
  const Real bound = least - error - 256 * unit * reach * longer;
  return bound < infinity ? bound : -infinity;
}

}  // namespace

std::size_t parts_of(const MovingBody& body) {
  const auto* whole = std::get_if<Union>(&body.shape.description());
  return whole != nullptr ? whole->parts().size() : 0;
}

Moving moving_part(const MovingBody& body, int part) {
  Moving m{&body.shape.description(), body.shape.rounding(), nullptr, body.motion.poses(), body.motion.times()};
  if (const auto* whole = std::get_if<Union>(&body.shape.description())) {
    const Part& p = whole->parts()[static_cast<std::size_t>(part)];
    m.shape = &p.shape.description();
    m.rounding = p.shape.rounding();
    m.inner = &p.pose;
  }
  return m;
}

Real slab_over(const Moving& a, const Moving& b, double begin, double end, const Vec3& normal) {
  const Vec n = wide(normal).normalized();
  if (!(begin <= end) || !n.allFinite() || !(std::fabs(n.norm() - 1) <= 4 * unit)) return -infinity;
  const Solid of_a(a), of_b(b);
  Real least = infinity;
  for (double time = begin;;) {
    double next = end;
    for (const Moving* body : {&a, &b}) {
      const auto after = std::upper_bound(body->times.begin(), body->times.end(), time);
      if (after != body->times.end()) next = std::min(next, *after);
    }
    least = std::min(least, slab_between(of_a, of_b, time, next, n));
    if (!(next < end)) return least;
    time = next;
  }
}

Interval duration(std::span<const MovingBody> bodies) {
  Interval all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const MovingBody& body : bodies) {
    if (body.motion.at_rest()) continue;
    all = {std::min(all.lower, body.motion.times().front()), std::max(all.upper, body.motion.times().back())};
  }
  return all.lower <= all.upper ? all : Interval{0.0, 0.0};
}

Real uncertainty_of(const MovingBody& a, const MovingBody& b) {
  Real sum = 0;
  for (const MovingBody* body : {&a, &b}) {
    const Uncertain& by = body->uncertain;
    sum += Real(by.position) + Real(by.surface);
    if (!(by.angle > 0)) continue;
    Real farthest = 0, stretch = 1;
    for (const Pose& pose : body->motion.poses()) stretch = std::max(stretch, 1 + Real(pose.defect()));
    const std::size_t count = parts_of(*body);
    for (std::size_t i = 0; i < std::max<std::size_t>(count, 1); ++i) {
      const Solid solid(moving_part(*body, static_cast<int>(i)));
      farthest = solid.bounded() ? std::max(farthest, solid.radius) : infinity;
    }
    // A chord is no longer than its arc, nor than the diameter.
    sum += std::min<Real>(by.angle, 2) * farthest * stretch;
  }
  return sum * (1 + 256 * unit);
}

}  // namespace clearance::check
