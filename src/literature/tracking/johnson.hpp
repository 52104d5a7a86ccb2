#pragma once

// Johnson's distance sub-algorithm: the point nearest to the origin in the hull of one to four points, by cofactors
// (Gilbert, Johnson and Keerthi 1988, section IV, with the backup procedure of its appendix). For the set X of points,
//
//     D_j({y_j}) = 1,   D_j(X + {y_j}) = sum over i in X of D_i(X) (y_i . y_k - y_i . y_j),   k any of X;
//
// the subset X whose D_i(X), i in X, are all positive and whose D_j(X + {y_j}), j not in X, are all not, holds the
// nearest point in its interior, with weights D_i(X) over their sum. Rounding may hide that subset; then all subsets
// with positive cofactors are tried, and the one nearest to the origin is taken. A template over the number type:
// double in the library, or one that counts operations.

#include <array>

#include "numeric/vector.hpp"

namespace clearance::detail {

template <class T>
struct JohnsonPoint {
  unsigned subset = 0;  ///< bit i: point i takes part; none if no subset has positive cofactors
  std::array<T, 4> weight{T(0.0), T(0.0), T(0.0), T(0.0)};
  Vector<T> nearest{};
};

template <class T>
JohnsonPoint<T> johnson(const std::array<Vector<T>, 4>& y, int count) {
  const auto n = static_cast<std::size_t>(count);
  std::array<std::array<T, 4>, 4> product{};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) product[i][j] = product[j][i] = dot(y[i], y[j]);
  const unsigned sets = 1U << n;
  const auto in = [](unsigned set, std::size_t i) { return ((set >> i) & 1U) != 0; };

  std::array<std::array<T, 4>, 16> cofactor{};
  for (std::size_t j = 0; j < n; ++j) cofactor[1U << j][j] = T(1.0);
  for (unsigned set = 1; set < sets; ++set) {
    std::size_t k = 0;
    while (!in(set, k)) ++k;
    for (std::size_t j = 0; j < n; ++j) {
      if (in(set, j)) continue;
      T sum(0.0);
      for (std::size_t i = 0; i < n; ++i)
        if (in(set, i)) sum = sum + cofactor[set][i] * (product[i][k] - product[i][j]);
      cofactor[set | (1U << j)][j] = sum;
    }
  }

  const auto positive = [&](unsigned set) {
    for (std::size_t i = 0; i < n; ++i)
      if (in(set, i) && !(cofactor[set][i] > T(0.0))) return false;
    return true;
  };
  const auto complete = [&](unsigned set) {
    for (std::size_t j = 0; j < n; ++j)
      if (!in(set, j) && cofactor[set | (1U << j)][j] > T(0.0)) return false;
    return true;
  };
  const auto point = [&](unsigned set) {
    JohnsonPoint<T> p;
    p.subset = set;
    T total(0.0);
    for (std::size_t i = 0; i < n; ++i)
      if (in(set, i)) total = total + cofactor[set][i];
    p.nearest = Vector<T>(T(0.0), T(0.0), T(0.0));
    for (std::size_t i = 0; i < n; ++i) {
      if (!in(set, i)) continue;
      p.weight[i] = cofactor[set][i] / total;
      p.nearest = p.nearest + y[i] * p.weight[i];
    }
    return p;
  };
  for (unsigned set = 1; set < sets; ++set)
    if (positive(set) && complete(set)) return point(set);
  JohnsonPoint<T> best;
  for (unsigned set = 1; set < sets; ++set) {
    if (!positive(set)) continue;
    const JohnsonPoint<T> p = point(set);
    if (best.subset == 0 || norm_sq(p.nearest) < norm_sq(best.nearest)) best = p;
  }
  return best;
}

}  // namespace clearance::detail
