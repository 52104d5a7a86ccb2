#pragma once

// A polyhedron as it was described, by its rows, in extended precision: how far it reaches, and what of it is nearest.

#include <cstddef>
#include <optional>
#include <vector>

#include "verify/extents.hpp"

namespace clearance::check {

/// For half-spaces a_j . x <= d_j, the support value along n is the least sum of lambda_j d_j over lambda >= 0 with
/// sum of lambda_j a_j = n.
class PolyhedronSupport {
 public:
  /// Distances are measured from a point in or near the polyhedron; what is left of an offset there is known exactly.
  PolyhedronSupport(const Polyhedron& s, const Vec3& about);

  Real operator()(const Vec& n) const { return least(n, radius_, true); }
  /// How far x is beyond the half-space that it is farthest beyond.
  Real beyond(const Vec& x) const;
  /// The point that is nearest to x. At most three rows hold it; the row that it is farthest beyond comes in, and those
  /// that are not needed go, until there is none (Sharir and Welzl 1992).
  Vec nearest(const Vec& x) const;
  /// A point that is as far along n, but for rounding; nothing where the search for it does not come to an end.
  std::optional<Vec> farthest(const Vec& n) const;
  /// About that point; infinite where it was not found.
  Real radius() const { return radius_; }

 private:
  Real past(std::size_t row, const Vec& x) const { return normal_[row].dot(x) - offset_[row]; }
  std::optional<Vec> pushed(const Vec& x, const std::vector<std::size_t>& rows) const;
  Real least(const Vec& n, Real box, bool trusted, Vec* where = nullptr) const;
  bool search(const Vec& n, const Vec& led_by, Real box, bool trusted, Real& best, Vec* where) const;

  std::vector<Vec> normal_;
  std::vector<Real> offset_;
  Real radius_ = infinity;
};

}  // namespace clearance::check
