#pragma once

// The methods of Fenger's thesis (2001, chapter 5) for two ellipsoids. All of them propose; `certify` proves.

#include <optional>

#include "literature/ellipsoids/ellipsoid_iteration.hpp"
#include "solvers/gjk.hpp"

namespace clearance::detail {

/// The facet-balls of `ellipsoid-polyhedral` (288 facets) and of `ellipsoid-hybrid` (46), as in the thesis.
inline constexpr int polyhedral_order = 15, hybrid_order = 6;
/// The bound on cycles of one query.
inline constexpr int iteration_limit = 2900;

/// Two ellipsoids whose placement is a rotation but for rounding.
class TwoEllipsoids {
 public:
  /// Nothing if the pair is something else.
  static std::optional<TwoEllipsoids> of(const Pair& pair);

  PlacedEllipsoid<double> a() const { return placed(pair_->a, pair_->factor_a, axes_a_, V3(0, 0, 0)); }
  PlacedEllipsoid<double> b() const { return placed(pair_->b, pair_->factor_b, axes_b_, pair_->offset); }
  const M3& axes_a() const { return axes_a_; }
  const M3& axes_b() const { return axes_b_; }
  const Pair& pair() const { return *pair_; }

  /// The gap of the bodies along a unit normal: a lower bound of the distance.
  double gap_along(const V3& n) const;
  /// Points x of a and y of b, and of the normals that they suggest the best: along y - x, or of the surfaces there.
  Proposal propose(const V3& x, const V3& y) const;
  /// Whether the bounds that x and y give are within the goal.
  bool settled(const V3& x, const V3& y, double gap) const;

 private:
  TwoEllipsoids(const Pair& pair, const M3& axes_a, const M3& axes_b)
      : pair_(&pair), axes_a_(axes_a), axes_b_(axes_b) {}
  static PlacedEllipsoid<double> placed(const Body& body, double factor, const M3& axes, const V3& centre);

  const Pair* pair_;
  M3 axes_a_, axes_b_;
};

/// Section 5.2, with the ratio accelerator of section 6.1. Nothing where the bodies touch or overlap.
std::optional<Proposal> ellipsoid_point_iteration(const Pair& pair, const Goal& goal);
/// Section 5.3: DQP3 on facet-balls. Nothing where these touch.
std::optional<Proposal> ellipsoid_polyhedral(const Pair& pair);
/// Section 5.5.2: the latter, of fewer facets, as a start for the former.
/// `plain`: whether the polyhedra overlap, so that nearest points in turn start from nothing better than a centre.
std::optional<Proposal> ellipsoid_hybrid(const Pair& pair, const Goal& goal, bool& plain);

}  // namespace clearance::detail
