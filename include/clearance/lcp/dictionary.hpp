#pragma once

// The dictionary of Lemke's method (D. Eberly, "Convex Quadratic Programming", section 2.1): n basic variables, each
// expressed by the n + 1 others.

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>

namespace clearance {

/// Which of several rows leaves, where they block the entering variable at the same value.
enum class TieRule {
  perturbed,  ///< the one that q + (e, e^2, ..., e^n) singles out (section 2.6): cannot cycle
  first,      ///< the first of them, as in equations (27) and (33)
  last,
};

/// Rows are basic variables: value = constant + sum over the columns of coefficient * variable.
/// Variables are numbered: w_i is i, z_i is n + i, and the auxiliary one is 2 n.
template <class T>
class LcpDictionary {
 public:
  /// The spans are working space: n (n + 2) cells, n rows, n + 2 columns (the first stays unused), 2 n + 1 places.
  LcpDictionary(std::size_t n, std::span<T> cells, std::span<std::size_t> rows, std::span<std::size_t> columns,
                std::span<std::ptrdiff_t> places, TieRule ties, bool snap)
      : n_(n), cells_(cells), rows_(rows), columns_(columns), places_(places), ties_(ties), snap_(snap) {}

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
  std::size_t column_variable(std::size_t column) const { return columns_[column]; }
  std::size_t complement(std::size_t variable) const { return variable < n_ ? variable + n_ : variable - n_; }
  const T& constant(std::size_t row) const { return cells_[row * (n_ + 2)]; }
  const T& coefficient(std::size_t row, std::size_t column) const { return cells_[row * (n_ + 2) + column]; }
  std::size_t size() const { return n_; }
  TieRule ties() const { return ties_; }
  /// The coefficient of e^(power + 1) in the constant of a row.
  T perturbation(std::size_t row, std::size_t power) const {
    if (!basic(power)) return -coefficient(row, column_of(power));
    return T(rows_[row] == power ? 1 : 0);
  }

  /// The row that the auxiliary variable takes at first: that of the least constant.
  std::size_t least_constant() const {
    const bool last = ties_ != TieRule::first;  // also with the perturbation: its power of e is the smallest
    std::size_t best = 0;
    for (std::size_t i = 1; i < n_; ++i)
      if (constant(i) < constant(best) || (last && !(constant(best) < constant(i)))) best = i;
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
        if (!(entry == zero)) cell(i, j) = sum(cell(i, j), T(factor * entry));
      }
      cell(i, column) = factor * inverse;
    }
    const std::size_t entering = columns_[column];
    put_column(column, rows_[row]);
    put_row(row, entering);
  }

 private:
  /// Some tens of roundings; of no use to exact numbers.
  static constexpr auto rounding =
      64 * std::numeric_limits<std::conditional_t<std::is_floating_point_v<T>, T, double>>::epsilon();
  /// In floating point, a sum of which rounding may be all that is left is zero, if that is wanted.
  T sum(const T& a, const T& b) const {
    T total = a + b;
    if constexpr (std::is_floating_point_v<T>)
      if (snap_ && std::fabs(total) <= rounding * std::fabs(a)) return T(0);
    return total;
  }
  bool tie(const T& a, const T& b) const {
    if constexpr (std::is_floating_point_v<T>)
      if (snap_) return std::fabs(a - b) <= rounding * std::fmax(std::fabs(a), std::fabs(b));
    return a == b;
  }
  T& cell(std::size_t row, std::size_t column) { return cells_[row * (n_ + 2) + column]; }
  void put_row(std::size_t row, std::size_t variable) {
    rows_[row] = variable;
    places_[variable] = -1 - static_cast<std::ptrdiff_t>(row);
  }
  void put_column(std::size_t column, std::size_t variable) {
    columns_[column] = variable;
    places_[variable] = static_cast<std::ptrdiff_t>(column);
  }

  /// Whether row i has the smaller ratio of constant to coefficient, powers of e included.
  bool blocks_before(std::size_t i, std::size_t j, std::size_t column) const {
    const T& steep_i = coefficient(i, column);
    const T& steep_j = coefficient(j, column);
    // Both are negative: constant_i / -steep_i < constant_j / -steep_j.
    const T left = constant(i) * steep_j, right = constant(j) * steep_i;
    if (!tie(left, right)) return left > right;
    if (ties_ != TieRule::perturbed) return ties_ == TieRule::last;  // rows are asked in order
    for (std::size_t power = 0; power < n_; ++power) {
      const T of_i = perturbation(i, power) * steep_j, of_j = perturbation(j, power) * steep_i;
      if (!tie(of_i, of_j)) return of_i > of_j;
    }
    return false;
  }

  std::size_t n_;
  std::span<T> cells_;
  std::span<std::size_t> rows_, columns_;
  std::span<std::ptrdiff_t> places_;
  TieRule ties_;
  bool snap_;
};

}  // namespace clearance
