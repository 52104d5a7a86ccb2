// The difference b - a of two s-topes is an s-tope, whose spheres are the pairs of theirs: centre c_b - c_a, radius
// r_a + r_b (equations 25 to 28). The algorithm of section 6.1 keeps a working set of at most four of them. With F the
// least |c| - r over the swept spheres of the set (shapes/simple_stope.hpp), n the direction from the origin to that
// swept sphere, and (c, r) the sphere of the difference that is farthest against n,
//
//     n . c - r <= distance <= F,
//
// so that the duality gap bounds the error at every step. The step ends when the gap is within the goal, when the set
// holds the farthest sphere already, or when rounding keeps F from falling. Since F takes one value for each of
// finitely many sets and always falls, the answer is that of a set and has no error but rounding; a support function of
// the rounded surface would need many steps instead.
//
// Departures from the report. Its test compares squares; here it is the duality gap. F may be negative: as long as
// the centres do not overlap, it is the depth of the overlap with its proof, as the swept sphere holds a ball of
// radius -F about the origin. Where the swept sphere is centred at the origin, a normal that is as good as any of
// its set is tried; if that is short, the report's method has nothing to say, and the caller goes on with polytope
// expansion. Points are spheres of radius zero and a common radius is left to the pair (section 7).
//
// Invariants: 1 <= count <= 3 at the head of the loop; F strictly decreases. Cost: for each step a sphere of each body,
// linear in their number (StopeSearch::scan) or nearly independent of it (map), and one sub-problem; some 3 to 8 steps.

#include "solvers/stope.hpp"

#include <cmath>

#include "core/simple_stope.hpp"
#include "proof/swept_sphere.hpp"

namespace clearance::detail {

namespace {

/// One sphere of a body, in local coordinates.
struct Corner {
  V3 centre;
  double radius;
  int number;
};

Corner corner_of(const Body& body, int i) {
  if (body.kind != Kind::balls) return {vertex_of(body, i), 0.0, i};
  const LocalBall ball = body.core->balls.ball(i);
  return {ball.centre, ball.radius, i};
}

Corner farthest_corner(const Body& body, const V3& n, StopeSearch search, int from) {
  if (search == StopeSearch::scan && body.kind == Kind::polytope)
    return corner_of(body, scan(body.core->polytope, n, body.core->polytope.vertices));
  if (body.kind != Kind::balls) {
    const Support s = support(body, n, from);
    return {s.at, 0.0, s.vertex};
  }
  const BallHull& hull = body.core->balls;
  const double length = norm(n);
  return corner_of(body, (search == StopeSearch::scan ? scan_balls : farthest_ball)(hull, n, length).ball);
}

int corner_count(const Body& body) { return body.kind == Kind::balls ? body.core->balls.count : vertex_count(body); }

/// The spheres of the difference. In double the axes are those of a, which saves half of the rotations.
template <class T>
class SphereDifference {
 public:
  struct Sphere {
    SweptSphere<T> swept;
    Corner a, b;
  };

  SphereDifference(const Pair& pair, StopeSearch search) : pair_(pair), search_(search) {
    if constexpr (in_axes_of_a) {
      b_ = transposed_times(pair.a.map, pair.b.map);
      offset_ = transposed_times(pair.a.map, pair.offset);
    } else {
      a_ = wide(pair.a.map);
      b_ = pair.b.map;
      offset_ = pair.offset;
    }
  }

  Sphere make(const Corner& a, const Corner& b) const {
    const T r = T(a.radius * pair_.factor_a) + T(b.radius * pair_.factor_b);
    if constexpr (in_axes_of_a)
      return {{b_ * b.centre + offset_ - a.centre, r}, a, b};
    else
      return {{wide(b_) * Wide3(b.centre) + Wide3(offset_) - a_ * Wide3(a.centre), r}, a, b};
  }
  /// The sphere of the difference that is farthest against n.
  Sphere farthest(const V3& n, int from_a, int from_b) const {
    return make(farthest_corner(pair_.a, in_axes_of_a ? n : transposed_times(pair_.a.map, n), search_, from_a),
                farthest_corner(pair_.b, -transposed_times(b_, n), search_, from_b));
  }
  Sphere corners(int i, int j) const { return make(corner_of(pair_.a, i), corner_of(pair_.b, j)); }

  V3 to_pair(const V3& n) const { return in_axes_of_a ? pair_.a.map * n : n; }
  V3 from_pair(const V3& n) const { return in_axes_of_a ? transposed_times(pair_.a.map, n) : n; }

 private:
  static constexpr bool in_axes_of_a = std::is_same_v<T, double>;
  static Wide33 wide(const M3& m) { return {Wide3(m.r0), Wide3(m.r1), Wide3(m.r2)}; }

  const Pair& pair_;
  StopeSearch search_;
  Wide33 a_;
  M3 b_;
  V3 offset_;
};

/// The spheres that define the nearest swept sphere so far.
template <class T>
struct WorkingSet {
  using Sphere = typename SphereDifference<T>::Sphere;
  int count = 0;
  std::array<Sphere, 4> sphere;
  std::array<SweptSphere<T>, 4> swept;

  bool contains(const Sphere& s) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      if (sphere[i].a.number == s.a.number && sphere[i].b.number == s.b.number) return true;
    return false;
  }
  void add(const Sphere& s) {
    sphere[static_cast<std::size_t>(count)] = s;
    swept[static_cast<std::size_t>(count++)] = s.swept;
  }
  /// Discards what the nearest swept sphere does without.
  void reduce(const NearestSwept<T>& nearest) {
    const WorkingSet all = *this;
    count = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(nearest.count); ++i)
      add(all.sphere[static_cast<std::size_t>(nearest.index[i])]);
  }
};

