#include "io/shape_writer.hpp"

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <string_view>
#include <variant>

namespace clearance::io {
namespace {

class ShapeWriter {
 public:
  explicit ShapeWriter(std::string& out) : out_(out) {}

  void operator()(const Point& s) { field("at", s.at); }
  void operator()(const Segment& s) { points(s.points); }
  void operator()(const Ray& s) { field("origin", s.origin), field("direction", s.direction); }
  void operator()(const Line& s) { field("origin", s.origin), field("direction", s.direction); }
  void operator()(const Plane& s) { field("normal", s.normal), field("offset", s.offset); }
  void operator()(const Halfspace& s) { field("normal", s.normal), field("offset", s.offset); }
  void operator()(const Triangle& s) { points(s.points); }
  void operator()(const Rectangle& s) { field("origin", s.origin), list("edges", s.edges); }
  void operator()(const Polygon& s) { points(s.points); }
  void operator()(const Tetrahedron& s) { points(s.points); }
  void operator()(const Box& s) { field("size", s.size); }
  void operator()(const Sphere& s) { field("radius", s.radius); }
  void operator()(const Capsule& s) { field("radius", s.radius), field("length", s.length); }
  void operator()(const Cylinder& s) { field("radius", s.radius), field("length", s.length); }
  void operator()(const Cone& s) { field("radius", s.radius), field("length", s.length); }
  void operator()(const Ellipsoid& s) { field("radii", s.radii); }
  void operator()(const Hull& s) { points(s.points); }
  void operator()(const Polyhedron& s) {
    key("halfspaces");
    each(s.halfspaces, [&](const HalfspaceRow& row) { four(row.normal, row.offset); });
  }
  void operator()(const Spheres& s) {
    key("spheres");
    each(s.spheres, [&](const Ball& ball) { four(ball.centre, ball.radius); });
  }
  void operator()(const Union& s) {
    key("parts");
    out_ += '[';
    std::string_view before = "\n";
    for (const Part& part : s.parts()) {
      out_ += before;
      append_json(out_, part.shape, part.pose);
      before = ",\n";
    }
    out_ += "\n]";
  }

  void number(double value) { fmt::format_to(std::back_inserter(out_), "{}", value + 0.0); }  // -0 becomes 0
  void vector(const Vec3& v) { row(std::span(v.data(), 3)); }
  void row(std::span<const double> numbers) {
    each(numbers, [&](double value) { number(value); });
  }
  void key(std::string_view name) { fmt::format_to(std::back_inserter(out_), ",\"{}\":", name); }

 private:
  void field(std::string_view name, double value) { key(name), number(value); }
  void field(std::string_view name, const Vec3& value) { key(name), vector(value); }
  template <class List>
  void list(std::string_view name, const List& vectors) {
    key(name);
    each(vectors, [&](const Vec3& v) { vector(v); });
  }
  template <class List>
  void points(const List& vectors) {
    list("points", vectors);
  }
  void four(const Vec3& v, double last) {
    const std::array<double, 4> numbers{v.x(), v.y(), v.z(), last};
    row(numbers);
  }
  template <class List, class Write>
  void each(const List& items, const Write& write) {
    char before = '[';
    for (const auto& item : items) {
      out_ += before;
      write(item);
      before = ',';
    }
    out_ += items.empty() ? "[]" : "]";
  }

  std::string& out_;
};

void append_fields(std::string& out, const Shape& shape) {
  fmt::format_to(std::back_inserter(out), "{{\"type\":\"{}\"", shape.type());
  std::visit(ShapeWriter(out), shape.description());
}

bool is_identity(const Pose& pose) {
  return pose.exact() && pose.position().isZero(0.0) && pose.rotation() == Mat3::Identity();
}

}  // namespace

void append_json(std::string& out, const Pose& pose) {
  ShapeWriter writer(out);
  out += "{\"position\":";
  writer.vector(pose.position());
  const Mat3 row_major = pose.rotation().transpose();
  out += ",\"matrix\":";
  writer.row(std::span(row_major.data(), 9));
  out += '}';
}

void append_json(std::string& out, const Shape& shape) {
  append_fields(out, shape);
  out += '}';
}

void append_json(std::string& out, const Shape& shape, const Pose& pose) {
  append_fields(out, shape);
  if (!is_identity(pose)) {
    out += ",\"pose\":";
    append_json(out, pose);
  }
  out += '}';
}

std::string to_json(const Shape& shape) {
  std::string out;
  append_json(out, shape);
  return out;
}

}  // namespace clearance::io
