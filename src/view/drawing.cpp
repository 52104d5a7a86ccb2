#include "view/drawing.hpp"

#include <fmt/format.h>

#include <array>
#include <initializer_list>
#include <iterator>
#include <numeric>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "clearance/stope.hpp"
#include "core/core.hpp"
#include "io/shape_writer.hpp"
#include "view/outline.hpp"

namespace clearance::view {
namespace {

template <class... Args>
void put(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

template <class List, class Append>
void append_list(std::string& out, const List& items, const Append& append) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ',';
    first = false;
    append(item);
  }
  out += ']';
}

template <class List>
void append_numbers(std::string& out, const List& numbers) {
  append_list(out, numbers, [&](const auto& number) { put(out, "{}", number); });
}

/// {"type":...,"rounding":r,"vertices":[x,y,z,...],"faces":[[...],...]}; a face of two is a segment, of one a point.
void append_faces(std::string& out, const Shape& shape, const std::vector<Vec3>& vertices,
                  const std::vector<std::vector<int>>& faces) {
  put(out, R"({{"type":"{}","rounding":{},"vertices":[)", shape.type(), shape.rounding());
  for (std::size_t i = 0; i < vertices.size(); ++i)
    put(out, "{}{},{},{}", i == 0 ? "" : ",", vertices[i].x(), vertices[i].y(), vertices[i].z());
  out += "],\"faces\":";
  append_list(out, faces, [&](const std::vector<int>& face) { append_numbers(out, face); });
  out += '}';
}

/// All points as one face, in order.
void append_polygon(std::string& out, const Shape& shape, const std::vector<Vec3>& points) {
  std::vector<int> face(points.size());
  std::iota(face.begin(), face.end(), 0);
  append_faces(out, shape, points, {face});
}

/// The hull by the faces that the solvers use; of a flat one, its outline.
void append_hull(std::string& out, const Shape& shape, std::span<const Vec3> given) {
  const detail::Core& core = shape.core();
  const detail::Polytope& hull = core.polytope;
  if (hull.graph.empty()) {
    const std::vector<Vec3> points(given.begin(), given.end());
    std::vector<Vec3> corners;
    for (const int i : flat_outline(points)) corners.push_back(points[static_cast<std::size_t>(i)]);
    append_polygon(out, shape, corners);
    return;
  }
  std::vector<Vec3> vertices;
  for (int i = 0; i < hull.vertices; ++i)
    vertices.emplace_back(core.centre.eigen() + core.unit * hull.vertex(i).eigen());
  std::vector<std::vector<int>> faces;
  for (int f = 0; f < hull.graph.facets(); ++f) {
    const std::span<const int> corners = hull.graph.corners(f);
    faces.emplace_back(corners.begin(), corners.end());
  }
  append_faces(out, shape, vertices, faces);
}

/// Of the spheres as they are with the rounding.
void append_spheres(std::string& out, SphereHull stope, double rounding) {
  for (Ball& ball : stope.spheres) ball.radius += rounding;
  const StopeStructure parts = structure(stope);
  put(out, R"({{"type":"spheres","spheres":)");
  append_list(out, stope.spheres, [&](const Ball& ball) {
    append_numbers(out, std::array{ball.centre.x(), ball.centre.y(), ball.centre.z(), ball.radius});
  });
  out += ",\"vertices\":";
  append_numbers(out, parts.vertices);
  out += ",\"edges\":";
  append_list(out, parts.edges, [&](const std::array<int, 2>& edge) { append_numbers(out, edge); });
  out += ",\"facets\":";
  append_list(out, parts.facets, [&](const StopeFacet& facet) {
    out += "{\"spheres\":";
    append_numbers(out, facet.spheres);
    out += ",\"normal\":";
    append_numbers(out, std::array{facet.normal.x(), facet.normal.y(), facet.normal.z()});
    out += '}';
  });
  out += '}';
}

void append_union(std::string& out, const Union& whole) {
  out += "{\"type\":\"union\",\"parts\":";
  append_list(out, whole.parts(), [&](const Part& part) {
    const Eigen::Quaterniond turn(part.pose.rotation());
    const Vec3& at = part.pose.position();
    out += "{\"shape\":";
    append_drawing(out, part.shape);
    put(out, R"(,"position":[{},{},{}],"rotation":[{},{},{},{}]}})", at.x(), at.y(), at.z(), turn.w(), turn.x(),
        turn.y(), turn.z());
  });
  out += '}';
}

struct Drawer {
  std::string& out;
  const Shape& shape;

  void operator()(const Triangle& s) const { append_polygon(out, shape, {s.points.begin(), s.points.end()}); }
  void operator()(const Polygon& s) const { append_polygon(out, shape, s.points); }
  void operator()(const Rectangle& s) const {
    const auto& [u, v] = s.edges;
    append_polygon(out, shape, {s.origin, s.origin + u, s.origin + u + v, s.origin + v});
  }
  void operator()(const Tetrahedron& s) const { append_hull(out, shape, s.points); }
  void operator()(const Hull& s) const { append_hull(out, shape, s.points); }
  void operator()(const Polyhedron&) const { append_hull(out, shape, {}); }
  void operator()(const SphereHull& s) const { append_spheres(out, s, shape.rounding()); }
  void operator()(const Union& s) const { append_union(out, s); }
  /// The others are drawn by their fields.
  template <class S>
  void operator()(const S&) const {
    io::append_json(out, shape);
  }
};

}  // namespace

void append_drawing(std::string& out, const Shape& shape) { std::visit(Drawer{out, shape}, shape.description()); }

}  // namespace clearance::view
