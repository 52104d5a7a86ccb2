#pragma once

// Lower bounds of signed distances after a motion, without a query: from the last slab, or from how far every point may
// have gone. Section 6c of docs/proof.md.

#include <array>
#include <cmath>

#include "proof/placed_box.hpp"

namespace clearance::detail {

/// Where a body is, as far as these bounds need to know. The fourth entries are zero, so that loops are of four.
struct alignas(32) BodyFrame {
  std::array<std::array<double, 4>, 3> row{};  ///< of the rotation as stored
  std::array<double, 4> centre{};              ///< of the local box, in the world
  std::array<double, 4> half{};                ///< of the local box
  double error = 0.0;                          ///< bound on all roundings that this frame takes part in
  double radius = 0.0, defect = 0.0;
};
BodyFrame frame_of(const LocalBox& local, const Pose& pose);

/// The widest slab found between two bodies, and how both were turned then.
struct alignas(32) Slab {
  std::array<double, 4> normal{};
  std::array<double, 4> turned_a{}, turned_b{};  ///< R'n of either
  /// What the slab would be with both centres at the origin, less all errors of its making. Minus infinity: no slab.
  double base = -HUGE_VAL;
};

/// A body where it is.
struct FramedBody {
  const Shape& shape;
  const Pose& pose;
  const BodyFrame& frame;
};
/// Along n, which is taken as it is; no slab if n is not of unit length to rounding, or one of the bodies has no end.
/// Only a half-space against a bounded body has one slab, which is all that `lower`, the proven bound of a query, can
/// be of.
Slab make_slab(const FramedBody& a, const FramedBody& b, const Vec3& n, double lower);

/// A proven lower bound of the signed distance, where the bodies are now. Precondition: an unbounded one has not
/// turned. With h the support function of a body, h(u1) <= h(u0) + h(u1 - u0), and the last is no more than that of its
/// box.
inline double moved_lower(const Slab& slab, const BodyFrame& a, const BodyFrame& b) {
  std::array<double, 4> sum;
  for (std::size_t i = 0; i < 4; ++i) {
    const double turned_a = a.row[0][i] * slab.normal[0] + a.row[1][i] * slab.normal[1] + a.row[2][i] * slab.normal[2];
    const double turned_b = b.row[0][i] * slab.normal[0] + b.row[1][i] * slab.normal[1] + b.row[2][i] * slab.normal[2];
    sum[i] = slab.normal[i] * (b.centre[i] - a.centre[i]) - a.half[i] * std::fabs(turned_a - slab.turned_a[i]) -
             b.half[i] * std::fabs(turned_b - slab.turned_b[i]);
  }
  const double value = slab.base + ((sum[0] + sum[1]) + (sum[2] + sum[3])) - (a.error + b.error);
  const double lower = value - std::fabs(value) * 0x1p-48;  // the normal is of unit length to 2^-49
  return lower < HUGE_VAL ? lower : -HUGE_VAL;              // nor does a number that overflowed prove anything
}

/// No point of the body has moved farther between the two poses, rounding included.
double most_motion(const BodyFrame& from, const Pose& pose_from, const BodyFrame& to, const Pose& pose_to,
                   const LocalBox& local);

}  // namespace clearance::detail
