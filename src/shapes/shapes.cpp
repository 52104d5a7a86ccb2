// Validation of the shapes, and the Shape value.

#include "clearance/shapes.hpp"

#include <cmath>
#include <string>
#include <type_traits>

#include "core/core.hpp"

namespace clearance {

namespace {

void require_finite(const Vec3& v, const char* field) {
  if (!v.allFinite()) throw InvalidInput(std::string(field) + ": must be finite");
}
void require_length(double length, const char* field) {
  if (!(std::isfinite(length) && length >= 0.0))
    throw InvalidInput(std::string(field) + ": must be finite and not negative");
}
void require_direction(const Vec3& v, const char* field) {
  require_finite(v, field);
  if (v.isZero(0.0)) throw InvalidInput(std::string(field) + ": must not be zero");
}
template <class Points>
void require_points(const Points& points, const char* field, std::size_t least) {
  if (points.size() < least)
    throw InvalidInput(std::string(field) + ": at least " + std::to_string(least) +
                       (least == 1 ? " point" : " points") + " needed, got " + std::to_string(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!points[i].allFinite()) throw InvalidInput(std::string(field) + "[" + std::to_string(i) + "]: must be finite");
}

constexpr double form_tolerance = 1e-9;  // how far a polygon may be from flat and convex, a rectangle from square

/// The points divided by a power of two of their extent, about the first: squares of them neither over- nor underflow.
std::vector<Vec3> normalised(const std::vector<Vec3>& points) {
  double extent = 0.0;
  for (const Vec3& p : points) extent = std::fmax(extent, (0.5 * p - 0.5 * points[0]).cwiseAbs().maxCoeff());
  std::vector<Vec3> scaled(points.size(), Vec3::Zero());
  if (!(extent > 0.0)) return scaled;
  int exponent = 0;
  std::frexp(extent, &exponent);
  const double half = std::ldexp(1.0, -exponent / 2), rest = std::ldexp(1.0, -(exponent - exponent / 2));
  for (std::size_t i = 0; i < points.size(); ++i) scaled[i] = ((points[i] - points[0]) * half) * rest;
  return scaled;
}

void require_planar_and_convex(const std::vector<Vec3>& points) {
  const std::vector<Vec3> p = normalised(points);
  const std::size_t count = p.size();
  Vec3 area = Vec3::Zero();
  double extent = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    area += p[i].cross(p[(i + 1) % count]);
    extent = std::fmax(extent, p[i].norm());
  }
  // A polygon without area is a segment or a point: nothing to be convex about, but it must then be straight.
  if (area.norm() <= form_tolerance * extent * extent) {
    std::size_t far = 0;
    for (std::size_t i = 1; i < count; ++i)
      if (p[i].norm() > p[far].norm()) far = i;
    if (!(extent > 0.0)) return;
    const Vec3 along = p[far] / p[far].norm();
    for (std::size_t i = 0; i < count; ++i)
      if (along.cross(p[i]).norm() > form_tolerance * extent)
        throw InvalidInput("points[" + std::to_string(i) + "]: the polygon is not convex");
    return;
  }
  const Vec3 normal = area.normalized();
  for (std::size_t i = 0; i < count; ++i)
    if (std::fabs(normal.dot(p[i])) > form_tolerance * extent)
      throw InvalidInput("points[" + std::to_string(i) + "]: the polygon is not planar");
  // Every point on the left of every edge, and one turn in all: the corners' exterior angles add up to 2 pi.
  double turning = 0.0;
  Vec3 last = p[0] - p[count - 1];
  for (std::size_t i = count; last.norm() <= form_tolerance * extent && --i > 0;) last = p[i] - p[i - 1];
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 edge = p[(i + 1) % count] - p[i];
    if (edge.norm() <= form_tolerance * extent) continue;
    const double sine = normal.dot(last.cross(edge)), cosine = last.dot(edge);
    if (sine < -form_tolerance * extent * std::fmax(last.norm(), edge.norm()))
      throw InvalidInput("points[" + std::to_string(i) + "]: the polygon is not convex, or not in order");
    turning += std::atan2(std::fmax(sine, 0.0), cosine);
    last = edge;
  }
  if (turning > 3.0 * EIGEN_PI) throw InvalidInput("points: the polygon goes around more than once");
}

}  // namespace

