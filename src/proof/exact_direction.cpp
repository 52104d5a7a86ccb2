#include "proof/exact_direction.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

using SumOfSix = ExactSum<6>;

void add_product(SumOfSix& sum, const ExactTerms& a, const ExactTerms& b, bool negated) {
  for (int i = 0; i < a.count; ++i)
    for (int j = 0; j < b.count; ++j) {
      const auto& p = a.term[static_cast<std::size_t>(i)];
      const auto& q = b.term[static_cast<std::size_t>(j)];
      sum.add({p[0], p[1], p[2], q[0], q[1], q[2]}, negated);
    }
}

/// a b - c d
SumOfSix minor(const ExactTerms& a, const ExactTerms& b, const ExactTerms& c, const ExactTerms& d) {
  SumOfSix sum;
  add_product(sum, a, b, false);
  add_product(sum, c, d, true);
  return sum;
}

ExactDirection as_given(const Vec3& direction) {
  ExactDirection d;
  d.x.add(direction[0], 1.0, 1.0);
  d.y.add(direction[1], 1.0, 1.0);
  d.z.add(direction[2], 1.0, 1.0);
  return d;
}

/// R d, or for a normal cof(R) d.
ExactDirection turned(const Mat3& r, const Vec3& d, bool normal) {
  const auto component = [&](int i) {
    ExactTerms terms;
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      if (normal) {
        terms.add(r(i1, j1), r(i2, j2), d[j]);
        terms.add(-r(i1, j2), r(i2, j1), d[j]);
      } else {
        terms.add(r(i, j), d[j], 1.0);
      }
    }
    return terms;
  };
  return {component(0), component(1), component(2)};
}

/// The rotation of a quaternion, times the square of its norm; a rotation is its own cofactor matrix.
ExactDirection turned(const std::array<double, 4>& q, const Vec3& d) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  ExactDirection r;
  for (const double c : {w, x}) r.x.add(c, c, d[0]);
  for (const double c : {y, z}) r.x.add(-c, c, d[0]);
  r.x.add(2.0 * x, y, d[1]), r.x.add(-2.0 * w, z, d[1]);
  r.x.add(2.0 * x, z, d[2]), r.x.add(2.0 * w, y, d[2]);
  for (const double c : {w, y}) r.y.add(c, c, d[1]);
  for (const double c : {x, z}) r.y.add(-c, c, d[1]);
  r.y.add(2.0 * x, y, d[0]), r.y.add(2.0 * w, z, d[0]);
  r.y.add(2.0 * y, z, d[2]), r.y.add(-2.0 * w, x, d[2]);
  for (const double c : {w, z}) r.z.add(c, c, d[2]);
  for (const double c : {x, y}) r.z.add(-c, c, d[2]);
  r.z.add(2.0 * x, z, d[0]), r.z.add(-2.0 * w, y, d[0]);
  r.z.add(2.0 * y, z, d[1]), r.z.add(2.0 * w, x, d[1]);
  return r;
}

std::optional<ExactDirection> in_world(const Core& core, const Pose& pose) {
  const bool normal = core.kind == Kind::plane || core.kind == Kind::halfspace;
  if (pose.exact()) return turned(pose.rotation(), core.given.eigen(), normal);
  if (pose.quaternion()) return turned(*pose.quaternion(), core.given.eigen());
  return std::nullopt;
}

/// A direction of b in the frame of a, where the columns of both rotations are the same but for order and sign, as they
/// are for equal rotations and for those that differ by quarter turns: much the cheaper way.
std::optional<Vec3> in_frame_of_a(const Pose& a, const Pose& b, const Vec3& direction_of_b) {
  if (!a.exact() || !b.exact()) {
    const bool same = a.quaternion() && b.quaternion() && *a.quaternion() == *b.quaternion();
    return same ? std::optional(direction_of_b) : std::nullopt;
  }
  Vec3 to = Vec3::Zero();
  std::array<bool, 3> taken{};
  for (int column = 0; column < 3; ++column) {
    bool found = false;
    for (int i = 0; i < 3 && !found; ++i)
      for (const double sign : {1.0, -1.0}) {
        if (found || taken[static_cast<std::size_t>(i)]) continue;
        if (b.rotation().col(column) != sign * a.rotation().col(i)) continue;
        to[i] = sign * direction_of_b[column];
        taken[static_cast<std::size_t>(i)] = found = true;
      }
    if (!found) return std::nullopt;
  }
  return to;
}

/// The length of the direction that `in_world` gives.
ScaledDouble length_of(const Core& core, const Pose& pose) {
  int exponent = 0;
  std::frexp(max_abs(core.given), &exponent);
  const auto scaled = [&](double c) { return std::ldexp(c, -exponent); };
  const V3 d(scaled(core.given.x), scaled(core.given.y), scaled(core.given.z));
  if (pose.exact()) return {norm(wide_rotation(pose) * Wide3(d)), exponent};
  const auto& q = *pose.quaternion();
  const DoubleDouble square =
      (two_product(q[0], q[0]) + two_product(q[1], q[1])) + (two_product(q[2], q[2]) + two_product(q[3], q[3]));
  return {norm(Wide3(d)) * square, exponent};
}

}  // namespace

std::optional<ExactDirections> exact_directions(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  if (const auto b_in_a = in_frame_of_a(pose_a, pose_b, b.given.eigen()))
    return ExactDirections{as_given(a.given.eigen()), as_given(*b_in_a)};
  const auto of_a = in_world(a, pose_a), of_b = in_world(b, pose_b);
  if (!of_a || !of_b) return std::nullopt;
  return ExactDirections{*of_a, *of_b};
}

int dot_sign(const ExactDirections& directions) {
  SumOfSix sum;
  add_product(sum, directions.a.x, directions.b.x, false);
  add_product(sum, directions.a.y, directions.b.y, false);
  add_product(sum, directions.a.z, directions.b.z, false);
  return sum.sign();
}

bool are_parallel(const ExactDirections& directions) {
  const ExactDirection &a = directions.a, &b = directions.b;
  return minor(a.y, b.z, a.z, b.y).sign() == 0 && minor(a.z, b.x, a.x, b.z).sign() == 0 &&
         minor(a.x, b.y, a.y, b.x).sign() == 0;
}

Crossing crossing_of(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const auto of_a = in_world(a, pose_a), of_b = in_world(b, pose_b);
  const ScaledDouble x = minor(of_a->y, of_b->z, of_a->z, of_b->y).scaled();
  const ScaledDouble y = minor(of_a->z, of_b->x, of_a->x, of_b->z).scaled();
  const ScaledDouble z = minor(of_a->x, of_b->y, of_a->y, of_b->x).scaled();
  int exponent = -exponent_of_zero;
  for (const ScaledDouble& s : {x, y, z})
    if (!(s.value == DoubleDouble(0.0))) exponent = std::max(exponent, s.exponent);
  const auto shifted = [&](const ScaledDouble& s) {
    const int by = std::max(s.exponent - exponent, -2000);
    return DoubleDouble(std::ldexp(s.value.high, by), std::ldexp(s.value.low, by));
  };
  const Wide3 n(shifted(x), shifted(y), shifted(z));
  const DoubleDouble length = norm(n);
  const ScaledDouble length_a = length_of(a, pose_a), length_b = length_of(b, pose_b);
  return {n * (DoubleDouble(1.0) / length),
          {length / (length_a.value * length_b.value), exponent - length_a.exponent - length_b.exponent}};
}

}  // namespace clearance::detail
