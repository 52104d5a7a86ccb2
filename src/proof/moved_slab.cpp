#include "proof/moved_slab.hpp"

#include "core/core.hpp"
#include "proof/placed_support.hpp"
#include "proof/rounding.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// For 16 of positions and centres, and 28 of half lengths.
constexpr double frame_roundings = 64.0;
/// What makes a sum of products of a few numbers an upper bound.
constexpr double up = 1.0 + 0x1p-48;

double sum_abs(const V3& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

bool is_floor(const Shape& shape) { return shape.core().kind == Kind::halfspace; }

std::array<double, 4> turned_back(const BodyFrame& frame, const V3& n) {
  std::array<double, 4> u;
  for (std::size_t i = 0; i < 4; ++i) u[i] = frame.row[0][i] * n.x + frame.row[1][i] * n.y + frame.row[2][i] * n.z;
  return u;
}

}  // namespace

BodyFrame frame_of(const LocalBox& local, const Pose& pose) {
  BodyFrame frame;
  const M3 r(pose.rotation());
  frame.row = {{{r.r0.x, r.r0.y, r.r0.z, 0.0}, {r.r1.x, r.r1.y, r.r1.z, 0.0}, {r.r2.x, r.r2.y, r.r2.z, 0.0}}};
  const V3 p(pose.position()), c = r * local.centre + p;
  frame.centre = {c.x, c.y, c.z, 0.0};
  frame.half = {local.half.x, local.half.y, local.half.z, 0.0};
  frame.error =
      frame_roundings * unit_roundoff * (sum_abs(p) + sum_abs(local.centre) + sum_abs(local.half)) + length_underflow;
  frame.radius = local.radius;
  frame.defect = pose.defect();
  return frame;
}

Slab make_slab(const FramedBody& a, const FramedBody& b, const Vec3& normal, double lower) {
  Slab slab;
  V3 n(normal);
  double width = -HUGE_VAL;
  const bool floor_a = is_floor(a.shape) && b.shape.bounded(), floor_b = is_floor(b.shape) && a.shape.bounded();
  if (floor_a || floor_b) {
    const V3 up_from = UnboundedPlace((floor_a ? a : b).shape, (floor_a ? a : b).pose).normal();
    n = floor_a ? up_from : -up_from;
    width = lower;
  } else {
    width = -placed_support(b.shape, b.pose, -n) - placed_support(a.shape, a.pose, n);
  }
  if (!(std::fabs(norm_sq(n) - 1.0) <= 0x1p-49) || !(width > -HUGE_VAL)) return slab;
  slab.normal = {n.x, n.y, n.z, 0.0};
  slab.turned_a = turned_back(a.frame, n);
  slab.turned_b = turned_back(b.frame, n);
  const V3 centre_a(a.frame.centre[0], a.frame.centre[1], a.frame.centre[2]);
  const V3 centre_b(b.frame.centre[0], b.frame.centre[1], b.frame.centre[2]);
  const double base = width - dot(n, centre_b - centre_a);
  slab.base = base - std::fabs(width) * 0x1p-50 - (a.frame.error + b.frame.error) * up;
  return slab;
}

double most_motion(const BodyFrame& from, const Pose& pose_from, const BodyFrame& to, const Pose& pose_to,
                   const LocalBox& local) {
  const bool same_turn =
      pose_from.rotation() == pose_to.rotation() && pose_from.rotation_low() == pose_to.rotation_low();
  if (same_turn && pose_from.position() == pose_to.position()) return 0.0;
  if (!local.bounded) {
    if (!same_turn) return HUGE_VAL;
    return (pose_to.position() - pose_from.position()).stableNorm() * up + length_underflow;
  }
  const V3 d(to.centre[0] - from.centre[0], to.centre[1] - from.centre[1], to.centre[2] - from.centre[2]);
  double turned_sq = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const double entry = to.row[i][k] - from.row[i][k];
      turned_sq += entry * entry;
    }
  // Of two rotations, the spectral norm of the difference is that of Frobenius over the root of two.
  const double turn =
      same_turn ? 0.0 : std::sqrt(0.5 * turned_sq) * up + 2.3 * (from.defect + to.defect) + 16.0 * unit_roundoff;
  const double motion = (norm(d) + 0x1p-500 + turn * from.radius) * up + from.error + to.error;
  return motion < HUGE_VAL ? motion : HUGE_VAL;
}

}  // namespace clearance::detail
