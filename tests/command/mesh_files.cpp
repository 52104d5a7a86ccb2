#include "mesh_files.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
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

/// A number of 16 bits, the lower byte first.
std::string short_bytes(unsigned number) {
  return {static_cast<char>(number & 0xFFU), static_cast<char>(number >> 8U & 0xFFU)};
}

std::string base64(const std::string& data) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < data.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8U | (i + k < data.size() ? static_cast<unsigned char>(data[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += i + k <= data.size() ? digits[group >> (18 - 6 * k) & 63U] : '=';
  }
  return out;
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

std::string gltf(const TriangleMesh& mesh) {
  std::string data;
  for (const auto& t : mesh.triangles)
    for (const int i : t) data += bytes<std::uint32_t>({static_cast<std::uint32_t>(i)});
  const std::size_t indices = data.size();
  for (const Vec3& p : mesh.points)
    for (const double c : p) data += bytes<float>({static_cast<float>(c)});
  Vec3 low = mesh.points.front(), high = low;
  for (const Vec3& p : mesh.points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  const auto list = [](const Vec3& p) {
    std::string out = "[";
    ((((out += text(p.x())) += ',') += text(p.y())) += ',') += text(p.z());
    return out += ']';
  };
  const auto number = [](std::size_t n) { return std::to_string(n); };
  const std::string points = number(mesh.points.size()), corners = number(3 * mesh.triangles.size());
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":1},"indices":0}]}],
"accessors":[{"bufferView":0,"componentType":5125,"count":)" +
         corners + R"(,"type":"SCALAR"},
{"bufferView":1,"componentType":5126,"count":)" +
         points + R"(,"type":"VEC3","min":)" + list(low) + R"(,"max":)" + list(high) + R"(}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)" +
         number(indices) + R"(},
{"buffer":0,"byteOffset":)" +
         number(indices) + R"(,"byteLength":)" + number(data.size() - indices) + R"(}],
"buffers":[{"byteLength":)" +
         number(data.size()) + R"(,"uri":"data:application/octet-stream;base64,)" + base64(data) + "\"}]}\n";
}

std::string three_ds(const TriangleMesh& mesh) {
  const auto chunk = [](unsigned id, const std::string& content) {
    return short_bytes(id) + bytes<std::uint32_t>({static_cast<std::uint32_t>(content.size() + 6)}) + content;
  };
  std::string points = short_bytes(static_cast<unsigned>(mesh.points.size()));
  for (const Vec3& p : mesh.points)
    for (const double c : p) points += bytes<float>({static_cast<float>(c)});
  std::string faces = short_bytes(static_cast<unsigned>(mesh.triangles.size()));
  for (const auto& t : mesh.triangles) {
    for (const int i : t) faces += short_bytes(static_cast<unsigned>(i));
    faces += short_bytes(0);
  }
  const std::string body = chunk(0x4100, chunk(0x4110, points) + chunk(0x4120, faces));
  return chunk(0x4D4D, chunk(0x3D3D, chunk(0x4000, std::string("part\0", 5) + body)));
}

std::vector<std::pair<std::string, std::string>> mesh_files(const TriangleMesh& mesh) {
  std::string carriage = obj_text(mesh);
  std::replace(carriage.begin(), carriage.end(), '\n', '\r');
  std::vector<std::pair<std::string, std::string>> files{{"text.stl", stl_text(mesh)},
                                                         {"binary.stl", stl_binary(mesh)},
                                                         {"mesh.obj", obj_text(mesh)},
                                                         {"carriage.obj", carriage},
                                                         {"text.ply", ply(mesh, "ascii", "float")},
                                                         {"little.ply", ply(mesh, "binary_little_endian", "float")},
                                                         {"big.ply", ply(mesh, "binary_big_endian", "double")},
                                                         {"mesh.off", off_text(mesh)},
                                                         {"z_up.dae", collada(mesh, "Z_UP", "1")},
                                                         {"y_up.dae", collada(mesh, "Y_UP", "1")},
                                                         {"x_up.dae", collada(mesh, "X_UP", "1")},
                                                         {"mesh.gltf", gltf(mesh)}};
  if (std::max(mesh.points.size(), mesh.triangles.size()) < 65536) files.emplace_back("mesh.3ds", three_ds(mesh));
  return files;
}

}  // namespace clearance::test
