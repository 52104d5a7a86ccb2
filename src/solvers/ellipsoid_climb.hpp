#pragma once

// Ellipsoids a = {A x : |x| <= 1} and b = {c + B y : |y| <= 1}, A and B being maps times radii. Along a unit normal n
// the gap is
//
//     f(n) = n . c - |A'n| - |B'n|,    and    w(n) = c - A u - B v,  u = A'n / |A'n|,  v = B'n / |B'n|
//
// is the point of the difference b - a that is farthest against n: f(n) <= s <= |w(n)|, and n . w = f. On the sphere,
// f has the gradient w - f n and the Hessian
//
//     -(H_a + H_b + f I),    H_a = A (I - u u') A' / |A'n|,   H_b likewise,
//
// the radii of curvature of the two bodies. Where f > 0 it is concave, so Newton's method with damping finds the only
// maximum from any start: 3 or 4 steps for everyday ellipsoids, far apart or 1e-9 apart alike, since nothing in the
// Hessian vanishes with the gap. A point is an ellipsoid with B = 0. Where the bodies overlap, f < 0, and the method
// ends at a local maximum, a candidate for the depth.
//
// There is no paper behind this; the Perram-Wertheim contact function, J. Comput. Phys. 58, 1985, is the special
// case f = 0. Invariant: f increases, to rounding. Cost of a step: two products with each of A and B and a 2x2 system.
// A template over the number type, to count operations, or for more digits.

#include <cmath>
#include <type_traits>

#include "numeric/vector.hpp"

namespace clearance::detail {

/// The bound on steps of one run.
inline constexpr int ellipsoid_limit = 200;

/// All there is to know of one direction.
template <class T>
struct EllipsoidStation {
  Vector<T> n, u, v;
  T alpha, beta;  // |A'n|, |B'n|
  T f;
  Vector<T> w, lateral;
  T slope;  // |lateral|
};

enum class Climb { separated, beyond_limit, overlapping, stuck };

template <class T>
class EllipsoidClimb {
 public:
  using Station = EllipsoidStation<T>;

  /// A' and B', c, the size of the pair; the width of enclosure to stop at, and the gap beyond which to stop.
  EllipsoidClimb(const Matrix<T>& a, const Matrix<T>& b, const Vector<T>& c, double size, double gap, double limit)
      : a_(a), b_(b), c_(c), size_(size), gap_(gap), limit_(limit) {}

  Station at(const Vector<T>& direction) const {
    Station r;
    r.n = direction * (T(1.0) / norm(direction));
    const Vector<T> in_a = a_ * r.n, in_b = b_ * r.n;
    r.alpha = norm(in_a);
    r.beta = norm(in_b);
    r.u = direction_of(in_a, r.alpha);
    r.v = direction_of(in_b, r.beta);
    r.w = c_ - transposed_times(a_, r.u) - transposed_times(b_, r.v);
    r.f = dot(c_, r.n) - r.alpha - r.beta;
    r.lateral = r.w - r.n * dot(r.n, r.w);
    r.slope = norm(r.lateral);
    return r;
  }

  /// Newton's method from `here`, which moves. Sets the normal to propose, if the bodies are separated.
  Climb run(Station& here);

  const Vector<T>& normal() const { return normal_; }
  int steps() const { return steps_; }

 private:
  /// Lateral parts of w below this, relative to the size of the pair, are rounding.
  static constexpr double settled = std::is_same_v<T, DoubleDouble> ? 0x1p-99 : 0x1p-49;
  /// Changes of f below this, relative to the size of the pair, say nothing.
  static constexpr double noise = 2.0 * settled;

  /// Minus the Hessian of f on the sphere, but for f I, in a basis of the tangent plane.
  struct Bend {
    Vector<T> s, t;
    T ss, st, tt;
    T trace() const { return ss + tt; }
    T least() const {
      using std::sqrt;
      const T mean = T(0.5) * (ss + tt), half = T(0.5) * (ss - tt), spread = sqrt(half * half + st * st);
      return (ss * tt - st * st) / (mean + spread);
    }
    /// The tangent along which the bend is least.
    Vector<T> ridge() const {
      const T rest_s = least() - ss, rest_t = least() - tt;  // neither is positive
      if (rest_s < rest_t) return t * rest_s + s * st;
      return rest_t < T(0.0) ? s * rest_t + t * st : s;
    }
  };

