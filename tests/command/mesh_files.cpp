#include "mesh_files.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <sstream>

namespace clearance::test {
namespace {

/// As written by a program that keeps floats.
std::string text(double number) {
  std::ostringstream out;
  out.precision(9);
  out << static_cast<float>(number);
  return out.str();
}

std::string text(const Vec3& p) { return text(p.x()) + " " + text(p.y()) + " " + text(p.z()); }

const Vec3& corner(const TriangleMesh& mesh, const std::array<int, 3>& triangle, std::size_t i) {
  return mesh.points[static_cast<std::size_t>(triangle[i])];
}

void add_quad(TriangleMesh& mesh, int a, int b, int c, int d) {
  mesh.triangles.push_back({a, b, c});
  mesh.triangles.push_back({a, c, d});
}

}  // namespace

template <class Number>
std::string bytes(std::initializer_list<Number> numbers, bool big_endian) {
  std::string out;
  for (const Number number : numbers) {
    auto raw = std::bit_cast<std::array<char, sizeof(Number)>>(number);
    if (big_endian == (std::endian::native == std::endian::little)) std::reverse(raw.begin(), raw.end());
    out.append(raw.begin(), raw.end());
  }
  return out;
}
template std::string bytes(std::initializer_list<float>, bool);
template std::string bytes(std::initializer_list<double>, bool);
template std::string bytes(std::initializer_list<std::uint32_t>, bool);
template std::string bytes(std::initializer_list<std::int32_t>, bool);
template std::string bytes(std::initializer_list<std::uint8_t>, bool);

std::string stl_text(const TriangleMesh& mesh) {
  std::string out = "solid a mesh\n";
  for (const auto& t : mesh.triangles) {
    out += " facet normal 0 0 0\n  outer loop\n";
    for (std::size_t i = 0; i < 3; ++i) out += "   vertex " + text(corner(mesh, t, i)) + "\n";
    out += "  endloop\n endfacet\n";
  }
  return out + "endsolid a mesh\n";
}

std::string stl_binary(const TriangleMesh& mesh) {
  std::string out = "solid it says, but binary it is";
  out.resize(80, ' ');
  out += bytes<std::uint32_t>({static_cast<std::uint32_t>(mesh.triangles.size())});
  for (const auto& t : mesh.triangles) {
    out += bytes<float>({0, 0, 0});
    for (std::size_t i = 0; i < 3; ++i)
      for (const double c : corner(mesh, t, i)) out += bytes<float>({static_cast<float>(c)});
    out += std::string(2, '\0');
  }
  return out;
}

std::string obj_text(const TriangleMesh& mesh) {
  std::string out = "# a mesh\no part\n";
  for (const Vec3& p : mesh.points) out += "v " + text(p) + "\n";
  for (const auto& t : mesh.triangles) {
    out += "f";
    for (const int i : t) out += " " + std::to_string(i + 1) + "//";
    out += "\n";
  }
  return out;
}

std::string off_text(const TriangleMesh& mesh) {
  std::string out = "OFF\n" + std::to_string(mesh.points.size()) + " " + std::to_string(mesh.triangles.size()) + " 0\n";
  for (const Vec3& p : mesh.points) out += text(p) + "\n";
  for (const auto& t : mesh.triangles)
    out += "3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) + "\n";
  return out;
}

std::string ply(const TriangleMesh& mesh, const std::string& format, const std::string& type) {
  std::string out = "ply\nformat " + format + " 1.0\ncomment a mesh\nelement vertex " +
                    std::to_string(mesh.points.size()) + "\nproperty uchar red\n";
  for (const char* axis : {"x", "y", "z"}) out += "property " + type + " " + axis + "\n";
  out += "element face " + std::to_string(mesh.triangles.size()) +
         "\nproperty list uchar int vertex_indices\nend_header\n";
  const bool as_text = format == "ascii", big = format == "binary_big_endian";
  for (const Vec3& p : mesh.points) {
    if (as_text) out += "7 " + text(p) + "\n";
    if (as_text) continue;
    out += '\x07';
    for (const double c : p)
      out += type == "float" ? bytes<float>({static_cast<float>(c)}, big)
                             : bytes<double>({static_cast<double>(static_cast<float>(c))}, big);
  }
  for (const auto& t : mesh.triangles) {
    if (as_text)
      out += "3 " + std::to_string(t[0]) + " " + std::to_string(t[1]) + " " + std::to_string(t[2]) + "\n";
    else
      out += '\x03' + bytes<std::int32_t>({t[0], t[1], t[2]}, big);
  }
  return out;
}

std::string collada(const TriangleMesh& mesh, const std::string& up_axis, const std::string& unit) {
  std::string positions, indices;
  for (const Vec3& p : mesh.points) positions += text(p) + " ";
  for (const auto& t : mesh.triangles)
    for (const int i : t) indices += std::to_string(i) + " ";
  const std::string points = std::to_string(mesh.points.size());
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="u" meter=")" +
         unit + R"("/><up_axis>)" + up_axis + R"(</up_axis></asset>
 <library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array id="pa" count=")" +
         std::to_string(3 * mesh.points.size()) + "\">" + positions +
         R"(</float_array><technique_common><accessor source="#pa" count=")" + points +
         R"(" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
   </accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles count=")" +
         std::to_string(mesh.triangles.size()) + R"("><input semantic="VERTEX" source="#v" offset="0"/><p>)" + indices +
         R"(</p></triangles></mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene>
 </library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";
}

