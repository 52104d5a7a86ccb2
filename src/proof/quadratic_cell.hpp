#pragma once

// A quadratic function of two variables in a rectangle, and its least value there: docs/proof.md, sections 8b and 8c.

#include <cmath>
#include <initializer_list>

namespace clearance::detail {

/// f + g y + y' H y / 2 - lost, below what is to be bounded for low <= y <= high, a rectangle that holds the origin or
/// is next to it.
struct QuadraticCell {
  double low1, high1, low2, high2;
  double f = 0.0, g1 = 0.0, g2 = 0.0, h11 = 0.0, h12 = 0.0, h22 = 0.0, lost = 0.0;

  double d() const { return std::fmax(-low1, high1); }
  double w() const { return std::fmax(-low2, high2); }

  struct Place {
    double x, y;
  };

  double least() const {
    constexpr double nearly_flat = 0x1p-30;  // of a determinant: below, it is taken for zero, which is less
    const double det = h11 * h22 - h12 * h12;
    const bool convex = h11 > 0.0 && det > 0.0, flat = convex && !(det > nearly_flat * h11 * h22);
    const double bend2 = flat ? h12 * (h12 / h11) : h22;
    if (flat && !(bend2 < HUGE_VAL)) return -HUGE_VAL;
    if (!convex || flat) return f + on_edges(bend2).value - lost;
    const Place z = lowest();
    // Of a convex function no point has less than this, whatever rounding made of z: r is the slope there.
    const double r1 = g1 + h11 * z.x + h12 * z.y, r2 = g2 + h12 * z.x + h22 * z.y;
    const double value = 0.5 * ((g1 + r1) * z.x + (g2 + r2) * z.y);
    return f + (value + downhill(r1, low1 - z.x, high1 - z.x) + downhill(r2, low2 - z.y, high2 - z.y)) - lost;
  }

  /// Where it is least, about.
  Place lowest() const {
    const double det = h11 * h22 - h12 * h12;
    if (h11 > 0.0 && det > 0.0) {
      const double x = (h12 * g2 - h22 * g1) / det, y = (h12 * g1 - h11 * g2) / det;
      if (x >= low1 && x <= high1 && y >= low2 && y <= high2) return {x, y};
    }
    return on_edges(h22).at;
  }

  /// The same function and rectangle about another point.
  QuadraticCell about(const Place& at) const {
    QuadraticCell moved = *this;
    moved.low1 -= at.x, moved.high1 -= at.x;
    moved.low2 -= at.y, moved.high2 -= at.y;
    moved.g1 += h11 * at.x + h12 * at.y;
    moved.g2 += h12 * at.x + h22 * at.y;
    moved.f += 0.5 * (at.x * (g1 + moved.g1) + at.y * (g2 + moved.g2));
    return moved;
  }

 private:
  struct Low {
    Place at;
    double value;
  };

  /// Where slope x + bend x^2 / 2 is least for low <= x <= high.
  static double vertex(double slope, double bend, double low, double high) {
    if (bend > 0.0) return std::fmax(low, std::fmin(high, -slope / bend));
    return low * (slope + 0.5 * bend * low) < high * (slope + 0.5 * bend * high) ? low : high;
  }

  /// The least on an edge, above f; `bend2` stands for h22.
  Low on_edges(double bend2) const {
    Low best{{0.0, 0.0}, HUGE_VAL};
    const auto take = [&](double x, double y) {
      const double value = x * (g1 + 0.5 * h11 * x + h12 * y) + y * (g2 + 0.5 * bend2 * y);
      if (value < best.value || std::isnan(value)) best = {{x, y}, value};
    };
    for (const double x : {low1, high1}) take(x, vertex(g2 + h12 * x, bend2, low2, high2));
    for (const double y : {low2, high2}) take(vertex(g1 + h12 * y, h11, low1, high1), y);
    return best;
  }

  static double downhill(double slope, double low, double high) { return slope * (slope > 0.0 ? low : high); }
};

}  // namespace clearance::detail
