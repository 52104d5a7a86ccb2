#pragma once

#include <optional>

#include "exact_body.hpp"

// The signed distance of two polyhedra in exact arithmetic, by algorithms that share nothing with the library.

namespace oracle {

/// An exact signed distance: sign times the root of `squared`, or minus infinity.
struct Truth {
  bool infinite = false;  ///< overlapping, and no finite translation separates
  int sign = 0;
  mpq_class squared = 0;

  long double approximate() const;
};

/// -1, 0 or 1 as the true value is below, at or above x + shift.
int compare(const Truth& truth, double x, const mpq_class& shift = 0);

/// `hint`, any direction, may speed up the search and does not change the answer.
Truth signed_distance(ExactBody a, ExactBody b, const clearance::Vec3& hint = clearance::Vec3::UnitX());

}  // namespace oracle
