#pragma once

// A primal-dual interior-point method for the distance problem as a quadratic program (Fenger 2001, section 3.2), with
// the predictor and corrector of Mehrotra, "On the implementation of a primal-dual interior point method", 1992, as a
// baseline for DQP3. Unknowns: the points x, a slack s_j > 0 and a multiplier z_j > 0 for each facet, with
//
//   H x + q + A' z = 0,    A x + s = d,    s_j z_j = mu -> 0.
//
// Newton's equations reduce to six: (H + A' diag(z / s) A) dx = r. The facets of one object fill a 3x3 block of that
// matrix. The step lengths of s and z are one, as the objective is quadratic. At the end the facets that hold the
// points are those whose multipliers outweigh their slacks.
//
// Cost: some 15 iterations of about 70 operations for each facet. Allocates, as s and z have an element for each facet.
// T: the number type.

#include <Eigen/LU>
#include <algorithm>
#include <vector>

#include "literature/qp/distance_qp.hpp"

namespace clearance::detail {

struct QpInteriorPointSettings {
  double length = 1.0;  ///< the size of the problem, to which the tolerances are relative
  int limit = 100;      ///< bound on the iterations
};

template <class T>
class QpInteriorPoint {
 public:
  using Vector6 = typename DistanceQp<T>::Vector6;

  QpInteriorPoint(const DistanceQp<T>& qp, const QpInteriorPointSettings& settings)
      : qp_(qp), settings_(settings), rows_(static_cast<std::size_t>(qp.rows())) {}

  /// From any point; it need not be feasible.
  QpSolution<T> solve(const Vector6& start) {
    QpSolution<T> solution;
    solution.x = start;
    begin(start);
    for (; solution.iterations < settings_.limit; ++solution.iterations) {
      evaluate(solution.x);
      if (converged()) {
        solution.optimal = true;
        break;
      }
      const Vector6 before = solution.x;
      iterate(solution.x);
      if (!is_finite(solution.x)) {  // too close to singular for another digit
        solution.x = before;
        break;
      }
    }
    collect(solution.active_a, 0, qp_.rows_of_a());
    collect(solution.active_b, qp_.rows_of_a(), qp_.rows());
    return solution;
  }

 private:
  /// Residuals and complementarity that end the search, relative to the distance and to its square, or, where that is
  /// small, to this part of the length.
  static constexpr double feasible = 1e-9, complementary = 1e-14, small_distance = 1e-6;
  /// How much of the way to the border a step may go.
  static constexpr double to_border = 0.995;
  /// Added to the diagonal of the six equations, relative to it: changes the steps, not what they lead to.
  static constexpr double regularisation = 1e-15;

  struct RowState {
    Vector<T> normal;
    T offset, slack, multiplier;
    T residual;  // of A x + s = d
    T slack_step, multiplier_step, target;
  };

  static T along(const RowState& row, const Vector6& v, int first) {
    return row.normal.x * v(first) + row.normal.y * v(first + 1) + row.normal.z * v(first + 2);
  }
  static void add(Vector6& to, const RowState& row, const T& factor, int first) {
    to(first) += row.normal.x * factor;
    to(first + 1) += row.normal.y * factor;
    to(first + 2) += row.normal.z * factor;
  }
  int first_of(std::size_t j) const { return qp_.of_a(static_cast<int>(j)) ? 0 : 3; }

  void begin(const Vector6& x) {
    const T pull = qp_.gradient(x).cwiseAbs().maxCoeff() + T(1e-3 * settings_.length);
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      RowState& row = rows_[j];
      row.normal = Vector<T>(qp_.normal(static_cast<int>(j)));
      row.offset = qp_.offset(static_cast<int>(j));
      const T room = row.offset - along(row, x, first_of(j));
      row.slack = room > T(0.1 * settings_.length) ? room : T(0.1 * settings_.length);
      row.multiplier = pull;
    }
  }

