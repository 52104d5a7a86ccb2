#pragma once

// What the edges of a vertex prove of a direction n of any length, along which it is presumed to be farthest:
// docs/proof.md, section 6. All is inlined: the fast lane asks this of both bodies in every query of a pair that it
// tracks.

#include <cmath>
#include <limits>

#include "core/polytope.hpp"

namespace clearance::detail {

/// As near to a vertex as a bound by its star or by faces gets, relative to the radius: 96 u.
inline constexpr double tight_bound = 96.0 * 0x1p-53;
/// Up to so many points a scan costs less than a look at the star of a vertex.
inline constexpr int star_limit = 24;
/// Edges that rise more steeply than this leave no hope for a bound that is as near.
inline constexpr double hopeless_slope = 0x1p-30;

/// The edge from a vertex that rises most steeply along n: by how much to a unit of its length, and where it leads.
/// By differences of points, which keep digits that products with the points themselves have lost.
struct Steepest {
  double rise;
  int vertex;
};
[[gnu::always_inline]] inline Steepest steepest_edge(const Polytope& p, const V3& n, int vertex) {
  const Place* const places = p.places.data();
  const Place& self = places[static_cast<std::size_t>(vertex)];
  const V3 at = self.at();
  Steepest most{-std::numeric_limits<double>::infinity(), vertex};
  for (const Edge *it = p.edges.data() + self.first_edge, *const end = it + self.edge_count; it != end; ++it) {
    const double rise = dot(n, places[static_cast<std::size_t>(it->vertex)].at() - at) * it->inverse_length;
    const bool steeper = rise > most.rise;
    most.rise = steeper ? rise : most.rise;
    most.vertex = steeper ? it->vertex : most.vertex;
  }
  return most;
}

/// h(n) by the star of a vertex. If no edge rises along n, h(n) <= n . v + slack |n|; if some do, by at most `rising`
/// for n of unit length, n is turned towards the axis of the star until none does.
[[gnu::always_inline]] inline double bound_by_star(const Polytope& p, const V3& n, double length, int vertex,
                                                   double rising) {
  const Star& star = p.stars[static_cast<std::size_t>(vertex)];
  const double slope = rising + 6.0 * 0x1p-53;
  const double turned = slope > 0.0 ? slope * (norm(n * (1.0 / length) - star.axis()) + 8.0 * 0x1p-53) : 0.0;
  return dot(n, p.walked_vertex(vertex)) + length * (star.slack + star.blur * turned);
}

/// What a bound is to stay below, to be as near to the vertex as rounding allows.
[[gnu::always_inline]] inline double tight_support(const Polytope& p, const V3& n, double length, int vertex) {
  return dot(n, p.walked_vertex(vertex)) + tight_bound * length * p.radius;
}

/// The support value along n if the vertex is farthest and its star proves it, else infinity. Precondition: the hull
/// has stars, and its points are the truth.
[[gnu::always_inline]] inline double star_value(const Polytope& p, const V3& n, double length, int vertex) {
  const double rising = steepest_edge(p, n, vertex).rise / length;
  if (rising > hopeless_slope) [[unlikely]]
    return std::numeric_limits<double>::infinity();
  const double bound = bound_by_star(p, n, length, vertex, rising);
  return bound <= tight_support(p, n, length, vertex) ? bound : std::numeric_limits<double>::infinity();
}

}  // namespace clearance::detail
