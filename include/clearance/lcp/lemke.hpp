#pragma once

// The linear complementarity problem: given q and M, find z >= 0 with w = q + M z >= 0 and z . w = 0.
//
// Lemke's method as in D. Eberly, "Convex Quadratic Programming", section 2 (after R. Cottle, J.-S. Pang, R. Stone,
// "The Linear Complementarity Problem"). A dictionary expresses n basic variables by n + 1 others. An auxiliary
// variable makes the first one feasible; then whatever left last, its complement enters, until the auxiliary variable
// leaves (solved) or nothing blocks the entering variable (a ray: no solution, if M is positive semidefinite).
//
// Against cycling, q is replaced by q + (e, e^2, ..., e^n) for an infinitesimal e (section 2.6), so that no two rows
// tie. Departure: the powers of e are not stored. They enter as the w do, since only w_i - e^(i+1) occurs in an
// equation, so that their coefficients are those of the w in the dictionary, negated; comparing costs memory and time
// only in a tie.
//
// Over an exact field the outcome is the truth. In floating point rounding may lead the pivots astray (section 4.4).
// Departures there: what cancels but for rounding counts as zero (LcpOptions::snap); and whatever comes out, a solution
// or a ray, is put back into the problem as it was given: `inaccurate` says that it misses by more than rounding
// explains. Cost: a pivot is (n + 1) (n + 2) multiplications;
// some n to 3 n pivots are typical.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

#include "clearance/lcp/dictionary.hpp"

namespace clearance {

enum class LcpOutcome {
  trivial,        ///< q >= 0: z = 0
  solved,         ///< z and w solve the problem
  no_solution,    ///< ended on a ray; if M is positive semidefinite, z is a proof that nothing solves the problem
  not_converged,  ///< the limit on iterations came first, or floating-point numbers overflowed
  inaccurate,     ///< in floating point: `residual` says that what came out, a solution or a ray, is none
  invalid_input,  ///< sizes that do not fit, or a number that is not finite
};

constexpr std::string_view name(LcpOutcome outcome) {
  switch (outcome) {
    case LcpOutcome::trivial:
      return "trivial";
    case LcpOutcome::solved:
      return "solved";
    case LcpOutcome::no_solution:
      return "no_solution";
    case LcpOutcome::not_converged:
      return "not_converged";
    case LcpOutcome::inaccurate:
      return "inaccurate";
    case LcpOutcome::invalid_input:
      return "invalid_input";
  }
  return "";
}

/// Whether there is a solution to use.
inline bool has_solution(LcpOutcome outcome) { return outcome == LcpOutcome::trivial || outcome == LcpOutcome::solved; }

struct LcpOptions {
  /// Limit on exchanges; 0: n^2 + 100, far beyond what problems of distance take.
  int max_iterations = 0;
  TieRule ties = TieRule::perturbed;
  /// In floating point, whether a coefficient that cancels but for some tens of roundings counts as zero. Off, every
  /// decision is made as in the document, and section 4.4 is what happens.
  bool snap = true;
};

/// Vector: std::array<T, N> or std::vector<T>.
template <class Vector>
struct LcpResult {
  LcpOutcome outcome = LcpOutcome::invalid_input;
  /// Of the solution. If there is none: z is the ray, which for a positive semidefinite M has z >= 0, M'z <= 0 and
  /// q . z < 0, so that z . (q + M x) < 0 for every x >= 0; w is empty or zero.
  Vector z{}, w{};
  int iterations = 0;  ///< exchanges
  /// In floating point, by how much z and w = q + M z, as computed anew from q and M, miss z >= 0, w >= 0 and z . w =
  /// 0: the largest |min(z_i, w_i)|, each relative to the numbers that it is made of. Of a ray, by how much it misses
  /// its conditions. Zero for exact numbers.
  double residual = 0.0;
};

/// A residual beyond this is more than the rounding of a few hundred operations explains.
template <class T>
inline constexpr T lcp_tolerance = 16384 * std::numeric_limits<T>::epsilon();

namespace detail {

template <class T>
bool is_finite(const T& value) {
  if constexpr (std::is_floating_point_v<T>) return std::isfinite(value);
  return true;
}

/// Nobody looks on.
struct Unobserved {
  template <class T>
  void operator()(const LcpDictionary<T>& /*dictionary*/) const {}
};

/// The largest magnitude among some numbers.
template <class T, class Values>
T largest(const Values& values) {
  T most(0);
  for (const T& value : values) most = std::fmax(most, std::fabs(value));
  return most;
}

/// What relates numbers that should be zero to those of their kind. Keeps the worst.
class Misses {
 public:
  template <class T>
  void note(T missed) {
    const auto size = static_cast<double>(std::fabs(missed));
    if (!(size <= worst_)) worst_ = size;
  }
  double worst() const { return worst_; }
  template <class T>
  static T over(T value, T scale) {
    return scale > T(0) ? value / scale : T(0);
  }

