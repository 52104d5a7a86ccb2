// The error analysis behind the constants here is in docs/proof.md, section 11a.

#include "proof/moving.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace clearance::detail {

namespace {

constexpr double u = 0x1p-53;
/// exp(s w) R0 as computed for a rotation vector w that is taken as it is: 63 u.
constexpr double turn_rounding = 96.0 * u;
/// X' R1 R0' as computed, and R1 - X R0: 82 u and 72 u.
constexpr double check_rounding = 96.0 * u;
/// |w - log Q| against |exp w - Q|, and what both do to the rotation at any time.
constexpr double of_logarithm = 1.6, of_pose = 2.7;
/// What matrices lack to be rotations is followed if it is more than this, else charged.
constexpr double plain_residue = 4e-14;
/// Positions in double-double, relative to what enters them.
constexpr double wide_error = 0x1p-95;
/// A matrix is a pose for sure if its defect is no more.
constexpr double surely_accepted = 0.99e-6;
/// The cosine of half the angle below which a turn counts as half a turn.
constexpr double half_turn = 0x1p-40;

/// Of 1/0!, 1/1!, ... 1/25!, those of an even or odd number, alternating in sign: cos(sqrt(x)), sin(sqrt(x)) / sqrt(x).
constexpr std::array<double, 13> series(int first) {
  std::array<double, 13> c{};
  double factorial = 1.0;  // exact up to 18!, to rounding beyond
  int next = 1;
  for (int k = 0; k < 13; ++k) {
    for (; next <= 2 * k + first; ++next) factorial *= next;
    c[static_cast<std::size_t>(k)] = (k % 2 == 0 ? 1.0 : -1.0) / factorial;
  }
  return c;
}
constexpr std::array<double, 13> cosine = series(0), sine = series(1);

double sum(const std::array<double, 13>& c, double x) {
  double value = c[12];
  for (std::size_t k = 12; k-- > 0;) value = value * x + c[k];
  return value;
}

struct Quaternion {
  double w;
  V3 v;
};

Quaternion half_turned(const V3& turn) {
  const double x = 0.25 * norm_sq(turn);
  return {sum(cosine, x), turn * (0.5 * sum(sine, x))};
}

M3 matrix_of(const Quaternion& q) {
  const auto& [w, v] = q;
  const double f = 1.0 / (w * w + norm_sq(v)), g = 2.0 * f;
  const double xx = v.x * v.x, yy = v.y * v.y, zz = v.z * v.z, ww = w * w;
  return {{(ww + xx - yy - zz) * f, (v.x * v.y - w * v.z) * g, (v.x * v.z + w * v.y) * g},
          {(v.x * v.y + w * v.z) * g, (ww - xx + yy - zz) * f, (v.y * v.z - w * v.x) * g},
          {(v.x * v.z - w * v.y) * g, (v.y * v.z + w * v.x) * g, (ww - xx - yy + zz) * f}};
}

M3 product(const M3& a, const M3& b) {
  const auto row = [&](const V3& r) { return b.r0 * r.x + b.r1 * r.y + b.r2 * r.z; };
  return {row(a.r0), row(a.r1), row(a.r2)};
}

/// The quaternion of a rotation matrix, from its largest component (Shepperd 1978). Nothing rests on it.
Quaternion quaternion_of(const M3& m) {
  const double xx = m.r0.x, yy = m.r1.y, zz = m.r2.z, trace = xx + yy + zz;
  Quaternion q{};
  if (trace >= std::max({xx, yy, zz}))
    q = {1.0 + trace, {m.r2.y - m.r1.z, m.r0.z - m.r2.x, m.r1.x - m.r0.y}};
  else if (xx >= yy && xx >= zz)
    q = {m.r2.y - m.r1.z, {1.0 + xx - yy - zz, m.r1.x + m.r0.y, m.r0.z + m.r2.x}};
  else if (yy >= zz)
    q = {m.r0.z - m.r2.x, {m.r1.x + m.r0.y, 1.0 + yy - xx - zz, m.r2.y + m.r1.z}};
  else
    q = {m.r1.x - m.r0.y, {m.r0.z + m.r2.x, m.r2.y + m.r1.z, 1.0 + zz - xx - yy}};
  const double f = 1.0 / std::sqrt(q.w * q.w + norm_sq(q.v));
  return {q.w * f, q.v * f};
}

/// Its rotation vector, the shorter way. What the arc tangent gives is checked by what follows from it.
V3 logarithm(Quaternion q) {
  bool flip = q.w < 0.0;
  if (std::fabs(q.w) <= half_turn) {
    const double first = std::fabs(q.v.x) > 0.5 ? q.v.x : std::fabs(q.v.y) > 0.5 ? q.v.y : q.v.z;
    flip = first < 0.0;
  }
  if (flip) q = {-q.w, -q.v};
  const double length = norm(q.v);
  return length > 0.0 ? q.v * (2.0 * std::atan2(length, q.w) / length) : V3(0, 0, 0);
}

Quaternion operator*(const Quaternion& p, const Quaternion& q) {
  return {p.w * q.w - dot(p.v, q.v), q.v * p.w + p.v * q.w + cross(p.v, q.v)};
}

double frobenius(const M3& m) { return std::sqrt(norm_sq(m.r0) + norm_sq(m.r1) + norm_sq(m.r2)); }

/// An upper bound of |R'R - I|, as Pose has it.
double defect_of(const M3& r) {
  const M3 m = transposed_times(r, r);
  const auto row = [](double a, double b, double c) { return std::fabs(a) + std::fabs(b) + std::fabs(c); };
  return std::max({row(m.r0.x - 1.0, m.r0.y, m.r0.z), row(m.r1.x, m.r1.y - 1.0, m.r1.z),
                   row(m.r2.x, m.r2.y, m.r2.z - 1.0)}) +
         2e-15;
}

Wide33 widened(const M3& m) { return {Wide3(m.r0), Wide3(m.r1), Wide3(m.r2)}; }

/// Where the pivot is at a pose.
Wide3 pivot_at(const Pose& pose, const V3& pivot) {
  const Wide3 position{V3(pose.position())};
  return is_zero(pivot) ? position : wide_rotation(pose) * Wide3(pivot) + position;
}

}  // namespace

