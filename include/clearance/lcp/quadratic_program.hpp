#pragma once

// Convex quadratic programs: minimise f(x) = x'Ax / 2 + b'x + c subject to D x >= e, F x + v = 0, and x_i >= 0 for
// every variable that is not free. A is symmetric and positive semidefinite; A = 0 is a linear program.
//
// After D. Eberly, "Convex Quadratic Programming": equalities are solved for some of the variables, which are then put
// into the rest (section 1.5); what remains is the linear complementarity problem of the conditions of Karush, Kuhn and
// Tucker (equation 2), from which the free variables are eliminated (section 1.4), and Lemke's method solves it.
// Departures: free variables are eliminated from the complementarity problem instead of the program, so that they may
// occur in D, too; equalities are solved for free variables first, as those need no new inequality; and a free variable
// of which f does not depend (parallel lines have one) stays at zero, or is split in two if D restrains it.
//
// A ray at the end of Lemke's method means that the constraints contradict each other or that f falls for ever; which
// of the two is decided by solving the same constraints for f = 0, where only the former is possible.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "clearance/lcp/conditions.hpp"
#include "clearance/lcp/lemke.hpp"

namespace clearance {

/// Matrices row by row. What is empty is absent.
template <class T>
struct QuadraticProgram {
  std::vector<T> A = {}, b = {};
  T c = T(0);
  std::vector<T> D = {}, e = {};  ///< D x >= e
  std::vector<T> F = {}, v = {};  ///< F x + v = 0
  std::vector<char> free = {};    ///< for each variable, whether it may be negative; empty: none may
  /// For floating point: what the b_i are sums of, in magnitude, if these cancel; empty: |b_i|. A slope that rounding
  /// of such sums explains counts as zero.
  std::vector<T> b_terms = {};
};

enum class QpOutcome {
  solved,         ///< x is a minimum
  infeasible,     ///< no x satisfies the constraints
  unbounded,      ///< some do, and f falls for ever among them
  not_converged,  ///< the limit on iterations came first, or floating-point numbers overflowed
  inaccurate,     ///< in floating point: x came out, but `residual` says that it is no minimum
  invalid_input,  ///< sizes that do not fit, or a number that is not finite
};

inline bool has_solution(QpOutcome outcome) { return outcome == QpOutcome::solved; }

constexpr std::string_view name(QpOutcome outcome) {
  switch (outcome) {
    case QpOutcome::solved:
      return "solved";
    case QpOutcome::infeasible:
      return "infeasible";
    case QpOutcome::unbounded:
      return "unbounded";
    case QpOutcome::not_converged:
      return "not_converged";
    case QpOutcome::inaccurate:
      return "inaccurate";
    case QpOutcome::invalid_input:
      return "invalid_input";
  }
  return "";
}

/// Of `solved` and `inaccurate`: a point and the multipliers that show it to be a minimum (equation 1),
///   u = A x + b - D'y - F'l,  v = D x - e,  with u_i >= 0 and x_i u_i = 0 (u_i = 0 where x_i is free), y, v >= 0 and
///   y . v = 0.
template <class Vector, class Multipliers, class T>
struct QpResult {
  QpOutcome outcome = QpOutcome::invalid_input;
  Vector x{};
  T value = T(0);         ///< f(x)
  Vector u{};             ///< multipliers of x >= 0
  Multipliers y{};        ///< multipliers of D x >= e
  std::vector<T> l;       ///< multipliers of F x + v = 0
  int iterations = 0;     ///< exchanges of Lemke's method
  double residual = 0.0;  ///< in floating point, by how much the conditions are missed; relative, as in LcpResult
};

template <class T>
using QpSolution = QpResult<std::vector<T>, std::vector<T>, T>;

namespace detail {

/// Zero, or in floating point what rounding leaves of zero where numbers as large as `scale` cancel.
template <class T>
bool negligible(const T& value, const T& scale) {
  if constexpr (std::is_floating_point_v<T>) return !(std::abs(value) > 64 * std::numeric_limits<T>::epsilon() * scale);
  return value == T(0) && !(scale < T(0));
}

template <class T>
T magnitude(const T& value) {
  return value < T(0) ? T(-value) : value;
}

inline QpOutcome from_lcp(LcpOutcome outcome) {
  switch (outcome) {
    case LcpOutcome::trivial:
    case LcpOutcome::solved:
      return QpOutcome::solved;
    case LcpOutcome::inaccurate:
      return QpOutcome::inaccurate;
    case LcpOutcome::not_converged:
      return QpOutcome::not_converged;
    case LcpOutcome::no_solution:  // of which kind, the caller has to find out
    case LcpOutcome::invalid_input:
      break;
  }
  return QpOutcome::invalid_input;
}

template <class T>
class ProgramSolver {
 public:
  explicit ProgramSolver(const QuadraticProgram<T>& program)
      : p_(program), n_(program.b.size()), basic_(n_, 0), fixed_(n_, T(0)), rows_(n_) {}

