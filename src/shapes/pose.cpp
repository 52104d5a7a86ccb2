#include "clearance/pose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "clearance/error.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "numeric/double_double.hpp"

namespace clearance {

namespace {

using detail::DoubleDouble;
using detail::two_product;

constexpr double rotation_tolerance = 1e-6;
// Of products: as much as proofs count on, who let a pose stretch lengths by half of it (`pose_stretch`).
constexpr double most_defect = 5e-4;
// Computing R'R - I in double adds at most this to the norm: three entries of a row, 3 u each.
constexpr double defect_rounding = 1.1e-15;

/// What R'R lacks to I: the largest entry, and an upper bound of the spectral norm by the largest absolute row sum.
struct Defect {
  double largest, norm;
};
Defect defect_of(const Mat3& r) {
  const auto product = [&](int i, int j) { return r(0, i) * r(0, j) + r(1, i) * r(1, j) + r(2, i) * r(2, j); };
  const double xx = std::fabs(product(0, 0) - 1.0), yy = std::fabs(product(1, 1) - 1.0),
               zz = std::fabs(product(2, 2) - 1.0);
  const double xy = std::fabs(product(0, 1)), yz = std::fabs(product(1, 2)), zx = std::fabs(product(2, 0));
  const double norm = std::max({xx + (xy + zx), yy + (xy + yz), zz + (yz + zx)});
  // A sum, and not std::max, which would drop a NaN.
  const double all = ((xx + yy) + zz) + ((xy + yz) + zx);
  if (all == 0.0) return {0.0, 0.0};
  return {all <= rotation_tolerance ? all
          : all == all              ? std::max({xx, yy, zz, xy, yz, zx})
                                    : all,
          norm + defect_rounding};
}

/// Whether every entry is 0, 1 or -1: a whole number of quarter turns.
bool is_whole(const Mat3& rotation) {
  const auto whole = [](double entry) { return entry == 0.0 || std::fabs(entry) == 1.0; };
  return std::all_of(rotation.data(), rotation.data() + 9, whole);
}

void require_finite(const Vec3& position) {
  if (!position.allFinite()) throw InvalidInput("position: must be finite");
}

/// Why a matrix is refused.
[[gnu::cold, gnu::noinline]] void refuse(const Mat3& rotation, double largest) {
  if (!rotation.allFinite()) throw InvalidInput("matrix: must be finite");
  if (!(largest <= rotation_tolerance)) throw InvalidInput("matrix: not a rotation to 1e-6");
  throw InvalidInput("matrix: a reflection, its determinant must be positive");
}

/// The defect of a matrix that is a rotation, or nearly.
[[gnu::noinline]] double checked_defect(const Mat3& rotation) {
  const Defect defect = defect_of(rotation);
  if (!(defect.largest <= rotation_tolerance) || !(rotation.determinant() > 0.0)) refuse(rotation, defect.largest);
  return defect.norm;
}

/// A rotation as far as it is known.
struct Turn {
  Mat3 high, low;
  double defect;
};

[[gnu::noinline]] Turn turn_of(const std::array<double, 4>& quaternion) {
  const auto [w, x, y, z] = quaternion;
  const double norm = std::sqrt(w * w + x * x + y * y + z * z);
  if (!(std::fabs(norm - 1.0) <= 1e-6)) {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(),
                  "quaternion: the norm of [w,x,y,z], in this order, must be within 1e-6 of 1, and is %.9g", norm);
    throw InvalidInput(text.data());
  }

