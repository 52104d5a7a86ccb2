#pragma once

#include <array>
#include <cmath>
#include <cstddef>

// The point of an ellipsoid's surface that is nearest to a given point, in any dimension from two and over any type of
// number with a square root. Needs the standard library only.
//
// With radii a_i along the axes, the nearest point to p is y_i = a_i x_i with x_i = a_i p_i / (a_i^2 + l), where l is
// the largest solution of
//
//     S(l) = sum of (a_i p_i / (a_i^2 + l))^2 = 1                   (Fenger, thesis, Victoria 2001, equation 5.1.6),
//
// positive outside, negative inside, above minus the square of the shortest radius. Here m = l + min a_i^2 >= 0 is the
// unknown, and d_i = a_i^2 - min a_j^2 are computed as products: no digits are lost however flat or long the ellipsoid.
// Since each term of S alone is at most 1, m >= max(a_i |p_i| - d_i), and there S is between 1 and the dimension: a
// start that is good for every ellipsoid and every point.

namespace clearance {

template <class T, std::size_t N>
struct NearestOnEllipsoid {
  std::array<T, N> point;   ///< of the surface
  std::array<T, N> normal;  ///< unit, outward, there
  T distance;               ///< negative for a point inside
  int iterations = 0;
};

namespace detail {

/// Equation (5.1.6) in the unknown m, with lengths divided by the longest radius.
template <class T, std::size_t N>
class EllipsoidEquation {
  static_assert(N >= 2);

 public:
  EllipsoidEquation(const std::array<T, N>& radii, const std::array<T, N>& p) : unit_(radii[0]) {
    for (std::size_t i = 1; i < N; ++i) {
      if (unit_ < radii[i]) unit_ = radii[i];
      if (radii[i] < radii[shortest_]) shortest_ = i;
    }
    const T over = T(1) / unit_, least = radii[shortest_] * over;
    for (std::size_t i = 0; i < N; ++i) {
      a_[i] = radii[i] * over;
      reach_[i] = a_[i] * (p[i] * over);
      d_[i] = (a_[i] - least) * (a_[i] + least);
    }
  }

  /// A lower bound of the solution, and the term that gives it.
  T start() {
    T m = T(0), most = T(0);
    bool any = false;
    for (std::size_t i = 0; i < N; ++i) {
      if (reach_[i] == T(0)) continue;
      const T alone = (reach_[i] < T(0) ? -reach_[i] : reach_[i]) - d_[i];
      if (!any || most < alone) most = alone, dominant_ = i;
      any = true;
    }
    if (m < most) m = most;
    return m;
  }

  /// S(m), and the x_i there.
  T sum(const T& m) {
    T s = T(0);
    for (std::size_t i = 0; i < N; ++i) {
      if (reach_[i] == T(0)) {
        x_[i] = T(0);
        continue;
      }
      x_[i] = reach_[i] / (d_[i] + m);
      s = s + x_[i] * x_[i];
    }
    return s;
  }
  /// Minus half of the derivative of S, at the m of the last sum.
  T slope(const T& m) const {
    T t = T(0);
    for (std::size_t i = 0; i < N; ++i)
      if (!(x_[i] == T(0))) t = t + x_[i] * x_[i] / (d_[i] + m);
    return t;
  }

  /// Whether m = 0 solves the equation together with a coordinate along the shortest radius that p does not have: p is
  /// inside, in the plane of the other radii and between the centres of curvature.
  bool solved_by_zero() {
    for (std::size_t i = 0; i < N; ++i)
      if (d_[i] == T(0) && !(reach_[i] == T(0))) return false;
    const T s = sum(T(0));
    if (T(1) < s) return false;
    using std::sqrt;
    x_[shortest_] = sqrt(T(1) - s);
    return true;
  }

  /// The answer for the last x.
  NearestOnEllipsoid<T, N> answer(const T& m, int iterations) const {
    using std::sqrt;
    NearestOnEllipsoid<T, N> r;
    r.iterations = iterations;
    T size = T(0), steepness = T(0);
    std::array<T, N> g;
    for (std::size_t i = 0; i < N; ++i) {
      size = size + x_[i] * x_[i];
      g[i] = x_[i] / a_[i];
      steepness = steepness + g[i] * g[i];
    }
    const T onto = unit_ / sqrt(size), length = sqrt(steepness), over = T(1) / length;
    for (std::size_t i = 0; i < N; ++i) {
      r.point[i] = a_[i] * x_[i] * onto;
      r.normal[i] = g[i] * over;
    }
    r.distance = (m - a_[shortest_] * a_[shortest_]) * length * unit_;
    return r;
  }