  QpSolution<T> solve(const LcpOptions& options) {
    QpSolution<T> result;
    if (!valid()) return result;
    result.outcome = QpOutcome::infeasible;
    if (!solve_equalities()) return result;
    set_up();
    if (!eliminate_free()) return without_minimum(options, std::move(result));
    return finish(options, std::move(result));
  }

 private:
  /// An eliminated variable of the complementarity problem: constant + sum of coefficients times later variables.
  struct Substitution {
    std::size_t variable;
    T constant;
    std::vector<T> coefficients;
  };

  bool is_free(std::size_t i) const { return !p_.free.empty() && p_.free[i] != 0; }

  bool valid() const {
    if (p_.A.size() != n_ * n_ || p_.D.size() != n_ * p_.e.size() || p_.F.size() != n_ * p_.v.size()) return false;
    if (!p_.free.empty() && p_.free.size() != n_) return false;
    if (!p_.b_terms.empty() && p_.b_terms.size() != n_) return false;
    for (const std::vector<T>* values : {&p_.A, &p_.b, &p_.D, &p_.e, &p_.F, &p_.v})
      for (const T& value : *values)
        if (!is_finite(value)) return false;
    return is_finite(p_.c);
  }

  /// Gauss-Jordan elimination of F x + v = 0: x_i = fixed_i + rows_i . x for the basic variables. False if there is no
  /// x.
  bool solve_equalities() {
    for (std::size_t i = 0; i < n_; ++i) rows_[i].assign(n_, T(0));
    std::vector<T> matrix = p_.F, constant = p_.v;
    T scale(0);
    for (const std::vector<T>* values : {&p_.F, &p_.v})
      for (const T& value : *values)
        if (scale < magnitude(value)) scale = magnitude(value);
    const std::size_t count = constant.size();
    std::vector<std::size_t>& basic_of_row = basic_of_row_;
    basic_of_row.assign(count, n_);
    combined_.assign(count * count, T(0));  // the reduced rows as combinations of those given
    for (std::size_t r = 0; r < count; ++r) combined_[r * count + r] = T(1);
    for (std::size_t row = 0; row < count; ++row) {
      const auto [pivot_row, pivot_column] = pivot(matrix, row, count, scale);
      if (pivot_column == n_) {
        for (std::size_t r = row; r < count; ++r)
          if (!negligible(constant[r], scale)) return false;
        break;
      }
      for (std::size_t j = 0; j < n_; ++j) std::swap(matrix[row * n_ + j], matrix[pivot_row * n_ + j]);
      std::swap(constant[row], constant[pivot_row]);
      for (std::size_t j = 0; j < count; ++j) std::swap(combined_[row * count + j], combined_[pivot_row * count + j]);
      const T divisor = matrix[row * n_ + pivot_column];
      for (std::size_t j = 0; j < n_; ++j) matrix[row * n_ + j] = matrix[row * n_ + j] / divisor;
      constant[row] = constant[row] / divisor;
      for (std::size_t j = 0; j < count; ++j) combined_[row * count + j] = combined_[row * count + j] / divisor;
      for (std::size_t r = 0; r < count; ++r) {
        const T factor = matrix[r * n_ + pivot_column];
        if (r == row || factor == T(0)) continue;
        for (std::size_t j = 0; j < n_; ++j) matrix[r * n_ + j] = matrix[r * n_ + j] - factor * matrix[row * n_ + j];
        matrix[r * n_ + pivot_column] = T(0);
        constant[r] = constant[r] - factor * constant[row];
        for (std::size_t j = 0; j < count; ++j)
          combined_[r * count + j] = combined_[r * count + j] - factor * combined_[row * count + j];
      }
      basic_of_row[row] = pivot_column;
      basic_[pivot_column] = 1;
    }
    for (std::size_t row = 0; row < count && basic_of_row[row] != n_; ++row) {
      const std::size_t i = basic_of_row[row];
      fixed_[i] = -constant[row];
      for (std::size_t j = 0; j < n_; ++j)
        if (basic_[j] == 0) rows_[i][j] = -matrix[row * n_ + j];
    }
    for (std::size_t i = 0; i < n_; ++i)
      if (basic_[i] == 0) rows_[i][i] = T(1);
    return true;
  }

