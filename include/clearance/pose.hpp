#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cassert>
#include <optional>

namespace clearance {

// Neither type is over-aligned by Eigen, whatever the architecture flags, so both are safe in public structs.
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

class Pose;
namespace detail {
/// Where a part of a body is: as `Pose::turned`, but that the product stays as it is, whatever it lacks to a rotation.
Pose part_pose(const Pose& whole, const Pose& part, const Vec3& position);
}  // namespace detail

/// Places a body point x at `rotation * x + position`.
///
/// A matrix is used exactly as stored, never re-orthonormalised: it must be a rotation to 1e-6, and what it lacks to
/// a perfect one is part of the problem that is solved. A quaternion stands for the exact rotation of its normalised
/// value; what a double matrix cannot hold of that is kept in `rotation_low`.
class Pose {
 public:
  Pose() = default;
  /// Throws InvalidInput unless max |R'R - I| <= 1e-6, det R > 0 and every number is finite.
  Pose(const Mat3& rotation, const Vec3& position);
  /// What robotics code already holds. Inline: how Eigen aligns this type depends on the flags of the caller.
  Pose(const Eigen::Isometry3d& transform)  // NOLINT(google-explicit-constructor)
      : Pose(Mat3(transform.linear()), Vec3(transform.translation())) {}
  /// Throws InvalidInput unless the norm of (w, x, y, z) is within 1e-6 of 1 and every number is finite.
  static Pose from_quaternion(double w, double x, double y, double z, const Vec3& position = Vec3::Zero());
  /// For callers who promise a rotation and have no time to be checked: every number is finite, det R > 0, and R'R - I
  /// is no larger than rounding leaves it, 4e-15 in the spectral norm. That is asserted in debug builds and nowhere
  /// else; what queries prove then rests on the promise.
  static Pose unchecked(const Mat3& rotation, const Vec3& position) {
    assert(is_rotation(rotation, position));
    return {rotation, position, promised_defect};
  }
  static Pose Identity() { return {}; }
  static Pose translation(const Vec3& position) { return {Mat3::Identity(), position}; }

  /// The rotation of `inner` followed by that of `outer`, each with all that is known of it, at a position: how links
  /// of a chain are placed. What matrices lack to rotations adds up along a chain; where that would come to more than
  /// 5e-4, the product is made a rotation again. Never throws; the position is not checked.
  static Pose turned(const Pose& outer, const Pose& inner, const Vec3& position);

  const Mat3& rotation() const { return rotation_; }
  const Vec3& position() const { return position_; }
  /// The true rotation is rotation() + rotation_low() to within 2^-100 an entry (2^-97, if turned); zero for a matrix.
  const Mat3& rotation_low() const { return rotation_low_; }
  /// Whether rotation() is the true rotation, with nothing left over.
  bool exact() const { return exact_; }
  /// Of a pose from a quaternion, the quaternion as it was given: (w, x, y, z).
  const std::optional<std::array<double, 4>>& quaternion() const { return quaternion_; }
  /// An upper bound of the spectral norm of R'R - I, for R = rotation().
  double defect() const { return defect_; }

  Vec3 operator*(const Vec3& body_point) const { return rotation_ * body_point + position_; }

 private:
  static constexpr double promised_defect = 4e-15;
  static bool is_rotation(const Mat3& rotation, const Vec3& position);
  friend Pose detail::part_pose(const Pose& whole, const Pose& part, const Vec3& position);
  Pose(const Mat3& rotation, const Vec3& position, double defect)
      : rotation_(rotation), position_(position), defect_(defect) {}

  // What most queries read comes first.
  Mat3 rotation_ = Mat3::Identity();
  Vec3 position_ = Vec3::Zero();
  double defect_ = 0.0;
  bool exact_ = true;
  Mat3 rotation_low_ = Mat3::Zero();
  std::optional<std::array<double, 4>> quaternion_;
};

/// A pose from a position and anything Eigen turns into a rotation matrix, an angle-axis say.
template <class Rotation>
Pose pose(const Vec3& position, const Rotation& rotation) {
  return {Mat3(rotation), position};
}

}  // namespace clearance
