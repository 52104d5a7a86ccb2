// The least depth of a - b is among few directions. A minimum is where an edge of a profile is seen from its side, that
// is on the circle of directions at the slope of a, or of b; and there, either where the two circles cross, or where
// the shift of the axes tells, which a few steps of a fixed point find; or it is one of the axes themselves.

#include "solvers/revolved_overlap.hpp"

#include <cmath>

#include "proof/revolved.hpp"
#include "solvers/revolved_witness.hpp"

namespace clearance::detail {

namespace {

/// What the proof may leave open, relative to the size of the pair.
constexpr double proof_gap = 0x1p-38;
constexpr int fixed_point_steps = 4, newton_steps = 4, between_steps = 12;

struct Candidate {
  V3 n;  // in the axes of the pair of bodies: e1, e2, u
  double height = HUGE_VAL;
  bool pole = false;
};

struct Point2 {
  double x, y;
};

/// Directions at a fixed angle from an axis: n = (f1 x + f2 y) across + axis along for unit (x, y).
struct Circle {
  V3 f1, f2, axis;
  double across, along;
  V3 at(const Point2& e) const { return (f1 * e.x + f2 * e.y) * across + axis * along; }
};

class Search {
 public:
  /// `side`: towards which side of the lean the descents begin, 1 or -1.
  Search(const RevolvedPair& pair, double side) : pair_(pair), side_(side) {}

  Candidate best() {
    const V3 v(pair_.sine, 0, pair_.cosine);
    for (const V3& pole : {V3(0, 0, 1), v}) {
      consider(pole, true);
      consider(-pole, true);
    }
    const V3 e2(0, 1, 0), e1(1, 0, 0), u(0, 0, 1), aside(pair_.cosine, 0, -pair_.sine);
    const Circle of_a = circle(e1, e2, u, pair_.a), of_b = circle(aside, e2, v, pair_.b);
    for (std::size_t i = 0; i < 2; ++i) {
      // Along the circle of one body, the other one is at one of its rims.
      descend(of_a, pair_.b[i], pair_.cosine * of_a.along, pair_.sine * of_a.across);
      descend(of_b, pair_.a[i], pair_.cosine * of_b.along, -pair_.sine * of_b.across);
    }
    if (best_.pole) between_poles(best_.n.z > 0.0 ? 0 : 1);
    const double cosine = (of_b.along - pair_.cosine * of_a.along) / (pair_.sine * of_a.across);
    if (std::fabs(cosine) <= 1.0) {
      const double sine = std::sqrt((1.0 - cosine) * (1.0 + cosine));
      consider(of_a.at({cosine, sine}), false);
      consider(of_a.at({cosine, -sine}), false);
    }
    return best_;
  }

 private:
  static Circle circle(const V3& f1, const V3& f2, const V3& axis, const std::array<Rim, 2>& rims) {
    const double rise = rims[0].along - rims[1].along, run = rims[1].radius - rims[0].radius;
    const double slant = std::sqrt(rise * rise + run * run);
    return {f1, f2, axis, slant > 0.0 ? rise / slant : 1.0, slant > 0.0 ? run / slant : 0.0};
  }

  void consider(const V3& n, bool pole) {
    const double height = revolved_height(pair_, n);
    if (height < best_.height) best_ = {n, height, pole};
  }

  /// The axis of the other body is at `level` + `sway` x above n: there its rim is at z q + r sqrt(1 - q^2).
  void descend(const Circle& circle, const Rim& rim, double level, double sway) {
    const Point2 drift{-dot(pair_.offset, circle.f1) * circle.across, -dot(pair_.offset, circle.f2) * circle.across};
    const auto slope_at = [&](const Point2& e) {
      const double q = level + sway * e.x;
      return Point2{(rim.along - rim.radius * q / std::sqrt(1.0 - q * q)) * sway + drift.x, drift.y};
    };
    Point2 e{side_, 0};
    for (int i = 0; i < fixed_point_steps; ++i) {
      const Point2 g = slope_at(e);
      const double length = std::sqrt(g.x * g.x + g.y * g.y);
      if (!(length > 0.0)) break;
      e = {-g.x / length, -g.y / length};
    }
    for (int i = 0; i < newton_steps; ++i) {
      const Point2 g = slope_at(e);
      const double q = level + sway * e.x, rest = 1.0 - q * q;
      const double slope = g.y * e.x - g.x * e.y;
      const double bend = -g.x * e.x - g.y * e.y - rim.radius * sway * sway * e.y * e.y / (rest * std::sqrt(rest));
      if (!(bend > 0.0) || !(std::fabs(slope) < 0.5 * bend)) break;
      const double step = -slope / bend;
      const Point2 next{e.x - step * e.y, e.y + step * e.x};
      const double length = std::sqrt(next.x * next.x + next.y * next.y);
      e = {next.x / length, next.y / length};
    }
    consider(circle.at(e), false);
  }