template <class T>
void warm_start(WorkingSet<T>& set, const SphereDifference<T>& difference, const Pair& pair, const PairMemory* memory) {
  for (const auto& [a, b] : recalled_corners(memory, corner_count(pair.a), corner_count(pair.b))) {
    const auto sphere = difference.corners(a, b);
    if (!set.contains(sphere)) set.add(sphere);
  }
}

/// Witness points: the swept spheres of each body, and on them along the normal.
template <class T>
void set_points(StopeOutcome<T>& out, const Pair& pair, const WorkingSet<T>& set, const NearestSwept<T>& nearest,
                const V3& normal) {
  const V3 n = normal * (1.0 / norm(normal));
  const V3 in_a = transposed_times(pair.a.map, n), in_b = transposed_times(pair.b.map, n);
  std::array<SimplexVertex<T>, 4>& vertex = out.simplex.vertex;
  out.simplex.count = set.count;
  out.simplex.weight = nearest.weight;
  for (std::size_t i = 0; i < static_cast<std::size_t>(set.count); ++i) {
    const auto& s = set.sphere[i];
    vertex[i] = {s.swept.c, Members::on_ball(pair.a, s.a.number, in_a), Members::on_ball(pair.b, s.b.number, -in_b),
                 pair.a.kind == Kind::balls ? -1 : s.a.number, pair.b.kind == Kind::balls ? -1 : s.b.number};
  }
  set_witness(out.proposal, pair, vertex.data(), nearest.weight.data(), set.count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(set.count); ++i) {
    vertex[i].vertex_a = set.sphere[i].a.number;
    vertex[i].vertex_b = set.sphere[i].b.number;
  }
  out.proposal.normal = n;
}

}  // namespace

template <class T>
StopeOutcome<T> stope(const Pair& pair, const Goal& goal, StopeSearch search, const PairMemory* memory) {
  StopeOutcome<T> out;
  if (!pair.rigid_a || !pair.rigid_b) return out;  // spheres would become ellipsoids
  Proposal& proposal = out.proposal;
  const SphereDifference<T> difference(pair, search);
  WorkingSet<T> set;
  V3 n = difference.from_pair(pair.offset);
  warm_start(set, difference, pair, memory);
  if (const auto last = recalled_direction(memory, pair)) n = difference.from_pair(*last);
  if (!(norm_sq(n) > 0.0)) n = V3(1, 0, 0);
  n = n * (1.0 / norm(n));
  if (set.count == 0) set.add(difference.farthest(n, -1, -1));

  // Below this, rounding decides on which side the origin is.
  const double noise = 0x1p-51 * pair.size;
  const auto solve = [&] {
    return SimpleStope<T>(set.swept.data(), noise, Vector<T>(n)).nearest(set.count, Vector<T>(n));
  };
  NearestSwept<T> nearest = solve();
  const auto prove = [&] {
    std::array<int, 4> of_a{}, of_b{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(set.count); ++i)
      of_a[i] = set.sphere[i].a.number, of_b[i] = set.sphere[i].b.number;
    proposal.upper = swept_sphere_bound(pair, of_a.data(), of_b.data(), Weights(nearest.weight.data(), set.count));
  };
  V3 best = n;
  double best_lower = -HUGE_VAL, lower = -HUGE_VAL;
  bool turned = false;
  for (;;) {
    set.reduce(nearest);
    const double upper = to_double(nearest.value);
    n = rounded(nearest.normal);
    if (set.count == 4 || !(norm_sq(n) > 0.5)) return prove(), out;
    const auto& last = set.sphere[static_cast<std::size_t>(set.count - 1)];
    const auto sphere = difference.farthest(n, last.a.number, last.b.number);
    ++proposal.iterations;
    lower = to_double(dot(Vector<T>(n), sphere.swept.c) - sphere.swept.r);
    if (lower > best_lower) {
      best_lower = lower, best = n;
      proposal.vertex_a = sphere.a.number, proposal.vertex_b = sphere.b.number;
    }
    if (upper - lower <= goal.gap) break;
    if (lower > goal.max_distance) {
      proposal.ending = Ending::beyond_limit;
      break;
    }
    if (upper < goal.min_distance) {
      proposal.ending = Ending::below_limit;
      break;
    }
    if (proposal.iterations >= stope_limit) {
      proposal.ending = Ending::iteration_limit;
      break;
    }
    if (!set.contains(sphere)) {
      set.add(sphere);
      const NearestSwept<T> next = solve();
      if (next.value < nearest.value) {
        nearest = next;
        continue;
      }
      --set.count;
    }
    if (!nearest.inside) break;
    if (turned)
      return prove(), out;  // of the normals that the set allows, the opposite one is looked at as well, no more
    turned = true;
    n = -n;
    nearest = solve();
  }
  // The last normal fits the witness points; an earlier one counts more only if it proves much more.
  const bool blunt = best_lower - lower > 0x1p-36 * pair.size;
  const int vertex_a = proposal.vertex_a, vertex_b = proposal.vertex_b;
  set_points(out, pair, set, nearest, difference.to_pair(blunt ? best : n));
  proposal.vertex_a = vertex_a;
  proposal.vertex_b = vertex_b;
  prove();
  out.solved = true;
  return out;
}

template StopeOutcome<double> stope(const Pair&, const Goal&, StopeSearch, const PairMemory*);
template StopeOutcome<DoubleDouble> stope(const Pair&, const Goal&, StopeSearch, const PairMemory*);

}  // namespace clearance::detail
