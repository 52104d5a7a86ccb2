#pragma once

// The distance of two half-space sets by direct minimisation, after Bobrow, "A Direct Minimization Approach for
// Obtaining the Distance between Convex Polyhedra", 1989, as Fenger 2001, section 3.4.2, describes it. Two points on
// the surfaces; in each step the way to the other point is projected onto what the facets at the point leave free (a
// facet, an edge, or nothing, by the Kuhn-Tucker conditions), and both points move along these two lines to where they
// are nearest, or to where the first other facet stops them. The points are nearest where neither can move.
//
// Departures: the minimum along the two lines is that with the stops taken into account, a quadratic program in two
// variables, so that the distance never grows. As the thesis says, the method zigzags across facets and may need many
// steps; it then ends at its bound. Cost of a step: two scans of all facets of each object. No allocation.

#include "literature/qp/distance_qp.hpp"

namespace clearance::detail {

class Bobrow {
 public:
  struct Settings {
    double length = 1.0;  ///< the size of the problem, to which the tolerances are relative
    int limit = 1000;     ///< bound on the steps
  };

  Bobrow(const DistanceQp<double>& qp, const Settings& settings) : qp_(qp), settings_(settings) {}

  /// From a feasible point.
  QpSolution<double> solve(const DistanceQp<double>::Vector6& start);

 private:
  using Vector6 = DistanceQp<double>::Vector6;
  /// The facets that a point is on; beyond so many, the nearest.
  static constexpr int max_touching = 16;
  struct Touching {
    int count = 0;
    std::array<int, max_touching> row{};
    std::array<double, max_touching> room{};
  };
  /// A direction in which a point may go, and the facets that leave no other.
  struct Way {
    Vec3 direction = Vec3::Zero();
    ActiveSet held;
  };

  Touching touching(const Vector6& x, bool a) const;
  Way free_way(const Vec3& wanted, const Touching& facets, bool a) const;
  double room_along(const Vector6& x, const Way& way, bool a) const;
  int first_row(bool a) const { return a ? 0 : qp_.rows_of_a(); }
  int end_row(bool a) const { return a ? qp_.rows_of_a() : qp_.rows(); }
  Vec3 normal(int row) const { return qp_.normal(row).eigen(); }

  const DistanceQp<double>& qp_;
  Settings settings_;
};

}  // namespace clearance::detail