  /// The largest entry below `row`, in the column of a free variable if there is one.
  std::pair<std::size_t, std::size_t> pivot(const std::vector<T>& matrix, std::size_t row, std::size_t count,
                                            const T& scale) const {
    for (const bool of_free : {true, false}) {
      std::size_t best_row = row, best_column = n_;
      T most(0);
      for (std::size_t r = row; r < count; ++r)
        for (std::size_t j = 0; j < n_; ++j) {
          if (is_free(j) != of_free || basic_[j] != 0) continue;
          const T size = magnitude(matrix[r * n_ + j]);
          if (!(most < size) || negligible(size, scale)) continue;
          most = size;
          best_row = r;
          best_column = j;
        }
      if (best_column != n_) return {best_row, best_column};
    }
    return {row, n_};
  }

  /// The complementarity problem of the variables that are left.
  void set_up() {
    for (std::size_t i = 0; i < n_; ++i)
      if (basic_[i] == 0) kept_.push_back(i);
    const std::size_t k = kept_.size();
    const auto image = [&](const std::vector<T>& row, std::size_t from, std::size_t column) {
      T sum(0);
      for (std::size_t j = 0; j < n_; ++j)
        if (!(row[from + j] == T(0))) sum = sum + row[from + j] * rows_[j][column];
      return sum;
    };
    const auto at_fixed = [&](const std::vector<T>& row, std::size_t from) {
      T sum(0);
      for (std::size_t j = 0; j < n_; ++j) sum = sum + row[from + j] * fixed_[j];
      return sum;
    };
    std::vector<std::vector<T>> constraints;
    std::vector<T> bounds;
    for (std::size_t r = 0; r < p_.e.size(); ++r) {
      constraints.emplace_back();
      for (const std::size_t column : kept_) constraints.back().push_back(image(p_.D, r * n_, column));
      bounds.push_back(p_.e[r] - at_fixed(p_.D, r * n_));
    }
    for (std::size_t i = 0; i < n_; ++i) {
      if (basic_[i] == 0 || is_free(i)) continue;
      constraints.emplace_back();
      for (const std::size_t column : kept_) constraints.back().push_back(rows_[i][column]);
      bounds.push_back(-fixed_[i]);
    }
    const std::size_t size = k + bounds.size();
    given_ = size;
    q_.assign(size, T(0));
    m_.assign(size, std::vector<T>(size, T(0)));
    std::vector<T> gradient(n_), half(n_ * k, T(0));
    for (std::size_t i = 0; i < n_; ++i) {
      gradient[i] = p_.b[i] + at_fixed(p_.A, i * n_);
      for (std::size_t j = 0; j < k; ++j) half[i * k + j] = image(p_.A, i * n_, kept_[j]);
    }
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t l = 0; l < n_; ++l) {
        const T& weight = rows_[l][kept_[i]];
        if (weight == T(0)) continue;
        q_[i] = q_[i] + weight * gradient[l];
        for (std::size_t j = 0; j < k; ++j) m_[i][j] = m_[i][j] + weight * half[l * k + j];
      }
    }
    for (std::size_t r = 0; r < bounds.size(); ++r) {
      q_[k + r] = -bounds[r];
      for (std::size_t j = 0; j < k; ++j) {
        m_[k + r][j] = constraints[r][j];
        m_[j][k + r] = -constraints[r][j];
      }
    }
    if constexpr (std::is_floating_point_v<T>) note_sizes(k);
  }