std::vector<std::pair<std::string, std::string>> mesh_files(const TriangleMesh& mesh) {
  std::string carriage = obj_text(mesh);
  std::replace(carriage.begin(), carriage.end(), '\n', '\r');
  return {{"text.stl", stl_text(mesh)},
          {"binary.stl", stl_binary(mesh)},
          {"mesh.obj", obj_text(mesh)},
          {"carriage.obj", carriage},
          {"text.ply", ply(mesh, "ascii", "float")},
          {"little.ply", ply(mesh, "binary_little_endian", "float")},
          {"big.ply", ply(mesh, "binary_big_endian", "double")},
          {"mesh.off", off_text(mesh)},
          {"z_up.dae", collada(mesh, "Z_UP", "1")},
          {"y_up.dae", collada(mesh, "Y_UP", "1")},
          {"x_up.dae", collada(mesh, "X_UP", "1")}};
}

TriangleMesh bumpy_ball(int rows, double bumps, unsigned seed) {
  std::mt19937 random(seed);
  const auto share = [&] { return static_cast<double>(random()) / 4294967296.0; };
  const double a = 1.0 + 4.0 * share(), b = 1.0 + 4.0 * share(), c = 6.0 * share();
  const Vec3 stretch(0.5 + share(), 0.5 + share(), 0.5 + share());
  const auto at = [&](double polar, double around) -> Vec3 {
    const double r = 1.0 + bumps * std::sin(a * polar + c) * std::cos(std::round(b) * around);
    return stretch.cwiseProduct(
        r * Vec3(std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around), std::cos(polar)));
  };
  constexpr double pi = std::numbers::pi;
  const int columns = 2 * rows;
  TriangleMesh mesh;
  mesh.points.push_back(at(0, 0));
  for (int i = 1; i < rows; ++i)
    for (int j = 0; j < columns; ++j) mesh.points.push_back(at(pi * i / rows, 2 * pi * j / columns));
  mesh.points.push_back(at(pi, 0));
  const int last = static_cast<int>(mesh.points.size()) - 1;
  const auto index = [&](int i, int j) { return 1 + (i - 1) * columns + j % columns; };
  for (int j = 0; j < columns; ++j) {
    mesh.triangles.push_back({0, index(1, j), index(1, j + 1)});
    for (int i = 1; i + 1 < rows; ++i)
      add_quad(mesh, index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1));
    mesh.triangles.push_back({last, index(rows - 1, j + 1), index(rows - 1, j)});
  }
  return mesh;
}

TriangleMesh torus(int around, int along, double radius, double tube) {
  TriangleMesh mesh;
  constexpr double pi = std::numbers::pi;
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < along; ++j) {
      const double u = 2 * pi * i / around, v = 2 * pi * j / along, r = radius + tube * std::cos(v);
      mesh.points.emplace_back(r * std::cos(u), r * std::sin(u), tube * std::sin(v));
    }
  const auto index = [&](int i, int j) { return (i % around) * along + j % along; };
  for (int i = 0; i < around; ++i)
    for (int j = 0; j < along; ++j) add_quad(mesh, index(i, j), index(i + 1, j), index(i + 1, j + 1), index(i, j + 1));
  return mesh;
}

TriangleMesh hollow_box(double outer, double inner) {
  TriangleMesh mesh;
  for (const double half : {outer / 2, inner / 2}) {
    const int first = static_cast<int>(mesh.points.size());
    for (int i = 0; i < 8; ++i)
      mesh.points.emplace_back((i & 1) != 0 ? half : -half, (i & 2) != 0 ? half : -half, (i & 4) != 0 ? half : -half);
    for (const auto& q :
         {std::array{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
      if (half == outer / 2)
        add_quad(mesh, first + q[0], first + q[1], first + q[2], first + q[3]);
      else
        add_quad(mesh, first + q[3], first + q[2], first + q[1], first + q[0]);
    }
  }
  return mesh;
}

}  // namespace clearance::test
