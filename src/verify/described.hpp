#pragma once

// Shapes as they were described, in extended precision and each in its own frame: what the checker knows of them. It
// shares no code with the solvers.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "clearance/shapes.hpp"

namespace clearance::check {

using Real = long double;
using Vec = Eigen::Matrix<Real, 3, 1>;
using Mat = Eigen::Matrix<Real, 3, 3>;
inline constexpr Real infinity = std::numeric_limits<Real>::infinity();

inline Vec wide(const Vec3& v) { return v.cast<Real>(); }

/// max of n . x over a shape in its own frame.
struct SupportValue {
  Vec n;

  Real hull(std::span<const Vec3> points) const {
    Real best = -infinity;
    for (const Vec3& p : points) best = std::max(best, n.dot(wide(p)));
    return best;
  }
  Real along(const Vec3& direction, bool both) const {  // n . s direction over s >= 0, or over all s
    const Real slope = n.dot(wide(direction)),
               rounding = 64 * std::numeric_limits<Real>::epsilon() * n.norm() * wide(direction).norm();
    return slope > rounding || (both && slope < -rounding) ? infinity : 0;
  }
  Real flat(const Vec3& normal, Real offset, bool both) const {
    const Vec m = wide(normal) / wide(normal).norm();
    const Real cosine = n.dot(m) / n.norm();
    const bool aligned = (n / n.norm() - (cosine < 0 ? Vec(-m) : m)).norm() < 64 * std::numeric_limits<Real>::epsilon();
    if (!aligned || (cosine < 0 && !both)) return infinity;
    return (cosine < 0 ? -offset : offset) / wide(normal).norm() * n.norm();
  }
  Real across() const { return std::hypot(n.x(), n.y()); }

  Real operator()(const Point& s) const { return n.dot(wide(s.at)); }
  Real operator()(const Segment& s) const { return hull(s.points); }
  Real operator()(const Ray& s) const { return n.dot(wide(s.origin)) + along(s.direction, false); }
  Real operator()(const Line& s) const { return n.dot(wide(s.origin)) + along(s.direction, true); }
  Real operator()(const Plane& s) const { return flat(s.normal, s.offset, true); }
  Real operator()(const Halfspace& s) const { return flat(s.normal, s.offset, false); }
  Real operator()(const Triangle& s) const { return hull(s.points); }
  Real operator()(const Rectangle& s) const {
    return n.dot(wide(s.origin)) + std::max<Real>(0, n.dot(wide(s.edges[0]))) +
           std::max<Real>(0, n.dot(wide(s.edges[1])));
  }
  Real operator()(const Polygon& s) const { return hull(s.points); }
  Real operator()(const Tetrahedron& s) const { return hull(s.points); }
  Real operator()(const Box& s) const { return n.cwiseAbs().dot(wide(s.size)) / 2; }
  Real operator()(const Sphere& s) const { return s.radius * n.norm(); }
  Real operator()(const Capsule& s) const { return s.radius * n.norm() + std::fabs(n.z()) * s.length / 2; }
  Real operator()(const Cylinder& s) const { return s.radius * across() + std::fabs(n.z()) * s.length / 2; }
  Real operator()(const Cone& s) const {
    return std::max(n.z() * s.length / 2, s.radius * across() - n.z() * s.length / 2);
  }
  Real operator()(const Ellipsoid& s) const { return n.cwiseProduct(wide(s.radii)).norm(); }
  Real operator()(const Hull& s) const { return hull(s.points); }
  Real operator()(const Polyhedron&) const { return infinity; }  // by its rows: see PolyhedronSupport
  Real operator()(const SphereHull& s) const {
    Real best = -infinity;
    for (const Ball& ball : s.spheres) best = std::max(best, n.dot(wide(ball.centre)) + ball.radius * n.norm());
    return best;
  }
  Real operator()(const Union&) const { return infinity; }  // by its parts
};

/// The nearest direction along which an unbounded shape has a finite support, both in its own frame: a normal in
/// doubles is perpendicular to a line only to rounding. Any direction will do for the proof.
struct Aligned {
  Vec n;
  Vec across(const Vec3& direction, bool both) const {
    const Vec u = wide(direction) / wide(direction).norm();
    return n.dot(u) > 0 || both ? Vec(n - n.dot(u) * u) : n;
  }
  Vec along(const Vec3& normal) const {
    const Vec m = wide(normal) / wide(normal).norm();
    return n.dot(m) < 0 ? Vec(-m) : m;
  }
  Vec operator()(const Ray& s) const { return across(s.direction, false); }
  Vec operator()(const Line& s) const { return across(s.direction, true); }
  Vec operator()(const Plane& s) const { return along(s.normal); }
  Vec operator()(const Halfspace& s) const { return along(s.normal); }
  template <class S>
  Vec operator()(const S& /*bounded*/) const {
    return n;
  }
};

/// For half-spaces a_j . x <= d_j, the support value along n is the least sum of lambda_j d_j over lambda >= 0 with
/// sum of lambda_j a_j = n.
class PolyhedronSupport {
 public:
  /// Distances are measured from a point in or near the polyhedron.
  PolyhedronSupport(const Polyhedron& s, const Vec& at, Real size) : at_(at) {
    for (const HalfspaceRow& row : s.halfspaces) {
      const Real length = wide(row.normal).norm();
      normal_.emplace_back(wide(row.normal) / length);
      offset_.push_back((row.offset - wide(row.normal).dot(at)) / length);
    }
    // How far it reaches: along the axes, within a box that is made larger until it plays no part.
    for (Real box = 0x1p20L * size; box < 0x1p100L * size && !(radius_ < infinity); box *= 0x1p20L) {
      Real square = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const Real above = least(Vec::Unit(axis), box, false), below = least(-Vec::Unit(axis), box, false);
        square += std::pow(std::max(above, below), Real(2));
      }
      radius_ = std::sqrt(square);
    }
  }

