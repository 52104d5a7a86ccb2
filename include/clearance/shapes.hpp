#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "clearance/error.hpp"
#include "clearance/pose.hpp"

// The shapes. Each constructor validates, and throws InvalidInput naming the field; a `Shape` made of one is immutable,
// cheap to copy, and shared freely between bodies and threads. Lengths are full lengths unless a name says radius.
//
// A shape says of itself what it is called in JSON, whether it is polyhedral (the convex hull of finitely many points
// and directions), and which fields it has, in the order of its constructor: what reads, writes or binds shapes goes by
// that.

namespace clearance {

/// A field of a shape: its name in JSON, and the member that holds it or returns it.
template <class Member>
struct Field {
  std::string_view name;
  Member member;
};
template <class Member>
Field(std::string_view, Member) -> Field<Member>;

struct Point {
  static constexpr std::string_view type = "point";
  static constexpr bool polyhedral = true;
  explicit Point(const Vec3& at = Vec3::Zero());
  Vec3 at;
  static constexpr std::tuple fields{Field{"at", &Point::at}};
};

struct Segment {
  static constexpr std::string_view type = "segment";
  static constexpr bool polyhedral = true;
  Segment(const Vec3& p, const Vec3& q);
  std::array<Vec3, 2> points;
  static constexpr std::tuple fields{Field{"points", &Segment::points}};
};

/// { origin + s direction, s >= 0 }; the direction need not be of unit length.
struct Ray {
  static constexpr std::string_view type = "ray";
  static constexpr bool polyhedral = true;
  Ray(const Vec3& origin, const Vec3& direction);
  Vec3 origin, direction;
  static constexpr std::tuple fields{Field{"origin", &Ray::origin}, Field{"direction", &Ray::direction}};
};

/// { origin + s direction }.
struct Line {
  static constexpr std::string_view type = "line";
  static constexpr bool polyhedral = true;
  Line(const Vec3& origin, const Vec3& direction);
  Vec3 origin, direction;
  static constexpr std::tuple fields{Field{"origin", &Line::origin}, Field{"direction", &Line::direction}};
};

/// { x : normal . x = offset }; the normal need not be of unit length.
struct Plane {
  static constexpr std::string_view type = "plane";
  static constexpr bool polyhedral = true;
  Plane(const Vec3& normal, double offset);
  Vec3 normal;
  double offset;
  static constexpr std::tuple fields{Field{"normal", &Plane::normal}, Field{"offset", &Plane::offset}};
};

/// { x : normal . x <= offset }.
struct Halfspace {
  static constexpr std::string_view type = "halfspace";
  static constexpr bool polyhedral = true;
  Halfspace(const Vec3& normal, double offset);
  Vec3 normal;
  double offset;
  static constexpr std::tuple fields{Field{"normal", &Halfspace::normal}, Field{"offset", &Halfspace::offset}};
};

struct Triangle {
  static constexpr std::string_view type = "triangle";
  static constexpr bool polyhedral = true;
  Triangle(const Vec3& p, const Vec3& q, const Vec3& r);
  std::array<Vec3, 3> points;
  static constexpr std::tuple fields{Field{"points", &Triangle::points}};
};

/// { origin + s u + t v, s and t in [0, 1] }; u and v are perpendicular to 1e-9.
struct Rectangle {
  static constexpr std::string_view type = "rectangle";
  static constexpr bool polyhedral = true;
  Rectangle(const Vec3& origin, const Vec3& u, const Vec3& v);
  Vec3 origin;
  std::array<Vec3, 2> edges;
  static constexpr std::tuple fields{Field{"origin", &Rectangle::origin}, Field{"edges", &Rectangle::edges}};
};

/// The hull of at least three points in order around it, planar and convex to 1e-9 of its extent.
struct Polygon {
  static constexpr std::string_view type = "polygon";
  static constexpr bool polyhedral = true;
  explicit Polygon(std::vector<Vec3> points);
  std::vector<Vec3> points;
  static constexpr std::tuple fields{Field{"points", &Polygon::points}};
};

struct Tetrahedron {
  static constexpr std::string_view type = "tetrahedron";
  static constexpr bool polyhedral = true;
  Tetrahedron(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s);
  std::array<Vec3, 4> points;
  static constexpr std::tuple fields{Field{"points", &Tetrahedron::points}};
};

struct Box {
  static constexpr std::string_view type = "box";
  static constexpr bool polyhedral = true;
  explicit Box(const Vec3& size);
  Vec3 size;
  static constexpr std::tuple fields{Field{"size", &Box::size}};
};

struct Sphere {
  static constexpr std::string_view type = "sphere";
  static constexpr bool polyhedral = false;
  explicit Sphere(double radius);
  double radius;
  static constexpr std::tuple fields{Field{"radius", &Sphere::radius}};
};

/// A segment of the given length along z, swept by a sphere.
struct Capsule {
  static constexpr std::string_view type = "capsule";
  static constexpr bool polyhedral = false;
  Capsule(double radius, double length);
  double radius, length;
  static constexpr std::tuple fields{Field{"radius", &Capsule::radius}, Field{"length", &Capsule::length}};
};

/// Axis z.
struct Cylinder {
  static constexpr std::string_view type = "cylinder";
  static constexpr bool polyhedral = false;
  Cylinder(double radius, double length);
  double radius, length;
  static constexpr std::tuple fields{Field{"radius", &Cylinder::radius}, Field{"length", &Cylinder::length}};
};

/// Axis z, base at -length/2, apex at +length/2.
struct Cone {
  static constexpr std::string_view type = "cone";
  static constexpr bool polyhedral = false;
  Cone(double radius, double length);
  double radius, length;
  static constexpr std::tuple fields{Field{"radius", &Cone::radius}, Field{"length", &Cone::length}};
};

struct Ellipsoid {
  static constexpr std::string_view type = "ellipsoid";
  static constexpr bool polyhedral = false;
  explicit Ellipsoid(const Vec3& radii);
  Vec3 radii;
  static constexpr std::tuple fields{Field{"radii", &Ellipsoid::radii}};
};

/// The convex hull of points, of any dimension from 0 to 3.
struct Hull {
  static constexpr std::string_view type = "hull";
  static constexpr bool polyhedral = true;
  explicit Hull(std::vector<Vec3> points);
  static Hull from_points(std::span<const Vec3> points) { return Hull({points.begin(), points.end()}); }
  std::vector<Vec3> points;
  static constexpr std::tuple fields{Field{"points", &Hull::points}};
};

/// { x : normal . x <= offset }, as one row of a polyhedron.
struct HalfspaceRow {
  Vec3 normal;
  double offset;
};

/// An intersection of half-spaces; refused unless it is bounded and has an interior.
struct Polyhedron {
  static constexpr std::string_view type = "polyhedron";
  static constexpr bool polyhedral = true;
  explicit Polyhedron(std::vector<HalfspaceRow> halfspaces);
  std::vector<HalfspaceRow> halfspaces;
  static constexpr std::tuple fields{Field{"halfspaces", &Polyhedron::halfspaces}};
};

struct Ball {
  Vec3 centre;
  double radius;
};

/// The convex hull of spheres, an s-tope; in JSON `spheres`.
struct SphereHull {
  static constexpr std::string_view type = "spheres";
  static constexpr bool polyhedral = false;
  explicit SphereHull(std::vector<Ball> spheres);
  std::vector<Ball> spheres;
  static constexpr std::tuple fields{Field{"spheres", &SphereHull::spheres}};
};

struct Part;

/// A body that need not be convex: the union of convex parts, each placed in the frame of the body. Its signed distance
/// is the least among pairs of parts. At least one part; a part is any shape but a union.
class Union {
 public:
  static constexpr std::string_view type = "union";
  static constexpr bool polyhedral = false;
  explicit Union(std::vector<Part> parts);
  std::span<const Part> parts() const;
  static constexpr std::tuple fields{Field{"parts", &Union::parts}};

