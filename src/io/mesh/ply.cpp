// PLY, as in G. Turk, "The PLY polygon file format" (1994). The header tells the elements, in any order, and the
// properties of each; the data follows, in text or binary. Wanted are x, y and z of the element "vertex" and the list
// "vertex_indices" (or "vertex_index") of the element "face"; all else is skipped over by its type.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "clearance/error.hpp"
#include "io/mesh/bytes.hpp"
#include "io/mesh/formats.hpp"
#include "io/mesh/words.hpp"

namespace clearance::io {
namespace {

enum class Type : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

struct TypeName {
  std::string_view name, alias;
  std::size_t bytes;
};
constexpr std::array<TypeName, 8> type_names{{{"char", "int8", 1},
                                              {"uchar", "uint8", 1},
                                              {"short", "int16", 2},
                                              {"ushort", "uint16", 2},
                                              {"int", "int32", 4},
                                              {"uint", "uint32", 4},
                                              {"float", "float32", 4},
                                              {"double", "float64", 8}}};

std::size_t size_of(Type type) { return type_names[static_cast<std::size_t>(type)].bytes; }

struct Property {
  std::string name;
  Type type = Type::float32;
  std::optional<Type> count;  ///< a list: the type of its length
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding { text, little_endian, big_endian };

struct Header {
  std::optional<Encoding> encoding;
  std::vector<Element> elements;
};

Type read_type(Words& words) {
  const std::string_view word = words.word();
  const auto* const found = std::find_if(type_names.begin(), type_names.end(),
                                         [&](const TypeName& t) { return t.name == word || t.alias == word; });
  if (found == type_names.end()) words.fail(fmt::format("unknown type '{}'", shown(word)));
  return static_cast<Type>(found - type_names.begin());
}

void read_format(Words& words, Header& header) {
  const std::string_view format = words.word();
  if (header.encoding) words.fail("a second 'format'");
  if (format == "ascii")
    header.encoding = Encoding::text;
  else if (format == "binary_little_endian")
    header.encoding = Encoding::little_endian;
  else if (format == "binary_big_endian")
    header.encoding = Encoding::big_endian;
  else
    words.fail(fmt::format("unknown format '{}'", shown(format)));
  if (const std::string_view version = words.word(); version != "1.0")
    words.fail(fmt::format("unknown version '{}', expected 1.0", shown(version)));
}

void read_property(Words& words, Header& header) {
  if (header.elements.empty()) words.fail("a property before the first element");
  Property property;
  Words list = words;
  if (list.word() == "list") {
    words = list;
    property.count = read_type(words);
    if (*property.count >= Type::float32) words.fail("the length of a list must be a whole number");
  }
  property.type = read_type(words);
  property.name = words.word();
  if (property.name.empty()) words.fail("a property without a name");
  header.elements.back().properties.push_back(std::move(property));
}

Header read_header(Words& words) {
  Header header;
  while (words.next_line()) {
    const std::string_view keyword = words.word();
    if (keyword == "end_header") {
      if (!header.encoding) words.fail("the header has no 'format'");
      return header;
    }
    if (keyword == "format") {
      read_format(words, header);
    } else if (keyword == "element") {
      Element element;
      element.name = words.word();
      element.count = words.count();
      header.elements.push_back(std::move(element));
    } else if (keyword == "property") {
      read_property(words, header);
    } else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info") {
      words.fail(fmt::format("unknown keyword '{}' in the header", shown(keyword)));
    }
  }
  words.fail("the header does not end");
}

/// The data in binary, one number after the other.
class BinaryData {
 public:
  BinaryData(std::string_view bytes, std::endian order) : rest_(bytes), order_(order) {}

  void begin(const Element& element, std::size_t index) { element_ = &element, index_ = index; }
  void end() {}

