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
// Hessian vanishes with the gap. A point is an ellipsoid with B = 0.
//
// Where the bodies overlap, f < 0, and each local maximum is a candidate for the depth r = -f. It is proven to be the
// greatest by an ellipsoid inside of the difference. For every orthogonal S and every m,
//
//     |A'm| + |B'm| >= |M m|,   M = A' + S B',
//
// with equality at n if S v = u: the ellipsoid c + M'(ball) lies in b - a (up to sign) and touches its boundary where
// the candidate does. It holds the ball of radius r about the origin if and only if
//
//     M'M >= r h I,   h = |A'n| + |B'n|,
//
// by the S-lemma; docs/proof.md has the argument with rounding. S is free to turn about u: it is turned so that the
// curvature at the touching point has the largest determinant. This settles almost all overlaps that are not deep; what
// it does not settle is left to the polytope expansion.
//
// There is no paper behind this; the Perram-Wertheim contact function, J. Comput. Phys. 58, 1985, is the special
// case f = 0. Invariant: f increases, to rounding. Cost of a step: two products with each of A and B and a 2x2 system.

#include "solvers/ellipsoid_pair.hpp"

#include <cmath>

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
/// Lateral parts of w below this, relative to the size of the pair, are rounding.
constexpr double settled = 0x1p-49;
/// Changes of f below this, relative to the size of the pair, say nothing.
constexpr double noise = 0x1p-48;
/// An overlap is proven if no more than this is lost, relative to the size of the pair.
constexpr double tight = 1e-12;

/// All there is to know of one direction.
struct Station {
  V3 n, u, v;
  double alpha, beta;  // |A'n|, |B'n|
  double f;
  V3 w, lateral;
  double slope;  // |lateral|
};

/// Minus the Hessian of f on the sphere, but for f I, in a basis of the tangent plane.
struct Bend {
  V3 s, t;
  double ss, st, tt;
  double trace() const { return ss + tt; }
  double least() const {
    const double mean = 0.5 * (ss + tt), half = 0.5 * (ss - tt), spread = std::sqrt(half * half + st * st);
    return (ss * tt - st * st) / (mean + spread);
  }
};

V3 scaled(const V3& v, const V3& by) { return {v.x * by.x, v.y * by.y, v.z * by.z}; }

/// Rows of (map times radii)'; zero for a point.
M3 form_of(const Body& body) {
  if (body.kind == Kind::point) return {V3(0, 0, 0), V3(0, 0, 0), V3(0, 0, 0)};
  const M3 columns = body.map.transposed();
  const V3& size = body.core->size;
  return {columns.r0 * size.x, columns.r1 * size.y, columns.r2 * size.z};
}

V3 centre_of(const Body& body) { return body.kind == Kind::point ? body.map * body.ends[0] : V3(0, 0, 0); }

/// v over its length; zero for the zero of a point.
V3 direction_of(const V3& v, double length) { return v * (length > 0.0 ? 1.0 / length : 0.0); }

class EllipsoidPair {
 public:
  EllipsoidPair(const Pair& pair, const Goal& goal)
      : pair_(pair),
        goal_(goal),
        a_(form_of(pair.a)),
        b_(form_of(pair.b)),
        c_(pair.offset + centre_of(pair.b) - centre_of(pair.a)) {}

  std::optional<Proposal> run(const PairState* state);

 private:
  enum class Climb { separated, overlapping, stuck };

  Station at(const V3& direction) const;
  Bend bend_at(const Station& here) const;
  V3 start(const PairState* state) const;
  Climb climb(Station& here);
  V3 another_start() const;
  double proven_depth(const Station& here) const;
  Proposal propose(const Station& here, const V3& normal) const;

  const Pair& pair_;
  const Goal& goal_;
  const M3 a_, b_;
  const V3 c_;
  V3 normal_{};  // to propose
  int steps_ = 0;
  Ending ending_ = Ending::converged;
};