Point::Point(const Vec3& p) : at(p) { require_finite(at, "at"); }
Segment::Segment(const Vec3& p, const Vec3& q) : points{p, q} { require_points(points, "points", 2); }
Ray::Ray(const Vec3& o, const Vec3& d) : origin(o), direction(d) {
  require_finite(origin, "origin");
  require_direction(direction, "direction");
}
Line::Line(const Vec3& o, const Vec3& d) : origin(o), direction(d) {
  require_finite(origin, "origin");
  require_direction(direction, "direction");
}
Plane::Plane(const Vec3& n, double d) : normal(n), offset(d) {
  require_direction(normal, "normal");
  if (!std::isfinite(offset)) throw InvalidInput("offset: must be finite");
}
Halfspace::Halfspace(const Vec3& n, double d) : normal(n), offset(d) {
  require_direction(normal, "normal");
  if (!std::isfinite(offset)) throw InvalidInput("offset: must be finite");
}
Triangle::Triangle(const Vec3& p, const Vec3& q, const Vec3& r) : points{p, q, r} {
  require_points(points, "points", 3);
}
Rectangle::Rectangle(const Vec3& o, const Vec3& u, const Vec3& v) : origin(o), edges{u, v} {
  require_finite(origin, "origin");
  require_points(edges, "edges", 2);
  const double u_size = u.cwiseAbs().maxCoeff(), v_size = v.cwiseAbs().maxCoeff();
  if (u_size > 0.0 && v_size > 0.0) {
    const Vec3 a = u / u_size, b = v / v_size;
    if (std::fabs(a.dot(b)) > form_tolerance * a.norm() * b.norm())
      throw InvalidInput("edges: not perpendicular to 1e-9");
  }
}
Polygon::Polygon(std::vector<Vec3> p) : points(std::move(p)) {
  require_points(points, "points", 3);
  require_planar_and_convex(points);
}
Tetrahedron::Tetrahedron(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) : points{p, q, r, s} {
  require_points(points, "points", 4);
}
Box::Box(const Vec3& s) : size(s) {
  for (int i = 0; i < 3; ++i) require_length(size[i], "size");
}
Sphere::Sphere(double r) : radius(r) { require_length(radius, "radius"); }
Capsule::Capsule(double r, double l) : radius(r), length(l) {
  require_length(radius, "radius");
  require_length(length, "length");
}
Cylinder::Cylinder(double r, double l) : radius(r), length(l) {
  require_length(radius, "radius");
  require_length(length, "length");
}
Cone::Cone(double r, double l) : radius(r), length(l) {
  require_length(radius, "radius");
  require_length(length, "length");
}
Ellipsoid::Ellipsoid(const Vec3& r) : radii(r) {
  for (int i = 0; i < 3; ++i)
    if (!(std::isfinite(radii[i]) && radii[i] > 0.0)) throw InvalidInput("radii: must be finite and positive");
}
Hull::Hull(std::vector<Vec3> p) : points(std::move(p)) { require_points(points, "points", 1); }
Polyhedron::Polyhedron(std::vector<HalfspaceRow> rows) : halfspaces(std::move(rows)) {
  if (halfspaces.size() < 4)
    throw InvalidInput("halfspaces: at least 4 needed to enclose anything, got " + std::to_string(halfspaces.size()));
  for (std::size_t i = 0; i < halfspaces.size(); ++i) {
    const std::string field = "halfspaces[" + std::to_string(i) + "]";
    require_direction(halfspaces[i].normal, field.c_str());
    if (!std::isfinite(halfspaces[i].offset)) throw InvalidInput(field + ": must be finite");
  }
}
SphereHull::SphereHull(std::vector<Ball> balls) : spheres(std::move(balls)) {
  if (spheres.empty()) throw InvalidInput("spheres: at least 1 sphere needed, got 0");
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    const std::string field = "spheres[" + std::to_string(i) + "]";
    require_finite(spheres[i].centre, field.c_str());
    require_length(spheres[i].radius, field.c_str());
  }
}

Union::Union(std::vector<Part> parts) : parts_(std::make_shared<const std::vector<Part>>(std::move(parts))) {
  if (parts_->empty()) throw InvalidInput("parts: at least 1 part needed, got 0");
  if (parts_->size() > detail::part_limit)
    throw InvalidInput("parts: at most " + std::to_string(detail::part_limit) + ", got " +
                       std::to_string(parts_->size()));
  for (std::size_t i = 0; i < parts_->size(); ++i)
    if ((*parts_)[i].shape.core().kind == detail::Kind::parts)
      throw InvalidInput("parts[" + std::to_string(i) + "]: a union in a union is not taken; list its parts instead");
}
std::span<const Part> Union::parts() const { return *parts_; }

Shape::Shape(ShapeVariant description)
    : description_(std::make_shared<const ShapeVariant>(std::move(description))),
      core_(std::make_shared<const detail::Core>(detail::make_core(*description_))) {}

std::string_view Shape::type() const {
  return std::visit([]<class S>(const S&) { return S::type; }, *description_);
}
bool Shape::polyhedral() const {
  return std::visit([]<class S>(const S&) { return S::polyhedral; }, *description_);
}
bool Shape::bounded() const { return detail::is_bounded(core_->kind) && core_->bounded_parts; }

}  // namespace clearance