  double number(Type type) {
    const char* const at = take(size_of(type));
    switch (type) {
      case Type::int8:
        return from_bytes<std::int8_t>(at, order_);
      case Type::uint8:
        return from_bytes<std::uint8_t>(at, order_);
      case Type::int16:
        return from_bytes<std::int16_t>(at, order_);
      case Type::uint16:
        return from_bytes<std::uint16_t>(at, order_);
      case Type::int32:
        return from_bytes<std::int32_t>(at, order_);
      case Type::uint32:
        return from_bytes<std::uint32_t>(at, order_);
      case Type::float32:
        return static_cast<double>(from_bytes<float>(at, order_));
      case Type::float64:
        return from_bytes<double>(at, order_);
    }
    return 0.0;
  }
  void skip(Type type, std::size_t count) {
    if (rest_.size() / size_of(type) < count) too_short();
    rest_.remove_prefix(count * size_of(type));
  }
  /// How many of these the data may still hold.
  std::size_t room(Type type) const { return rest_.size() / size_of(type); }

  [[noreturn]] void fail(std::string_view reason) const {
    throw InvalidInput(fmt::format("{} {}: {}", shown(element_->name), index_, reason));
  }
  [[noreturn]] void too_short() const {
    fail(fmt::format("the file ends before this {} of {}", shown(element_->name), element_->count));
  }
  void expect_end() const {
    const std::string_view more = rest_.substr(std::min(rest_.find_first_not_of(" \t\r\n\0"), rest_.size()));
    if (!more.empty()) throw InvalidInput(fmt::format("{} bytes follow the last element", more.size()));
  }

 private:
  const char* take(std::size_t bytes) {
    if (rest_.size() < bytes) too_short();
    const char* const at = rest_.data();
    rest_.remove_prefix(bytes);
    return at;
  }

  std::string_view rest_;
  std::endian order_;
  const Element* element_ = nullptr;
  std::size_t index_ = 0;
};

/// The data in text, one element a line.
class TextData {
 public:
  explicit TextData(const Words& words) : words_(words) {}

  void begin(const Element& element, std::size_t index) {
    do {
      if (!words_.next_line())
        words_.fail(fmt::format("the file ends before {} {} of {}", shown(element.name), index, element.count));
    } while (words_.line().find_first_not_of(" \t\f\v") == std::string_view::npos);
  }
  void end() { words_.expect_end_of_line(); }
  double number(Type type) {
    if (type >= Type::float32) return words_.number();
    const std::string_view word = words_.word();
    const std::optional<std::int64_t> value = read_integer(word);
    if (!value) words_.fail(fmt::format("expected a whole number, found '{}'", shown(word)));
    return static_cast<double>(*value);
  }
  void skip(Type /*type*/, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      if (words_.word().empty()) words_.fail("a number is missing");
  }
  std::size_t room(Type /*type*/) const { return words_.bytes_left(); }
  [[noreturn]] void fail(std::string_view reason) const { words_.fail(reason); }
  void expect_end() {
    if (const std::string_view more = words_.next_line_word(); !more.empty())
      words_.fail(fmt::format("'{}' follows the last element", shown(more)));
  }

 private:
  Words words_;
};

constexpr std::size_t most_points = 2'000'000'000;

template <class Data>
class Reader {
 public:
  explicit Reader(Data data) : data_(std::move(data)) {}

  TriangleMesh read(const Header& header) {
    for (const Element& element : header.elements) {
      check(element);
      for (std::size_t i = 0; i < element.count; ++i) {
        data_.begin(element, i);
        if (element.name == "vertex")
          read_vertex(element);
        else
          read_other(element);
        data_.end();
      }
      if (element.name == "vertex") vertices_known_ = true;
    }
    data_.expect_end();
    check_late_corners();
    return std::move(mesh_);
  }

