#pragma once

// Two ellipsoids by a polyhedron about one of them that is refined where it matters, and the other as it is: what
// Fenger 2001 suggests in section 5.5.1, with the search of polyhedron_ellipsoid.hpp in each cycle. Facets are added as
// in refinement_search.hpp, to the first ellipsoid alone. Where the search goes round in circles, the cycle goes on
// from where it stopped, which is a point of the polyhedron.

#include "literature/ellipsoids/polyhedron_ellipsoid.hpp"
#include "literature/ellipsoids/refinement_search.hpp"

namespace clearance::detail {

/// Precondition: the axes of b are those of space. Its polyhedra are solved as `by_dqp3` of the outcome says.
template <class T>
RefinementOutcome refine_one_ellipsoid(const PlacedEllipsoid<double>& a, const PlacedEllipsoid<double>& b,
                                       const RefinementSettings& settings) {
  using refinement::rounded_of;
  refinement::RefinedEllipsoid<T> one({a.radii, a.centre - b.centre, a.axes});
  const Vector<T> radii(V3(b.radii[0], b.radii[1], b.radii[2])), centre(b.centre);
  const DeltaToEllipsoid<T> to_b(radii);
  double length = norm(b.centre - a.centre);
  for (const double r : a.radii) length = std::fmax(length, r);
  for (const double r : b.radii) length = std::fmax(length, r);
  Dqp3Settings search;
  search.limit = refinement::dqp3_limit;
  search.hold_at_start = true;
  RefinementOutcome r;
  double turn = HUGE_VAL;
  while (r.cycles < settings.limit) {
    ++r.cycles;
    search.length = refinement::tolerance_length<T>(length, turn);
    HeldPoint<T> point{Vector<T>(V3(0, 0, 0)), {}};
    const auto ending = polyhedron_ellipsoid(one.polyhedron(), radii, search, point).ending;
    r.by_dqp3 += ending != Dqp3Ending::cycle_limit ? 1 : 0;
    one.project(point.at);
    const Vector<T> foot = one.world_foot(), way = to_b.way_from(foot);
    r.x = rounded_of(foot + centre);
    r.y = rounded_of(foot + way + centre);
    if (settings.done != nullptr && settings.done(settings.context, r.x, r.y)) {
      r.done = true;
      return r;
    }
    const T distance = norm(way);
    if (!(distance > T(0.0))) return r;
    turn = one.refine(one.inwards(way * (T(1.0) / distance)), settings.rule, point.active);
    if (turn <= refinement::settled) {
      r.settled = true;
      return r;
    }
  }
  return r;
}

}  // namespace clearance::detail