  /// What the entries that elimination changes are sums of, in magnitude, to know what rounding may leave of zero.
  void note_sizes(std::size_t k) {
    q_size_ = q_;
    for (T& entry : q_size_) entry = magnitude(entry);
    m_size_ = m_;
    for (std::vector<T>& row : m_size_)
      for (T& entry : row) entry = magnitude(entry);
    for (std::size_t i = 0; i < k; ++i) {
      T terms(0);
      for (std::size_t l = 0; l < n_; ++l) {
        T along = p_.b_terms.empty() ? magnitude(p_.b[l]) : p_.b_terms[l];
        for (std::size_t j = 0; j < n_; ++j) along = along + magnitude(T(p_.A[l * n_ + j] * fixed_[j]));
        terms = terms + magnitude(rows_[l][kept_[i]]) * along;
      }
      if (q_size_[i] < terms) q_size_[i] = terms;
    }
  }

  bool vanishes(const T& value, const std::vector<T>& sizes, std::size_t i) const {
    if constexpr (std::is_floating_point_v<T>) return negligible(value, sizes[i]);
    return value == T(0);
  }
  bool vanishes(std::size_t i, std::size_t j) const {
    if constexpr (std::is_floating_point_v<T>) return negligible(m_[i][j], m_size_[i][j]);
    return m_[i][j] == T(0);
  }

  /// Solves the equations of the free variables. False if f falls for ever along one.
  bool eliminate_free() {
    const std::size_t size = q_.size(), k = kept_.size();
    alive_.assign(size, 1);
    std::vector<T> scale(k);
    for (std::size_t i = 0; i < k; ++i) scale[i] = m_[i][i];
    for (;;) {
      std::size_t u = k;  // the free variable of the largest pivot
      for (std::size_t i = 0; i < k; ++i)
        if (alive_[i] != 0 && is_free(kept_[i]) && !negligible(m_[i][i], scale[i]) && (u == k || m_[u][u] < m_[i][i]))
          u = i;
      if (u == k) break;
      eliminate(u);
    }
    for (std::size_t u = 0; u < k; ++u) {
      if (alive_[u] == 0 || !is_free(kept_[u])) continue;
      bool restrained = false;
      for (std::size_t r = k; r < given_ && !restrained; ++r) restrained = alive_[r] != 0 && !vanishes(r, u);
      if (restrained)
        split(u);
      else if (vanishes(q_[u], q_size_, u))
        alive_[u] = 0;  // f does not depend on it
      else
        return false;
    }
    return true;
  }

