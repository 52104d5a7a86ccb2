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

#include "proof/ellipsoid_depth.hpp"
#include "solvers/ellipsoid_climb.hpp"

namespace clearance::detail {

namespace {

using Station = EllipsoidStation<double>;

/// An overlap is proven if no more than this is lost, relative to the size of the pair.
constexpr double tight = 1e-12;

class EllipsoidPair {
 public:
  EllipsoidPair(const Pair& pair, const Goal& goal)
      : pair_(pair),
        a_(ellipsoid_form(pair.a)),
        b_(ellipsoid_form(pair.b)),
        c_(pair.offset + ellipsoid_centre(pair.b) - ellipsoid_centre(pair.a)),
        climb_(a_, b_, c_, pair.size, goal.gap, goal.max_distance) {}

  std::optional<Proposal> run(const PairMemory* memory);
  void settle(Proposal& proposal);

 private:
  V3 start(const PairMemory* memory) const;
  V3 another_start() const;
  CoreUpper prove(const Station& here) const;
  Proposal propose(const Station& here, const V3& normal) const;

  const Pair& pair_;
  const M3 a_, b_;
  const V3 c_;
  EllipsoidClimb<double> climb_;
};

/// The last normal, the way between the centres, or the shortest axis of a.
V3 EllipsoidPair::start(const PairMemory* memory) const {
  if (const auto last = recalled_direction(memory, pair_)) return *last;
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

/// Tight, or nothing.
CoreUpper EllipsoidPair::prove(const Station& here) const {
  const CoreUpper upper = ellipsoid_depth(pair_, here.n);
  return upper.value() <= here.f + tight * pair_.size ? upper : CoreUpper();
}

Proposal EllipsoidPair::propose(const Station& here, const V3& normal) const {
  const auto local = [](const Body& body, const V3& unit) {
    return body.kind == Kind::point ? vertex_of(body, 0) : Members::on_ellipsoid(body, unit);
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

std::optional<Proposal> EllipsoidPair::run(const PairMemory* memory) {
  Station here = climb_.at(start(memory));
  const Climb climbed = climb_.run(here);
  if (climbed == Climb::separated || climbed == Climb::beyond_limit) {
    Proposal proposal = propose(here, climb_.normal());
    if (climbed == Climb::beyond_limit) proposal.ending = Ending::beyond_limit;
    return proposal;
  }
  if (climbed == Climb::stuck) return std::nullopt;
  CoreUpper upper = prove(here);
  if (!upper.overlap()) {
    Station other = climb_.at(another_start());
    if (climb_.run(other) != Climb::overlapping || !(other.f > here.f)) return std::nullopt;
    here = other;
    upper = prove(here);
  }
  if (!upper.overlap() && -here.f > tight * pair_.size) return std::nullopt;
  Proposal proposal = propose(here, here.n);
  proposal.upper = upper;
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

std::optional<Proposal> ellipsoid_pair(const Pair& pair, const Goal& goal, const PairMemory* memory) {
  return EllipsoidPair(pair, goal).run(memory);
}

void settle_overlap(const Pair& pair, Proposal& proposal) {
  EllipsoidPair(pair, {0.0, HUGE_VAL, -HUGE_VAL}).settle(proposal);
}

}  // namespace clearance::detail
