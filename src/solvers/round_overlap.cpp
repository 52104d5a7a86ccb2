// From the best of some directions, and from the best of those far from it, down to minima of the height, by Newton's
// method on the sphere of directions; on the edge of a cylinder or cone along that circle, until the slopes to both of
// its sides lead up. If the proof meets a direction with less than the lower one, once more from there: what is a local
// minimum only need not be guessed.

#include "solvers/round_overlap.hpp"

#include <cmath>

#include "proof/ring_depth.hpp"
#include "proof/round_depth.hpp"
#include "solvers/revolved_witness.hpp"

namespace clearance::detail {

namespace {

/// What the proof may leave open, relative to the size of the pair.
constexpr double proof_gap = 0x1p-38;
constexpr int most_proofs = 8, most_steps = 40;
/// Directions that are looked at before the first descent, both ways.
constexpr std::size_t most_starts = 20;
/// A second descent begins where the cosine to the first is less, if the height there is no more than this many times
/// what the first one found.
constexpr double far_start = 0.75, most_fall = 1.6;
/// Heights that differ by less than this, relative to the size of the pair, are the same but for rounding.
constexpr double same_height = 0x1p-49;
/// Slopes that are less than this, relative to the height, are rounding: along a ring that is all but level they would
/// lead anywhere.
constexpr double level_slope = 0x1p-46;
/// Where the cosine of the level of a direction is more, steps are taken in azimuth and level, which follow a ring.
constexpr double near_pole = 0.05;
/// The longest step.
constexpr double most_turn = 0.3;
/// The part of what bodies may lack to revolution that leaves the proof about a ring the shorter one; of two ellipsoids
/// half.
constexpr double rounder = 0.5;
/// An edge that is no higher than this, relative to the height, is reached.
constexpr double near_edge = 1e-9;

/// Where the height has a slope and second derivatives: in the axes of a direction, one around the axis of the first
/// body and one up.
struct Local {
  double f, around, up, around_2, up_2, mixed;
  double out_around_2;  // second derivative by the azimuth, at one level
};

class Descent {
 public:
  Descent(const RoundPair& pair, double size) : pair_(pair), noise_(same_height * size) {}

  int steps() const { return steps_; }

  /// The lowest of a few directions all around, and the lowest of those far from it: of local minima the lowest one is
  /// most often near to one of the two.
  std::array<V3, 2> starts(const V3& along) const {
    std::array<V3, 2 * most_starts> at;
    std::array<double, 2 * most_starts> height;
    std::size_t count = 0, best = 0;
    const auto consider = [&](const V3& n) {
      const double length = norm(n);
      if (!(length > 0.0)) return;
      for (const double sign : {1.0, -1.0}) {
        at[count] = n * (sign / length);
        height[count] = round_height(pair_, at[count]);
        if (height[count] < height[best]) best = count;
        ++count;
      }
    };
    consider({0, 0, 1});
    consider(along);
    consider(pair_.offset);
    for (const V3& e : {V3(1, 0, 0), V3(0, 1, 0)}) consider({e.x, e.y, pair_.slope});
    for (const double x : {0.0, 1.0})
      for (const double y : {-1.0, 0.0, 1.0})
        for (const double z : {-1.0, 0.0, 1.0})
          if (x > 0.0 || y > 0.0) consider({x, y, z});
    for (const V3& axis : thin_directions()) consider(axis);
    std::size_t other = best;
    for (std::size_t i = 0; i < count; ++i)
      if (std::fabs(dot(at[i], at[best])) < far_start && (other == best || height[i] < height[other])) other = i;
    return {at[best], at[other]};
  }

  /// A minimum below a direction, and not above what lies across from it: bodies that are nearly centred on each other
  /// have another one there.
  V3 from(const V3& start) {
    const V3 found = down(start);
    V3 lowest = found;
    double height = round_height(pair_, found);
    for (const V3& mirror : {V3(-1, -1, -1), V3(-1, -1, 1), V3(1, 1, -1)}) {
      const V3 across(found.x * mirror.x, found.y * mirror.y, found.z * mirror.z);
      const double there = round_height(pair_, across);
      if (there < height) lowest = across, height = there;
    }
    return height < round_height(pair_, found) ? down(lowest) : found;
  }

