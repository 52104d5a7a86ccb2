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
// All decisions compare with zero as it is. Over an exact field the outcome is the truth; in floating point rounding
// may lead the pivots astray (section 4.4), and the caller has to check what he gets. Cost: a pivot is (n + 1) (n + 2)
// multiplications; some n to 3 n pivots are typical.

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace clearance {

enum class LcpOutcome {
  trivial,        ///< q >= 0: z = 0
  solved,         ///< z and w solve the problem
  no_solution,    ///< ended on a ray; if M is positive semidefinite, z is a proof that nothing solves the problem
  not_converged,  ///< the limit on iterations came first, or floating-point numbers overflowed
  invalid_input,  ///< sizes that do not fit, or a number that is not finite
};

/// Whether there is a solution to use.
inline bool has_solution(LcpOutcome outcome) { return outcome == LcpOutcome::trivial || outcome == LcpOutcome::solved; }

struct LcpOptions {
  /// Limit on exchanges; 0: n^2 + 100, far beyond what problems of distance take.
  int max_iterations = 0;
};

/// Vector: std::array<T, N> or std::vector<T>.
template <class Vector>
struct LcpResult {
  LcpOutcome outcome = LcpOutcome::invalid_input;
  /// Of the solution. If there is none: z is the ray, which for a positive semidefinite M has z >= 0, M'z <= 0 and
  /// q . z < 0, so that z . (q + M x) < 0 for every x >= 0; w is empty or zero.
  Vector z{}, w{};
  int iterations = 0;  ///< exchanges
};

namespace detail {

template <class T>
bool is_finite(const T& value) {
  if constexpr (std::is_floating_point_v<T>) return std::isfinite(value);
  return true;
}

/// The dictionary. Rows are basic variables: value = constant + sum over the columns of coefficient * variable.
/// Variables are numbered: w_i is i, z_i is n + i, and the auxiliary one is 2 n.
template <class T>
class Dictionary {
 public:
  /// The spans are working space: n (n + 2) cells, n rows, n + 2 columns (the first stays unused), 2 n + 1 places.
  Dictionary(std::size_t n, std::span<T> cells, std::span<std::size_t> rows, std::span<std::size_t> columns,
             std::span<std::ptrdiff_t> places)
      : n_(n), cells_(cells), rows_(rows), columns_(columns), places_(places) {}

  template <class Q, class Entry>
  void fill(const Q& q, const Entry& entry) {
    for (std::size_t i = 0; i < n_; ++i) {
      cell(i, 0) = q[i];
      for (std::size_t j = 0; j < n_; ++j) cell(i, j + 1) = entry(i, j);
      cell(i, n_ + 1) = T(1);
      put_row(i, i);
      put_column(i + 1, n_ + i);
    }
    put_column(n_ + 1, 2 * n_);
  }

  /// The column of a variable that is not basic.
  std::size_t column_of(std::size_t variable) const { return static_cast<std::size_t>(places_[variable]); }
  bool basic(std::size_t variable) const { return places_[variable] < 0; }
  std::size_t row_variable(std::size_t row) const { return rows_[row]; }
  std::size_t complement(std::size_t variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  const T& constant(std::size_t row) const { return cells_[row * (n_ + 2)]; }
  const T& coefficient(std::size_t row, std::size_t column) const { return cells_[row * (n_ + 2) + column]; }
  std::size_t size() const { return n_; }

  /// The row that the auxiliary variable takes at first: that of the least constant.
  std::size_t least_constant() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < n_; ++i)
      if (!(constant(best) < constant(i))) best = i;  // of equal ones the last, whose power of e is the smallest
    return best;
  }

  /// The row that blocks the variable of a column first, or n if none does.
  std::size_t blocking_row(std::size_t column) const {
    std::size_t best = n_;
    for (std::size_t i = 0; i < n_; ++i)
      if (coefficient(i, column) < T(0) && (best == n_ || blocks_before(i, best, column))) best = i;
    return best;
  }

  /// Solves the row for the variable of the column, and puts it into the other rows.
  void exchange(std::size_t row, std::size_t column) {
    const T inverse = T(1) / coefficient(row, column);
    const T negative = -inverse;
    for (std::size_t j = 0; j < n_ + 2; ++j)
      if (j != column) cell(row, j) = cell(row, j) * negative;
    cell(row, column) = inverse;
    const T zero(0);
    for (std::size_t i = 0; i < n_; ++i) {
      if (i == row) continue;
      const T factor = cell(i, column);
      if (factor == zero) continue;
      for (std::size_t j = 0; j < n_ + 2; ++j) {
        if (j == column) continue;
        const T& entry = coefficient(row, j);
        if (!(entry == zero)) cell(i, j) = cell(i, j) + factor * entry;
      }
      cell(i, column) = factor * inverse;
    }
    const std::size_t entering = columns_[column];
    put_column(column, rows_[row]);
    put_row(row, entering);
  }

 private:
  T& cell(std::size_t row, std::size_t column) { return cells_[row * (n_ + 2) + column]; }
  void put_row(std::size_t row, std::size_t variable) {
    rows_[row] = variable;
    places_[variable] = -1 - static_cast<std::ptrdiff_t>(row);
  }
  void put_column(std::size_t column, std::size_t variable) {
    columns_[column] = variable;
    places_[variable] = static_cast<std::ptrdiff_t>(column);
  }

  /// The coefficient of e^(power + 1) in the constant of a row.
  T perturbation(std::size_t row, std::size_t power) const {
    if (!basic(power)) return -coefficient(row, column_of(power));
    return T(rows_[row] == power ? 1 : 0);
  }

  /// Whether row i has the smaller ratio of constant to coefficient, powers of e included.
  bool blocks_before(std::size_t i, std::size_t j, std::size_t column) const {
    const T& steep_i = coefficient(i, column);
    const T& steep_j = coefficient(j, column);
    // Both are negative: constant_i / -steep_i < constant_j / -steep_j.
    const T left = constant(i) * steep_j, right = constant(j) * steep_i;
    if (left > right) return true;
    if (left < right) return false;
    for (std::size_t power = 0; power < n_; ++power) {
      const T of_i = perturbation(i, power) * steep_j, of_j = perturbation(j, power) * steep_i;
      if (of_i > of_j) return true;
      if (of_i < of_j) return false;
    }
    return false;
  }

  std::size_t n_;
  std::span<T> cells_;
  std::span<std::size_t> rows_, columns_;
  std::span<std::ptrdiff_t> places_;
};

/// Runs the method on a filled dictionary; z and w of the right size and zero.
template <class T, class Vector>
void run_lemke(Dictionary<T>& dictionary, const LcpOptions& options, LcpResult<Vector>& result) {
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

}  // namespace detail

/// The problem with a dimension known when compiling; allocates nothing that T does not.
template <class T, std::size_t N>
LcpResult<std::array<T, N>> solve_lcp(const std::array<T, N>& q, const std::array<std::array<T, N>, N>& M,
                                      const LcpOptions& options = {}) {
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
  detail::Dictionary<T> dictionary(N, cells, rows, columns, places);
  dictionary.fill(q, [&](std::size_t i, std::size_t j) -> const T& { return M[i][j]; });
  detail::run_lemke(dictionary, options, result);
  return result;
}

/// The same with a dimension known when running: M has n^2 entries, row by row.
template <class T>
LcpResult<std::vector<T>> solve_lcp(const std::vector<T>& q, const std::vector<T>& M, const LcpOptions& options = {}) {
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
  detail::Dictionary<T> dictionary(n, cells, rows, columns, places);
  dictionary.fill(q, [&](std::size_t i, std::size_t j) -> const T& { return M[i * n + j]; });
  detail::run_lemke(dictionary, options, result);
  return result;
}

}  // namespace clearance