M3 turn_matrix(const V3& v) { return matrix_of(half_turned(v)); }

void prepare(Stretch& s) {
  const Pose &from = *s.from, &to = *s.to;
  s.start = pivot_at(from, s.pivot);
  s.shift = pivot_at(to, s.pivot) - s.start;
  s.entering =
      2.0 * sum_abs(s.pivot) + sum_abs(V3(from.position())) + sum_abs(V3(to.position())) + sum_abs(rounded(s.shift));
  s.turns = !(from.rotation() == to.rotation() && from.rotation_low() == to.rotation_low());
  if (!s.turns) return;
  const M3 r0(from.rotation()), r1(to.rotation());
  const M3 between = product(r1, r0.transposed());
  Quaternion q = quaternion_of(between);
  V3 skew;
  M3 x;
  for (int step = 0; step < 4; ++step) {
    s.turn = logarithm(q);
    x = turn_matrix(s.turn);
    const M3 left = transposed_times(x, between);
    skew = V3(left.r2.y - left.r1.z, left.r0.z - left.r2.x, left.r1.x - left.r0.y) * 0.5;
    if (norm(skew) <= 16.0 * u) break;
    q = half_turned(s.turn) * Quaternion{1.0, skew * 0.5};
  }
  const double off = 1.01 * (norm(skew) + check_rounding);  // bound of |exp turn - Q|
  s.angle = norm(s.turn) * (1.0 + 0x1p-50);
  s.turn_error = of_logarithm * off;
  const M3 moved = product(x, r0);
  s.rest = {r1.r0 - moved.r0, r1.r1 - moved.r1, r1.r2 - moved.r2};
  const double length = frobenius(s.rest);
  s.has_rest = length > plain_residue;
  s.residue = length * (1.0 + 0x1p-40) + check_rounding + off;
  s.off_pose = turn_rounding + of_pose * off + (s.has_rest ? check_rounding : s.residue);
}

V3 screw_pivot(const Stretch& s) {
  // A point x with Q x + (p1 - Q p0) = x + along: across the axis, c = (v + cot(angle / 2) axis x v) / 2 from p0.
  if (!s.turns || !(s.angle > 0.0)) return {0, 0, 0};
  const V3 axis = s.turn * (1.0 / s.angle);
  const V3 p0(s.from->position()), p1(s.to->position());
  const V3 v = (p1 - p0) - axis * dot(axis, p1 - p0);
  const double half = 0.5 * s.angle;
  const V3 centre = (v + cross(axis, v) * (std::cos(half) / std::sin(half))) * 0.5;
  const V3 pivot = transposed_times(M3(s.from->rotation()), centre);
  return std::isfinite(sum_abs(pivot)) ? pivot : V3(0, 0, 0);
}