  Real operator()(const Vec& n) const { return n.dot(at_) + least(n, radius_, true); }

 private:
  /// The dual simplex method, from the faces of a box: the row that the vertex of three rows violates most replaces the
  /// one that would get a negative lambda first. However it ends, what is returned is a bound: what rounding leaves of
  /// n is charged at the size of the box. Unless the box is known to hold the polyhedron, its faces count for nothing.
  Real least(const Vec& n, Real box, bool trusted) const {
    if (!(box < infinity)) return infinity;
    std::array<std::size_t, 3> rows{0, 1, 2};
    const auto normal = [&](std::size_t row) {
      return row < 3 ? Vec(Vec::Unit(static_cast<int>(row)) * (n[static_cast<int>(row)] < 0 ? -1 : 1))
                     : normal_[row - 3];
    };
    const auto offset = [&](std::size_t row) { return row < 3 ? box : offset_[row - 3]; };
    const std::size_t count = normal_.size() + 3;
    Real best = infinity;
    for (std::size_t step = 0; step < 100 + count; ++step) {
      const Mat columns = (Mat() << normal(rows[0]), normal(rows[1]), normal(rows[2])).finished();
      const Mat inverse = columns.inverse();
      const Vec lambda = (inverse * n).cwiseMax(0), heights(offset(rows[0]), offset(rows[1]), offset(rows[2]));
      const Real bound = lambda.dot(heights) + (columns * lambda - n).norm() * box;
      bool counts = true;
      for (int i = 0; i < 3; ++i)
        counts = counts && (trusted || rows[static_cast<std::size_t>(i)] >= 3 || lambda[i] == 0);
      if (counts && bound < best) best = bound;
      const Vec vertex = inverse.transpose() * heights;
      std::size_t worst = 0;
      const Real enough = 1e-18L * box;
      Real most = enough;
      for (std::size_t j = 0; j < count; ++j)
        if (const Real excess = normal(j).dot(vertex) - offset(j); excess > most) most = excess, worst = j;
      if (!(most > enough)) break;
      const Vec share = inverse * normal(worst);
      int leaving = -1;
      for (int i = 0; i < 3; ++i)
        if (share[i] > 0 && (leaving < 0 || lambda[i] * share[leaving] < lambda[leaving] * share[i])) leaving = i;
      if (leaving < 0) break;
      rows[static_cast<std::size_t>(leaving)] = worst;
    }
    return best;
  }

  Vec at_;
  std::vector<Vec> normal_;
  std::vector<Real> offset_;
  Real radius_ = infinity;
};

/// Size of the numbers that describe a shape, for rounding.
struct Magnitude {
  Real points(std::span<const Vec3> p) const {
    Real m = 0;
    for (const Vec3& v : p) m = std::max<Real>(m, v.cwiseAbs().maxCoeff());
    return m;
  }
  Real operator()(const Point& s) const { return points({&s.at, 1}); }
  Real operator()(const Ray& s) const { return points({&s.origin, 1}); }
  Real operator()(const Line& s) const { return points({&s.origin, 1}); }
  Real operator()(const Plane& s) const { return std::fabs(s.offset) / s.normal.norm(); }
  Real operator()(const Halfspace& s) const { return std::fabs(s.offset) / s.normal.norm(); }
  Real operator()(const Rectangle& s) const { return points({&s.origin, 1}) + points(s.edges); }
  Real operator()(const Box& s) const { return s.size.maxCoeff(); }
  Real operator()(const Sphere& s) const { return s.radius; }
  Real operator()(const Capsule& s) const { return s.radius + s.length; }
  Real operator()(const Cylinder& s) const { return s.radius + s.length; }
  Real operator()(const Cone& s) const { return s.radius + s.length; }
  Real operator()(const Ellipsoid& s) const { return s.radii.maxCoeff(); }
  Real operator()(const Polyhedron& s) const {
    Real m = 0;
    for (const HalfspaceRow& row : s.halfspaces) m = std::max<Real>(m, std::fabs(row.offset) / row.normal.norm());
    return m;
  }
  Real operator()(const SphereHull& s) const {
    Real m = 0;
    for (const Ball& ball : s.spheres) m = std::max<Real>(m, ball.centre.cwiseAbs().maxCoeff() + ball.radius);
    return m;
  }
  Real operator()(const Union&) const { return infinity; }  // by its parts
  template <class S>
  Real operator()(const S& s) const {
    return points(s.points);
  }
};

}  // namespace clearance::check
