#include "io/shape_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "io/fields.hpp"
#include "io/mesh/mesh.hpp"

namespace clearance::io {
namespace {

/// One type of shape: the name, the fields beside "type", and how to read them.
struct TypeReader {
  std::string_view type;
  std::vector<std::string_view> fields;
  std::function<ShapeVariant(const Fields& fields, const ReadOptions& options)> read;
};

double number(const Fields& fields, std::string_view key) { return read_number(fields.require(key)); }
Vec3 vec3(const Fields& fields, std::string_view key) { return read_vec3(fields.require(key)); }
std::vector<Vec3> points(const Fields& fields, std::size_t count = 0) {
  return read_points(fields.require("points"), count);
}

/// Rows of four numbers: a vector and a scalar each.
template <class Row>
std::vector<Row> rows(const Fields& fields, std::string_view key) {
  const Value value = fields.require(key);
  expect_array(value);
  std::vector<Row> result;
  for (const Value& row : value) {
    std::array<double, 4> numbers{};
    read_numbers(row, numbers);
    result.push_back({Vec3(numbers[0], numbers[1], numbers[2]), numbers[3]});
  }
  return result;
}

/// Shapes made of a vector and a scalar, of a radius and a length, of two vectors.
template <class S>
ShapeVariant from_normal(const Fields& f, const ReadOptions&) {
  return S(vec3(f, "normal"), number(f, "offset"));
}
template <class S>
ShapeVariant from_radius_length(const Fields& f, const ReadOptions&) {
  return S(number(f, "radius"), number(f, "length"));
}
template <class S>
ShapeVariant from_direction(const Fields& f, const ReadOptions&) {
  return S(vec3(f, "origin"), vec3(f, "direction"));
}

ShapeVariant read_segment(const Fields& f, const ReadOptions&) {
  const std::vector<Vec3> p = points(f, 2);
  return Segment(p[0], p[1]);
}
ShapeVariant read_triangle(const Fields& f, const ReadOptions&) {
  const std::vector<Vec3> p = points(f, 3);
  return Triangle(p[0], p[1], p[2]);
}
ShapeVariant read_tetrahedron(const Fields& f, const ReadOptions&) {
  const std::vector<Vec3> p = points(f, 4);
  return Tetrahedron(p[0], p[1], p[2], p[3]);
}
ShapeVariant read_rectangle(const Fields& f, const ReadOptions&) {
  const Value edges = f.require("edges");
  expect_array(edges);
  const std::vector<Vec3> uv = read_points(edges);
  if (uv.size() != 2) fail(edges, fmt::format("expected 2 edges, found {}", uv.size()));
  return Rectangle(vec3(f, "origin"), uv[0], uv[1]);
}
/// One factor, or one for each axis.
Vec3 read_scale(const Value& value) {
  const Vec3 scale = value.kind() == Kind::array ? read_vec3(value) : Vec3(Vec3::Constant(read_number(value)));
  if (scale.cwiseAbs().minCoeff() == 0.0) fail(value, "a scale must not be zero");
  return scale;
}

ShapeVariant read_mesh(const Fields& f, const ReadOptions& options) {
  const Value file = f.require("file");
  const std::optional<Value> scale = f.find("scale");
  const Vec3 factor = scale ? read_scale(*scale) : Vec3(Vec3::Ones());
  std::vector<Vec3> points;
  try {
    points = read_mesh_points(read_string(file), options);
  } catch (const ReadError&) {
    throw;
  } catch (const InvalidInput& error) {
    fail(file, error.what());
  }
  for (Vec3& point : points) point = point.cwiseProduct(factor);
  if (!std::all_of(points.begin(), points.end(), [](const Vec3& p) { return p.allFinite(); }))
    fail(*scale, "the mesh times this scale overflows a double");
  return Hull(std::move(points));
}

ShapeVariant read_union(const Fields& f, const ReadOptions& options) {
  const Value list = f.require("parts");
  expect_array(list);
  std::vector<Part> parts;
  for (const Value& value : list) {
    PosedShape part = read_posed_shape(value, options);
    parts.push_back({std::move(part.shape), part.pose});
  }
  return Union(std::move(parts));
}

const std::vector<TypeReader>& type_readers() {
  static const std::vector<TypeReader> readers{
      {"point", {"at"}, [](const Fields& f, const ReadOptions&) { return Point(vec3(f, "at")); }},
      {"segment", {"points"}, read_segment},
      {"ray", {"origin", "direction"}, from_direction<Ray>},
      {"line", {"origin", "direction"}, from_direction<Line>},
      {"plane", {"normal", "offset"}, from_normal<Plane>},
      {"halfspace", {"normal", "offset"}, from_normal<Halfspace>},
      {"triangle", {"points"}, read_triangle},
      {"rectangle", {"origin", "edges"}, read_rectangle},
      {"polygon", {"points"}, [](const Fields& f, const ReadOptions&) { return Polygon(points(f)); }},
      {"tetrahedron", {"points"}, read_tetrahedron},
      {"box", {"size"}, [](const Fields& f, const ReadOptions&) { return Box(vec3(f, "size")); }},
      {"sphere", {"radius"}, [](const Fields& f, const ReadOptions&) { return Sphere(number(f, "radius")); }},
      {"capsule", {"radius", "length"}, from_radius_length<Capsule>},
      {"cylinder", {"radius", "length"}, from_radius_length<Cylinder>},
      {"cone", {"radius", "length"}, from_radius_length<Cone>},
      {"ellipsoid", {"radii"}, [](const Fields& f, const ReadOptions&) { return Ellipsoid(vec3(f, "radii")); }},
      {"hull", {"points"}, [](const Fields& f, const ReadOptions&) { return Hull(points(f)); }},
      {"polyhedron",
       {"halfspaces"},
       [](const Fields& f, const ReadOptions&) { return Polyhedron(rows<HalfspaceRow>(f, "halfspaces")); }},
      {"spheres",
       {"spheres"},
       [](const Fields& f, const ReadOptions&) { return SphereHull(rows<Ball>(f, "spheres")); }},
      {"mesh", {"file", "scale"}, read_mesh},
      {"union", {"parts"}, read_union},
  };
  return readers;
}

/// Calls `read`; what the library refuses gets the place of the object it was made from.
template <class Read>
auto with_place(const Fields& fields, const Read& read) {
  try {
    return read();
  } catch (const ReadError&) {
    throw;
  } catch (const InvalidInput& error) {
    // The library's messages start with the field: "radius: must be ...", "points[2]: ...".
    const std::string_view message = error.what();
    const std::string path = fields.object().path();
    const bool names_field = fields.find(message.substr(0, message.find_first_of(":[. "))).has_value();
    if (!names_field || path.empty()) fail(fields.object(), message);
    throw ReadError(fmt::format("{}.{}", path, message));
  }
}

Shape read_typed(const Fields& fields, const ReadOptions& options) {
  const Value type_value = fields.require("type");
  const std::string type = read_string(type_value);
  const std::vector<TypeReader>& readers = type_readers();
  const auto reader = std::find_if(readers.begin(), readers.end(), [&](const TypeReader& r) { return r.type == type; });
  if (reader == readers.end()) {
    std::string known;
    for (const TypeReader& r : readers) known += fmt::format("{}{}", known.empty() ? "" : ", ", r.type);
    fail(type_value, fmt::format("unknown shape type {} (known: {})", json_quoted(type), known));
  }
  std::vector<std::string_view> keys{"type"};
  keys.insert(keys.end(), reader->fields.begin(), reader->fields.end());
  keys.push_back("rounding");
  keys.push_back("pose");
  fields.allow(keys);
  const std::optional<Value> rounding = fields.find("rounding");
  return with_place(fields,
                    [&] { return Shape(reader->read(fields, options), rounding ? read_number(*rounding) : 0.0); });
}

}  // namespace

PosedShape read_posed_shape(const Value& value, const ReadOptions& options) {
  const Fields fields(value);
  Shape shape = read_typed(fields, options);
  const std::optional<Value> pose = fields.find("pose");
  return {std::move(shape), pose ? read_pose(*pose) : Pose()};
}

Shape read_shape(const Value& value, const ReadOptions& options) {
  const Fields fields(value);
  Shape shape = read_typed(fields, options);
  const std::optional<Value> pose = fields.find("pose");
  if (!pose) return shape;
  if (shape.type() == "union") fail(*pose, "a union has no pose of its own: give one to each part, or to the body");
  return Union({{std::move(shape), read_pose(*pose)}});
}

Pose read_pose(const Value& value) {
  constexpr std::array<std::string_view, 3> keys{"position", "quaternion", "matrix"};
  const Fields fields(value);
  fields.allow(keys);
  const std::optional<Value> position_value = fields.find("position");
  const Vec3 position = position_value ? read_vec3(*position_value) : Vec3(Vec3::Zero());
  const std::optional<Value> quaternion = fields.find("quaternion"), matrix = fields.find("matrix");
  if (quaternion && matrix) fail(value, "both \"quaternion\" and \"matrix\" are given");
  return with_place(fields, [&] {
    if (quaternion) {
      std::array<double, 4> q{};
      read_numbers(*quaternion, q);
      return Pose::from_quaternion(q[0], q[1], q[2], q[3], position);
    }
    if (matrix) {
      std::array<double, 9> m{};
      read_numbers(*matrix, m);
      return Pose(Mat3(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data())), position);
    }
    return Pose::translation(position);
  });
}

}  // namespace clearance::io
