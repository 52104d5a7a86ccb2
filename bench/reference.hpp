#pragma once

#include "quad.hpp"

// The answers that the contestants are measured against: slow, simple, and sharing no code with any of them.

namespace bench {

template <class Real>
struct Separation {
  Real distance = 0;      ///< zero if the solids overlap
  Real error = 0;         ///< the true distance is in [distance - error, distance]
  Vector<Real> normal{};  ///< unit, from a to b; zero if they overlap
};

/// The distance by Wolfe's minimum-norm-point method on the Minkowski difference, with linear searches for the support
/// points, until the duality gap is within `tolerance` of the distance or rounding ends all progress.
template <class Real>
Separation<Real> separation(const Solid& a, const Placement& pose_a, const Solid& b, const Placement& pose_b,
                            Real tolerance);

/// The depth of two overlapping polytopes, as a negative number: the greatest of the slabs along all facet normals of
/// the Minkowski difference, which are the face normals of both and the cross products of edges whose arcs meet on the
/// sphere of normals. Candidates in double precision, the best of them again in quadruple precision.
Quad polytope_depth(const Solid& a, const Placement& pose_a, const Solid& b, const Placement& pose_b);

/// Sets the answer of a query; false if the reference method did not reach 1e-15 of it.
bool set_answer(Query& query, const Solid& a, const Solid& b, bool penetrating);

}  // namespace bench
