#include "io/shape_writer.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace clearance::io {
namespace {

/// Writes the fields that a shape says it has, by the types of their values.
class FieldWriter {
 public:
  explicit FieldWriter(std::string& out) : out_(out) {}

  void value(double number) { fmt::format_to(std::back_inserter(out_), "{}", number + 0.0); }  // -0 becomes 0
  void value(const Vec3& v) { list(std::span(v.data(), 3)); }
  void value(const HalfspaceRow& row) { four(row.normal, row.offset); }
  void value(const Ball& ball) { four(ball.centre, ball.radius); }
  template <class Item, std::size_t count>
  void value(const std::array<Item, count>& items) {
    list(items);
  }
  template <class Item>
  void value(const std::vector<Item>& items) {
    list(items);
  }
  void value(std::span<const Part> parts) {
    std::string_view before = "[\n";
    for (const Part& part : parts) {
      out_ += before;
      append_json(out_, part.shape, part.pose);
      before = ",\n";
    }
    out_ += "\n]";
  }

  template <class List>
  void list(const List& items) {
    char before = '[';
    for (const auto& item : items) {
      out_ += before;
      value(item);
      before = ',';
    }
    out_ += ']';
  }

 private:
  void four(const Vec3& v, double last) { list(std::array{v.x(), v.y(), v.z(), last}); }

  std::string& out_;
};

void append_fields(std::string& out, const Shape& shape) {
  fmt::format_to(std::back_inserter(out), "{{\"type\":\"{}\"", shape.type());
  FieldWriter writer(out);
  const auto append = [&](const auto& field, const auto& description) {
    fmt::format_to(std::back_inserter(out), ",\"{}\":", field.name);
    writer.value(std::invoke(field.member, description));
  };
  std::visit(
      [&]<class S>(const S& s) { std::apply([&](const auto&... field) { (append(field, s), ...); }, S::fields); },
      shape.description());
  if (shape.rounding() > 0.0) append(Field{"rounding", &Shape::rounding}, shape);
}

bool is_identity(const Pose& pose) {
  return pose.exact() && pose.position().isZero(0.0) && pose.rotation() == Mat3::Identity();
}

}  // namespace

void append_json(std::string& out, const Pose& pose) {
  FieldWriter writer(out);
  out += "{\"position\":";
  writer.value(pose.position());
  const Mat3 row_major = pose.rotation().transpose();
  out += ",\"matrix\":";
  writer.list(std::span(row_major.data(), 9));
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
