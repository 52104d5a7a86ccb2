// Two ellipsoids, or an ellipsoid and a point: the normal by Newton's method (ellipsoid_climb.hpp), and the proof of
// the depth of an overlap.
//
// Where the bodies overlap, each local maximum of the gap f is a candidate for the depth r = -f. It is proven to be the
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

#include "solvers/ellipsoid_pair.hpp"

#include <cmath>

#include "solvers/ellipsoid_climb.hpp"

namespace clearance::detail {

namespace {

using Station = EllipsoidStation<double>;

constexpr double unit_roundoff = 0x1p-53;
/// An overlap is proven if no more than this is lost, relative to the size of the pair.
constexpr double tight = 1e-12;

V3 scaled(const V3& v, const V3& by) { return {v.x * by.x, v.y * by.y, v.z * by.z}; }

/// Rows of (map times radii)'; zero for a point.
M3 form_of(const Body& body) {
  if (body.kind == Kind::point) return {V3(0, 0, 0), V3(0, 0, 0), V3(0, 0, 0)};
  const M3 columns = body.map.transposed();
  const V3& size = body.core->size;
  return {columns.r0 * size.x, columns.r1 * size.y, columns.r2 * size.z};
}

V3 centre_of(const Body& body) { return body.kind == Kind::point ? body.map * body.ends[0] : V3(0, 0, 0); }

class EllipsoidPair {
 public:
  EllipsoidPair(const Pair& pair, const Goal& goal)
      : pair_(pair),
        a_(form_of(pair.a)),
        b_(form_of(pair.b)),
        c_(pair.offset + centre_of(pair.b) - centre_of(pair.a)),
        climb_(a_, b_, c_, pair.size, goal.gap, goal.max_distance) {}

  std::optional<Proposal> run(const PairState* state);
  void settle(Proposal& proposal);

 private:
  V3 start(const PairState* state) const;
  V3 another_start() const;
  double proven_depth(const Station& here) const;
  Proposal propose(const Station& here, const V3& normal) const;

  const Pair& pair_;
  const M3 a_, b_;
  const V3 c_;
  EllipsoidClimb<double> climb_;
};

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
  proposal.iterations = climb_.steps() + 1;
  return proposal;
}

std::optional<Proposal> EllipsoidPair::run(const PairState* state) {
  Station here = climb_.at(start(state));
  const Climb climbed = climb_.run(here);
  if (climbed == Climb::separated || climbed == Climb::beyond_limit) {
    Proposal proposal = propose(here, climb_.normal());
    if (climbed == Climb::beyond_limit) proposal.ending = Ending::beyond_limit;
    return proposal;
  }
  if (climbed == Climb::stuck) return std::nullopt;
  double depth = proven_depth(here);
  if (!(depth > 0.0)) {
    Station other = climb_.at(another_start());
    if (climb_.run(other) != Climb::overlapping || !(other.f > here.f)) return std::nullopt;
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

/// From the normal that was found, the one against it, and the axes of both bodies: maxima of a deep overlap come in
/// pairs that differ by little.
void EllipsoidPair::settle(Proposal& proposal) {
  Station best = climb_.at(proposal.normal);
  const double unsure = 0x1p-48 * pair_.size;  // of two that are as deep, the one whose points fit its normal better
  const auto consider = [&](const V3& start) {
    if (!(norm_sq(start) > 0.0)) return;
    Station here = climb_.at(start);
    if (climb_.run(here) != Climb::overlapping) return;
    if (here.f > best.f + unsure || (here.f > best.f - unsure && here.slope < best.slope)) best = here;
  };
  consider(proposal.normal);
  for (const M3& form : {a_, b_})
    for (const V3& axis : {form.r0, form.r1, form.r2})
      for (const double sign : {1.0, -1.0}) consider(axis * sign);
  consider(-best.n);
  Proposal settled = propose(best, best.n);
  settled.upper = proposal.upper;
  settled.ending = proposal.ending;
  settled.iterations += proposal.iterations;
  proposal = settled;
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

void settle_overlap(const Pair& pair, Proposal& proposal) {
  EllipsoidPair(pair, {0.0, HUGE_VAL, -HUGE_VAL}).settle(proposal);
}

}  // namespace clearance::detail