  std::size_t dominant() const { return dominant_; }
  std::size_t shortest() const { return shortest_; }
  const T& d(std::size_t i) const { return d_[i]; }
  const T& x(std::size_t i) const { return x_[i]; }

 private:
  T unit_;
  std::array<T, N> a_, reach_, d_, x_;  // radii, a_i p_i, d_i, x_i
  std::size_t shortest_ = 0, dominant_ = 0;
};

/// Where |S - 1| is at most this, the last step has made it as small as rounding lets it be.
inline constexpr double ellipsoid_last_step = 1e-9;
inline constexpr double ellipsoid_rounding = 0x1p-50;
inline constexpr int ellipsoid_point_limit = 100;

}  // namespace detail

/// Newton's method on 1 / sqrt(S), an increasing and concave function of m: from a lower bound it climbs to the
/// solution and never beyond it. Some 4 steps, whatever the radii. Radii are positive, all numbers finite.
template <class T, std::size_t N>
NearestOnEllipsoid<T, N> nearest_on_ellipsoid(const std::array<T, N>& radii, const std::array<T, N>& p) {
  using std::sqrt;
  detail::EllipsoidEquation<T, N> equation(radii, p);
  if (equation.solved_by_zero()) return equation.answer(T(0), 0);
  T m = equation.start();
  for (int step = 1;; ++step) {
    const T s = equation.sum(m);
    const T change = s * (sqrt(s) - T(1)) / equation.slope(m);
    const T next = m + change;
    if (!(m < next) || step == detail::ellipsoid_point_limit) return equation.answer(m, step);
    m = next;
    if (s - T(1) < T(detail::ellipsoid_last_step)) {
      equation.sum(m);
      return equation.answer(m, step);
    }
  }
}

/// The iteration of the thesis, section 5.1: the shares of the terms in S change slowly, so one term, a_i, is made what
/// its share demands (equations 5.1.7 and 5.1.8), here m = (d_i + m) sqrt(S) - d_i. The ratio accelerator takes the
/// steps for a geometric series and jumps to its sum, and is undone where S is not nearer to 1 there. Departures: the
/// term is the dominant one as long as S comes nearer to 1, else the one of the least d_i, for which the step is a
/// contraction for every ellipsoid; the start is the lower bound above.
template <class T, std::size_t N>
NearestOnEllipsoid<T, N> nearest_on_ellipsoid_by_dominant_term(const std::array<T, N>& radii, const std::array<T, N>& p,
                                                               double tolerance = detail::ellipsoid_rounding) {
  using std::sqrt;
  detail::EllipsoidEquation<T, N> equation(radii, p);
  if (equation.solved_by_zero()) return equation.answer(T(0), 0);
  const auto magnitude = [](const T& value) { return value < T(0) ? -value : value; };
  T m = equation.start();
  T s = equation.sum(m), last_excess = T(0);
  std::size_t term = equation.dominant();
  int series = 0;  // steps in a row by the same term
  for (int step = 1; step < detail::ellipsoid_point_limit * 30; ++step) {
    const T excess = s - T(1);
    if (magnitude(excess) <= T(tolerance)) return equation.answer(m, step);
    T next = (equation.d(term) + m) * sqrt(s) - equation.d(term);
    if (!(T(0) < next)) next = m * T(0.5);
    if (next == m) return equation.answer(m, step);
    if (series >= 2) {
      series = 0;
      const T ratio = excess / last_excess;
      if (T(-1) < ratio && ratio < T(1)) {
        const T sum = m + (next - m) / (T(1) - ratio);
        if (T(0) < sum) {
          const T there = equation.sum(sum);
          if (magnitude(there - T(1)) < magnitude(excess)) {
            m = sum;
            s = there;
            last_excess = excess;
            continue;
          }
        }
      }
    }
    const T there = equation.sum(next);
    ++series;
    if (!(magnitude(there - T(1)) < magnitude(excess))) {  // the dominant term may lead away: the least d_i never does
      std::size_t least = N;
      for (std::size_t i = 0; i < N; ++i)
        if (!(equation.x(i) == T(0)) && (least == N || equation.d(i) < equation.d(least))) least = i;
      if (least == term) return equation.answer(m, step);
      term = least;
      series = 0;
      s = equation.sum(m);
      continue;
    }
    last_excess = excess;
    m = next;
    s = there;
  }
  return equation.answer(m, detail::ellipsoid_point_limit * 30);
}

}  // namespace clearance
