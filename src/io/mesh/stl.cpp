// STL, as in the StereoLithography Interface Specification of 3D Systems (1988). A binary file is 80 bytes of anything,
// the number of triangles, and 50 bytes for each: it is told from text by its size, since the 80 bytes may well start
// with "solid". Normals are not used, so that those of a degenerate facet may be NaN, as many programs write them.

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "clearance/error.hpp"
#include "io/mesh/bytes.hpp"
#include "io/mesh/formats.hpp"
#include "io/mesh/words.hpp"

namespace clearance::io {
namespace {

constexpr std::size_t header_bytes = 84, triangle_bytes = 50;

std::size_t binary_count(std::string_view bytes) {
  return bytes.size() < header_bytes ? 0 : from_bytes<std::uint32_t>(bytes.data() + 80, std::endian::little);
}

void add_triangle(TriangleMesh& mesh) {
  const int end = static_cast<int>(mesh.points.size());
  mesh.triangles.push_back({end - 3, end - 2, end - 1});
}

TriangleMesh read_binary(std::string_view bytes) {
  TriangleMesh mesh;
  const std::size_t count = binary_count(bytes);
  if (count > 700'000'000) throw InvalidInput(fmt::format("{} triangles are more than can be counted", count));
  mesh.points.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t t = 0; t < count; ++t) {
    const char* const corners = bytes.data() + header_bytes + t * triangle_bytes + 12;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      Vec3 point;
      for (std::size_t axis = 0; axis < 3; ++axis)
        point[static_cast<Eigen::Index>(axis)] =
            static_cast<double>(from_bytes<float>(corners + 12 * corner + 4 * axis, std::endian::little));
      if (!point.allFinite()) throw InvalidInput(fmt::format("triangle {}: a coordinate is not a finite number", t));
      mesh.points.push_back(point);
    }
    add_triangle(mesh);
  }
  return mesh;
}

void expect(Words& words, std::string_view keyword) {
  const std::string_view found = words.next_word();
  if (found.empty()) words.fail(fmt::format("the file ends where '{}' should follow", keyword));
  if (!same_word(found, keyword)) words.fail(fmt::format("expected '{}', found '{}'", keyword, shown(found)));
}

/// The next of three coordinates; a line may end between them.
double coordinate(Words& words) {
  if (words.line().find_first_not_of(" \t\f\v") == std::string_view::npos && !words.next_line())
    words.fail("the file ends inside a vertex");
  return words.number();
}

void read_facet(Words& words, TriangleMesh& mesh) {
  expect(words, "normal");
  for (int i = 0; i < 3; ++i)
    if (words.next_word().empty()) words.fail("the file ends inside a normal");
  expect(words, "outer");
  expect(words, "loop");
  for (int corner = 0; corner < 3; ++corner) {
    expect(words, "vertex");
    Vec3 point;
    for (double& c : point) c = coordinate(words);
    mesh.points.push_back(point);
  }
  expect(words, "endloop");
  expect(words, "endfacet");
  add_triangle(mesh);
}

TriangleMesh read_text(Words& words) {
  TriangleMesh mesh;
  // The first word, "solid", is read; its name, like that after "endsolid", is the rest of the line.
  for (;;) {
    words.skip_line();
    std::string_view keyword = words.next_word();
    for (; same_word(keyword, "facet"); keyword = words.next_word()) read_facet(words, mesh);
    if (keyword.empty()) words.fail("the file ends without 'endsolid': it is cut short");
    if (!same_word(keyword, "endsolid"))
      words.fail(fmt::format("expected 'facet' or 'endsolid', found '{}'", shown(keyword)));
    words.skip_line();
    keyword = words.next_word();
    if (keyword.empty()) return mesh;
    if (!same_word(keyword, "solid")) words.fail(fmt::format("expected 'solid', found '{}'", shown(keyword)));
  }
}

}  // namespace

TriangleMesh read_stl(std::string_view bytes) {
  const std::size_t count = binary_count(bytes);
  if (bytes.size() >= header_bytes && bytes.size() == header_bytes + triangle_bytes * count) return read_binary(bytes);
  const auto not_binary = [&] {
    return bytes.size() < header_bytes
               ? fmt::format("{} bytes are too few for a binary STL file", bytes.size())
               : fmt::format("as a binary STL file of {} triangles it would have {} bytes, but it has {}", count,
                             header_bytes + triangle_bytes * count, bytes.size());
  };
  Words words(bytes);
  if (!same_word(words.next_word(), "solid"))
    throw InvalidInput("no text that starts with 'solid', and " + not_binary());
  if (bytes.find('\0') != std::string_view::npos) throw InvalidInput("not a text, and " + not_binary());
  return read_text(words);
}

}  // namespace clearance::io
