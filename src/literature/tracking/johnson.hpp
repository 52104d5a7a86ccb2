#pragma once

// Johnson's distance sub-algorithm: the point nearest to the origin in the hull of one to four points, by cofactors
// (Gilbert, Johnson and Keerthi 1988, section IV, with the backup procedure of its appendix). For the set X of points,
//
//     D_j({y_j}) = 1,   D_j(X + {y_j}) = sum over i in X of D_i(X) (y_i . y_k - y_i . y_j),   k any of X;
//
// the subset X whose D_i(X), i in X, are all positive and whose D_j(X + {y_j}), j not in X, are all not, holds the
// nearest point in its interior, with weights D_i(X) over their sum. Rounding may hide that subset; then all subsets
// with positive cofactors are tried, and the one nearest to the origin is taken.

#include <array>

#include "numeric/vector.hpp"

namespace clearance::detail {

struct JohnsonPoint {
  unsigned subset = 0;  ///< bit i: point i takes part; none if no subset has positive cofactors
  std::array<double, 4> weight{};
  V3 nearest{};
};

inline JohnsonPoint johnson(const std::array<V3, 4>& y, int count) {
  const auto n = static_cast<std::size_t>(count);
  std::array<std::array<double, 4>, 4> product{};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) product[i][j] = dot(y[i], y[j]);
  const unsigned sets = 1U << n;
  const auto in = [](unsigned set, std::size_t i) { return ((set >> i) & 1U) != 0; };

  std::array<std::array<double, 4>, 16> cofactor{};
  for (std::size_t j = 0; j < n; ++j) cofactor[1U << j][j] = 1.0;
  for (unsigned set = 1; set < sets; ++set) {
    std::size_t k = 0;
    while (!in(set, k)) ++k;
    for (std::size_t j = 0; j < n; ++j) {
      if (in(set, j)) continue;
      double sum = 0.0;
      for (std::size_t i = 0; i < n; ++i)
        if (in(set, i)) sum += cofactor[set][i] * (product[i][k] - product[i][j]);
      cofactor[set | (1U << j)][j] = sum;
    }
  }

  const auto positive = [&](unsigned set) {
    for (std::size_t i = 0; i < n; ++i)
      if (in(set, i) && !(cofactor[set][i] > 0.0)) return false;
    return true;
  };
  const auto complete = [&](unsigned set) {
    for (std::size_t j = 0; j < n; ++j)
      if (!in(set, j) && cofactor[set | (1U << j)][j] > 0.0) return false;
    return true;
  };
  const auto point = [&](unsigned set) {
    JohnsonPoint p{set, {}, V3(0, 0, 0)};
    double total = 0.0;
    for (std::size_t i = 0; i < n; ++i) total += in(set, i) ? cofactor[set][i] : 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      p.weight[i] = in(set, i) ? cofactor[set][i] / total : 0.0;
      p.nearest = p.nearest + y[i] * p.weight[i];
    }
    return p;
  };
  for (unsigned set = 1; set < sets; ++set)
    if (positive(set) && complete(set)) return point(set);
  JohnsonPoint best;
  for (unsigned set = 1; set < sets; ++set) {
    if (!positive(set)) continue;
    const JohnsonPoint p = point(set);
    if (best.subset == 0 || norm_sq(p.nearest) < norm_sq(best.nearest)) best = p;
  }
  return best;
}

}  // namespace clearance::detail
