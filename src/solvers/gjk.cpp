// GJK looks for the point v of the difference D = b - a that is nearest to the origin. It keeps a simplex of points of
// D; v is the nearest point of the simplex, w the support point of D against v, and
//
//     n . w <= distance <= |v|,   n = v / |v|,
//
// so that the duality gap |v| - n . w bounds the error at every step. The loop ends when the gap is within the goal,
// when the support point is a vertex of the simplex already (then v is optimal but for rounding), or when rounding
// keeps |v| from shrinking. Departures from the paper: the sub-problem is solved by signed areas (simplex.hpp), the
// search direction on a triangle is its normal, and the proof of the answer is left to `certify`.
//
// Invariants: 1 <= simplex.count <= 3 at the head of the loop; |v| strictly decreases. Cost: a support point of
// each body and one sub-problem a step, some 3 to 10 steps for polytopes, up to 40 for curved bodies.

#include "solvers/gjk.hpp"

#include <cmath>

namespace clearance::detail {

namespace {

/// From this on, relative to the size of the pair, a bound is so much better that its normal counts more than one that
/// fits the witness points.
constexpr double fitting = 0x1p-36;

/// A normal, how far apart the cores are along it, and the vertices that say so.
struct Slab {
  V3 normal{1, 0, 0};
  double lower = -HUGE_VAL;
  int vertex_a = -1, vertex_b = -1;
};

template <class T>
bool same_point(const SimplexVertex<T>& p, const SimplexVertex<T>& q) {
  if (p.vertex_a >= 0 && p.vertex_b >= 0) return p.vertex_a == q.vertex_a && p.vertex_b == q.vertex_b;
  return p.w.x == q.w.x && p.w.y == q.w.y && p.w.z == q.w.z;
}

template <class T>
bool contains(const Simplex<T>& simplex, const SimplexVertex<T>& point) {
  for (int i = 0; i < simplex.count; ++i)
    if (same_point(simplex.vertex[static_cast<std::size_t>(i)], point)) return true;
  return false;
}

template <class T>
void append(Simplex<T>& simplex, const SimplexVertex<T>& point) {
  simplex.vertex[static_cast<std::size_t>(simplex.count++)] = point;
}

/// The simplex that the last query left behind, where its vertices exist.
template <class T>
void warm_start(Simplex<T>& simplex, Difference<T>& difference, const PairMemory* memory) {
  for (const auto& [a, b] : recalled_corners(memory, difference.pair())) {
    const SimplexVertex<T> point = difference.vertices(a, b);
    if (!contains(simplex, point)) append(simplex, point);
    difference.walk_from(a, b);
  }
}

}  // namespace

template <class T>
GjkOutcome<T> gjk(Difference<T>& difference, const Goal& goal, const PairMemory* memory) {
  const Pair& pair = difference.pair();
  GjkOutcome<T> out;
  Simplex<T>& simplex = out.simplex;
  warm_start(simplex, difference, memory);
  if (simplex.count == 0) {
    V3 towards = difference.offset();
    if (const auto last = recalled_direction(memory, pair)) towards = difference.from_pair(*last);
    if (!(norm_sq(towards) > 0.0)) towards = V3(1, 0, 0);
    append<T>(simplex, difference.support(towards));
  }
  Nearest<T> nearest = nearest_in(simplex);

  Slab best, last;
  double distance_now = 0.0;
  Proposal& proposal = out.proposal;
  for (;;) {
    if (nearest.inside) {
      out.overlap = true;
      return out;
    }
    reduce(simplex, nearest);
    const double distance = std::sqrt(to_double(nearest.distance_sq));
    if (!(distance > origin_rounding * pair.size)) {
      out.overlap = true;
      return out;
    }
    distance_now = distance;
    const V3 direction = rounded(nearest.direction);
    const V3 n = direction * (1.0 / norm(direction));
    const SimplexVertex<T> w = difference.support(n);
    ++proposal.iterations;
    const double lower = to_double(dot(Vector<T>(n), w.w));
    if (lower > best.lower) best = {n, lower, w.vertex_a, w.vertex_b};
    last = {n, lower, w.vertex_a, w.vertex_b};
    if (distance - lower <= goal.gap) break;
    if (lower > goal.max_distance) {
      proposal.ending = Ending::beyond_limit;
      break;
    }
    if (distance < goal.min_distance) {
      proposal.ending = Ending::below_limit;
      break;
    }
    if (contains(simplex, w)) break;
    if (proposal.iterations >= gjk_limit) {
      proposal.ending = Ending::iteration_limit;
      break;
    }
    append(simplex, w);
    const Nearest<T> next = nearest_in(simplex);
    if (!next.inside && !(next.distance_sq < nearest.distance_sq)) {
      --simplex.count;
      break;
    }
    nearest = next;
  }
  // The last normal fits the witness points. An earlier one is better only if its bound is, by much.
  const bool blunt = proposal.ending == Ending::converged && distance_now - last.lower > goal.gap &&
                     best.lower - last.lower > fitting * pair.size;
  const Slab& slab = blunt ? best : last;
  set_witness(proposal, pair, simplex.vertex.data(), simplex.weight.data(), simplex.count);
  proposal.vertex_a = slab.vertex_a;
  proposal.vertex_b = slab.vertex_b;
  const V3 in_pair = difference.to_pair(slab.normal);
  proposal.normal = in_pair * (1.0 / norm(in_pair));
  return out;
}

void polish(Proposal& proposal, const Difference<double>& difference, const Simplex<double>& simplex) {
  Simplex<DoubleDouble> wide;
  wide.count = simplex.count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(simplex.count); ++i) {
    const SimplexVertex<double>& v = simplex.vertex[i];
    wide.vertex[i] = {Wide3(v.w), v.at_a, v.at_b, v.vertex_a, v.vertex_b};
  }
  const Nearest<DoubleDouble> nearest = nearest_in(wide);
  if (nearest.inside || nearest.count == 0) return;
  reduce(wide, nearest);
  const int vertex_a = proposal.vertex_a, vertex_b = proposal.vertex_b;
  set_witness(proposal, difference.pair(), wide.vertex.data(), wide.weight.data(), wide.count);
  proposal.vertex_a = vertex_a;
  proposal.vertex_b = vertex_b;
  const V3 n = difference.to_pair(rounded(nearest.direction * (DoubleDouble(1.0) / norm(nearest.direction))));
  proposal.normal = n * (1.0 / norm(n));
}

template GjkOutcome<double> gjk(Difference<double>&, const Goal&, const PairMemory*);
template GjkOutcome<DoubleDouble> gjk(Difference<DoubleDouble>&, const Goal&, const PairMemory*);

}  // namespace clearance::detail
