#pragma once

// Two ellipsoids by polyhedra that are refined where it matters (Fenger 2001, section 5.4).

#include <functional>
#include <optional>

#include "literature/ellipsoids/ellipsoid_methods.hpp"

namespace clearance::detail {

/// The bound on cycles.
inline constexpr int refinement_limit = 120;

struct RefinementSettings {
  int facets = 4;  ///< added to each body in a cycle: 4 or 7
  int limit = refinement_limit;
  /// Told the points of the two surfaces after every cycle; true ends the search.
  bool (*done)(void* context, const V3& x, const V3& y) = nullptr;
  void* context = nullptr;
};

struct RefinementOutcome {
  V3 x, y;  ///< on the surfaces, in the axes of the pair
  int cycles = 0;
  int by_dqp3 = 0;       ///< cycles whose polyhedra DQP3 solved; the vertices of the polyhedra decided the others
  bool settled = false;  ///< the normals and the line between the points agree to rounding
};

RefinementOutcome ellipsoid_refinement(const PlacedEllipsoid<double>& a, const PlacedEllipsoid<double>& b,
                                       const RefinementSettings& settings);

/// Nothing where no gap was found.
std::optional<Proposal> ellipsoid_refinement(const Pair& pair, const Goal& goal, int facets);

}  // namespace clearance::detail
