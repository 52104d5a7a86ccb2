#pragma once

// Points of solid polyhedra as combinations of their vertices, so that they are in the polyhedra to rounding, whatever
// found them; and the proposal that two such points make.

#include <algorithm>

#include "literature/dqp3/dqp3_alpha.hpp"
#include "proof/certify.hpp"

namespace clearance::detail {

/// The half-spaces of a body in place.
struct PlacedHalfspaces {
  PlacedHalfspaces(const Body& placed, const V3& offset, double factor)
      : placement{placed.map * (1.0 / factor), offset, factor},
        body{placed.core->polytope.facet_normal, placed.core->polytope.facet_offset, &placement, nullptr} {}
  PlacedHalfspaces(const PlacedHalfspaces&) = delete;
  PlacedHalfspaces& operator=(const PlacedHalfspaces&) = delete;
  ~PlacedHalfspaces() = default;
  Placement<double> placement;
  HalfspaceBody<double> body;
};

/// A point as a combination of at most three vertices, weights not negative.
struct Mixture {
  int count = 0;
  std::array<int, 3> vertex{};
  std::array<double, 3> weight{};
};

/// In a facet: of the triangles that its first corner makes with its edges, the one that holds the point.
template <class T>
Mixture mixture_in_facet(const Polytope& p, int facet, const Vector<T>& at) {
  const auto corners = p.graph.corners(facet);
  const Vector<T> n(p.facet_normal[static_cast<std::size_t>(facet)]), first(p.vertex(corners[0]));
  Mixture best;
  double most = -HUGE_VAL;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Vector<T> u = Vector<T>(p.vertex(corners[i])) - first, v = Vector<T>(p.vertex(corners[i + 1])) - first,
                    w = at - first;
    const T area = dot(cross(u, v), n);
    const double second = to_double(dot(cross(w, v), n) / area), third = to_double(dot(cross(u, w), n) / area);
    const double least = std::min({1.0 - second - third, second, third});
    if (!(least > most)) continue;
    most = least;
    const double s = std::max(0.0, second), t = std::max(0.0, third), r = std::max(0.0, 1.0 - s - t);
    const double scale = 1.0 / (r + s + t);
    best = {3, {corners[0], corners[i], corners[i + 1]}, {r * scale, s * scale, t * scale}};
  }
  if (best.count == 0) best = {1, {corners[0], 0, 0}, {1.0, 0.0, 0.0}};
  return best;
}

/// The point of the surface on the ray from the inside through x.
Mixture mixture_near(const Polytope& p, const V3& x);

Member point_of(const Body& body, const Mixture& m);

/// The vertices that a point is made of, as the caller numbers them.
Feature feature_of(const Polytope& p, const Mixture& m);

/// `normal` need not be of unit length.
Proposal make_proposal(const Pair& pair, const Mixture& in_a, const Mixture& in_b, const V3& normal, int iterations);

}  // namespace clearance::detail
