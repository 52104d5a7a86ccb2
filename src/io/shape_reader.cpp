#include "io/shape_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "io/fields.hpp"
#include "io/mesh/mesh.hpp"
#include "io/nearest_name.hpp"

namespace clearance::io {
namespace {

/// Reads the fields that a shape says it has, by the types of their values.
class FieldReader {
 public:
  explicit FieldReader(const ReadOptions& options) : options_(options) {}

  /// What the constructor takes for a field: its value, or each of so many points.
  template <class T>
  auto arguments(const Value& value, std::string_view name, std::type_identity<T> type) const {
    if constexpr (requires { std::tuple_size<T>::value; })
      return std::apply([](const auto&... item) { return std::tuple{item...}; }, array(value, name, type));
    else
      return std::tuple{read(value, type)};
  }

 private:
  static double read(const Value& value, std::type_identity<double>) { return read_number(value); }
  static Vec3 read(const Value& value, std::type_identity<Vec3>) { return read_vec3(value); }
  static std::vector<Vec3> read(const Value& value, std::type_identity<std::vector<Vec3>>) {
    return read_points(value);
  }
  /// Rows of four numbers: a vector and a scalar each.
  template <class Row>
  static std::vector<Row> read(const Value& value, std::type_identity<std::vector<Row>>) {
    expect_array(value);
    std::vector<Row> rows;
    for (const Value& row : value) {
      std::array<double, 4> numbers{};
      read_numbers(row, numbers);
      rows.push_back({Vec3(numbers[0], numbers[1], numbers[2]), numbers[3]});
    }
    return rows;
  }
  std::vector<Part> read(const Value& value, std::type_identity<std::span<const Part>>) const {
    expect_array(value);
    std::vector<Part> parts;
    for (const Value& item : value) {
      PosedShape part = read_posed_shape(item, options_);
      parts.push_back({std::move(part.shape), part.pose});
    }
    return parts;
  }
  template <std::size_t count>
  static std::array<Vec3, count> array(const Value& value, std::string_view name,
                                       std::type_identity<std::array<Vec3, count>>) {
    expect_array(value);
    if (const std::size_t size = value.size(); size != count)
      fail(value, fmt::format("expected {} {}, found {}", count, name, size));
    std::array<Vec3, count> vectors;
    std::size_t i = 0;
    for (const Value& vector : value) vectors[i++] = read_vec3(vector);
    return vectors;
  }

  const ReadOptions& options_;
};

template <class S>
ShapeVariant read_as(const Fields& fields, const ReadOptions& options) {
  const FieldReader reader(options);
  const auto arguments = [&]<class Member>(const Field<Member>& field) {
    using T = std::remove_cvref_t<std::invoke_result_t<Member, const S&>>;
    return reader.arguments(fields.require(field.name), field.name, std::type_identity<T>{});
  };
  // Braces read from left to right, so that the first field that is wrong is named.
  auto all = std::apply(
      [&](const auto&... field) { return std::tuple<decltype(arguments(field))...>{arguments(field)...}; }, S::fields);
  return std::apply([](auto&... one) { return std::make_from_tuple<S>(std::tuple_cat(std::move(one)...)); }, all);
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
  const std::string name = read_string(file);
  if (name.find('\0') != std::string::npos) fail(file, "a name of a file cannot hold the character NUL");
  std::vector<Vec3> points;
  try {
    points = read_mesh_points(name, options);
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

/// One type of shape: the name, the fields beside "type", and how to read them.
struct TypeReader {
  std::string_view type;
  std::vector<std::string_view> fields;
  ShapeVariant (*read)(const Fields& fields, const ReadOptions& options);
};

template <class S>
TypeReader reader_of() {
  return {S::type,
          std::apply([](const auto&... field) { return std::vector<std::string_view>{field.name...}; }, S::fields),
          &read_as<S>};
}

/// Every shape there is, and meshes, which are hulls.
const std::vector<TypeReader>& type_readers() {
  static const std::vector<TypeReader> readers = []<class... S>(std::type_identity<std::variant<S...>>) {
    std::vector<TypeReader> list{reader_of<S>()...};
    list.insert(list.end() - 1, {"mesh", {"file", "scale"}, &read_mesh});
    return list;
  }(std::type_identity<ShapeVariant>{});
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
    std::vector<std::string> known;
    for (const TypeReader& r : readers) known.emplace_back(r.type);
    fail(type_value, fmt::format("unknown shape type {}{} (known: {})", json_quoted(type), did_you_mean(type, known),
                                 fmt::join(known, ", ")));
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

/// Throws where a matrix is written in rows, or with a translation.
void expect_flat(const Value& matrix) {
  expect_array(matrix);
  const std::size_t size = matrix.size();
  const bool rows = size > 0 && (*matrix.begin()).kind() == Kind::array;
  if (rows || size == 12 || size == 16)
    fail(matrix, "expected nine numbers in one flat list, row by row; the translation goes into position");
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
      expect_flat(*matrix);
      read_numbers(*matrix, m);
      return Pose(Mat3(Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data())), position);
    }
    return Pose::translation(position);
  });
}

}  // namespace clearance::io