  void eliminate(std::size_t u) {
    const std::size_t size = q_.size();
    Substitution substitution{u, T(-q_[u] / m_[u][u]), std::vector<T>(size, T(0))};
    alive_[u] = 0;
    for (std::size_t j = 0; j < size; ++j)
      if (alive_[j] != 0) substitution.coefficients[j] = -m_[u][j] / m_[u][u];
    for (std::size_t i = 0; i < size; ++i) {
      const T factor = m_[i][u];
      if (alive_[i] == 0 || factor == T(0)) continue;
      grow(q_size_, i, factor * substitution.constant);
      q_[i] = q_[i] + factor * substitution.constant;
      for (std::size_t j = 0; j < size; ++j) {
        if (alive_[j] == 0) continue;
        if constexpr (std::is_floating_point_v<T>) grow(m_size_[i], j, factor * substitution.coefficients[j]);
        m_[i][j] = m_[i][j] + factor * substitution.coefficients[j];
      }
    }
    substitutions_.push_back(std::move(substitution));
  }

  void grow(std::vector<T>& sizes, std::size_t i, const T& term) {
    if constexpr (std::is_floating_point_v<T>) sizes[i] = std::fmax(sizes[i], std::fabs(term));
  }

  /// x_u = positive part - negative part, the latter a new variable.
  void split(std::size_t u) {
    const std::size_t size = q_.size();
    for (std::size_t i = 0; i < size; ++i) m_[i].push_back(-m_[i][u]);
    m_.push_back(m_[u]);
    for (T& value : m_.back()) value = -value;
    q_.push_back(-q_[u]);
    alive_.push_back(1);
    negative_parts_.emplace_back(u, size);
  }

  /// Lemke's method ended on a ray, or f falls along a free variable: whether the constraints can be met says which.
  QpSolution<T> without_minimum(const LcpOptions& options, QpSolution<T> result) const {
    QuadraticProgram<T> constraints = p_;
    constraints.A.assign(n_ * n_, T(0));
    constraints.b.assign(n_, T(0));
    constraints.b_terms.clear();
    constraints.c = T(0);
    bool any = false;
    for (const T& value : p_.A) any = any || !(value == T(0));
    for (const T& value : p_.b) any = any || !(value == T(0));
    if (!any) return result;  // these were the constraints alone
    const QpSolution<T> feasible = ProgramSolver(constraints).solve(options);
    result.outcome = has_solution(feasible.outcome) ? QpOutcome::unbounded : feasible.outcome;
    return result;
  }

