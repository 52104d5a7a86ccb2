// The support value h_D(n) of the difference D = b - a is minimised over unit normals n: first by steepest descent on
// the sphere with the step lengths of Barzilai and Borwein, "Two-point step size gradient methods", 1988, which suits a
// smooth D; then, since h_D has kinks (at normals perpendicular to a line, or to the axis of a cylinder), by golden
// sections along the great circles that cross them and the circles that follow them. Any n gives a valid bound, so
// nothing here needs to be right to be safe.

#include "solvers/depth_search.hpp"

#include <cmath>

namespace clearance::detail {

namespace {

/// Unit vectors, in the axes of the pair, about which the support of a body has kinks.
int axes_of(const Body& body, std::array<V3, 3>& axes) {
  const M3 columns = body.map.transposed();
  const auto unit = [](const V3& v) { return v * (1.0 / norm(v)); };
  switch (traits_of(body.kind).kinks) {
    case KinkAxes::ends: {
      const V3 along = body.map * (body.ends[1] - body.ends[0]);
      if (!(norm_sq(along) > 0.0)) return 0;
      axes[0] = unit(along);
      return 1;
    }
    case KinkAxes::z:
      axes[0] = unit(columns.r2);
      return 1;
    case KinkAxes::frame:
      axes = {unit(columns.r0), unit(columns.r1), unit(columns.r2)};
      return 3;
  }
  return 0;
}

class NormalSearch {
 public:
  NormalSearch(Difference<double>& difference, DepthBound<double>& best) : difference_(difference), best_(best) {}

  int support_points() const { return support_points_; }

  void descend() {
    V3 n = best_.outward, last_n = n, last_slope(0, 0, 0);
    for (int step = 0; step < descent_steps; ++step) {
      const V3 at = try_normal(n);
      const V3 slope = at - n * dot(n, at);
      const V3 moved = n - last_n, bent = slope - last_slope;
      const double along = std::fabs(dot(moved, bent)), bend = norm_sq(bent);
      const double length = step > 0 && bend > 0.0 ? along / bend : 0.1 / difference_.pair().size;
      last_n = n;
      last_slope = slope;
      n = n - slope * length;
      n = n * (1.0 / norm(n));
      if (!(norm_sq(n - last_n) > 0.0)) break;
    }
  }

  /// `across` and `along`: how far the normal may be off across the kinks and along them.
  void search_about_axes(double across, double along) {
    for (const Body* body : {&difference_.pair().a, &difference_.pair().b}) {
      std::array<V3, 3> axes;
      const int count = axes_of(*body, axes);
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const V3 axis = difference_.from_pair(axes[i]);
        turn_towards(axis, across);
        turn_about(axis, along);
      }
    }
  }

 private:
  /// The distance along an outward normal, as a bound that counts if it is the best so far.
  V3 try_normal(const V3& outward) {
    ++support_points_;
    const DifferencePoint<double> w = difference_.support(-outward);
    const double lower = -dot(outward, w.w());
    if (lower > best_.lower) best_ = {outward, lower, w.vertex_a(), w.vertex_b()};
    return w.w();
  }

  void turn_towards(const V3& axis, double reach) {
    const V3 n = best_.outward;
    const V3 side = axis - n * dot(axis, n);
    if (!(norm(side) > nearly_along)) return;
    const V3 t = side * (1.0 / norm(side));
    minimise(reach, [&](double angle) { return n * std::cos(angle) + t * std::sin(angle); });
  }

  void turn_about(const V3& axis, double reach) {
    const V3 n = best_.outward;
    const V3 fixed = axis * dot(axis, n), arm = n - fixed, t = cross(axis, n);
    if (!(norm(t) > nearly_along)) return;
    minimise(reach, [&](double angle) { return fixed + arm * std::cos(angle) + t * std::sin(angle); });
  }

  template <class NormalAt>
  void minimise(double reach, const NormalAt& normal_at) {
    constexpr double golden = 0.6180339887498949;
    const auto height = [&](double angle) {
      const V3 turned = normal_at(angle), unit = turned * (1.0 / norm(turned));
      return dot(unit, try_normal(unit));
    };
    double low = -reach, high = reach;
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = height(left), at_right = height(right);
    for (int step = 0; step < golden_sections; ++step) {
      if (at_left < at_right) {
        high = right;
        right = left;
        at_right = at_left;
        at_left = height(left = high - golden * (high - low));
      } else {
        low = left;
        left = right;
        at_left = at_right;
        at_right = height(right = low + golden * (high - low));
      }
    }
  }

  static constexpr double nearly_along = 1e-6;  // sine of an angle to an axis at which there is no turning about it

  Difference<double>& difference_;
  DepthBound<double>& best_;
  int support_points_ = 0;
};

}  // namespace

int search_depth(Difference<double>& difference, DepthBound<double>& best, double gap) {
  NormalSearch search(difference, best);
  search.descend();
  // A normal that is off by t costs t on a kink, t^2 elsewhere, and t^4 where the curvature is just that of a ball.
  const double off = std::sqrt(gap), far_off = std::sqrt(off);
  search.search_about_axes(4.0 * off, 4.0 * far_off);
  search.search_about_axes(0.1 * off, 0.1 * far_off);
  return search.support_points();
}

}  // namespace clearance::detail