 private:
  V3 down(V3 n) {
    bool on_edge = false;
    std::size_t rim = side_of(n);
    double height = round_height(pair_, n);
    for (int i = 0; i < most_steps; ++i, ++steps_) {
      V3 e, t;
      if (!axes_at(n, e, t) && pair_.has_rims && pair_.rims[rim].radius > 0.0) return n;  // across the end of a body
      const V3 w = cross(n, t);                                                           // up
      if (on_edge) {
        const Local upper = look(n, e, t, w, 0), lower = look(n, e, t, w, 1);
        if (upper.up < 0.0 || lower.up > 0.0) {
          on_edge = false;
          rim = upper.up < 0.0 ? 0 : 1;
        }
      }
      const Local here = look(n, e, t, w, rim);
      V3 next = n;
      double turn, rise = 0.0;
      const double across = dot(n, e), steep = slope_of(here, on_edge);
      const double level = level_slope * std::fabs(height);
      const bool by_angles = across > near_pole;
      if (on_edge) {
        turn = step(here.around * across, here.out_around_2, level);
      } else if (by_angles) {
        newton(here.out_around_2, across * here.mixed - n.z * here.around, here.up_2, across * here.around, here.up,
               level, turn, rise);
      } else {
        newton(here.around_2, here.mixed, here.up_2, here.around, here.up, level, turn, rise);
      }
      double factor = 1.0, found = HUGE_VAL;
      bool reached_edge = false, lower = false;
      for (int tries = 0; tries < 6 && !lower; ++tries, factor *= 0.25) {
        if (on_edge) {
          next = on_circle(turned(e, t, factor * turn));
        } else {
          next = by_angles ? at_level(turned(e, t, factor * turn), across, n.z, factor * rise)
                           : n + t * (factor * turn) + w * (factor * rise);
          next = next * (1.0 / norm(next));
          reached_edge = pair_.has_rims && side_of(next) != rim;
          if (reached_edge) next = on_circle(V3(next.x, next.y, 0.0));
        }
        found = round_height(pair_, next);
        // Where rounding hides what is left of a good step, the slope tells.
        lower = found < height - noise_ ||
                (found <= height + noise_ &&
                 (reached_edge ? found < height : tries == 0 && slope_at(next, rim, on_edge) < 0.5 * steep));
      }
      if (!lower) {
        if (!reached_edge || on_edge) return n;
        const V3 edge = on_circle(n);
        const double there = round_height(pair_, edge);
        if (!(there <= height + near_edge * std::fabs(height))) return n;
        n = edge, height = there, on_edge = true;
        continue;
      }
      n = next;
      height = std::fmin(height, found);
      if (reached_edge) on_edge = true;
    }
    return n;
  }

  /// Directions along which the second body is thin, if it is.
  std::array<V3, 3> thin_directions() const {
    const EllipsoidForm& f = pair_.second;
    return {cross(f.y, f.z), cross(f.z, f.x), cross(f.x, f.y)};
  }

  std::size_t side_of(const V3& n) const { return n.z >= pair_.slope * std::sqrt(n.x * n.x + n.y * n.y) ? 0 : 1; }

  /// On the edge, at the azimuth of e.
  V3 on_circle(const V3& e) const {
    const V3 n(e.x, e.y, pair_.slope * std::sqrt(e.x * e.x + e.y * e.y));
    return n * (1.0 / norm(n));
  }

  /// The azimuth of n as a unit vector, and the one around; false, and any, at a pole.
  static bool axes_at(const V3& n, V3& e, V3& t) {
    const double across = std::sqrt(n.x * n.x + n.y * n.y);
    e = {1.0, 0.0, 0.0}, t = {0.0, 1.0, 0.0};
    if (!(across > 0x1p-40)) return false;
    e = {n.x / across, n.y / across, 0.0};
    t = {-e.y, e.x, 0.0};
    return true;
  }

  Local look(const V3& n, const V3& e, const V3& t, const V3& w, std::size_t rim) const {
    Local sum{};
    double inward = 0.0;  // of the point that is farthest: against e
    const auto add = [&](const EllipsoidForm& form) {
      const V3 q = form(n), q1 = form(t), q2 = form(w);
      const double length = norm(q);
      const V3 v = q * (1.0 / length);
      const double s1 = dot(v, q1), s2 = dot(v, q2);
      sum.f += length;
      sum.around += s1, sum.up += s2;
      sum.around_2 += (norm_sq(q1) - s1 * s1) / length;
      sum.up_2 += (norm_sq(q2) - s2 * s2) / length;
      sum.mixed += (dot(q1, q2) - s1 * s2) / length;
      inward += dot(v, form(e));
    };
    add(pair_.second);
    const double across = dot(n, e);
    if (pair_.has_rims) {
      const Rim& r = pair_.rims[rim];
      sum.f += r.radius * across + r.along * n.z;
      sum.up += r.radius * dot(w, e) + r.along * w.z;
      if (r.radius > 0.0) sum.around_2 += r.radius / across;
      inward += r.radius;
    } else {
      add(pair_.first);
    }
    sum.f -= dot(pair_.offset, n);
    sum.around -= dot(pair_.offset, t);
    sum.up -= dot(pair_.offset, w);
    inward -= dot(pair_.offset, e);
    sum.out_around_2 = across * (across * sum.around_2 - inward);
    sum.around_2 -= sum.f;
    sum.up_2 -= sum.f;
    return sum;
  }

  static double slope_of(const Local& at, bool on_edge) {
    return on_edge ? std::fabs(at.around) : std::sqrt(at.around * at.around + at.up * at.up);
  }

  double slope_at(const V3& n, std::size_t rim, bool on_edge) const {
    V3 e, t;
    axes_at(n, e, t);
    return slope_of(look(n, e, t, cross(n, t), rim), on_edge);
  }

