#include "exact/body.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "exact/linear_program.hpp"

namespace clearance::exact {
namespace {

/// Points and directions in the frame of the shape.
struct Generators {
  std::vector<Vector> points, directions;

  void add_line(const Vector& direction) {
    directions.push_back(direction);
    directions.push_back(-direction);
  }
};

/// { x : n.x = d }: one point, and the lines that span the plane.
Generators plane_generators(const Vec3& normal, double offset) {
  const Vector n = to_rational(normal);
  Generators g;
  g.points.push_back(Rational(offset) / dot(n, n) * n);
  Eigen::Index least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vector across = cross(n, to_rational(Vec3::Unit(least)));
  g.add_line(across);
  g.add_line(cross(n, across));
  return g;
}

template <class Points>
Generators hull_generators(const Points& points) {
  Generators g;
  for (const Vec3& p : points) g.points.push_back(to_rational(p));
  return g;
}

Generators generators(const Point& s) { return {{to_rational(s.at)}, {}}; }
Generators generators(const Segment& s) { return hull_generators(s.points); }
Generators generators(const Triangle& s) { return hull_generators(s.points); }
Generators generators(const Polygon& s) { return hull_generators(s.points); }
Generators generators(const Tetrahedron& s) { return hull_generators(s.points); }
Generators generators(const Hull& s) { return hull_generators(s.points); }
Generators generators(const Ray& s) { return {{to_rational(s.origin)}, {to_rational(s.direction)}}; }
Generators generators(const Line& s) {
  Generators g{{to_rational(s.origin)}, {}};
  g.add_line(to_rational(s.direction));
  return g;
}
Generators generators(const Plane& s) { return plane_generators(s.normal, s.offset); }
Generators generators(const Halfspace& s) {
  Generators g = plane_generators(s.normal, s.offset);
  g.directions.push_back(-to_rational(s.normal));
  return g;
}
Generators generators(const Rectangle& s) {
  const Vector o = to_rational(s.origin), u = to_rational(s.edges[0]), v = to_rational(s.edges[1]);
  return {{o, o + u, o + v, o + u + v}, {}};
}
Generators generators(const Box& s) {
  const Vector half = Rational(1, 2) * to_rational(s.size);
  Generators g;
  for (int corner = 0; corner < 8; ++corner) {
    Vector p = half;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (((corner >> axis) & 1) == 0) p[axis] = -p[axis];
    g.points.push_back(p);
  }
  return g;
}

}  // namespace

Body::Body(const Shape& shape, const Pose& pose) : position_(to_rational(pose.position())) {
  for (std::size_t i = 0; i < 3; ++i) rotation_[i] = to_rational(pose.rotation().row(static_cast<Eigen::Index>(i)));
  std::visit(
      [this](const auto& s) {
        if constexpr (std::is_same_v<std::decay_t<decltype(s)>, Polyhedron>) {
          for (const HalfspaceRow& row : s.halfspaces) {
            normals_.push_back(to_rational(row.normal));
            offsets_.emplace_back(row.offset);
          }
        } else if constexpr (requires { generators(s); }) {
          const Generators g = generators(s);
          for (const Vector& p : g.points) points_.push_back(rotation_ * p + position_);
          for (const Vector& d : g.directions) directions_.push_back(rotation_ * d);
        }
      },
      shape.description());
}

Vector Body::farthest(const Vector& n) const {
  if (!normals_.empty()) return rotation_ * maximise(transposed(rotation_) * n, normals_, offsets_) + position_;
  const Vector* best = &points_.front();
  Rational most = dot(n, *best);
  for (const Vector& p : points_) {
    const Rational along = dot(n, p);
    if (along > most) {
      most = along;
      best = &p;
    }
  }
  return *best;
}

}  // namespace clearance::exact
