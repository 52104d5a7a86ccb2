#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "clearance/error.hpp"
#include "clearance/pose.hpp"

// The shapes. Each constructor validates, and throws InvalidInput naming the field; a `Shape` made of one is immutable,
// cheap to copy, and shared freely between bodies and threads. Lengths are full lengths unless a name says radius.

namespace clearance {

struct Point {
  explicit Point(const Vec3& at = Vec3::Zero());
  Vec3 at;
};

struct Segment {
  Segment(const Vec3& p, const Vec3& q);
  std::array<Vec3, 2> points;
};

/// { origin + s direction, s >= 0 }; the direction need not be of unit length.
struct Ray {
  Ray(const Vec3& origin, const Vec3& direction);
  Vec3 origin, direction;
};

/// { origin + s direction }.
struct Line {
  Line(const Vec3& origin, const Vec3& direction);
  Vec3 origin, direction;
};

/// { x : normal . x = offset }; the normal need not be of unit length.
struct Plane {
  Plane(const Vec3& normal, double offset);
  Vec3 normal;
  double offset;
};

/// { x : normal . x <= offset }.
struct Halfspace {
  Halfspace(const Vec3& normal, double offset);
  Vec3 normal;
  double offset;
};

struct Triangle {
  Triangle(const Vec3& p, const Vec3& q, const Vec3& r);
  std::array<Vec3, 3> points;
};

/// { origin + s u + t v, s and t in [0, 1] }; u and v are perpendicular to 1e-9.
struct Rectangle {
  Rectangle(const Vec3& origin, const Vec3& u, const Vec3& v);
  Vec3 origin;
  std::array<Vec3, 2> edges;
};

/// The hull of at least three points in order around it, planar and convex to 1e-9 of its extent.
struct Polygon {
  explicit Polygon(std::vector<Vec3> points);
  std::vector<Vec3> points;
};

struct Tetrahedron {
  Tetrahedron(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);
  std::array<Vec3, 4> points;
};

struct Box {
  explicit Box(const Vec3& size);
  Vec3 size;
};

struct Sphere {
  explicit Sphere(double radius);
  double radius;
};

/// A segment of the given length along z, swept by a sphere.
struct Capsule {
  Capsule(double radius, double length);
  double radius, length;
};

/// Axis z.
struct Cylinder {
  Cylinder(double radius, double length);
  double radius, length;
};

/// Axis z, base at -length/2, apex at +length/2.
struct Cone {
  Cone(double radius, double length);
  double radius, length;
};

struct Ellipsoid {
  explicit Ellipsoid(const Vec3& radii);
  Vec3 radii;
};

/// The convex hull of points, of any dimension from 0 to 3.
struct Hull {
  explicit Hull(std::vector<Vec3> points);
  static Hull from_points(std::span<const Vec3> points) { return Hull({points.begin(), points.end()}); }
  std::vector<Vec3> points;
};

/// { x : normal . x <= offset }, as one row of a polyhedron.
struct HalfspaceRow {
  Vec3 normal;
  double offset;
};

/// An intersection of half-spaces; refused unless it is bounded and has an interior.
struct Polyhedron {
  explicit Polyhedron(std::vector<HalfspaceRow> halfspaces);
  std::vector<HalfspaceRow> halfspaces;
};

struct Ball {
  Vec3 centre;
  double radius;
};

/// The convex hull of spheres, an s-tope.
struct SphereHull {
  explicit SphereHull(std::vector<Ball> spheres);
  std::vector<Ball> spheres;
};

struct Part;

/// A body that need not be convex: the union of convex parts, each placed in the frame of the body. Its signed distance
/// is the least among pairs of parts. At least one part; a part is any shape but a union.
class Union {
 public:
  explicit Union(std::vector<Part> parts);
  std::span<const Part> parts() const;

 private:
  std::shared_ptr<const std::vector<Part>> parts_;
};

/// Every shape, in the order of the table in the manual.
using ShapeVariant =
    std::variant<Point, Segment, Ray, Line, Plane, Halfspace, Triangle, Rectangle, Polygon, Tetrahedron, Box, Sphere,
                 Capsule, Cylinder, Cone, Ellipsoid, Hull, Polyhedron, SphereHull, Union>;

namespace detail {
struct Core;  // the normal form that the solvers work on: src/shapes/core.hpp
}

/// Any one of the shapes above: an immutable value that holds its description and what the solvers precompute of it.
class Shape {
 public:
  /// Builds what queries need (for a hull or polyhedron: its faces and adjacency). May throw InvalidInput.
  Shape(ShapeVariant description);  // NOLINT(google-explicit-constructor): `Shape s = Box({1, 2, 3})` is meant to work
  template <class S>
  // NOLINTNEXTLINE(google-explicit-constructor)
  requires std::constructible_from<ShapeVariant, S> Shape(S description)
      : Shape(ShapeVariant(std::move(description))) {}

  const ShapeVariant& description() const { return *description_; }
  /// The name of its type, as in JSON: "box", "hull", ...
  std::string_view type() const;
  /// Whether it fits in a ball: all but line, ray, plane and half-space, and unions of which one of these is a part.
  bool bounded() const;
  /// Whether it is the convex hull of finitely many points and directions. A union is not.
  bool polyhedral() const;

  const detail::Core& core() const { return *core_; }

 private:
  std::shared_ptr<const ShapeVariant> description_;
  std::shared_ptr<const detail::Core> core_;
};

/// One part of a union.
struct Part {
  Shape shape;
  Pose pose = {};
};

}  // namespace clearance
