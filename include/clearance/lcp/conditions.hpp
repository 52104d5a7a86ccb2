#pragma once

// What floating-point solvers know of their own errors: the conditions of a minimum (D. Eberly, "Convex Quadratic
// Programming", equation 1), looked at anew in the program as it was given.

#include <cmath>
#include <cstddef>
#include <limits>

#include "clearance/lcp/lemke.hpp"

namespace clearance::detail {

/// By how much x and the multipliers miss the conditions of a minimum: signs, and the smaller of every complementary
/// two, each relative to the numbers that it is made of. Fills in u. `a_at(i, j)` is A, `d_at(r, j)` is D, and
/// `equalities(i, add)` adds what the equalities contribute to slope i.
template <class T, class A, class B, class D, class E>
double conditions_missed(std::size_t n, std::size_t m, const A& a_at, const B& b, const D& d_at, const E& e,
                         const auto& is_free, const auto& x, auto& u, const auto& y, const auto& equalities) {
  T steepest_a(0), steepest_d(0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) steepest_a = std::fmax(steepest_a, std::fabs(T(a_at(i, j))));
    for (std::size_t r = 0; r < m; ++r) steepest_d = std::fmax(steepest_d, std::fabs(T(d_at(r, i))));
  }
  // What x and y are measured by: themselves, or if all of them should be zero what b and e amount to.
  const T most_b = largest<T>(b);
  const T of_x =
      std::fmax(largest<T>(x), std::fmax(Misses::over(most_b, steepest_a), Misses::over(largest<T>(e), steepest_d)));
  const T of_y = std::fmax(largest<T>(y), Misses::over(T(most_b + steepest_a * of_x), steepest_d));
  Misses misses;
  // An x so large that rounding of A x drowns what it has to balance tells nothing.
  const T balanced = most_b + steepest_d * largest<T>(y);
  if (std::numeric_limits<T>::epsilon() * steepest_a * largest<T>(x) > T(0x1p-10) * balanced && balanced > T(0))
    misses.note(T(1));
  for (std::size_t i = 0; i < n; ++i) {
    T slope = b[i], scale = std::fabs(b[i]);
    for (std::size_t j = 0; j < n; ++j) {
      slope += a_at(i, j) * x[j];
      scale += std::fabs(T(a_at(i, j))) * of_x;
    }
    for (std::size_t r = 0; r < m; ++r) {
      slope -= d_at(r, i) * y[r];
      scale += std::fabs(T(d_at(r, i))) * of_y;
    }
    equalities(i, [&](T term) {
      slope += term;
      scale += std::fabs(term);
    });
    u[i] = slope;
    const T steep = Misses::over(slope, scale);
    misses.note(is_free(i) ? steep : std::fmin(steep, Misses::over(x[i], of_x)));
  }
  for (std::size_t r = 0; r < m; ++r) {
    T above = -e[r], scale = std::fabs(e[r]);
    for (std::size_t j = 0; j < n; ++j) {
      above += d_at(r, j) * x[j];
      scale += std::fabs(T(d_at(r, j))) * of_x;
    }
    misses.note(std::fmin(Misses::over(above, scale), Misses::over(y[r], of_y)));
  }
  return misses.worst();
}

/// Whether f falls for ever along x, as far as rounding lets tell: rounding may turn such a program into one with a
/// minimum at some 1e16.
template <class T, class A, class B, class D>
bool falls_along(std::size_t n, std::size_t m, const A& a_at, const B& b, const D& d_at, const auto& is_free,
                 const auto& x, const auto& equal) {
  const T few = 4096 * std::numeric_limits<T>::epsilon(), of_x = largest<T>(x);
  const auto vanishes = [&](const auto& coefficient, bool or_above) {
    T sum(0), scale(0);
    for (std::size_t j = 0; j < n; ++j) {
      sum += coefficient(j) * x[j];
      scale += std::fabs(coefficient(j)) * of_x;
    }
    return or_above ? sum >= -few * scale : std::fabs(sum) <= few * scale;
  };
  T slope(0), scale(0);
  for (std::size_t i = 0; i < n; ++i) {
    slope += b[i] * x[i];
    scale += std::fabs(b[i]) * of_x;
    if (!is_free(i) && x[i] < -few * of_x) return false;
    if (!vanishes([&](std::size_t j) { return T(a_at(i, j)); }, false)) return false;
  }
  for (std::size_t r = 0; r < m; ++r)
    if (!vanishes([&](std::size_t j) { return T(d_at(r, j)); }, true)) return false;
  return slope < -lcp_tolerance<T> * scale && equal(vanishes);
}

}  // namespace clearance::detail
