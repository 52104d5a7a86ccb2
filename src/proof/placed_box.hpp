#pragma once

// Boxes about shapes in place, cheap enough to be made anew for every pose, and proven lower bounds of signed distances
// from boxes alone. Section 6b of docs/proof.md.

#include <cfloat>
#include <cmath>

#include "clearance/bounding_box.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

/// A box in the frame of a body that holds its shape, and a ball about the centre of the box that does.
struct LocalBox {
  V3 centre{0, 0, 0}, half{0, 0, 0};
  double radius = 0.0;
  bool bounded = false;  ///< else nothing is known, and all of this means nothing
};
LocalBox local_box(const Shape& shape);

/// A box along the axes of the world.
struct WorldBox {
  V3 low{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, high{HUGE_VAL, HUGE_VAL, HUGE_VAL};
};
/// Holds what the local box holds, in the pose. Without end for a body that has none, and for numbers that overflow.
WorldBox placed_box(const LocalBox& local, const Pose& pose);

/// A proven lower bound of the signed distance of whatever the boxes hold, overlap included: along an axis, the gap
/// between them, or where that is positive the distance of the boxes.
inline double box_gap(const WorldBox& a, const WorldBox& b) {
  // Without end or not, no box makes a difference that is NaN; so plain comparisons will do, which are one instruction.
  const auto greater = [](double p, double q) { return p < q ? q : p; };
  constexpr double down = 1.0 - 0x1p-49, up = 1.0 + 0x1p-49, tiny = 0x1p-500, huge = 0x1p500;
  const double x = greater(b.low.x - a.high.x, a.low.x - b.high.x);
  const double y = greater(b.low.y - a.high.y, a.low.y - b.high.y);
  const double z = greater(b.low.z - a.high.z, a.low.z - b.high.z);
  const double most = greater(x, greater(y, z));
  if (most <= 0.0) return most * up;
  if (!(most > tiny && most < huge)) return std::fmin(most * down, DBL_MAX);
  const double p = greater(x, 0.0), q = greater(y, 0.0), r = greater(z, 0.0);
  return std::sqrt(p * p + q * q + r * r) * down;
}

/// What is known of an unbounded shape in a pose, to bound distances from it.
class UnboundedPlace {
 public:
  UnboundedPlace() = default;
  UnboundedPlace(const Shape& shape, const Pose& pose);
  /// A proven lower bound of the signed distance of it and whatever the box holds.
  double gap(const WorldBox& box) const;
  /// Of a plane or half-space: its normal, of unit length and off by at most 2 u; zero where nothing is known.
  V3 normal() const { return form_ == Form::halfspace || form_ == Form::plane ? direction_ : V3(0, 0, 0); }

 private:
  enum class Form { unknown, halfspace, plane, line, ray };
  Form form_ = Form::unknown;
  V3 direction_{};       ///< of unit length to 4 u: the normal, or along the line
  V3 origin_{};          ///< of the line
  double height_ = 0.0;  ///< of the plane along its normal
  double size_ = 0.0;    ///< of what was added up to these
};

}  // namespace clearance::detail
