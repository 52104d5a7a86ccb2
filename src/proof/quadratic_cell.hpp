#pragma once

// A quadratic function of two variables in a rectangle, and its least value there: docs/proof.md, sections 8b and 8c.

#include <cmath>

namespace clearance::detail {

/// f + g y + y' H y / 2 - lost, below what is to be bounded for |y1| <= d, |y2| <= w.
struct QuadraticCell {
  double d, w;
  double f = 0.0, g1 = 0.0, g2 = 0.0, h11 = 0.0, h12 = 0.0, h22 = 0.0, lost = 0.0;

  /// The least on an edge: slope x + bend x^2 / 2 for |x| <= t.
  static double on_edge(double slope, double bend, double t) {
    const double steep = std::fabs(slope);
    return bend > 0.0 && steep < bend * t ? -0.5 * steep * (steep / bend) : (0.5 * bend * t - steep) * t;
  }

  double least() const {
    constexpr double nearly_flat = 0x1p-30;  // of a determinant: below, it is taken for zero, which is less
    const double det = h11 * h22 - h12 * h12;
    const bool convex = h11 > 0.0 && det > 0.0, flat = convex && !(det > nearly_flat * h11 * h22);
    const double bend2 = flat ? h12 * (h12 / h11) : h22;
    double value = HUGE_VAL;
    const auto take = [&](double candidate) { value = candidate < value || std::isnan(candidate) ? candidate : value; };
    for (const double side : {-1.0, 1.0}) {
      const double x = side * d, y = side * w;
      take(x * (g1 + 0.5 * h11 * x) + on_edge(g2 + h12 * x, bend2, w));
      take(y * (g2 + 0.5 * bend2 * y) + on_edge(g1 + h12 * y, h11, d));
    }
    if (convex && !flat) {
      const double x = (h12 * g2 - h22 * g1) / det, y = (h12 * g1 - h11 * g2) / det;
      // Of a convex function no point has less than this, whatever rounding made of x and y: r is the slope there.
      const double r1 = g1 + h11 * x + h12 * y, r2 = g2 + h12 * x + h22 * y;
      if (!(std::fabs(x) > 2.0 * d || std::fabs(y) > 2.0 * w))
        take(0.5 * ((g1 - r1) * x + (g2 - r2) * y) - std::fabs(r1) * d - std::fabs(r2) * w);
    }
    return f + value - lost;
  }
};

}  // namespace clearance::detail
