#pragma once

// How far a point is outside of a shape, for the checker: the membership of witness points.

#include "clearance/distance.hpp"
#include "verify/described.hpp"

namespace clearance::check {

/// How far x is outside of a shape, in its own frame; zero inside. For hulls, of the vertices that the result names.
struct Outside {
  Vec x;
  Vec n;  // the normal out of the shape
  const Feature& feature;

  /// To the segment or triangle of up to three points.
  Real simplex(const std::vector<Vec>& p) const {
    if (p.empty()) return infinity;
    Real best = infinity;
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < p.size(); ++j) {
        const Vec d = p[j] - p[i];
        const Real t = d.squaredNorm() > 0 ? std::clamp<Real>(d.dot(x - p[i]) / d.squaredNorm(), 0, 1) : 0;
        best = std::min(best, (x - p[i] - t * d).norm());
      }
    if (p.size() < 3) return best;
    const Vec area = (p[1] - p[0]).cross(p[2] - p[0]);
    const auto side = [&](std::size_t i, std::size_t j) { return area.dot((p[j] - p[i]).cross(x - p[i])); };
    if (area.norm() > 0 && side(0, 1) >= 0 && side(1, 2) >= 0 && side(2, 0) >= 0)
      best = std::min(best, std::fabs(area.dot(x - p[0])) / area.norm());
    return best;
  }
  template <class At>
  Real named(std::size_t available, At at) const {
    std::vector<Vec> p;
    for (int i = 0; i < feature.count; ++i) {
      const int v = feature.vertices[static_cast<std::size_t>(i)];
      if (v < 0 || static_cast<std::size_t>(v) >= available) return infinity;
      p.push_back(at(static_cast<std::size_t>(v)));
    }
    return simplex(p);
  }
  Real hull(std::span<const Vec3> points) const {
    return named(points.size(), [&](std::size_t i) { return wide(points[i]); });
  }
  Real beyond(Real value) const { return std::max<Real>(0, value); }

  Real operator()(const Point& s) const { return (x - wide(s.at)).norm(); }
  Real operator()(const Segment& s) const { return simplex({wide(s.points[0]), wide(s.points[1])}); }
  Real operator()(const Ray& s) const {
    const Vec d = wide(s.direction);
    const Real t = std::max<Real>(0, d.dot(x - wide(s.origin)) / d.squaredNorm());
    return (x - wide(s.origin) - t * d).norm();
  }
  Real operator()(const Line& s) const {
    const Vec d = wide(s.direction);
    return (x - wide(s.origin)).cross(d).norm() / d.norm();
  }
  Real operator()(const Plane& s) const { return std::fabs(wide(s.normal).dot(x) - s.offset) / wide(s.normal).norm(); }
  Real operator()(const Halfspace& s) const {
    return beyond((wide(s.normal).dot(x) - s.offset) / wide(s.normal).norm());
  }
  Real operator()(const Triangle& s) const {
    return simplex({wide(s.points[0]), wide(s.points[1]), wide(s.points[2])});
  }
  Real operator()(const Rectangle& s) const {
    // As stored it is a parallelogram, perhaps: two triangles.
    const Vec o = wide(s.origin), u = wide(s.edges[0]), v = wide(s.edges[1]);
    return std::min(simplex({o, o + u, o + u + v}), simplex({o, o + v, o + u + v}));
  }
  Real operator()(const Polygon& s) const { return hull(s.points); }
  Real operator()(const Tetrahedron& s) const { return hull(s.points); }
  Real operator()(const Box& s) const { return (x.cwiseAbs() - wide(s.size) / 2).cwiseMax(Real(0)).norm(); }
  Real operator()(const Sphere& s) const { return beyond(x.norm() - s.radius); }
  Real operator()(const Capsule& s) const {
    const Real half = Real(s.length) / 2;
    return beyond((x - Vec(0, 0, std::clamp<Real>(x.z(), -half, half))).norm() - s.radius);
  }
  Real operator()(const Cylinder& s) const {
    return std::hypot(beyond(std::hypot(x.x(), x.y()) - s.radius), beyond(std::fabs(x.z()) - Real(s.length) / 2));
  }
  Real operator()(const Cone& s) const {
    // The profile: a triangle with the axis, the base and the slope from the apex to the rim for sides.
    const Real half = Real(s.length) / 2, across = std::hypot(x.x(), x.y());
    const auto below_slope = [&] { return across * s.length + (x.z() - half) * s.radius <= 0; };
    if (across <= s.radius && std::fabs(x.z()) <= half && below_slope()) return 0;
    const Real to_base = std::hypot(beyond(across - s.radius), x.z() + half);
    const Real dx = s.radius, dz = -Real(s.length), square = dx * dx + dz * dz;
    const Real t = square > 0 ? std::clamp<Real>((across * dx + (x.z() - half) * dz) / square, 0, 1) : 0;
    return std::min(to_base, std::hypot(across - t * dx, x.z() - half - t * dz));
  }
  Real operator()(const Ellipsoid& s) const {
    // The nearest point y solves x - y = t y / r^2 for the t >= 0 that puts it on the surface; bisect for t.
    const Vec square = wide(s.radii).cwiseAbs2();
    const auto nearest = [&](Real t) -> Vec {
      return x.cwiseProduct(square).cwiseQuotient((square.array() + t).matrix());
    };
    const auto inside = [&](Real t) { return nearest(t).cwiseQuotient(wide(s.radii)).norm() <= 1; };
    if (inside(0)) return 0;
    Real low = 0, high = x.norm() * wide(s.radii).maxCoeff();  // where |y / r| <= |x| max(r) / t = 1
    for (int step = 0; step < 128; ++step) {
      const Real middle = low + (high - low) / 2;
      (inside(middle) ? high : low) = middle;
    }
    return (x - nearest(high)).norm();
  }
  Real operator()(const Hull& s) const { return hull(s.points); }
  Real operator()(const Polyhedron& s) const {
    Real worst = 0;
    for (const HalfspaceRow& row : s.halfspaces)
      worst = std::max(worst, (wide(row.normal).dot(x) - row.offset) / wide(row.normal).norm());
    return worst;
  }
  Real operator()(const SphereHull& s) const {
    // Along the normal; then Frank and Wolfe's walk to the nearest point y: x - y shows x outside, if anything does.
    Real worst = beyond(n.dot(x) - SupportValue{n}(s));
    Vec y = wide(s.spheres.front().centre);
    for (int step = 0; step < 400; ++step) {
      const Vec m = x - y;
      if (!(m.norm() > 0)) break;
      const Ball* farthest = &s.spheres.front();
      for (const Ball& ball : s.spheres)
        if (m.dot(wide(ball.centre)) + ball.radius * m.norm() >
            m.dot(wide(farthest->centre)) + farthest->radius * m.norm())
          farthest = &ball;
      const Vec support = wide(farthest->centre) + m * (farthest->radius / m.norm());
      worst = std::max(worst, m.dot(x - support) / m.norm());
      const Vec d = support - y;
      if (!(d.squaredNorm() > 0)) break;
      y += std::clamp<Real>(m.dot(d) / d.squaredNorm(), 0, 1) * d;
    }
    return worst;
  }
  Real operator()(const Union&) const { return infinity; }  // by its parts
};

}  // namespace clearance::check
