#pragma once

// Two ellipsoids by going to and fro: the point of b nearest to a point of a, the point of a nearest to that, and so on
// (Fenger 2001, section 5.2). Each step is a projection onto a convex set, so the distance never grows and tends to the
// least; the nearer the bodies and the flatter they are there, the slower.
//
// The ratio accelerator (suggested in section 6.1): after three cycles the moves of the point are taken for a geometric
// series, and its sum for the next point; where the distance from there is not smaller, the jump is undone. Departure:
// the ratio is that of the components along the last move, so that it may be negative.
//
// A template over the number type, to count operations. Cost of a cycle: two nearest points on an ellipsoid, some 400
// operations.

#include "clearance/ellipsoid/nearest.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

template <class T>
struct PlacedEllipsoid {
  std::array<T, 3> radii;
  Vector<T> centre;
  const Matrix<T>* axes = nullptr;  ///< a rotation, from the axes of the ellipsoid; none: they are those of space

  Vector<T> inwards(const Vector<T>& v) const { return axes == nullptr ? v : transposed_times(*axes, v); }
  Vector<T> outwards(const Vector<T>& v) const { return axes == nullptr ? v : *axes * v; }
};

/// The point of the body, not only of its surface, that is nearest to p; and the outward unit normal there.
template <class T>
struct Foot {
  Vector<T> at, normal;
  bool inside = false;  ///< p is in the body
};
template <class T>
Foot<T> foot_on(const PlacedEllipsoid<T>& body, const Vector<T>& p, double tolerance = ellipsoid_rounding) {
  const Vector<T> local = body.inwards(p - body.centre);
  const auto near = nearest_on_ellipsoid_by_dominant_term<T, 3>(body.radii, {local.x, local.y, local.z}, tolerance);
  const Vector<T> at(near.point[0], near.point[1], near.point[2]);
  const Vector<T> normal(near.normal[0], near.normal[1], near.normal[2]);
  return {body.centre + body.outwards(at), body.outwards(normal), near.distance < T(0.0)};
}

struct IterationSettings {
  int limit = 3000;         ///< of the cycles
  bool accelerated = true;  ///< by the ratio accelerator
  double tolerance = ellipsoid_rounding;
};

template <class T>
struct IterationOutcome {
  Vector<T> on_a, on_b;
  int cycles = 0;
  bool touching = false;
};

/// `done(x, y)` is asked after every cycle. `x`: where to start, the centre of a by default.
template <class T, class Done>
IterationOutcome<T> ellipsoid_iteration(const PlacedEllipsoid<T>& a, const PlacedEllipsoid<T>& b, Vector<T> x,
                                        const IterationSettings& settings, const Done& done) {
  IterationOutcome<T> r;
  Vector<T> last_move(T(0.0), T(0.0), T(0.0));
  const auto cycle = [&](const Vector<T>& from, Vector<T>& to_a, Vector<T>& to_b) {
    const Foot<T> on_b = foot_on(b, from, settings.tolerance);
    to_b = on_b.inside ? from : on_b.at;
    const Foot<T> on_a = foot_on(a, to_b, settings.tolerance);
    to_a = on_a.inside ? to_b : on_a.at;
    ++r.cycles;
    return on_a.inside;
  };
  int series = 0;
  while (r.cycles < settings.limit) {
    Vector<T> next, other;
    r.touching = cycle(x, next, other);
    const Vector<T> move = next - x;
    x = next;
    r.on_a = x;
    r.on_b = other;
    if (r.touching || done(r.on_a, r.on_b)) break;
    if (settings.accelerated && ++series >= 3) {
      series = 0;
      const T ratio = dot(move, last_move) / norm_sq(last_move);
      if (T(-1.0) < ratio && ratio < T(1.0)) {
        const Foot<T> jump = foot_on(a, x + move * (ratio / (T(1.0) - ratio)), settings.tolerance);
        Vector<T> there, opposite;
        const bool touching = cycle(jump.at, there, opposite);
        if (touching || norm_sq(opposite - there) < norm_sq(r.on_b - r.on_a)) {
          x = r.on_a = there;
          r.on_b = opposite;
          r.touching = touching;
          if (r.touching || done(r.on_a, r.on_b)) break;
        }
      }
    }
    last_move = move;
  }
  return r;
}

}  // namespace clearance::detail
