// What a variant has found is nearly right: nearly on the facets that hold the nearest points, and nearly along the
// normal. First a point stays, and its foot on the other body, along the normal, takes the place of the other one. If
// that is no point of the body, both points are put on all facets that they are nearly on, a vertex or an edge say, and
// are moved within these to where they are nearest: a linear problem in at most four unknowns. Any of this may be
// wrong, and is kept only if its enclosure and its points are better.

#include "literature/dqp3/fit_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "literature/dqp3/dqp3.hpp"
#include "literature/dqp3/dqp3_surface.hpp"
#include "literature/dqp3/facet_witness.hpp"

namespace clearance::detail {

namespace {

/// Points that fit to this, relative to the size of the pair, are left alone.
constexpr double fits = 1e-13;
/// How near to a facet, in tolerances of the method, a point is nearly on it.
constexpr double nearly = 4.0;
/// Sines below this are those of directions that add nothing.
constexpr double independent = 1e-6;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

V3 between_points(const Pair& pair, const Proposal& p) {
  return pair.b.map * p.at_b + pair.offset - pair.a.map * p.at_a;
}

/// How far two points are from being joined by the normal, or farther apart than `least`.
double misfit(const Pair& pair, const Proposal& p, double least) {
  const V3 between = between_points(pair, p);
  return std::max(norm(between - p.normal * dot(between, p.normal)), norm(between) - least);
}

double fault(const Pair& pair, const Attempt& attempt) {
  return std::max(attempt.enclosure.width(), misfit(pair, attempt.proposal, HUGE_VAL));
}

void put(const Pair& pair, const V3& in_a, const V3& in_b, Proposal& proposal) {
  const Polytope& a = pair.a.core->polytope;
  const Polytope& b = pair.b.core->polytope;
  const Mixture of_a = mixture_near(a, in_a), of_b = mixture_near(b, in_b);
  proposal.at_a = point_of(pair.a, of_a);
  proposal.feature_a = feature_of(a, of_a);
  proposal.at_b = point_of(pair.b, of_b);
  proposal.feature_b = feature_of(b, of_b);
  proposal.corners = 0;
}

/// The point of a body at a place in the axes of the pair. Of a matrix that is no rotation the transpose is not quite
/// the inverse: once more for what is left.
V3 local(const Body& body, double factor, const V3& at) {
  const double f = 1.0 / (factor * factor);
  const V3 about = transposed_times(body.map, at) * f;
  return about + transposed_times(body.map, at - body.map * about) * f;
}

/// Where the facets that a point is nearly on meet: a point of that, and the directions in it.
struct Meeting {
  V3 at;
  std::array<V3, 2> free;
  int dimension;
};
Meeting meeting_near(const Polytope& p, const V3& x, double slack) {
  const Surface<double> surface(p, M3(Mat3::Identity()), V3(0, 0, 0), 1.0, true, true);
  const int facet = surface.exit_of_ray(p.inside, x - p.inside).corner;
  std::array<V3, 3> axis;  // of the normals so far, each across those before
  int held = 0;
  V3 at = x;
  const auto rest_of = [&](const V3& n) {
    V3 rest = n;
    for (int i = 0; i < held; ++i) rest = rest - axis[index(i)] * dot(axis[index(i)], rest);
    return rest;
  };
  const auto hold = [&](int f) {
    const V3& n = p.facet_normal[index(f)];
    const V3 rest = rest_of(n), unit = rest * (1.0 / norm(rest));
    at = at - unit * ((dot(n, at) - p.facet_offset[index(f)]) / dot(n, unit));
    axis[index(held++)] = unit;
  };
  hold(facet);
  while (held < 3) {
    int best = -1;
    double most = independent;
    for (const int f : p.graph.neighbours(facet)) {
      const V3& n = p.facet_normal[index(f)];
      if (!(std::fabs(dot(n, x) - p.facet_offset[index(f)]) <= slack)) continue;
      if (const double rest = norm(rest_of(n)); rest > most) most = rest, best = f;
    }
    if (best < 0) break;
    hold(best);
  }
  Meeting meeting{at, {}, 3 - held};
  if (held == 2) meeting.free[0] = cross(axis[0], axis[1]);
  if (held == 1) {
    const V3 n = axis[0], other = std::fabs(n.x) < 0.6 ? V3(1, 0, 0) : V3(0, 1, 0), across = cross(n, other);
    meeting.free[0] = across * (1.0 / norm(across));
    meeting.free[1] = cross(n, meeting.free[0]);
  }
  return meeting;
}

/// Both points where they are nearest, in what they are nearly on. False if that is no pair of points apart.
bool put_nearest(const Pair& pair, Proposal& proposal) {
  const double slack = nearly * dqp3_no_pull * pair.size;
  const Meeting a = meeting_near(pair.a.core->polytope, proposal.at_a, slack / pair.factor_a);
  const Meeting b = meeting_near(pair.b.core->polytope, proposal.at_b, slack / pair.factor_b);
  V3 between = pair.b.map * b.at + pair.offset - pair.a.map * a.at;
  // Least squares by orthogonalisation; a direction that is a sum of those before it stays where it is.
  struct Column {
    V3 axis;
    std::array<double, 4> of;  ///< the axis in terms of the directions
  };
  std::array<Column, 4> columns;
  std::array<double, 4> move{};
  int known = 0;
  for (int i = 0; i < a.dimension + b.dimension; ++i) {
    const bool of_a = i < a.dimension;
    const V3 direction = of_a ? -(pair.a.map * a.free[index(i)]) : pair.b.map * b.free[index(i - a.dimension)];
    Column c{direction, {}};
    c.of[index(i)] = 1.0;
    for (int pass = 0; pass < 2; ++pass)
      for (int k = 0; k < known; ++k) {
        const double along = dot(columns[index(k)].axis, c.axis);
        c.axis = c.axis - columns[index(k)].axis * along;
        for (std::size_t j = 0; j < 4; ++j) c.of[j] -= along * columns[index(k)].of[j];
      }
    const double length = norm(c.axis);
    if (!(length > independent * norm(direction)) || known == 3) continue;
    c.axis = c.axis * (1.0 / length);
    for (double& share : c.of) share /= length;
    const double step = -dot(c.axis, between);
    between = between + c.axis * step;
    for (std::size_t j = 0; j < 4; ++j) move[j] += step * c.of[j];
    columns[index(known++)] = c;
  }
  V3 in_a = a.at, in_b = b.at;
  for (int i = 0; i < a.dimension; ++i) in_a = in_a + a.free[index(i)] * move[index(i)];
  for (int i = 0; i < b.dimension; ++i) in_b = in_b + b.free[index(i)] * move[index(a.dimension + i)];
  put(pair, in_a, in_b, proposal);
  const V3 joined = between_points(pair, proposal);  // what is not in a body was put into it
  const double length = norm(joined);
  proposal.normal = joined * (1.0 / length);
  return length > 0.0;
}

}  // namespace

void fit_points(const Pair& pair, Attempt& attempt) {
  const Proposal found = attempt.proposal;
  const V3& n = found.normal;
  const V3 at_a = pair.a.map * found.at_a, at_b = pair.b.map * found.at_b + pair.offset;
  const V3 along = n * dot(at_b - at_a, n);
  const double least = norm(at_b - at_a);
  if (misfit(pair, found, least) > fits * pair.size) {
    Proposal foot_in_b = found, foot_in_a = found;
    put(pair, found.at_a, local(pair.b, pair.factor_b, at_a + along - pair.offset), foot_in_b);
    put(pair, local(pair.a, pair.factor_a, at_b - along), found.at_b, foot_in_a);
    for (const Proposal& fitted : {foot_in_b, foot_in_a})
      if (misfit(pair, fitted, least) < misfit(pair, attempt.proposal, least)) attempt.proposal = fitted;
  }
  attempt.enclosure = certify(pair, attempt.proposal);
  if (!(fault(pair, attempt) > std::max(fits * pair.size, 4.0 * (pair.error + pair.radius_error)))) return;
  Attempt second{found, attempt.enclosure};
  if (!put_nearest(pair, second.proposal)) return;
  second.enclosure = certify(pair, second.proposal);
  if (fault(pair, second) < fault(pair, attempt)) attempt = second;
}

}  // namespace clearance::detail
