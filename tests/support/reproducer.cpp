#include "reproducer.hpp"

#include <array>
#include <limits>
#include <sstream>
#include <string_view>
#include <type_traits>

namespace oracle {
namespace {

using clearance::Vec3;

/// Writes JSON; numbers read back to the same double.
class Writer {
 public:
  Writer() { out_.precision(std::numeric_limits<double>::max_digits10); }
  std::string text() const { return out_.str(); }

  Writer& key(const char* name) {
    out_ << (first_ ? "" : ",") << '"' << name << "\":";
    first_ = false;
    return *this;
  }
  Writer& open() {
    out_ << '{';
    first_ = true;
    return *this;
  }
  void begin_list() {
    out_ << '[';
    first_ = true;
  }
  void next_item() { out_ << (first_ ? "" : ","); }
  void end_list() {
    out_ << ']';
    first_ = false;
  }
  Writer& close() {
    out_ << '}';
    first_ = false;
    return *this;
  }
  Writer& value(double x) {
    out_ << x;
    return *this;
  }
  Writer& value(std::string_view x) {
    out_ << '"' << x << '"';
    return *this;
  }
  Writer& value(const Vec3& v) { return value(std::array{v.x(), v.y(), v.z()}); }
  Writer& value(const clearance::HalfspaceRow& row) {
    return value(std::array{row.normal.x(), row.normal.y(), row.normal.z(), row.offset});
  }
  Writer& value(const clearance::Ball& ball) {
    return value(std::array{ball.centre.x(), ball.centre.y(), ball.centre.z(), ball.radius});
  }
  template <class Range>
  requires requires(const Range& items) { items.begin() != items.end(); }
  Writer& value(const Range& items) {
    char separator = '[';
    for (const auto& item : items) {
      out_ << separator;
      value(item);
      separator = ',';
    }
    out_ << ']';
    return *this;
  }

 private:
  std::ostringstream out_;
  bool first_ = true;
};

using Parts = std::vector<std::pair<clearance::Shape, Placement>>;
void write_body(Writer& json, const clearance::Shape& shape, const Placement& at, const Parts& parts = {});

/// `written`: the parts of a union as they were written, if that is known.
void write_fields(Writer& json, const clearance::Shape& shape, const Parts& written) {
  using namespace clearance;
  std::visit(
      [&](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, Point>) {
          json.key("at").value(s.at);
        } else if constexpr (std::is_same_v<S, Ray> || std::is_same_v<S, Line>) {
          json.key("origin").value(s.origin).key("direction").value(s.direction);
        } else if constexpr (std::is_same_v<S, Plane> || std::is_same_v<S, Halfspace>) {
          json.key("normal").value(s.normal).key("offset").value(s.offset);
        } else if constexpr (std::is_same_v<S, Rectangle>) {
          json.key("origin").value(s.origin).key("edges").value(s.edges);
        } else if constexpr (std::is_same_v<S, Box>) {
          json.key("size").value(s.size);
        } else if constexpr (std::is_same_v<S, Sphere>) {
          json.key("radius").value(s.radius);
        } else if constexpr (std::is_same_v<S, Capsule> || std::is_same_v<S, Cylinder> || std::is_same_v<S, Cone>) {
          json.key("radius").value(s.radius).key("length").value(s.length);
        } else if constexpr (std::is_same_v<S, Ellipsoid>) {
          json.key("radii").value(s.radii);
        } else if constexpr (std::is_same_v<S, Polyhedron>) {
          json.key("halfspaces").value(s.halfspaces);
        } else if constexpr (std::is_same_v<S, SphereHull>) {
          json.key("spheres").value(s.spheres);
        } else if constexpr (std::is_same_v<S, Union>) {
          json.key("parts").begin_list();
          for (std::size_t i = 0; i < s.parts().size(); ++i) {
            const Part& part = s.parts()[i];
            json.next_item();
            write_body(json, part.shape,
                       written.empty() ? Placement{part.pose.position(), part.pose.rotation(), {}} : written[i].second);
          }
          json.end_list();
        } else {
          json.key("points").value(s.points);
        }
      },
      shape.description());
  if (shape.rounding() > 0.0) json.key("rounding").value(shape.rounding());
}

void write_body(Writer& json, const clearance::Shape& shape, const Placement& at, const Parts& parts) {
  json.open().key("type").value(shape.type());
  write_fields(json, shape, parts);
  json.key("pose").open().key("position").value(at.position);
  if (at.quaternion) {
    json.key("quaternion").value(*at.quaternion);
  } else if (at.matrix != clearance::Mat3::Identity()) {
    std::array<double, 9> entries{};
    for (int i = 0; i < 9; ++i) entries[static_cast<std::size_t>(i)] = at.matrix(i / 3, i % 3);
    json.key("matrix").value(entries);
  }
  json.close().close();
}

}  // namespace

std::string json_line(const PlacedShape& a, const PlacedShape& b, const std::string& id) {
  Writer json;
  json.open().key("id").value(std::string_view(id)).key("a");
  write_body(json, a.shape, a.at, a.parts);
  json.key("b");
  write_body(json, b.shape, b.at, b.parts);
  return json.close().text();
}

std::string json_line(const Query& query, const std::string& id) {
  return json_line({query.a, query.at_a, {}}, {query.b, query.at_b, {}}, id);
}

}  // namespace oracle