 private:
  static void check(const Element& element) {
    const auto has = [&](std::string_view name, bool list) {
      return std::any_of(element.properties.begin(), element.properties.end(),
                         [&](const Property& p) { return p.name == name && p.count.has_value() == list; });
    };
    const auto refuse = [&](std::string_view reason) {
      throw InvalidInput(fmt::format("element {}: {}", shown(element.name), reason));
    };
    if (element.properties.empty() && element.count > 0) refuse("no properties");
    if (element.name == "vertex")
      for (const char* axis : {"x", "y", "z"})
        if (!has(axis, false)) refuse(fmt::format("no property {}", axis));
    if (element.name == "vertex" && element.count > most_points) refuse("more than can be counted");
    if (element.name == "face" && element.count > 0 && !has("vertex_indices", true) && !has("vertex_index", true))
      refuse("no list vertex_indices");
    if (element.name == "tristrips") refuse("triangle strips are not read");
  }

  void read_vertex(const Element& element) {
    Vec3 point = Vec3::Zero();
    for (const Property& property : element.properties) {
      if (property.count) {
        data_.skip(property.type, length(*property.count, property.type));
        continue;
      }
      const double value = data_.number(property.type);
      if (property.name.size() != 1 || property.name[0] < 'x' || property.name[0] > 'z') continue;
      if (!std::isfinite(value)) data_.fail("a coordinate is not a finite number");
      point[property.name[0] - 'x'] = value;
    }
    mesh_.points.push_back(point);
  }

  void read_other(const Element& element) {
    for (const Property& property : element.properties) {
      const bool corners = element.name == "face" && property.count &&
                           (property.name == "vertex_indices" || property.name == "vertex_index");
      const std::size_t count = property.count ? length(*property.count, property.type) : 1;
      if (corners)
        read_face(property.type, count);
      else
        data_.skip(property.type, count);
    }
  }

  std::size_t length(Type type, Type element) {
    const double count = data_.number(type);
    if (count < 0) data_.fail("a list of negative length");
    if (count > static_cast<double>(data_.room(element))) data_.fail("a list longer than the file");
    return static_cast<std::size_t>(count);
  }

  void read_face(Type type, std::size_t count) {
    if (count < 3) data_.fail("a face has fewer than 3 corners");
    std::array<int, 3> triangle{};
    for (std::size_t i = 0; i < count; ++i) {
      const int corner = read_corner(type);
      if (i < 2) {
        triangle[i] = corner;
        continue;
      }
      triangle[2] = corner;
      mesh_.triangles.push_back(triangle);
      triangle[1] = corner;
    }
  }

  int read_corner(Type type) {
    const double corner = data_.number(type);
    if (!(corner >= 0) || corner >= static_cast<double>(most_points) || corner != std::floor(corner))
      data_.fail(fmt::format("corner {} of a face is no vertex", corner));
    if (vertices_known_ && corner >= static_cast<double>(mesh_.points.size()))
      data_.fail(fmt::format("corner {} of a face is none of the {} vertices", corner, mesh_.points.size()));
    return static_cast<int>(corner);
  }

  /// Where faces come before the vertices.
  void check_late_corners() const {
    const auto count = static_cast<int>(mesh_.points.size());
    for (const std::array<int, 3>& triangle : mesh_.triangles)
      for (const int corner : triangle)
        if (corner >= count)
          throw InvalidInput(fmt::format("corner {} of a face is none of the {} vertices", corner, count));
  }

  Data data_;
  TriangleMesh mesh_;
  bool vertices_known_ = false;
};

}  // namespace

TriangleMesh read_ply(std::string_view bytes) {
  Words words(bytes);
  if (!words.next_line() || words.word() != "ply") throw InvalidInput("not a PLY file: it does not start with 'ply'");
  const Header header = read_header(words);
  if (*header.encoding == Encoding::text) return Reader(TextData(words)).read(header);
  const std::endian order = *header.encoding == Encoding::big_endian ? std::endian::big : std::endian::little;
  return Reader(BinaryData(words.rest(), order)).read(header);
}

}  // namespace clearance::io
