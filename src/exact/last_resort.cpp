// The nearest points of two bodies as a convex quadratic program, by Lemke's method in rational numbers. Its cost grows
// with the cube of the number of points, so that it is solved for some of them: those that are farthest towards the
// other body for the last answer join, until none is farther. As sets only grow, this ends.

#include "exact/last_resort.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "clearance/lcp/primitives.hpp"

namespace clearance::exact {
namespace {

using Point = PointN<Rational, 3>;

Point to_point(const Vector& v, const Integer& h) {
  return {fraction(v.x, h, 0), fraction(v.y, h, 0), fraction(v.z, h, 0)};
}

/// The hull of points of a body, and the cone of all of its directions.
Primitive<Rational, 3> program_of(const Body& body, const std::vector<int>& points) {
  std::vector<Point> at;
  for (const int i : points) {
    const Homogeneous p = body.point(i);
    at.push_back(to_point(p.v, p.h));
  }
  Primitive<Rational, 3> hull = make_hull<Rational, 3>(at);
  for (const Vector& d : body.directions()) {
    hull.directions.push_back(to_point(d, Integer(1)));
    hull.free.push_back(0);
    hull.D.emplace_back(0);
  }
  return hull;
}

/// The weights of the points of a hull and of its directions.
std::vector<Rational> weights_of(const std::vector<Rational>& x, std::size_t points) {
  std::vector<Rational> weights(x.size() + 1, Rational(0));
  weights[0] = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    weights[i + 1] = x[i];
    if (i + 1 < points) weights[0] -= x[i];
  }
  return weights;
}

void insert(std::vector<int>& set, int value) {
  if (std::find(set.begin(), set.end(), value) == set.end()) set.push_back(value);
}

/// Pairs of points whose differences have the same weighted sum: the corner rule of transportation problems.
std::vector<Generator> pairs_of(const Bodies& bodies, const std::vector<int>& points_a, std::vector<Rational> weights_a,
                                const std::vector<int>& points_b, std::vector<Rational> weights_b) {
  std::vector<Generator> pairs;
  std::size_t i = 0, j = 0;
  while (i < points_a.size() && j < points_b.size()) {
    const Rational common = weights_a[i] < weights_b[j] ? weights_a[i] : weights_b[j];
    if (common > 0) pairs.push_back(bodies.point(points_a[i], points_b[j]));
    weights_a[i] -= common;
    weights_b[j] -= common;
    if (weights_a[i] == 0)
      ++i;
    else
      ++j;
  }
  for (const Generator& d : bodies.directions()) {
    const Rational& weight = d.a >= 0 ? weights_a[points_a.size() + static_cast<std::size_t>(d.a)]
                                      : weights_b[points_b.size() + static_cast<std::size_t>(d.b)];
    if (weight > 0) pairs.push_back(d);
  }
  return pairs;
}

}  // namespace

void last_resort(Bodies& bodies, Answer& answer) {
  answer.by_lemke = true;
  std::vector<int> points_a, points_b;
  for (const Generator& g : answer.generators) {
    if (sign(g.h) == 0) continue;
    insert(points_a, g.a);
    insert(points_b, g.b);
  }
  for (;;) {
    const auto found = lcp_distance(program_of(bodies.a, points_a), program_of(bodies.b, points_b));
    assert(has_solution(found.outcome));
    answer.exchanges += found.iterations;
    std::vector<Generator> pairs = pairs_of(bodies, points_a, weights_of(found.x_a, points_a.size()), points_b,
                                            weights_of(found.x_b, points_b.size()));
    answer.nearest = nearest_point(pairs);
    answer.generators = std::move(pairs);
    if (is_zero(answer.nearest.towards)) return;
    const Generator& base = answer.generators[static_cast<std::size_t>(answer.nearest.carrier[0])];
    const Generator next = bodies.lowest(answer.nearest.towards, base.a, base.b);
    if (next.a == base.a && next.b == base.b) return;
    insert(points_a, next.a);
    insert(points_b, next.b);
  }
}

}  // namespace clearance::exact