  // The rotation of q / |q| has entries that are quadratic in q, over |q|^2: no square root is needed.
  const DoubleDouble ww = two_product(w, w), xx = two_product(x, x), yy = two_product(y, y), zz = two_product(z, z);
  const DoubleDouble xy = two_product(x, y), xz = two_product(x, z), yz = two_product(y, z);
  const DoubleDouble wx = two_product(w, x), wy = two_product(w, y), wz = two_product(w, z);
  const DoubleDouble norm_sq = (ww + xx) + (yy + zz);
  const DoubleDouble two = 2.0;
  const std::array<std::array<DoubleDouble, 3>, 3> numerator{{
      {(ww + xx) - (yy + zz), two * (xy - wz), two * (xz + wy)},
      {two * (xy + wz), (ww + yy) - (xx + zz), two * (yz - wx)},
      {two * (xz - wy), two * (yz + wx), (ww + zz) - (xx + yy)},
  }};
  Turn turn;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      const DoubleDouble& top = numerator[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      // Whole quarter turns come out exact, so that parallel stays parallel.
      const DoubleDouble entry = top == norm_sq ? 1.0 : top == -norm_sq ? -1.0 : top / norm_sq;
      turn.high(row, column) = entry.high;
      turn.low(row, column) = entry.low;
    }
  turn.defect = defect_of(turn.high).norm;
  return turn;
}

[[gnu::noinline]] Turn product(const Pose& outer, const Pose& inner) {
  Turn turn;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      DoubleDouble entry = 0.0;
      for (int k = 0; k < 3; ++k)
        entry += DoubleDouble(outer.rotation()(row, k), outer.rotation_low()(row, k)) *
                 DoubleDouble(inner.rotation()(k, column), inner.rotation_low()(k, column));
      turn.high(row, column) = entry.high;
      turn.low(row, column) = entry.low;
    }
  turn.defect = defect_of(turn.high).norm;
  return turn;
}

}  // namespace

Pose::Pose(const Mat3& rotation, const Vec3& position) : rotation_(rotation), position_(position) {
  require_finite(position);
  defect_ = detail::in_standard_arithmetic([&] { return checked_defect(rotation_); });
}

bool Pose::is_rotation(const Mat3& rotation, const Vec3& position) {
  // What computing the defect adds to it is not held against the caller.
  return position.allFinite() && rotation.determinant() > 0.0 &&
         defect_of(rotation).norm <= promised_defect + defect_rounding;
}

Pose Pose::from_quaternion(double w, double x, double y, double z, const Vec3& position) {
  require_finite(position);
  const std::array<double, 4> quaternion{w, x, y, z};
  const Turn turn = detail::in_standard_arithmetic([&] { return turn_of(quaternion); });
  Pose pose;
  pose.rotation_ = turn.high;
  pose.rotation_low_ = turn.low;
  pose.defect_ = turn.defect;
  pose.position_ = position;
  pose.exact_ = turn.low.isZero(0.0) && is_whole(turn.high);
  pose.quaternion_ = quaternion;
  return pose;
}

Pose detail::part_pose(const Pose& outer, const Pose& inner, const Vec3& position) {
  const auto plain = [](const Pose& pose) { return pose.exact_ && pose.rotation_ == Mat3::Identity(); };
  if (plain(inner) || plain(outer)) {
    Pose pose = plain(inner) ? outer : inner;
    pose.position_ = position;
    return pose;
  }
  const Turn turn = detail::in_standard_arithmetic([&] { return product(outer, inner); });
  Pose pose;
  pose.rotation_ = turn.high;
  pose.rotation_low_ = turn.low;
  pose.defect_ = turn.defect;
  pose.position_ = position;
  // A whole number of quarter turns only moves entries about.
  pose.exact_ = outer.exact_ && inner.exact_ && (is_whole(outer.rotation_) || is_whole(inner.rotation_));
  return pose;
}

Pose Pose::turned(const Pose& outer, const Pose& inner, const Vec3& position) {
  Pose pose = detail::part_pose(outer, inner, position);
  if (!(pose.defect_ > most_defect)) return pose;
  detail::in_standard_arithmetic([&] {
    // Newton's method for the nearest rotation: each step squares what is lacking, 1e-3 at most.
    for (int step = 0; step < 3; ++step)
      pose.rotation_ =
          (0.5 * pose.rotation_ * (3.0 * Mat3::Identity() - (pose.rotation_.transpose() * pose.rotation_).eval()))
              .eval();
    pose.defect_ = defect_of(pose.rotation_).norm;
    return 0;
  });
  pose.rotation_low_ = Mat3::Zero();
  pose.exact_ = true;
  pose.quaternion_.reset();
  return pose;
}

}  // namespace clearance