Station EllipsoidPair::at(const V3& direction) const {
  Station r;
  r.n = direction * (1.0 / norm(direction));
  const V3 in_a = a_ * r.n, in_b = b_ * r.n;
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

Bend EllipsoidPair::bend_at(const Station& here) const {
  Bend r;
  r.s = any_perpendicular(here.n);
  r.t = cross(here.n, r.s);
  const double over_a = here.alpha > 0.0 ? 1.0 / here.alpha : 0.0, over_b = here.beta > 0.0 ? 1.0 / here.beta : 0.0;
  const auto off = [](const V3& x, const V3& unit) { return x - unit * dot(unit, x); };
  const V3 a_s = off(a_ * r.s, here.u), a_t = off(a_ * r.t, here.u);
  const V3 b_s = off(b_ * r.s, here.v), b_t = off(b_ * r.t, here.v);
  r.ss = norm_sq(a_s) * over_a + norm_sq(b_s) * over_b;
  r.st = dot(a_s, a_t) * over_a + dot(b_s, b_t) * over_b;
  r.tt = norm_sq(a_t) * over_a + norm_sq(b_t) * over_b;
  return r;
}

/// The last normal, the way between the centres, or the shortest axis of a.
V3 EllipsoidPair::start(const PairState* state) const {
  if (state != nullptr && state->direction.squaredNorm() > 0.5) return pair_.a.map * V3(state->direction);
  if (norm_sq(c_) > 0.0) return c_;
  return another_start();
}

/// Among the axes of both bodies, the best.
V3 EllipsoidPair::another_start() const {
  V3 best(1, 0, 0);
  double value = -HUGE_VAL;
  for (const M3& form : {a_, b_})
    for (const V3& axis : {form.r0, form.r1, form.r2}) {
      const double length = norm(axis);
      if (!(length > 0.0)) continue;
      const V3 n = axis * (std::copysign(1.0, dot(axis, c_)) / length);
      const double f = dot(c_, n) - norm(a_ * n) - norm(b_ * n);
      if (f > value) value = f, best = n;
    }
  return best;
}

/// Newton's method from `here`, which moves. Sets normal_ if the bodies are separated.
EllipsoidPair::Climb EllipsoidPair::climb(Station& here) {
  const double size = pair_.size;
  double damping = 0.0;
  for (; steps_ < ellipsoid_limit; ++steps_) {
    if (!(here.slope < HUGE_VAL)) return Climb::stuck;  // not a number: lengths over- or underflow
    if (here.f > goal_.max_distance) {
      normal_ = here.w * (1.0 / norm(here.w));
      if (at(normal_).f > goal_.max_distance) {
        ending_ = Ending::beyond_limit;
        return Climb::separated;
      }
    }
    if (here.slope <= settled * size && here.f > 0.0) {
      normal_ = here.n;
      return Climb::separated;
    }
    const Bend bend = bend_at(here);
    const double trace = bend.trace(), least = bend.least();
    double shift = here.f + damping;
    if (here.f > 0.0) {
      // Along w itself, normal and points fit one another; what that costs is known.
      if (here.slope * here.slope * (trace + here.f) <= 0.5 * goal_.gap * here.f * here.f) {
        normal_ = here.w * (1.0 / norm(here.w));
        return Climb::separated;
      }
    } else if (!(least + here.f > 0.0)) {  // a saddle, or a slope where the bodies overlap deeply
      if (here.slope <= settled * size) {
        // Along the tangent of least curvature, f rises to either side.
        const double angle = 0.5 * std::atan2(-2.0 * bend.st, bend.tt - bend.ss);
        const V3 ridge = bend.s * std::cos(angle) + bend.t * std::sin(angle);
        const Station next = at(here.n + ridge * 0x1p-4);
        if (!(next.f > here.f)) return Climb::overlapping;
        here = next;
        continue;
      }
      shift = damping + here.slope - 0.5 * least;
    } else if (here.slope <= settled * size) {
      return Climb::overlapping;
    }
    const double ss = bend.ss + shift, tt = bend.tt + shift, st = bend.st;
    const double e = dot(here.lateral, bend.s), g = dot(here.lateral, bend.t), over = 1.0 / (ss * tt - st * st);
    const double x = (tt * e - st * g) * over, y = (ss * g - st * e) * over;
    const Station next = at(here.n + bend.s * x + bend.t * y);
    const bool rises = next.f > here.f + noise * size;
    if (rises || (next.f > here.f - noise * size && next.slope < 0.75 * here.slope)) {
      here = next;
      damping = damping > 0.01 * trace ? 0.1 * damping : 0.0;
    } else if (x * e + y * g <= noise * size && damping == 0.0) {  // rounding decides
      normal_ = here.n;
      return here.f > 0.0 ? Climb::separated : Climb::overlapping;
    } else {
      damping = std::fmax(10.0 * damping, 0.5 * std::sqrt(ss * tt));
      if (!(damping < HUGE_VAL)) return Climb::stuck;
    }
  }
  return Climb::stuck;
}

/// A radius of a ball about the origin that the difference is proven to hold, by the ellipsoid inside of it that
/// touches its boundary here; negative if the proof fails.
double EllipsoidPair::proven_depth(const Station& here) const {
  const V3 s = any_perpendicular(here.n), t = cross(here.n, s);
  const V3 u1 = any_perpendicular(here.u), u2 = cross(here.u, u1);
  M3 inner = a_;
  if (here.beta > 0.0) {
    const V3 v1 = any_perpendicular(here.v), v2 = cross(here.v, v1);
    const V3 a_s = a_ * s, a_t = a_ * t, b_s = b_ * s, b_t = b_ * t;
    const double g11 = dot(u1, a_s), g12 = dot(u1, a_t), g21 = dot(u2, a_s), g22 = dot(u2, a_t);
    const double k11 = dot(v1, b_s), k12 = dot(v1, b_t), k21 = dot(v2, b_s), k22 = dot(v2, b_t);
    // Of G + F K over rotations or reflections F the largest |det|: that of trace(K adj(G) F).
    const double det_g = g11 * g22 - g12 * g21, det_k = k11 * k22 - k12 * k21;
    const double sign = det_g < 0.0 ? -1.0 : 1.0, flip = det_g * det_k < 0.0 ? -1.0 : 1.0;
    const double n11 = k11 * g22 - k12 * g21, n12 = k12 * g11 - k11 * g12;
    const double n21 = flip * (k21 * g22 - k22 * g21), n22 = flip * (k22 * g11 - k21 * g12);
    const double along = sign * (n11 + n22), across = sign * (n12 - n21);
    const double length = std::sqrt(along * along + across * across);
    const double cosine = length > 0.0 ? along / length : 1.0, sine = length > 0.0 ? across / length : 0.0;
    const V3 b_v = transposed_times(b_, here.v), b_1 = transposed_times(b_, v1);
    const V3 b_2 = transposed_times(b_, v2) * flip;
    const V3 to_1 = b_1 * cosine - b_2 * sine, to_2 = b_1 * sine + b_2 * cosine;
    const auto row = [&](const V3& r, double x, double x1, double x2) { return r + b_v * x + to_1 * x1 + to_2 * x2; };
    inner = {row(a_.r0, here.u.x, u1.x, u2.x), row(a_.r1, here.u.y, u1.y, u2.y), row(a_.r2, here.u.z, u1.z, u2.z)};
  }

  // M'M - kappa I by elimination: positive pivots prove it positive definite to a few roundings of its trace.
  const M3 columns = inner.transposed();
  const double xx = norm_sq(columns.r0), yy = norm_sq(columns.r1), zz = norm_sq(columns.r2);
  const double xy = dot(columns.r0, columns.r1), xz = dot(columns.r0, columns.r2), yz = dot(columns.r1, columns.r2);
  const auto exceeds = [&](double kappa) {
    const double p = xx - kappa;
    if (!(p > 0.0)) return false;
    const double q = yy - kappa - xy * (xy / p), r = yz - xy * (xz / p);
    return q > 0.0 && zz - kappa - xz * (xz / p) - r * (r / q) > 0.0;
  };
  const double depth = -here.f, needed = depth * (here.alpha + here.beta);
  const double rounding = 32.0 * unit_roundoff * (xx + yy + zz);
  double lost = 4.0 * here.slope + 128.0 * unit_roundoff * pair_.size;
  if (!exceeds(needed + rounding)) {  // equality, for concentric ellipsoids say
    const double less = needed - 8.0 * rounding;
    if (!(less > rounding) || !exceeds(less)) return -1.0;
    lost += 2.0 * depth * (9.0 * rounding / (less - rounding));
  }
  return lost <= tight * pair_.size ? depth - lost : -1.0;
}

Proposal EllipsoidPair::propose(const Station& here, const V3& normal) const {
  const auto local = [](const Body& body, const V3& unit) {
    return body.kind == Kind::point ? body.ends[0] : scaled(body.core->size, unit);
  };
  Proposal proposal;
  proposal.normal = normal;
  proposal.at_a = local(pair_.a, here.u);
  proposal.at_b = local(pair_.b, -here.v);
  if (pair_.a.kind == Kind::point) proposal.feature_a = {1, {0, -1, -1}};
  if (pair_.b.kind == Kind::point) proposal.feature_b = {1, {0, -1, -1}};
  proposal.iterations = steps_ + 1;
  proposal.ending = ending_;
  return proposal;
}

std::optional<Proposal> EllipsoidPair::run(const PairState* state) {
  Station here = at(start(state));
  const Climb climbed = climb(here);
  if (climbed == Climb::separated) return propose(here, normal_);
  if (climbed == Climb::stuck) return std::nullopt;
  double depth = proven_depth(here);
  if (!(depth > 0.0)) {
    Station other = at(another_start());
    if (other.f > here.f || climb(other) != Climb::overlapping) return std::nullopt;
    if (!(other.f > here.f)) return std::nullopt;
    here = other;
    depth = proven_depth(here);
  }
  Proposal proposal = propose(here, here.n);
  if (depth > 0.0) {
    proposal.upper = -depth;
  } else if (-here.f > tight * pair_.size) {
    return std::nullopt;
  }
  return proposal;
}

}  // namespace

bool is_ellipsoid_pair(const Pair& pair) {
  if (pair.a.inflate > 0.0 || pair.b.inflate > 0.0) return false;
  const bool a = pair.a.kind == Kind::ellipsoid, b = pair.b.kind == Kind::ellipsoid;
  return (a && b) || (a && pair.b.kind == Kind::point) || (b && pair.a.kind == Kind::point);
}

std::optional<Proposal> ellipsoid_pair(const Pair& pair, const Goal& goal, const PairState* state) {
  return EllipsoidPair(pair, goal).run(state);
}

}  // namespace clearance::detail