 private:
  double worst_ = 0.0;
};

/// How far z is from solving the problem; see LcpResult::residual. `entry(i, j)` is M.
template <class T, class Q, class Entry, class Vector>
double residual_of(const Q& q, const Entry& entry, const Vector& z) {
  const std::size_t n = q.size();
  T steepest(0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) steepest = std::fmax(steepest, std::fabs(T(entry(i, j))));
  // What z is measured by: itself, or if all of it should be zero what q amounts to.
  const T of_z = std::fmax(largest<T>(z), Misses::over(largest<T>(q), steepest));
  Misses misses;
  for (std::size_t i = 0; i < n; ++i) {
    T w = q[i], of_w = std::fabs(q[i]);
    for (std::size_t j = 0; j < n; ++j) {
      w += entry(i, j) * z[j];
      of_w += std::fabs(entry(i, j)) * of_z;
    }
    misses.note(std::fmin(Misses::over(w, of_w), Misses::over(z[i], of_z)));
  }
  return misses.worst();
}

/// How far z is from proving that there is no solution, for a positive semidefinite M: z >= 0, M'z <= 0, q . z < 0.
template <class T, class Q, class Entry, class Vector>
double ray_residual_of(const Q& q, const Entry& entry, const Vector& z) {
  const std::size_t n = q.size();
  const T of_z = largest<T>(z);
  Misses misses;
  T product(0), terms(0);
  for (std::size_t i = 0; i < n; ++i) {
    misses.note(std::fmin(Misses::over(z[i], of_z), T(0)));
    product += q[i] * z[i];
    terms += std::fabs(q[i]) * of_z;
    T column(0), of_column(0);
    for (std::size_t j = 0; j < n; ++j) {
      column += entry(j, i) * z[j];
      of_column += std::fabs(entry(j, i)) * of_z;
    }
    misses.note(std::fmax(Misses::over(column, of_column), T(0)));
  }
  if (!(product < -lcp_tolerance<T> * terms)) return 1.0;
  return misses.worst();
}

/// Runs the method on a filled dictionary; z and w of the right size and zero.
template <class T, class Vector, class Observer>
void run_lemke(LcpDictionary<T>& dictionary, const LcpOptions& options, LcpResult<Vector>& result, Observer& observe) {
  const std::size_t n = dictionary.size(), auxiliary = 2 * n;
  const auto limit = options.max_iterations > 0 ? static_cast<std::size_t>(options.max_iterations) : n * n + 100;
  const auto put = [&](std::size_t variable, const T& value) {
    if (variable < n)
      result.w[variable] = value;
    else if (variable < auxiliary)
      result.z[variable - n] = value;
  };
  const auto read = [&] {
    for (std::size_t i = 0; i < n; ++i) put(dictionary.row_variable(i), dictionary.constant(i));
  };

  observe(dictionary);
  std::size_t row = n == 0 ? 0 : dictionary.least_constant();
  if (n == 0 || !(dictionary.constant(row) < T(0))) {
    read();
    result.outcome = LcpOutcome::trivial;
    return;
  }
  std::size_t column = dictionary.column_of(auxiliary);
  for (std::size_t step = 1; step <= limit; ++step) {
    const std::size_t leaving = dictionary.row_variable(row);
    dictionary.exchange(row, column);
    observe(dictionary);
    result.iterations = static_cast<int>(step);
    if constexpr (std::is_floating_point_v<T>) {
      for (std::size_t i = 0; i < n; ++i)
        if (!std::isfinite(dictionary.constant(i))) {
          result.outcome = LcpOutcome::not_converged;
          return;
        }
    }
    if (leaving == auxiliary) {
      read();
      result.outcome = LcpOutcome::solved;
      return;
    }
    const std::size_t entering = dictionary.complement(leaving);
    column = dictionary.column_of(entering);
    row = dictionary.blocking_row(column);
    if (row == n) {
      put(entering, T(1));
      for (std::size_t i = 0; i < n; ++i) put(dictionary.row_variable(i), dictionary.coefficient(i, column));
      for (T& value : result.w) value = T(0);
      result.outcome = LcpOutcome::no_solution;
      return;
    }
  }
  result.outcome = LcpOutcome::not_converged;
}

/// Fills the dictionary, runs the method, and in floating point looks at what came out.
template <class T, class Q, class Entry, class Vector, class Observer>
void solve_filled(LcpDictionary<T>& dictionary, const Q& q, const Entry& entry, const LcpOptions& options,
                  LcpResult<Vector>& result, Observer& observe) {
  dictionary.fill(q, entry);
  run_lemke(dictionary, options, result, observe);
  if constexpr (std::is_floating_point_v<T>) {
    if (result.outcome == LcpOutcome::no_solution)
      result.residual = ray_residual_of<T>(q, entry, result.z);
    else if (has_solution(result.outcome))
      result.residual = residual_of<T>(q, entry, result.z);
    if (!(result.residual <= lcp_tolerance<T>)) result.outcome = LcpOutcome::inaccurate;
  }
}

}  // namespace detail

/// The problem with a dimension known when compiling; allocates nothing that T does not. The observer is shown the
/// dictionary at the start and after every exchange; lcp/trace.hpp writes it down.
template <class T, std::size_t N, class Observer = detail::Unobserved>
LcpResult<std::array<T, N>> solve_lcp(const std::array<T, N>& q, const std::array<std::array<T, N>, N>& M,
                                      const LcpOptions& options = {}, Observer observe = {}) {
  LcpResult<std::array<T, N>> result;
  for (std::size_t i = 0; i < N; ++i) {
    if (!detail::is_finite(q[i])) return result;
    for (const T& value : M[i])
      if (!detail::is_finite(value)) return result;
  }
  std::array<T, N*(N + 2)> cells;
  std::array<std::size_t, N> rows;
  std::array<std::size_t, N + 2> columns;
  std::array<std::ptrdiff_t, 2 * N + 1> places;
  LcpDictionary<T> dictionary(N, cells, rows, columns, places, options.ties, options.snap);
  const auto entry = [&](std::size_t i, std::size_t j) -> const T& { return M[i][j]; };
  detail::solve_filled(dictionary, q, entry, options, result, observe);
  return result;
}

/// The same with a dimension known when running: M has n^2 entries, row by row.
template <class T, class Observer = detail::Unobserved>
LcpResult<std::vector<T>> solve_lcp(const std::vector<T>& q, const std::vector<T>& M, const LcpOptions& options = {},
                                    Observer observe = {}) {
  const std::size_t n = q.size();
  LcpResult<std::vector<T>> result;
  if (M.size() != n * n) return result;
  for (const std::vector<T>* values : {&q, &M})
    for (const T& value : *values)
      if (!detail::is_finite(value)) return result;
  result.z.assign(n, T(0));
  result.w.assign(n, T(0));
  std::vector<T> cells(n * (n + 2), T(0));
  std::vector<std::size_t> rows(n), columns(n + 2);
  std::vector<std::ptrdiff_t> places(2 * n + 1);
  LcpDictionary<T> dictionary(n, cells, rows, columns, places, options.ties, options.snap);
  const auto entry = [&](std::size_t i, std::size_t j) -> const T& { return M[i * n + j]; };
  detail::solve_filled(dictionary, q, entry, options, result, observe);
  return result;
}

}  // namespace clearance