  void evaluate(const Vector6& x) {
    dual_residual_ = qp_.gradient(x);
    const Eigen::Matrix<T, 3, 1> gap = dual_residual_.template head<3>();
    const double small = small_distance * settings_.length;
    distance_sq_ = gap.squaredNorm() + T(small * small);
    mu_ = T(0.0);
    worst_residual_ = T(0.0);
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      RowState& row = rows_[j];
      const int first = first_of(j);
      add(dual_residual_, row, row.multiplier, first);
      row.residual = along(row, x, first) + row.slack - row.offset;
      const T size = magnitude(row.residual);
      if (size > worst_residual_) worst_residual_ = size;
      mu_ += row.slack * row.multiplier;
    }
    mu_ = mu_ / T(static_cast<double>(rows_.size()));
  }

  static T magnitude(const T& v) { return v < T(0.0) ? -v : v; }

  /// Complementary, and feasible or as nearly so as rounding lets it be.
  bool converged() {
    const T worst = std::max(worst_residual_, dual_residual_.cwiseAbs().maxCoeff());
    const bool better = worst < last_worst_;
    last_worst_ = worst;
    return mu_ < T(complementary) * distance_sq_ && (!better || worst * worst < T(feasible * feasible) * distance_sq_);
  }
  static bool is_finite(const Vector6& x) {
    for (int i = 0; i < 6; ++i)
      if (!(magnitude(x(i)) < T(HUGE_VAL))) return false;
    return true;
  }

  /// Solves Newton's equations for the present targets of s_j z_j.
  Vector6 newton(const Eigen::PartialPivLU<typename DistanceQp<T>::Matrix6>& factors) {
    Vector6 side = -dual_residual_;
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      const RowState& row = rows_[j];
      add(side, row, -(row.target + row.multiplier * row.residual) / row.slack, first_of(j));
    }
    const Vector6 step = factors.solve(side);
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      RowState& row = rows_[j];
      row.slack_step = -row.residual - along(row, step, first_of(j));
      row.multiplier_step = (row.target - row.multiplier * row.slack_step) / row.slack;
    }
    return step;
  }

  T step_length() const {
    T length = T(1.0);
    for (const RowState& row : rows_) {
      if (row.slack + row.slack_step * length < T(0.0)) length = -row.slack / row.slack_step;
      if (row.multiplier + row.multiplier_step * length < T(0.0)) length = -row.multiplier / row.multiplier_step;
    }
    return length;
  }

  void iterate(Vector6& x) {
    typename DistanceQp<T>::Matrix6 matrix = qp_.hessian;
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      const RowState& row = rows_[j];
      const int first = first_of(j);
      const T weight = row.multiplier / row.slack;
      const T x_part = row.normal.x * weight, y_part = row.normal.y * weight;
      matrix(first, first) += x_part * row.normal.x;
      matrix(first, first + 1) += x_part * row.normal.y;
      matrix(first, first + 2) += x_part * row.normal.z;
      matrix(first + 1, first + 1) += y_part * row.normal.y;
      matrix(first + 1, first + 2) += y_part * row.normal.z;
      matrix(first + 2, first + 2) += row.normal.z * weight * row.normal.z;
    }
    for (const int first : {0, 3}) {
      matrix(first + 1, first) = matrix(first, first + 1);
      matrix(first + 2, first) = matrix(first, first + 2);
      matrix(first + 2, first + 1) = matrix(first + 1, first + 2);
    }
    // Where the nearest points are not unique, nothing but rounding is left in some direction: stay where we are.
    const T least = matrix.diagonal().maxCoeff() * T(regularisation);
    for (int i = 0; i < 6; ++i) matrix(i, i) += least;
    const Eigen::PartialPivLU<typename DistanceQp<T>::Matrix6> factors(matrix);

    // Predictor: straight for complementarity zero. How far that gets says how much centring is needed.
    for (RowState& row : rows_) row.target = -row.slack * row.multiplier;
    newton(factors);
    const T affine = step_length();
    T mu_affine = T(0.0);
    for (const RowState& row : rows_)
      mu_affine += (row.slack + row.slack_step * affine) * (row.multiplier + row.multiplier_step * affine);
    mu_affine = mu_affine / T(static_cast<double>(rows_.size()));
    const T ratio = mu_affine / mu_;
    const T centre = ratio * ratio * ratio * mu_;

    // Corrector: with the second-order part of the predictor.
    for (RowState& row : rows_) row.target = centre - row.slack * row.multiplier - row.slack_step * row.multiplier_step;
    const Vector6 step = newton(factors);
    const T length = step_length() * T(to_border);
    x += step * length;
    for (RowState& row : rows_) {
      row.slack += row.slack_step * length;
      row.multiplier += row.multiplier_step * length;
    }
  }

  /// At most three facets that hold the point: those with the largest multipliers.
  void collect(ActiveSet& set, int from, int to) const {
    while (set.count < 3) {
      int best = -1;
      for (int j = from; j < to; ++j) {
        const RowState& row = rows_[static_cast<std::size_t>(j)];
        if (!(row.multiplier > row.slack) || set.has(j - from)) continue;
        if (best < 0 || row.multiplier > rows_[static_cast<std::size_t>(best)].multiplier) best = j;
      }
      if (best < 0) return;
      set.facet[static_cast<std::size_t>(set.count++)] = best - from;
    }
  }

  const DistanceQp<T>& qp_;
  QpInteriorPointSettings settings_;
  std::vector<RowState> rows_;
  Vector6 dual_residual_;
  T mu_, worst_residual_, distance_sq_, last_worst_ = HUGE_VAL;
};

}  // namespace clearance::detail