  static V3 turned(const V3& e, const V3& t, double angle) { return e * std::cos(angle) + t * std::sin(angle); }

  /// At the azimuth of e, above the level of the given cosine and sine.
  static V3 at_level(const V3& e, double across, double along, double rise) {
    const double c = std::cos(rise), s = std::sin(rise);
    return e * (across * c - along * s) + V3(0, 0, along * c + across * s);
  }

  /// Down a slope, by Newton's method as if the bend were upwards.
  static double step(double slope, double bend, double level) {
    if (std::fabs(slope) <= level) return 0.0;
    return std::fmax(-most_turn, std::fmin(most_turn, -slope / std::fabs(bend)));
  }

  /// A step of Newton's method, down along either of the main directions of the second derivatives a, b, b, c.
  static void newton(double a, double b, double c, double slope1, double slope2, double level, double& turn,
                     double& rise) {
    const double half = 0.5 * (a - c), spread = std::sqrt(half * half + b * b), mean = 0.5 * (a + c);
    const double large = mean >= 0.0 ? mean + spread : mean - spread, small = (a * c - b * b) / large;
    V3 along = std::fabs(large - a) > std::fabs(large - c) ? V3(b, large - a, 0.0) : V3(large - c, b, 0.0);
    const double length = norm(along);
    along = length > 0.0 ? along * (1.0 / length) : V3(1.0, 0.0, 0.0);
    const double first = step(along.x * slope1 + along.y * slope2, large, level);
    const double second = step(along.x * slope2 - along.y * slope1, small, level);
    turn = along.x * first - along.y * second;
    rise = along.y * first + along.x * second;
  }

  const RoundPair& pair_;
  double noise_;
  int steps_ = 0;
};

bool is_ellipsoid_and_round(const Pair& pair) {
  const auto round = [](Kind kind) {
    return kind == Kind::ellipsoid || kind == Kind::cylinder || kind == Kind::cone || kind == Kind::segment ||
           kind == Kind::point;
  };
  return (pair.a.kind == Kind::ellipsoid && round(pair.b.kind)) ||
         (pair.b.kind == Kind::ellipsoid && round(pair.a.kind));
}

/// Along the line of their centres, as nearly all bodies are that are apart.
bool are_surely_apart(const Pair& pair) {
  const auto reach = [](const Body& body, const V3& n) {
    return dot(n, body.map * Members::support(body, transposed_times(body.map, n), -1).at);
  };
  return reach(pair.a, pair.offset) + reach(pair.b, -pair.offset) < norm_sq(pair.offset);
}

/// By two descents and a proof of the lower minimum, and from what that shows to be lower again.
template <class Prove>
std::optional<Proposal> least_depth(const Pair& pair, const RoundPair& round, const V3& along, Prove prove) {
  Descent descent(round, pair.size);
  const auto [start, other] = descent.starts(along);
  V3 best = descent.from(start);
  if (round_height(round, other) < most_fall * round_height(round, best)) {
    const V3 second = descent.from(other);
    if (round_height(round, second) < round_height(round, best)) best = second;
  }
  for (int i = 0; i < most_proofs; ++i) {
    const double depth = round_height(round, best);
    if (!(depth > pair.depth_error + pair.error)) return std::nullopt;  // apart, or the overlap itself is in doubt
    const RoundBound bound = prove(depth, proof_gap * pair.size, best);
    if (bound.less) {
      best = descent.from(*bound.less);
      continue;
    }
    if (!bound.upper.overlap()) return std::nullopt;
    const V3 n = (round.e1 * best.x + round.e2 * best.y + round.u * best.z) * (round.swapped ? -1.0 : 1.0);
    auto proposal = revolved_witness(pair, n, depth);
    if (!proposal) return std::nullopt;
    proposal->upper = bound.upper;
    proposal->iterations = descent.steps();
    return proposal;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Proposal> round_overlap(const Pair& pair, const V3& along) {
  const auto round = round_pair(pair);
  if (!round) return std::nullopt;
  const V3 outward = round->swapped ? -along : along;
  return least_depth(pair, *round, {dot(round->e1, outward), dot(round->e2, outward), dot(round->u, outward)},
                     [&](double depth, double gap, const V3& n) {
                       const RoundBound bound = round_depth(pair, *round, depth, gap, n);
                       const bool open = !bound.upper.overlap() && !bound.less;
                       // What one body lacks to revolution may be what the other one has more.
                       if (open && nearly_round(pair, *round, 1.0)) return ring_depth(pair, *round, depth, gap, n);
                       return bound;
                     });
}

std::optional<Proposal> ring_overlap(const Pair& pair) {
  if (!is_ellipsoid_and_round(pair) || are_surely_apart(pair)) return std::nullopt;
  const auto round = round_pair(pair);
  if (!round || !nearly_round(pair, *round, round->has_rims ? rounder : 0.5 * rounder)) return std::nullopt;
  return least_depth(pair, *round, round->offset,
                     [&](double depth, double gap, const V3& n) { return ring_depth(pair, *round, depth, gap, n); });
}

}  // namespace clearance::detail
