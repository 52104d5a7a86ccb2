#pragma once

#include <span>
#include <vector>

#include "clearance/shapes.hpp"
#include "exact/linear_program.hpp"
#include "exact/vector.hpp"

namespace clearance::exact {

/// The point v / h, times a unit that its owner knows.
struct Homogeneous {
  Vector v;
  Integer h;
};

/// A polyhedral shape in its pose, exactly: the hull of its points plus the cone of its directions. A pose is its
/// double matrix; what a quaternion has beyond that is left out. Keeps references to the shape and the pose, which must
/// outlive it.
class Body {
 public:
  /// The shape must be polyhedral.
  Body(const Shape& shape, const Pose& pose);

  /// Lengths in the world are integers, over the h of a point, times 2^unit.
  int unit() const { return unit_; }
  /// Measures in another unit, which is not larger.
  void set_unit(int unit);

  /// A point of the shape, in the world.
  Homogeneous point(int index) const;
  /// The same in the frame of the shape, times 2^local_unit().
  Homogeneous local_point(int index) const;
  int local_unit() const { return local_unit_; }
  int points() const;
  /// Whether all points are known; of a polyhedron of half-spaces they are found as they are needed.
  bool lists_points() const { return rows_ == nullptr; }

  /// Directions in which the shape goes on for ever, in the world; their lengths mean nothing.
  const std::vector<Vector>& directions() const { return directions_; }

  /// A point that is farthest along n: the incumbent, unless another one is strictly farther. For an unbounded shape,
  /// of its bounded part. All points are compared in double; only those that its rounding cannot tell apart, exactly.
  int farthest(const Vector& n, int incumbent);

  /// The points that may be farthest along a direction in the frame of the shape that is known to `relative_error` of
  /// its length.
  std::vector<int> near_farthest(const Vec3& direction, double relative_error) const;

  /// Whether it is the hull of points given in double, which are then these.
  bool is_hull_of_doubles() const { return exact_points_.empty() && directions_.empty() && rows_ == nullptr; }
  /// Whether all points are integers in its unit, and it is bounded.
  bool has_integer_points() const { return directions_.empty() && rows_ == nullptr; }
  std::span<const Vec3> points_given() const { return points_; }
  /// Whether its axes are not those of the world.
  bool turned() const { return turned_; }
  const Pose& pose() const { return pose_; }
  /// The matrix of the pose over 2^rotation_unit(), and its position in the unit of lengths.
  const Matrix& rotation() const { return rotation_; }
  int rotation_unit() const { return rotation_unit_; }
  Vector position() const;
  /// Coordinates of points are below 2^bits: in the world, in the unit of lengths, and in the frame of the shape, in
  /// that which the rotation takes to the unit of lengths.
  int world_bits() const;
  int local_bits() const;

  /// The point that stands for a vertex of the core of the shape.
  int from_core_vertex(int vertex);

 private:
  void set_points(std::span<const Vec3> points, int finest_bit);
  void set_plane(const Vec3& normal, double offset);
  void add_direction(const Vector& local) { directions_.push_back(rotation_ * local); }
  void add_line(const Vector& local);
  int farthest_of(const std::vector<int>& points, const Vector& n_local, int incumbent) const;
  int farthest_vertex(const Vector& n_local, int incumbent);

  const Shape& shape_;
  const Pose& pose_;
  bool turned_ = false;
  Matrix rotation_;
  Vector position_;
  int rotation_unit_ = 0, position_unit_ = 0, local_unit_ = 0, unit_ = 0;
  int rotation_shift_ = 0;
  std::span<const Vec3> points_;  // in the frame of the shape; rounded, where exact_points_ holds the truth
  std::vector<Vec3> own_points_;
  std::vector<Homogeneous> exact_points_;  // for a polyhedron: its vertices, as they are found
  std::vector<Vector> directions_;
  double extent_ = 0.0;  // no coordinate of points_ is larger
  std::vector<HalfspaceRow> const* rows_ = nullptr;
};

}  // namespace clearance::exact
