#pragma once

// Seidel's randomised incremental linear programming in few dimensions ("Small-dimensional linear programming and
// convex hulls made easy", 1991): maximise c . x subject to a_i . x <= b_i and |x_k| <= bound. Expected time linear in
// the number of rows. The rows should come in random order.

#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace clearance::detail {

template <std::size_t D>
struct LinearRow {
  std::array<double, D> a;
  double b;
};

template <std::size_t D>
double row_value(const std::array<double, D>& a, const std::array<double, D>& x) {
  double sum = 0.0;
  for (std::size_t k = 0; k < D; ++k) sum += a[k] * x[k];
  return sum;
}

template <std::size_t D>
std::optional<std::array<double, D>> maximise(const std::vector<LinearRow<D>>& rows, const std::array<double, D>& c,
                                              const std::array<double, D>& bound) {
  std::array<double, D> x{};
  if constexpr (D == 1) {
    double low = -bound[0], high = bound[0];
    for (const auto& row : rows) {
      if (row.a[0] > 0.0) high = std::fmin(high, row.b / row.a[0]);
      if (row.a[0] < 0.0) low = std::fmax(low, row.b / row.a[0]);
      if (row.a[0] == 0.0 && row.b < 0.0) return std::nullopt;
    }
    if (low > high + 1e-13 * (std::fabs(low) + std::fabs(high))) return std::nullopt;
    x[0] = c[0] >= 0.0 ? high : low;
    return x;
  } else {
    for (std::size_t k = 0; k < D; ++k) x[k] = c[k] >= 0.0 ? bound[k] : -bound[k];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& row = rows[i];
      double scale = std::fabs(row.b);
      for (std::size_t k = 0; k < D; ++k) scale += std::fabs(row.a[k] * x[k]);
      if (row_value(row.a, x) <= row.b + 1e-14 * scale) continue;

      // The optimum of the rows so far lies on this one: solve for its largest coordinate, and go on without it.
      std::size_t out = 0;
      for (std::size_t k = 1; k < D; ++k)
        if (std::fabs(row.a[k]) > std::fabs(row.a[out])) out = k;
      if (row.a[out] == 0.0) return std::nullopt;
      const auto without = [&](const std::array<double, D>& a, double factor) {
        std::array<double, D - 1> r{};
        for (std::size_t k = 0, j = 0; k < D; ++k)
          if (k != out) r[j++] = a[k] - factor * row.a[k];
        return r;
      };
      const auto project = [&](const LinearRow<D>& other) {
        const double factor = other.a[out] / row.a[out];
        return LinearRow<D - 1>{without(other.a, factor), other.b - factor * row.b};
      };
      std::vector<LinearRow<D - 1>> projected;
      projected.reserve(i + 2);
      LinearRow<D> side{};
      side.b = bound[out];
      side.a[out] = 1.0;
      projected.push_back(project(side));
      side.a[out] = -1.0;
      projected.push_back(project(side));
      for (std::size_t j = 0; j < i; ++j) projected.push_back(project(rows[j]));
      const auto inner = maximise<D - 1>(projected, without(c, c[out] / row.a[out]), without(bound, 0.0));
      if (!inner) return std::nullopt;
      double rest = row.b;
      for (std::size_t k = 0, j = 0; k < D; ++k)
        if (k != out) {
          x[k] = (*inner)[j++];
          rest -= row.a[k] * x[k];
        }
      x[out] = rest / row.a[out];
    }
    return x;
  }
}

}  // namespace clearance::detail