  /// v over its length; zero for the zero of a point, and where the square of the length has lost digits.
  static Vector<T> direction_of(const Vector<T>& v, const T& length) {
    return v * (length > T(0x1p-480) ? T(1.0) / length : T(0.0));
  }
  Bend bend_at(const Station& here) const {
    Bend r;
    // T. Duff et al., "Building an orthonormal basis, revisited", J. Computer Graphics Techniques 6, 2017.
    const Vector<T>& n = here.n;
    const T sign(n.z < T(0.0) ? -1.0 : 1.0), share = T(-1.0) / (sign + n.z), both = n.x * n.y * share;
    r.s = {T(1.0) + sign * n.x * n.x * share, sign * both, -(sign * n.x)};
    r.t = {both, sign + n.y * n.y * share, -n.y};
    const T over_a = here.alpha > T(0.0) ? T(1.0) / here.alpha : T(0.0);
    const T over_b = here.beta > T(0.0) ? T(1.0) / here.beta : T(0.0);
    const auto off = [](const Vector<T>& x, const Vector<T>& unit) { return x - unit * dot(unit, x); };
    const Vector<T> a_s = off(a_ * r.s, here.u), a_t = off(a_ * r.t, here.u);
    const Vector<T> b_s = off(b_ * r.s, here.v), b_t = off(b_ * r.t, here.v);
    r.ss = norm_sq(a_s) * over_a + norm_sq(b_s) * over_b;
    r.st = dot(a_s, a_t) * over_a + dot(b_s, b_t) * over_b;
    r.tt = norm_sq(a_t) * over_a + norm_sq(b_t) * over_b;
    return r;
  }

  const Matrix<T> a_, b_;
  const Vector<T> c_;
  const double size_, gap_, limit_;
  Vector<T> normal_{T(0.0), T(0.0), T(0.0)};
  int steps_ = 0;
};

template <class T>
Climb EllipsoidClimb<T>::run(Station& here) {
  using std::sqrt;
  const T nothing(settled * size_), unsure(noise * size_), zero(0.0);
  T damping(0.0);
  for (; steps_ < ellipsoid_limit; ++steps_) {
    if (!(here.slope < T(HUGE_VAL))) return Climb::stuck;  // not a number: lengths over- or underflow
    if (here.f > T(limit_)) {
      normal_ = here.w * (T(1.0) / norm(here.w));
      if (at(normal_).f > T(limit_)) return Climb::beyond_limit;
    }
    if (here.slope <= nothing && here.f > zero) {
      normal_ = here.n;
      return Climb::separated;
    }
    const Bend bend = bend_at(here);
    const T trace = bend.trace();
    T shift = here.f + damping;
    if (here.f > zero) {
      // Along w itself, normal and points fit one another; what that costs is known.
      if (here.slope * here.slope * (trace + here.f) <= T(0.5 * gap_) * here.f * here.f) {
        normal_ = here.w * (T(1.0) / norm(here.w));
        return Climb::separated;
      }
    } else if (const T least = bend.least(); !(least + here.f > zero)) {  // a saddle, or a slope of a deep overlap
      if (here.slope <= nothing) {
        const Vector<T> ridge = bend.ridge();  // f rises to either side
        const Station next = at(here.n + ridge * (T(0x1p-4) / norm(ridge)));
        if (!(next.f > here.f)) return Climb::overlapping;
        here = next;
        continue;
      }
      shift = damping + here.slope - T(0.5) * least;
    } else if (here.slope <= nothing) {
      return Climb::overlapping;
    }
    const T ss = bend.ss + shift, tt = bend.tt + shift, st = bend.st;
    const T e = dot(here.lateral, bend.s), g = dot(here.lateral, bend.t), over = T(1.0) / (ss * tt - st * st);
    const T x = (tt * e - st * g) * over, y = (ss * g - st * e) * over;
    const Station next = at(here.n + bend.s * x + bend.t * y);
    const bool rises = next.f > here.f + unsure;
    if (rises || (next.f > here.f - unsure && next.slope < T(0.75) * here.slope)) {
      here = next;
      damping = damping > T(0.01) * trace ? T(0.1) * damping : zero;
    } else if (x * e + y * g <= unsure && damping == zero) {  // rounding decides
      normal_ = here.n;
      return here.f > zero ? Climb::separated : Climb::overlapping;
    } else {
      const T more = T(10.0) * damping, fresh = T(0.5) * sqrt(ss * tt);
      damping = more > fresh ? more : fresh;
      if (!(damping < T(HUGE_VAL))) return Climb::stuck;
    }
  }
  return Climb::stuck;
}

}  // namespace clearance::detail
