#pragma once

// The general primal active-set method for a quadratic program (Fletcher, "Practical Methods of Optimization", 2nd ed.,
// 1987; Fenger 2001, section 3.3), on the distance problem, as a baseline for DQP3. From a feasible point, each
// iteration solves the program with the active constraints as equations, by the Lagrangian system (3.3.9), dense and in
// all six variables; goes as far towards that as the other constraints allow (3.3.11), adding the one that stops it;
// and where nothing stops it, drops the constraint with the most negative multiplier. No such constraint, and the point
// is optimal.
//
// Departures: after a full step the multipliers of the same system are those at its end, so that no second solution is
// needed; H is singular while few constraints are active, so the system is solved by LU with full pivoting, which sets
// what is free to zero; after a run of steps that go nowhere, Bland's rule (the lowest index in and out) prevents
// cycling. Cost of an iteration: 2/3 (6 + m)^3 for m <= 6 active constraints, and up to 24 operations for each facet.
// T: the number type. No allocation: all sizes are bounded.

#include <Eigen/LU>

#include "literature/qp/distance_qp.hpp"

namespace clearance::detail {

struct QpActiveSetSettings {
  double length = 1.0;  ///< the size of the problem, to which the tolerances are relative
  int limit = 500;      ///< bound on the iterations
};

template <class T>
class QpActiveSet {
 public:
  using Vector6 = typename DistanceQp<T>::Vector6;

  QpActiveSet(const DistanceQp<T>& qp, const QpActiveSetSettings& settings) : qp_(qp), settings_(settings) {}

  /// From a feasible point, no constraint active.
  QpSolution<T> solve(const Vector6& start) {
    QpSolution<T> solution;
    solution.x = start;
    Vector6& x = solution.x;
    for (; solution.iterations < settings_.limit; ++solution.iterations) {
      solve_equality_problem(x);
      const Block block = first_in_the_way(x);
      x += step_ * block.alpha;
      idle_ = block.alpha * step_.cwiseAbs().maxCoeff() > T(negligible * settings_.length) ? 0 : idle_ + 1;
      if (block.row >= 0) {
        active_[static_cast<std::size_t>(count_++)] = block.row;
      } else if (!drop_one()) {
        solution.optimal = true;
        break;
      }
    }
    for (int i = 0; i < count_; ++i) {
      const int j = active_[static_cast<std::size_t>(i)];
      ActiveSet& set = qp_.of_a(j) ? solution.active_a : solution.active_b;
      set.facet[static_cast<std::size_t>(set.count++)] = qp_.of_a(j) ? j : j - qp_.rows_of_a();
    }
    return solution;
  }

 private:
  static constexpr int max_active = 6;
  /// Multipliers, moves, and approach to a constraint below this are rounding.
  static constexpr double negligible = 1e-14;
  /// Steps that go nowhere before Bland's rule takes over.
  static constexpr int patience = 20;
  using System = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, 0, 6 + max_active, 6 + max_active>;
  using Side = Eigen::Matrix<T, Eigen::Dynamic, 1, 0, 6 + max_active, 1>;

  struct Block {
    T alpha;
    int row;
  };

  bool is_active(int j) const {
    for (int i = 0; i < count_; ++i)
      if (active_[static_cast<std::size_t>(i)] == j) return true;
    return false;
  }
  int active_of(bool a) const {
    int n = 0;
    for (int i = 0; i < count_; ++i) n += qp_.of_a(active_[static_cast<std::size_t>(i)]) == a ? 1 : 0;
    return n;
  }

  /// H s + A lambda = -gradient, A' s = 0.
  void solve_equality_problem(const Vector6& x) {
    System system = System::Zero(6 + count_, 6 + count_);
    Side side = Side::Zero(6 + count_);
    system.template topLeftCorner<6, 6>() = qp_.hessian;
    for (int i = 0; i < count_; ++i) {
      const Vector6 row = qp_.row(active_[static_cast<std::size_t>(i)]);
      system.col(6 + i).template head<6>() = row;
      system.row(6 + i).template head<6>() = row.transpose();
    }
    side.template head<6>() = -qp_.gradient(x);
    const Side solution = Eigen::FullPivLU<System>(system).solve(side);
    step_ = solution.template head<6>();
    for (int i = 0; i < count_; ++i) multiplier_[static_cast<std::size_t>(i)] = solution(6 + i);
  }

  Block first_in_the_way(const Vector6& x) const {
    Block block{T(1.0), -1};
    const T least = step_.cwiseAbs().maxCoeff() * T(negligible);
    const bool full_a = active_of(true) == 3, full_b = active_of(false) == 3;
    for (int j = 0; j < qp_.rows(); ++j) {
      if (qp_.of_a(j) ? full_a : full_b) continue;  // a vertex does not move
      const Vector6 row = qp_.row(j);
      const T rate = row.dot(step_);
      if (!(rate > least) || is_active(j)) continue;
      const T room = qp_.offset(j) - row.dot(x);
      const T alpha = room > T(0.0) ? room / rate : T(0.0);
      if (alpha < block.alpha) block = {alpha, j};
    }
    return block;
  }

  /// The constraint with the most negative multiplier; after too many idle steps, the first with a negative one.
  bool drop_one() {
    int worst = -1;
    T least = -negligible * settings_.length;
    for (int i = 0; i < count_; ++i) {
      const T& value = multiplier_[static_cast<std::size_t>(i)];
      if (!(value < least)) continue;
      if (idle_ < patience) {
        least = value;
        worst = i;
      } else if (worst < 0 || active_[static_cast<std::size_t>(i)] < active_[static_cast<std::size_t>(worst)]) {
        worst = i;
      }
    }
    if (worst < 0) return false;
    active_[static_cast<std::size_t>(worst)] = active_[static_cast<std::size_t>(--count_)];
    return true;
  }

  const DistanceQp<T>& qp_;
  QpActiveSetSettings settings_;
  std::array<int, max_active> active_{};
  std::array<T, max_active> multiplier_;
  Vector6 step_;
  int count_ = 0, idle_ = 0;
};

}  // namespace clearance::detail
