// Every shape: what its constructor asks for, and the core that it becomes.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "core/core.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "numeric/dyadic.hpp"
#include "shapes/polygon_form.hpp"

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
    if (std::fabs(a.dot(b)) > detail::form_tolerance * a.norm() * b.norm())
      throw InvalidInput("edges: not perpendicular to 1e-9");
  }
}
Polygon::Polygon(std::vector<Vec3> p) : points(std::move(p)) {
  require_points(points, "points", 3);
  detail::require_planar_and_convex(points);
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

}  // namespace clearance

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;

/// The power of two just above a length; 1 for zero. Bounded, so that its inverse is a double, too.
double power_of_two_above(double length) {
  if (!(length > 0.0)) return 1.0;
  int exponent = 0;
  std::frexp(length, &exponent);
  return std::ldexp(1.0, std::clamp(exponent, -1000, 1000));
}

/// A point to measure from: the middle of the bounding box, or the origin if that is about as near.
V3 centre_of(const std::vector<Vec3>& points, double margin) {
  Vec3 low = points.front(), high = points.front();
  for (const Vec3& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const Vec3 middle = 0.5 * low + 0.5 * high;
  const double extent = (0.5 * high - 0.5 * low).maxCoeff() + margin;
  if (middle.cwiseAbs().maxCoeff() <= extent) return {0, 0, 0};
  return V3(middle);
}

/// Local coordinates of points; the one rounding, of the difference, is charged to the error of the core.
std::vector<V3> localise(Core& core, const std::vector<Vec3>& points, double margin) {
  core.centre = centre_of(points, margin);
  double largest = margin;
  for (const Vec3& p : points) largest = std::fmax(largest, max_abs(V3(p) - core.centre));
  core.unit = power_of_two_above(largest);
  std::vector<V3> local;
  local.reserve(points.size());
  for (const Vec3& p : points) {
    local.push_back((V3(p) - core.centre) * (1.0 / core.unit));
    core.reach = std::fmax(core.reach, norm(local.back()));
  }
  core.finest_bit = exponent_of_zero;
  for (const Vec3& p : points)
    for (const double c : p) core.finest_bit = std::min(core.finest_bit, lowest_bit(c));
  core.reach *= 1.0 + 8.0 * unit_roundoff;
  core.error = 2.0 * unit_roundoff * core.reach;
  return local;
}

/// Points, or their hull, swept by a ball.
Core from_points(const std::vector<Vec3>& points, bool as_hull, double radius) {
  Core core;
  const std::vector<V3> local = localise(core, points, radius);
  core.radius = radius / core.unit;
  core.polytope = as_hull ? hull_polytope(local) : plain_polytope(local);
  if (core.polytope.total == 1) {
    core.kind = Kind::point;
    core.ends = {local[0], local[0]};
  } else if (core.polytope.total == 2) {
    core.kind = Kind::segment;
    core.ends = {local[0], local[1]};
  } else {
    core.kind = Kind::polytope;
  }
  return core;
}

/// Half of a length, to tell the unit by; the least subnormal number has no half.
double half_for_unit(double length) { return length > 0x1p-1000 ? 0.5 * length : length; }

/// A core of full symmetry about the body origin. Along each axis `size` is the true half length, or for an axis in
/// `halved` twice that: halved only after it is scaled, no bit is lost, be the length subnormal.
Core symmetric(Kind kind, const Vec3& size, const std::array<bool, 3>& halved, double radius) {
  Core core;
  core.kind = kind;
  double largest = radius;
  for (int i = 0; i < 3; ++i)
    largest = std::fmax(largest, halved[static_cast<std::size_t>(i)] ? half_for_unit(size[i]) : size[i]);
  core.unit = power_of_two_above(largest);
  const double inverse = 1.0 / core.unit;
  core.size = {size.x() * inverse * (halved[0] ? 0.5 : 1.0), size.y() * inverse * (halved[1] ? 0.5 : 1.0),
               size.z() * inverse * (halved[2] ? 0.5 : 1.0)};
  core.radius = radius / core.unit;
  core.reach = norm(core.size) * (1.0 + 8.0 * unit_roundoff);
  return core;
}

Core along_z(double length, double radius) {
  Core core = symmetric(Kind::segment, {0, 0, length}, {false, false, true}, radius);
  core.ends = {V3(0, 0, -core.size.z), V3(0, 0, core.size.z)};
  if (length == 0.0) core.kind = Kind::point;
  return core;
}

Core unbounded(Kind kind, const Vec3& origin, const Vec3& direction, double offset) {
  Core core;
  core.kind = kind;
  core.centre = V3(origin);
  const double scale = 1.0 / power_of_two_above(direction.cwiseAbs().maxCoeff());
  core.direction = V3(direction) * scale;
  core.given = V3(direction);
  core.offset = offset * scale;
  if (core.offset == 0.0 && offset != 0.0) core.offset = std::copysign(0x1p-1074, offset);  // it is not zero
  return core;
}

struct MakeCore {
  double rounding;

  Core operator()(const Point& s) const { return from_points({s.at}, false, rounding); }
  Core operator()(const Segment& s) const { return from_points({s.points[0], s.points[1]}, false, rounding); }
  Core operator()(const Ray& s) const { return unbounded(Kind::ray, s.origin, s.direction, 0.0); }
  Core operator()(const Line& s) const { return unbounded(Kind::line, s.origin, s.direction, 0.0); }
  Core operator()(const Plane& s) const { return unbounded(Kind::plane, Vec3::Zero(), s.normal, s.offset); }
  Core operator()(const Halfspace& s) const { return unbounded(Kind::halfspace, Vec3::Zero(), s.normal, s.offset); }
  Core operator()(const Triangle& s) const { return from_points({s.points.begin(), s.points.end()}, false, rounding); }
  Core operator()(const Rectangle& s) const {
    // Corner by corner relative to the origin, so that a far-off origin does not round the edges.
    const Vec3& u = s.edges[0];
    const Vec3& v = s.edges[1];
    Core core = from_points({Vec3::Zero(), u, v, u + v}, false, rounding);
    core.centre = V3(s.origin);
    core.error += 2.0 * unit_roundoff * core.reach;
    return core;
  }
  Core operator()(const Polygon& s) const { return from_points(s.points, false, rounding); }
  Core operator()(const Tetrahedron& s) const {
    return from_points({s.points.begin(), s.points.end()}, true, rounding);
  }
  Core operator()(const Box& s) const {
    Core core = symmetric(Kind::box, s.size, {true, true, true}, rounding);
    if (s.size.isZero(0.0)) core.kind = Kind::point;
    if (s.size.minCoeff() > 0.0) core.polytope = box_polytope(core.size);
    return core;
  }
  Core operator()(const Sphere& s) const { return charged(along_z(0.0, s.radius + rounding)); }
  Core operator()(const Capsule& s) const { return charged(along_z(s.length, s.radius + rounding)); }
  Core operator()(const Cylinder& s) const {
    return symmetric(Kind::cylinder, {s.radius, s.radius, s.length}, {false, false, true}, rounding);
  }
  Core operator()(const Cone& s) const {
    return symmetric(Kind::cone, {s.radius, s.radius, s.length}, {false, false, true}, rounding);
  }
  Core operator()(const Ellipsoid& s) const {
    if (s.radii.minCoeff() == s.radii.maxCoeff()) return charged(along_z(0.0, s.radii.x() + rounding));
    return symmetric(Kind::ellipsoid, s.radii, {false, false, false}, rounding);
  }
  Core operator()(const Hull& s) const { return from_points(s.points, true, rounding); }
  Core operator()(const Polyhedron& s) const {
    std::vector<V3> normals;
    std::vector<double> offsets;
    double largest = 0.0;
    for (const HalfspaceRow& row : s.halfspaces) {
      const double scale = 1.0 / power_of_two_above(row.normal.cwiseAbs().maxCoeff());
      normals.push_back(V3(row.normal) * scale);
      offsets.push_back(row.offset * scale);
      largest = std::fmax(largest, std::fabs(offsets.back()));
    }
    if (!(largest < HUGE_VAL)) throw InvalidInput("halfspaces: beyond the largest number");
    // Of any size, it is enclosed at one of about one. What an offset may lose is below the error of all.
    const double length = power_of_two_above(half_for_unit(largest));
    for (double& offset : offsets) offset /= length;
    EnclosedPolytope enclosed = enclosed_polytope(normals, offsets, std::ilogb(length));
    Core core;
    core.kind = Kind::polytope;
    core.centre = enclosed.centre * length;
    core.unit = enclosed.unit * length;
    if (!(max_abs(core.centre) + core.unit < HUGE_VAL)) throw InvalidInput("halfspaces: beyond the largest number");
    core.radius = rounding / core.unit;
    core.reach = enclosed.polytope.radius;
    core.error = enclosed.error + 4.0 * std::numeric_limits<double>::denorm_min() / core.unit;
    core.polytope = std::move(enclosed.polytope);
    return core.radius <= most_swept ? core : swept_far(core);
  }
  Core operator()(const SphereHull& s) const {
    std::vector<Vec3> centres;
    double largest = 0.0;
    for (const Ball& ball : s.spheres) {
      centres.push_back(ball.centre);
      largest = std::fmax(largest, ball.radius);
    }
    if (has_equal_radii(s.spheres)) return charged(from_points(centres, true, largest + rounding));
    Core core;
    const std::vector<V3> local = localise(core, centres, largest + rounding);
    core.radius = rounding / core.unit;
    std::vector<LocalBall> balls;
    for (std::size_t i = 0; i < local.size(); ++i) balls.push_back({local[i], s.spheres[i].radius / core.unit});
    core.balls = ball_hull(balls);
    std::vector<Ball> kept;
    for (const int i : core.balls.source) kept.push_back(s.spheres[static_cast<std::size_t>(i)]);
    if (has_equal_radii(kept)) {
      centres.clear();
      for (const Ball& ball : kept) centres.push_back(ball.centre);
      Core swept = charged(from_points(centres, true, kept.front().radius + rounding));
      for (int& i : swept.polytope.source) i = core.balls.source[static_cast<std::size_t>(i)];
      swept.error += core.balls.error * core.unit / swept.unit;
      swept.balls.redundant = core.balls.redundant;
      return swept;
    }
    core.kind = Kind::balls;
    core.reach = core.balls.reach;
    core.error += 2.0 * unit_roundoff * core.reach + core.balls.error;
    return core;
  }
  Core operator()(const Union& s) const {
    Core core;
    core.kind = Kind::parts;
    core.parts = make_part_tree(s.parts());
    const auto bounded = [](const Part& part) { return part.shape.bounded(); };
    core.bounded_parts = std::all_of(s.parts().begin(), s.parts().end(), bounded);
    return core;
  }

 private:
  /// A polyhedron that is swept by a ball of more than this many times its unit is the hull of its vertices, in units
  /// of the ball, as of every other shape: its own would be lost beside the radius.
  static constexpr double most_swept = 0x1p200;
  Core swept_far(const Core& polyhedron) const {
    std::vector<Vec3> vertices;
    for (int i = 0; i < polyhedron.polytope.total; ++i)
      vertices.push_back((polyhedron.polytope.vertex(i) * polyhedron.unit).eigen());
    Core core = from_points(vertices, true, rounding);
    core.error += polyhedron.error * (polyhedron.unit / core.unit);
    core.centre = polyhedron.centre;
    return core;
  }
  static bool has_equal_radii(const std::vector<Ball>& balls) {
    return std::all_of(balls.begin(), balls.end(), [&](const Ball& b) { return b.radius == balls.front().radius; });
  }
  /// For the rounding of a radius and that of the shape, added up.
  Core charged(Core core) const {
    if (rounding > 0.0) core.error += 2.0 * unit_roundoff * core.radius;
    return core;
  }
};

}  // namespace

Core make_core(const ShapeVariant& description, double rounding) {
  const StandardArithmetic standard;
  require_length(rounding, "rounding");
  Core core = std::visit(MakeCore{rounding}, description);
  if (rounding > 0.0) {
    if (core.kind == Kind::parts) throw InvalidInput("rounding: of a union, give it to each part");
    if (!is_bounded(core.kind)) throw InvalidInput("rounding: not of an unbounded shape");
    if (!std::isfinite(core.radius)) throw InvalidInput("rounding: too large for this shape");
  }
  return core;
}

}  // namespace clearance::detail