  QpSolution<T> finish(const LcpOptions& options, QpSolution<T> result) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < q_.size(); ++i)
      if (alive_[i] != 0) left.push_back(i);
    std::vector<T> q, m;
    for (const std::size_t i : left) {
      q.push_back(q_[i]);
      for (const std::size_t j : left) m.push_back(m_[i][j]);
    }
    const LcpResult<std::vector<T>> solution = solve_lcp(q, m, options);
    result.iterations = solution.iterations;
    if (solution.outcome == LcpOutcome::no_solution) return without_minimum(options, std::move(result));
    result.outcome = from_lcp(solution.outcome);
    result.residual = solution.residual;
    if (result.outcome != QpOutcome::solved && result.outcome != QpOutcome::inaccurate) return result;
    std::vector<T> z(q_.size(), T(0));
    for (std::size_t i = 0; i < left.size(); ++i) z[left[i]] = solution.z[i];
    // A variable was split after all eliminations, so that what was eliminated depends on the whole of it.
    for (const auto& [positive, negative] : negative_parts_) z[positive] = z[positive] - z[negative];
    for (auto s = substitutions_.rbegin(); s != substitutions_.rend(); ++s) {
      z[s->variable] = s->constant;
      for (std::size_t j = 0; j < s->coefficients.size(); ++j)
        z[s->variable] = z[s->variable] + s->coefficients[j] * z[j];
    }
    result.x = fixed_;
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < kept_.size(); ++j) result.x[i] = result.x[i] + rows_[i][kept_[j]] * z[j];
    result.value = p_.c;
    for (std::size_t i = 0; i < n_; ++i) {
      T slope = p_.b[i] + p_.b[i];
      for (std::size_t j = 0; j < n_; ++j) slope = slope + p_.A[i * n_ + j] * result.x[j];
      result.value = result.value + result.x[i] * slope / T(2);
    }
    set_multipliers(z, result);
    return result;
  }

  /// y are variables of the complementarity problem; l makes u what it must be for the variables that the equalities
  /// were solved for.
  void set_multipliers(const std::vector<T>& z, QpSolution<T>& result) const {
    const std::size_t k = kept_.size(), rows = p_.e.size(), count = p_.v.size();
    for (std::size_t r = 0; r < rows; ++r) result.y.push_back(z[k + r]);
    result.u.assign(n_, T(0));
    for (std::size_t i = 0; i < n_; ++i) {
      T slope = p_.b[i];
      for (std::size_t j = 0; j < n_; ++j) slope = slope + p_.A[i * n_ + j] * result.x[j];
      for (std::size_t r = 0; r < rows; ++r) slope = slope - p_.D[r * n_ + i] * result.y[r];
      result.u[i] = slope;
    }
    result.l.assign(count, T(0));
    std::size_t own = k + rows;  // the inequality that keeps a variable from being negative, in the order of set_up()
    std::vector<T> of_basic(n_, T(0));
    for (std::size_t i = 0; i < n_; ++i)
      if (basic_[i] != 0 && !is_free(i)) of_basic[i] = z[own++];
    for (std::size_t row = 0; row < count && basic_of_row_[row] != n_; ++row) {
      const std::size_t i = basic_of_row_[row];
      const T share = result.u[i] - of_basic[i];
      for (std::size_t j = 0; j < count; ++j) result.l[j] = result.l[j] + combined_[row * count + j] * share;
    }
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < count; ++j) result.u[i] = result.u[i] - p_.F[j * n_ + i] * result.l[j];
    if constexpr (std::is_floating_point_v<T>) {
      const auto equalities = [&](std::size_t i, const auto& add) {
        for (std::size_t j = 0; j < count; ++j) add(-p_.F[j * n_ + i] * result.l[j]);
      };
      const double missed = conditions_missed<T>(
          n_, rows, [&](std::size_t i, std::size_t j) { return p_.A[i * n_ + j]; }, p_.b,
          [&](std::size_t r, std::size_t j) { return p_.D[r * n_ + j]; }, p_.e,
          [&](std::size_t i) { return is_free(i); }, result.x, result.u, result.y, equalities);
      result.residual = std::fmax(result.residual, missed);
      if (!(result.residual <= lcp_tolerance<T>)) result.outcome = QpOutcome::inaccurate;
      const auto equal = [&](const auto& vanishes) {
        for (std::size_t l = 0; l < count; ++l)
          if (!vanishes([&](std::size_t j) { return p_.F[l * n_ + j]; }, false)) return false;
        return true;
      };
      if (falls_along<T>(
              n_, rows, [&](std::size_t i, std::size_t j) { return p_.A[i * n_ + j]; }, p_.b,
              [&](std::size_t r, std::size_t j) { return p_.D[r * n_ + j]; }, [&](std::size_t i) { return is_free(i); },
              result.x, equal))
        result.outcome = QpOutcome::unbounded;
    }
  }

  const QuadraticProgram<T>& p_;
  std::size_t n_;
  std::vector<char> basic_;
  std::vector<T> fixed_;
  std::vector<std::vector<T>> rows_;
  std::vector<std::size_t> kept_;
  std::vector<std::size_t> basic_of_row_;
  std::vector<T> combined_;
  std::size_t given_ = 0;  // rows of the complementarity problem before variables are split
  std::vector<T> q_, q_size_;
  std::vector<std::vector<T>> m_, m_size_;
  std::vector<char> alive_;
  std::vector<Substitution> substitutions_;
  std::vector<std::pair<std::size_t, std::size_t>> negative_parts_;
};

}  // namespace detail

template <class T>
QpSolution<T> minimize(const QuadraticProgram<T>& program, const LcpOptions& options = {}) {
  return detail::ProgramSolver<T>(program).solve(options);
}

