#include "io/text_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "clearance/error.hpp"
#include "io/number.hpp"

namespace clearance::io {
namespace {

/// The words of a text, line by line.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  /// Moves to the next line; false at the end.
  bool next_line() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return true;
  }

  /// The next word of the line, empty if there is none.
  std::string_view word() {
    constexpr std::string_view space = " \t\r\f\v";
    line_.remove_prefix(std::min(line_.find_first_not_of(space), line_.size()));
    const std::string_view result = line_.substr(0, line_.find_first_of(space));
    line_.remove_prefix(result.size());
    return result;
  }

  double number() {
    const std::string_view text = word();
    const double value = read_decimal(text);
    if (!std::isfinite(value)) fail(text.empty() ? "a coordinate is missing" : "a coordinate is not a finite number");
    return value;
  }

  std::size_t count() {
    const std::string_view text = word();
    std::size_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || stop != text.data() + text.size() || error != std::errc()) fail("expected a count");
    return value;
  }

  Vec3 point() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }

  std::string_view rest() const { return rest_; }

  [[noreturn]] void fail(std::string_view reason) const {
    throw InvalidInput(fmt::format("line {}: {}", number_, reason));
  }

 private:
  std::string_view rest_, line_;
  std::size_t number_ = 0;
};

template <class Number>
Number from_bytes(const char* bytes, bool reversed) {
  std::array<char, sizeof(Number)> copy{};
  std::copy_n(bytes, copy.size(), copy.begin());
  if (reversed) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<Number>(copy);
}

}  // namespace

std::vector<Vec3> read_obj(std::string_view text) {
  std::vector<Vec3> points;
  Words words(text);
  while (words.next_line())
    if (words.word() == "v") points.push_back(words.point());
  return points;
}

std::vector<std::array<int, 3>> read_obj_triangles(std::string_view text) {
  std::vector<std::array<int, 3>> triangles;
  int vertices = 0;
  Words words(text);
  while (words.next_line()) {
    const std::string_view keyword = words.word();
    if (keyword == "v") ++vertices;
    if (keyword != "f") continue;
    std::vector<int> corners;
    for (std::string_view word = words.word(); !word.empty(); word = words.word()) {
      const std::string_view digits = word.substr(0, word.find('/'));  // what follows are textures and normals
      int index = 0;
      const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
      if (digits.empty() || stop != digits.data() + digits.size() || error != std::errc())
        words.fail("a corner of a face is not an integer");
      if (index < 0) index += vertices + 1;  // counted backwards
      if (index < 1 || index > vertices) words.fail("a corner of a face is no vertex so far");
      corners.push_back(index - 1);
    }
    if (corners.size() < 3) words.fail("a face has fewer than 3 corners");
    for (std::size_t i = 2; i < corners.size(); ++i) triangles.push_back({corners[0], corners[i - 1], corners[i]});
  }
  return triangles;
}

std::optional<std::vector<Vec3>> read_ascii_stl(std::string_view text) {
  // Binary files may start with "solid" as well, but only their size fits the count of their triangles.
  constexpr std::size_t header = 80, triangle = 50;
  if (text.size() >= header + 4) {
    const auto count = from_bytes<std::uint32_t>(text.data() + header, std::endian::native == std::endian::big);
    if (text.size() == header + 4 + triangle * std::size_t{count}) return std::nullopt;
  }
  Words words(text);
  if (!words.next_line() || words.word() != "solid") return std::nullopt;
  std::vector<Vec3> points;
  while (words.next_line())
    if (words.word() == "vertex") points.push_back(words.point());
  return points;
}

namespace {

struct PlyType {
  std::string_view name, alias;
  std::size_t bytes;
};
constexpr std::array<PlyType, 8> ply_types{{{"char", "int8", 1},
                                            {"uchar", "uint8", 1},
                                            {"short", "int16", 2},
                                            {"ushort", "uint16", 2},
                                            {"int", "int32", 4},
                                            {"uint", "uint32", 4},
                                            {"float", "float32", 4},
                                            {"double", "float64", 8}}};

/// What the header says of the vertices. Only files that start with them, free of lists, are known here.
struct PlyHeader {
  struct Property {
    std::size_t offset, bytes, index;
  };
  std::string format;
  std::size_t vertices = 0;
  std::size_t stride = 0, properties = 0;
  std::array<std::optional<Property>, 3> xyz;
};

std::optional<PlyHeader> read_ply_header(Words& words) {
  PlyHeader header;
  int elements = 0;
  bool in_vertices = false;
  while (words.next_line()) {
    const std::string_view keyword = words.word();
    if (keyword == "end_header") return in_vertices || elements > 1 ? std::optional(header) : std::nullopt;
    if (keyword == "format") {
      header.format = words.word();
    } else if (keyword == "element") {
      in_vertices = words.word() == "vertex";
      if (++elements == 1 && !in_vertices) return std::nullopt;
      if (in_vertices) header.vertices = words.count();
    } else if (keyword == "property" && in_vertices) {
      const std::string_view type = words.word(), name = words.word();
      const auto* const known = std::find_if(ply_types.begin(), ply_types.end(),
                                             [&](const PlyType& t) { return t.name == type || t.alias == type; });
      if (known == ply_types.end()) return std::nullopt;
      if (name == "x" || name == "y" || name == "z") {
        if (!type.starts_with("float") && !type.starts_with("double")) return std::nullopt;
        header.xyz[static_cast<std::size_t>(name[0] - 'x')] = {header.stride, known->bytes, header.properties};
      }
      header.stride += known->bytes;
      ++header.properties;
    }
  }
  words.fail("the header does not end");
}

std::vector<Vec3> read_ply_text(Words& words, const PlyHeader& header) {
  std::vector<Vec3> points;
  while (points.size() < header.vertices) {
    if (!words.next_line()) words.fail("the file ends before its last vertex");
    Vec3 point = Vec3::Zero();
    for (std::size_t i = 0; i < header.properties; ++i) {
      const double value = words.number();
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (header.xyz[axis]->index == i) point[static_cast<Eigen::Index>(axis)] = value;
    }
    points.push_back(point);
  }
  return points;
}

std::vector<Vec3> read_ply_binary(const Words& words, const PlyHeader& header, bool reversed) {
  const std::string_view data = words.rest();
  if (header.stride == 0 || data.size() / header.stride < header.vertices)
    words.fail("the file ends before its last vertex");
  std::vector<Vec3> points;
  for (std::size_t v = 0; v < header.vertices; ++v) {
    Vec3 point;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const PlyHeader::Property& property = *header.xyz[axis];
      const char* bytes = data.data() + v * header.stride + property.offset;
      point[static_cast<Eigen::Index>(axis)] = property.bytes == 4
                                                   ? static_cast<double>(from_bytes<float>(bytes, reversed))
                                                   : from_bytes<double>(bytes, reversed);
    }
    points.push_back(point);
  }
  return points;
}

}  // namespace

std::optional<std::vector<Vec3>> read_ply(std::string_view text) {
  Words words(text);
  if (!words.next_line() || words.word() != "ply") throw InvalidInput("not a PLY file");
  const std::optional<PlyHeader> header = read_ply_header(words);
  if (!header || !header->xyz[0] || !header->xyz[1] || !header->xyz[2]) return std::nullopt;
  if (header->format == "ascii") return read_ply_text(words, *header);
  const bool big = header->format == "binary_big_endian";
  if (!big && header->format != "binary_little_endian") return std::nullopt;
  return read_ply_binary(words, *header, big != (std::endian::native == std::endian::big));
}

}  // namespace clearance::io