 private:
  std::shared_ptr<const std::vector<Part>> parts_;
};

/// Every shape, in the order of the table in the manual.
using ShapeVariant =
    std::variant<Point, Segment, Ray, Line, Plane, Halfspace, Triangle, Rectangle, Polygon, Tetrahedron, Box, Sphere,
                 Capsule, Cylinder, Cone, Ellipsoid, Hull, Polyhedron, SphereHull, Union>;

namespace detail {
struct Core;  // the normal form that the solvers work on: src/core/core.hpp
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
  /// The shape swept by a ball: a box with rounded edges, say. For every bounded shape but a union; a radius of 0
  /// leaves it as it is.
  Shape(ShapeVariant description, double rounding);

  /// Without the rounding.
  const ShapeVariant& description() const { return *description_; }
  /// The radius of the ball that sweeps it.
  double rounding() const { return rounding_; }
  /// The name of its type, as in JSON: "box", "hull", ...
  std::string_view type() const;
  /// Whether it fits in a ball: all but line, ray, plane and half-space, and unions of which one of these is a part.
  bool bounded() const;
  /// Whether it is the convex hull of finitely many points and directions. A union or what is rounded is not.
  bool polyhedral() const;

  const detail::Core& core() const { return *core_; }

 private:
  std::shared_ptr<const ShapeVariant> description_;
  std::shared_ptr<const detail::Core> core_;
  double rounding_ = 0.0;
};

/// One part of a union.
struct Part {
  Shape shape;
  Pose pose = {};
};

}  // namespace clearance