/// Without free variables and equalities: x >= 0, D x >= e.
template <class T>
QpSolution<T> minimize(const std::vector<T>& A, const std::vector<T>& b, const T& c, const std::vector<T>& D,
                       const std::vector<T>& e, const LcpOptions& options = {}) {
  QuadraticProgram<T> program;
  program.A = A;
  program.b = b;
  program.c = c;
  program.D = D;
  program.e = e;
  return minimize(program, options);
}

/// The same with dimensions known when compiling.
template <class T, std::size_t N, std::size_t M, class Observer = detail::Unobserved>
QpResult<std::array<T, N>, std::array<T, M>, T> minimize(const std::array<std::array<T, N>, N>& A,
                                                         const std::array<T, N>& b, const T& c,
                                                         const std::array<std::array<T, N>, M>& D,
                                                         const std::array<T, M>& e, const LcpOptions& options = {},
                                                         Observer observe = {}) {
  QpResult<std::array<T, N>, std::array<T, M>, T> result;
  const auto lcp = [&](bool with_f, auto observer) {
    std::array<T, N + M> q{};
    std::array<std::array<T, N + M>, N + M> m{};
    for (std::size_t i = 0; i < N; ++i) {
      q[i] = with_f ? b[i] : T(0);
      for (std::size_t j = 0; j < N; ++j) m[i][j] = with_f ? A[i][j] : T(0);
      for (std::size_t j = 0; j < M; ++j) m[i][N + j] = -D[j][i];
    }
    for (std::size_t i = 0; i < M; ++i) {
      q[N + i] = -e[i];
      for (std::size_t j = 0; j < N; ++j) m[N + i][j] = D[i][j];
    }
    return solve_lcp(q, m, options, observer);
  };
  if (!detail::is_finite(c)) return result;
  const auto solution = lcp(true, observe);
  result.iterations = solution.iterations;
  if (solution.outcome == LcpOutcome::no_solution) {
    const LcpOutcome constraints = lcp(false, detail::Unobserved{}).outcome;
    if (constraints == LcpOutcome::no_solution)
      result.outcome = QpOutcome::infeasible;
    else
      result.outcome = has_solution(constraints) ? QpOutcome::unbounded : detail::from_lcp(constraints);
    return result;
  }
  result.outcome = detail::from_lcp(solution.outcome);
  if (result.outcome != QpOutcome::solved && result.outcome != QpOutcome::inaccurate) return result;
  result.residual = solution.residual;
  result.value = c;
  for (std::size_t i = 0; i < M; ++i) result.y[i] = solution.z[N + i];
  for (std::size_t i = 0; i < N; ++i) {
    result.x[i] = solution.z[i];
    result.u[i] = solution.w[i];
    T slope = b[i] + b[i];
    for (std::size_t j = 0; j < N; ++j) slope = slope + A[i][j] * solution.z[j];
    result.value = result.value + solution.z[i] * slope / T(2);
  }
  if constexpr (std::is_floating_point_v<T>) {
    const double missed = detail::conditions_missed<T>(
        N, M, [&](std::size_t i, std::size_t j) { return A[i][j]; }, b,
        [&](std::size_t r, std::size_t j) { return D[r][j]; }, e, [](std::size_t) { return false; }, result.x, result.u,
        result.y, [](std::size_t, const auto&) {});
    result.residual = std::fmax(result.residual, missed);
    if (!(result.residual <= lcp_tolerance<T>)) result.outcome = QpOutcome::inaccurate;
    if (detail::falls_along<T>(
            N, M, [&](std::size_t i, std::size_t j) { return A[i][j]; }, b,
            [&](std::size_t r, std::size_t j) { return D[r][j]; }, [](std::size_t) { return false; }, result.x,
            [](const auto&) { return true; }))
      result.outcome = QpOutcome::unbounded;
  }
  return result;
}

}  // namespace clearance