MovingPlace place_at_rest(const Pose& pose) {
  MovingPlace p;
  p.rotation = wide_rotation(pose);
  p.at = Wide3(V3(pose.position()));
  p.stored = &pose;
  p.defect = pose.defect();
  return p;
}

MovingPlace place_on(const Stretch& s, double time) {
  MovingPlace p;
  const double inverse = 1.0 / (s.end - s.begin);
  p.velocity = rounded(s.shift) * inverse;
  p.at_error = wide_error * s.entering;
  if (s.turns) {
    p.rate = s.turn * inverse;
    p.speed = s.angle * inverse * (1.0 + 0x1p-50);
    p.turn_drift = (1.01 * s.turn_error + 4.2 * s.residue) * inverse;
  }
  const bool first = time <= s.begin, last = !first && time >= s.end;
  if (first || last || !s.turns) {
    p.stored = last ? s.to : s.from;
    p.rotation = wide_rotation(*p.stored);
    p.defect = p.stored->defect();
  }
  if (first || last) {
    p.at = last ? s.start + s.shift : s.start;
    return p;
  }
  const DoubleDouble share =
      (DoubleDouble(time) - DoubleDouble(s.begin)) / (DoubleDouble(s.end) - DoubleDouble(s.begin));
  p.at = s.start + s.shift * share;
  if (!s.turns) return p;
  const double part = to_double(share);
  M3 r = product(turn_matrix(s.turn * part), M3(s.from->rotation()));
  if (s.has_rest) r = {r.r0 + s.rest.r0 * part, r.r1 + s.rest.r1 * part, r.r2 + s.rest.r2 * part};
  p.rotation = widened(r);
  p.turn_error = s.off_pose;
  p.defect = defect_of(r);
  return p;
}

MovingPose rounded_pose(const MovingPlace& place, const Vec3& position) {
  const auto entry = [&](const Wide3& r) { return rounded(r); };
  if (place.stored != nullptr) return {part_pose(*place.stored, Pose(), position), 0.0, 0.0};
  const V3 r0 = entry(place.rotation.r0), r1 = entry(place.rotation.r1), r2 = entry(place.rotation.r2);
  Mat3 m;
  m << r0.x, r0.y, r0.z, r1.x, r1.y, r1.z, r2.x, r2.y, r2.z;
  if (place.defect <= surely_accepted) return {Pose(m, position), place.turn_error, 0.0};
  // As far off a rotation as a pose may be: the part of it that is one, and what that lacks.
  const V3 e0 = r0 * (1.0 / norm(r0)), side = r1 - e0 * dot(e0, r1), e1 = side * (1.0 / norm(side)), e2 = cross(e0, e1);
  Mat3 square;
  square << e0.x, e0.y, e0.z, e1.x, e1.y, e1.z, e2.x, e2.y, e2.z;
  return {Pose(square, position), place.turn_error + (m - square).norm() * (1.0 + 0x1p-40), 0.0};
}

MovingPose pose_at(const MotionData& data, double time) {
  if (data.stretches.empty()) return {data.poses.front(), 0.0, 0.0};
  const auto after = std::upper_bound(data.times.begin(), data.times.end(), time);
  const auto next = static_cast<std::size_t>(after - data.times.begin());
  if (next == 0 || !(time >= data.times.front())) return {data.poses.front(), 0.0, 0.0};
  if (next == data.times.size()) return {data.poses.back(), 0.0, 0.0};
  if (time == data.times[next - 1]) return {data.poses[next - 1], 0.0, 0.0};
  const Stretch& s = data.stretches[next - 1];
  const MovingPlace place = place_on(s, time);
  const Wide3 origin = is_zero(s.pivot) ? place.at : place.at - place.rotation * Wide3(s.pivot);
  const V3 position = rounded(origin);
  MovingPose pose = rounded_pose(place, position.eigen());
  pose.shift_error = place.at_error + 2.0 * u * sum_abs(position) + place.turn_error * 1.01 * sum_abs(s.pivot);
  return pose;
}

}  // namespace clearance::detail
