// The distance of two polyhedral bodies is that of the origin from their difference D = { y - x : x in a, y in b }, the
// hull of differences of points plus the cone of directions. A solver in double proposes the few points that carry the
// nearest point of D; the nearest point of their hull is found in exact integers (nearest.cpp), and the conditions of
// optimality are checked against all points of both bodies, in double with a bound on its rounding where that decides
// (Body::farthest). If a point lies beyond, it joins the carriers and those that are no longer needed leave, as in the
// method of P. Wolfe ("Finding the nearest point in a polytope", Mathematical Programming 11, 1976), whose norm falls
// at every step, so that it ends, and with the truth. If many steps have not sufficed, Lemke's method takes over
// (last_resort.cpp).
//
// Whether a nearest point at the origin means that the bodies touch or overlap is decided by whether the origin is in
// the interior of D, that is, whether no n other than zero has n . g >= 0 for all generators g.

#include "exact/solver.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/last_resort.hpp"
#include "exact/narrow.hpp"
#include "solvers/gjk.hpp"

namespace clearance::exact {
namespace {

/// Bodies of so many points together are given to Lemke's method as a whole.
constexpr int whole_program = 8;

/// After so many repairs, Lemke's method takes over.
constexpr int repair_limit = 64;

/// The gap at which GJK ends, relative to the size of the pair: about what double precision can close.
constexpr double gjk_gap = 0x1p-49;

bool strictly_inside(const Nearest& nearest) { return nearest.count == 4; }

bool holds_origin_inside(Bodies& bodies, const std::vector<Generator>& known) {
  std::vector<Vector> generators;
  for (const Generator& g : known) generators.push_back(g.w);
  for (;;) {
    const std::optional<Vector> n = dual_vector(generators);
    if (!n) return true;
    Generator g = bodies.lowest(*n, -1, -1);
    if (sign(dot(*n, g.w)) >= 0) return false;
    generators.push_back(std::move(g.w));
  }
}

void keep_carriers(std::vector<Generator>& generators, Nearest& nearest) {
  std::vector<Generator> kept;
  for (int i = 0; i < nearest.count; ++i) {
    int& carrier = nearest.carrier[static_cast<std::size_t>(i)];
    kept.push_back(std::move(generators[static_cast<std::size_t>(carrier)]));
    carrier = i;
  }
  generators = std::move(kept);
}

}  // namespace

Bodies::Bodies(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b)
    : a(shape_a, pose_a), b(shape_b, pose_b) {
  const int unit = std::min(a.unit(), b.unit());
  a.set_unit(unit);
  b.set_unit(unit);
}

Generator Bodies::point(int i, int j) const {
  const Homogeneous p = a.point(i), q = b.point(j);
  Generator g;
  g.a = i;
  g.b = j;
  if (is_one(p.h) && is_one(q.h)) {
    g.w = q.v - p.v;
    g.h = 1;
  } else {
    g.w = p.h * q.v - q.h * p.v;
    g.h = p.h * q.h;
  }
  return g;
}

std::vector<Generator> Bodies::directions() const {
  std::vector<Generator> all;
  for (std::size_t i = 0; i < a.directions().size(); ++i)
    all.push_back({-a.directions()[i], Integer(0), static_cast<int>(i), -1});
  for (std::size_t i = 0; i < b.directions().size(); ++i)
    all.push_back({b.directions()[i], Integer(0), -1, static_cast<int>(i)});
  return all;
}

Generator Bodies::lowest(const Vector& n, int incumbent_a, int incumbent_b) {
  for (std::size_t i = 0; i < a.directions().size(); ++i)
    if (sign(dot(n, a.directions()[i])) > 0) return {-a.directions()[i], Integer(0), static_cast<int>(i), -1};
  for (std::size_t i = 0; i < b.directions().size(); ++i)
    if (sign(dot(n, b.directions()[i])) < 0) return {b.directions()[i], Integer(0), -1, static_cast<int>(i)};
  const int i = a.farthest(n, incumbent_a), j = b.farthest(-n, incumbent_b);
  if (i == incumbent_a && j == incumbent_b) return {{}, Integer(1), i, j};
  return point(i, j);
}

Answer solve(Bodies& bodies, const Start& start) {
  Answer answer;
  if (prove_narrow(bodies, start, answer)) return answer;
  answer = Answer();
  std::vector<Generator>& generators = answer.generators;
  for (const auto& [i, j] : start) generators.push_back(bodies.point(i, j));
  for (;; ++answer.repairs) {
    answer.nearest = nearest_point(generators);
    keep_carriers(generators, answer.nearest);
    if (is_zero(answer.nearest.towards)) break;
    const Generator& base = generators.front();
    Generator next = bodies.lowest(answer.nearest.towards, base.a, base.b);
    if (next.a == base.a && next.b == base.b) return answer;
    if (answer.repairs == repair_limit) {
      last_resort(bodies, answer);
      if (!is_zero(answer.nearest.towards)) return answer;
      break;
    }
    generators.push_back(std::move(next));
  }
  const bool inside = strictly_inside(answer.nearest) || holds_origin_inside(bodies, generators);
  answer.status = inside ? Status::penetrating : Status::touching;
  return answer;
}

Answer solve_by_lemke(Bodies& bodies, const Start& start) {
  Answer answer;
  const int count_a = bodies.a.points(), count_b = bodies.b.points();
  for (const auto& [i, j] : start) answer.generators.push_back(bodies.point(i, j));
  if (bodies.a.lists_points() && bodies.b.lists_points() && count_a + count_b <= whole_program) {
    for (int k = 0; k < std::max(count_a, count_b); ++k)
      answer.generators.push_back(bodies.point(std::min(k, count_a - 1), std::min(k, count_b - 1)));
  }
  last_resort(bodies, answer);
  if (is_zero(answer.nearest.towards)) {
    const bool inside = strictly_inside(answer.nearest) || holds_origin_inside(bodies, answer.generators);
    answer.status = inside ? Status::penetrating : Status::touching;
  }
  return answer;
}

Start propose_start(Bodies& bodies, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  Start start;
  start.reserve(4);
  if (a.bounded() && b.bounded()) {
    const detail::Pair pair = detail::make_pair(a, pose_a, b, pose_b);
    detail::Difference<double> difference(pair);
    const auto found = detail::gjk<double>(difference, {gjk_gap * pair.size, HUGE_VAL, -HUGE_VAL}, nullptr);
    for (int k = 0; k < found.simplex.count; ++k) {
      const auto& carrier = found.simplex.vertex[static_cast<std::size_t>(k)];
      if (carrier.vertex_a < 0 || carrier.vertex_b < 0) continue;
      const std::array<int, 2> of_both{bodies.a.from_core_vertex(carrier.vertex_a),
                                       bodies.b.from_core_vertex(carrier.vertex_b)};
      if (std::find(start.begin(), start.end(), of_both) == start.end()) start.push_back(of_both);
    }
  }
  if (start.empty()) {
    const Vector anywhere{1, 0, 0};
    start.push_back({bodies.a.farthest(anywhere, -1), bodies.b.farthest(-anywhere, -1)});
  }
  return start;
}

namespace {

template <class PointOf>
Witness weighted(const Answer& answer, const Body& own, const Body& other, bool of_b, const PointOf& point_of) {
  Witness witness;
  witness.h = answer.nearest.total;
  for (std::size_t k = 0; k < static_cast<std::size_t>(answer.nearest.count); ++k) {
    const Generator& g = answer.generators[static_cast<std::size_t>(answer.nearest.carrier[k])];
    const Integer& weight = answer.nearest.weight[k];
    const int mine = of_b ? g.b : g.a, theirs = of_b ? g.a : g.b;
    if (sign(g.h) == 0) {
      if (mine >= 0) add_multiple(witness.v, weight, own.directions()[static_cast<std::size_t>(mine)]);
      continue;
    }
    // The generator is h_a h_b times the difference of the points: theirs carries the h of the other.
    const Integer h = other.local_point(theirs).h;
    add_multiple(witness.v, is_one(h) ? weight : Integer(weight * h), point_of(mine).v);
  }
  return witness;
}

}  // namespace

Witness witness_in_world(const Bodies& bodies, const Answer& answer, bool of_b) {
  const Body &own = of_b ? bodies.b : bodies.a, &other = of_b ? bodies.a : bodies.b;
  Witness witness = weighted(answer, own, other, of_b, [&](int i) { return own.point(i); });
  witness.unit = own.unit();
  return witness;
}

}  // namespace clearance::exact