  /// Two discs of about one size touch where neither is flat: with n along (x, y, 1) and the tilt as the unit of x and
  /// y, the points of both rims that are farthest must be one above the other. Newton's method.
  void between_poles(std::size_t k) {
    const double up = k == 0 ? 1.0 : -1.0, tilt = pair_.sine, r_a = pair_.a[k].radius, r_b = pair_.b[k].radius;
    const double aside_x = pair_.b[k].along * tilt - pair_.offset.x, aside_y = -pair_.offset.y;
    if (!(tilt > 0.0) || std::fabs(r_a - r_b) > 2.0 * (std::fabs(aside_x) + std::fabs(aside_y)) + 8.0 * tilt * r_b)
      return;
    const double height = up * (pair_.a[k].along + pair_.b[k].along * pair_.cosine - pair_.offset.z);
    double x = 0.5 * up, y = 0.0;
    for (int i = 0; i < between_steps; ++i) {
      V3 n(tilt * x, tilt * y, up);
      n = n * (1.0 / norm(n));
      const double aside = pair_.cosine * n.x - pair_.sine * n.z;
      const double to_a = std::sqrt(n.x * n.x + n.y * n.y), to_b = std::sqrt(aside * aside + n.y * n.y);
      if (!(to_a > 0.0) || !(to_b > 0.0)) return;
      const double ax = n.x / to_a, ay = n.y / to_a, bx = aside / to_b, by = n.y / to_b;
      const V3 w(aside_x + r_a * ax + r_b * bx * pair_.cosine, aside_y + r_a * ay + r_b * by,
                 up * height - r_b * bx * pair_.sine);
      const V3 off = w - n * dot(n, w);
      // The Jacobian for small tilts.
      const double f = r_a * tilt / to_a, g = r_b * tilt / to_b, h = height * tilt;
      const double xx = f * ay * ay + g * by * by - h, yy = f * ax * ax + g * bx * bx - h,
                   xy = -f * ax * ay - g * bx * by;
      const double det = xx * yy - xy * xy;
      if (!(det > 0.0)) return;
      double step_x = -(off.x * yy - off.y * xy) / det, step_y = -(off.y * xx - off.x * xy) / det;
      const double length = std::sqrt(step_x * step_x + step_y * step_y), most = 0.5 * std::fmin(to_a, to_b) / tilt;
      if (length > most) step_x *= most / length, step_y *= most / length;
      x += step_x;
      y += step_y;
    }
    V3 n(tilt * x, tilt * y, up);
    n = n * (1.0 / norm(n));
    const double found = revolved_height(pair_, n);
    if (found <= best_.height + 0x1p-46 * (std::fabs(height) + r_a + r_b)) best_ = {n, found, false};
  }

  const RevolvedPair& pair_;
  double side_;
  Candidate best_;
};

std::optional<Proposal> points_along(const Pair& pair, const RevolvedPair& revolved, const Candidate& found) {
  return revolved_witness(pair, revolved.e1 * found.n.x + revolved.e2 * found.n.y + revolved.u * found.n.z,
                          found.height);
}

/// The points of an overlap, and what is proven of its depth.
std::optional<Proposal> overlap_along(const Pair& pair, const RevolvedPair& revolved, const Candidate& found) {
  auto proposal = points_along(pair, revolved, found);
  if (!proposal) return std::nullopt;
  proposal->upper = revolved_depth(pair, revolved, found.n, proof_gap * pair.size);
  if (!proposal->upper.overlap()) return std::nullopt;
  proposal->iterations = 1;
  return proposal;
}

}  // namespace

std::optional<Proposal> revolved_overlap(const Pair& pair) {
  const auto revolved = revolved_pair(pair);
  if (!revolved) return std::nullopt;
  const Candidate best = Search(*revolved, 1.0).best();
  const double doubt = pair.depth_error + pair.error;
  if (!(std::fabs(best.height) > doubt)) return std::nullopt;  // whether they overlap is in doubt
  if (best.height < 0.0) return points_along(pair, *revolved, best);
  const auto proposal = overlap_along(pair, *revolved, best);
  if (proposal && proposal->upper.value() <= 2.0 * proof_gap * pair.size - best.height) return proposal;
  // What is not proven may not be the least: there may be a minimum on either side.
  const Candidate other = Search(*revolved, -1.0).best();
  if (!(other.height > doubt && other.height < best.height)) return proposal;
  const auto second = overlap_along(pair, *revolved, other);
  return second ? second : proposal;
}

}  // namespace clearance::detail
