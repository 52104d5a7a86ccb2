#pragma once

#include <array>
#include <vector>

#include "clearance/shapes.hpp"
#include "linear.hpp"
#include "placement.hpp"

// Any shape at its pose through its support function, in 113-bit floating point.

namespace oracle {

using QVec = V3<Quad>;

QVec to_quad(const clearance::Vec3& v);
inline QVec unit(const QVec& v) { return (1 / length(v)) * v; }

class QuadBody {
 public:
  /// Coordinates are world coordinates less `origin`, so that far-away scenes keep their digits. `whole`: of a part of
  /// a union, where the union is.
  QuadBody(const clearance::Shape& shape, const Placement& placement, const clearance::Vec3& origin,
           const Placement* whole = nullptr);

  /// A point of the body with the largest product with n; of an unbounded body, its part without directions.
  QVec highest(const QVec& n) const;
  const std::vector<QVec>& directions() const { return directions_; }
  bool bounded() const { return directions_.empty(); }

  /// Where the axes of the body frame point.
  std::array<QVec, 3> axes() const {
    return {QVec{rows_[0].x, rows_[1].x, rows_[2].x}, QVec{rows_[0].y, rows_[1].y, rows_[2].y},
            QVec{rows_[0].z, rows_[1].z, rows_[2].z}};
  }
  QVec centre() const { return centre_; }
  /// Largest distance of a point of the body from the centre; without directions.
  Quad radius() const { return radius_; }
  /// Sum of the lengths that the place of the body is made of, for rounding.
  Quad way() const { return way_; }
  /// Bound of |R'R - I|: how far a ball of the body is from a ball in the world, relatively.
  Quad defect() const { return defect_; }

 private:
  enum class Kind { points, balls, cylinder, cone, ellipsoid };
  struct Ball {
    QVec centre;
    Quad radius;
  };
  void set_rotation(const Placement& placement, const Placement* whole);
  void set_world_points(const clearance::Shape& shape, const Placement& placement, const clearance::Vec3& origin,
                        const Placement* whole);
  void set_extent(const std::vector<Ball>& balls);
  QVec highest_in_body(const QVec& n) const;
  QVec rotate(const QVec& v) const { return {dot(rows_[0], v), dot(rows_[1], v), dot(rows_[2], v)}; }

  Kind kind_ = Kind::points;
  std::vector<QVec> points_;      ///< in the world, less the origin
  std::vector<QVec> directions_;  ///< in the world, of unit length
  std::vector<Ball> balls_;       ///< in the body frame
  QVec size_;                     ///< radii of the ellipsoid; radius, radius, half length
  std::array<QVec, 3> rows_;      ///< of the rotation
  QVec position_;
  QVec centre_;
  Quad rounding_ = 0;  ///< of the ball that sweeps it, in the body frame
  Quad radius_ = 0, defect_ = 0, way_ = 0;
};

}  // namespace oracle
