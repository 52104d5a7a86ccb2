#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "process.hpp"

// Mesh files in each format, and the precision of what is read from them.

namespace clearance::test {
namespace {

// Not a float: read as one, it would be off by 1e-9.
const std::string top = "0.1234567890123456789";
constexpr double top_value = 0.1234567890123456789;

template <class Number>
std::string bytes(std::initializer_list<Number> numbers, bool reversed = false) {
  std::string out;
  for (const Number number : numbers) {
    auto raw = std::bit_cast<std::array<char, sizeof(Number)>>(number);
    if (reversed) std::reverse(raw.begin(), raw.end());
    out.append(raw.begin(), raw.end());
  }
  return out;
}

std::string ply_header(const std::string& format, const std::string& type) {
  return "ply\nformat " + format + " 1.0\ncomment made by hand\nelement vertex 4\nproperty uchar flag\nproperty " +
         type + " x\nproperty " + type + " y\nproperty " + type +
         " z\nelement face 0\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string ply_binary(const std::string& format, bool reversed) {
  std::string out = ply_header(format, "double");
  for (const std::array<double, 3>& p :
       {std::array{0.0, 0.0, top_value}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {-1.0, -1.0, 0.0}})
    out += '\x07' + bytes<double>({p[0], p[1], p[2]}, reversed);
  return out;
}

/// The distance of the mesh from the point (0, 0, 1).
Json ask(const std::string& name, const std::string& content) {
  const TempDirectory files;
  files.write(name, content);
  const Output result =
      run({"distance", "--jsonl", "-"},
          R"({"a":{"type":"mesh","file":")" + name + R"("},"b":{"type":"point","at":[0,0,1]}})", files.path());
  const std::vector<Json> lines = result.lines();
  return lines.size() == 1 ? lines[0] : Json{{"error", "no answer"}};
}

TEST(Mesh, TextIsReadInDoublePrecision) {
  const std::vector<std::pair<std::string, std::string>> files{
      {"tip.obj", "o tip\nv 0 0 " + top + " 1.0\nv 1 0 0\nv 0 1 0\r\nvn 0 0 5\nv -1 -1 0\nf 1//1 2//1 3//1\n"},
      {"TIP.OBJ", "v 0 +0.0 " + top + "\n  v\t1 0 0\nv 0 1 0\nv -1 -1 0"},
      {"tip.stl", "solid tip\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 " + top +
                      "\n   vertex 1 0 0\n   vertex 0 1 0\n  endloop\n endfacet\nendsolid tip\n"},
      {"tip.ply", ply_header("ascii", "float") + "7 0 0 " + top + "\n7 1 0 0\n7 0 1 0\n7 -1 -1 0\n"},
      {"little.ply", ply_binary("binary_little_endian", std::endian::native == std::endian::big)},
      {"big.ply", ply_binary("binary_big_endian", std::endian::native == std::endian::little)},
  };
  for (const auto& [name, content] : files) {
    const Json answer = ask(name, content);
    ASSERT_TRUE(answer.contains("distance")) << name << ": " << answer;
    EXPECT_NEAR(answer["distance"], 1.0 - top_value, 1e-15) << name;
  }
}

TEST(Mesh, BinaryStlHoldsFloats) {
  std::string content = "solid looks like text, is not";
  content.resize(80, ' ');
  content += bytes<std::uint32_t>({1});
  content += bytes<float>({0, 0, 1, 0, 0, 0.25F, 1, 0, 0, 0, 1, 0}) + std::string(2, '\0');
  const Json answer = ask("tip.stl", content);
  ASSERT_TRUE(answer.contains("distance")) << answer;
  EXPECT_NEAR(answer["distance"], 0.75, 1e-12);
}

TEST(Mesh, OtherFormatsGoThroughAssimp) {
  const Json answer = ask("tip.off", "OFF\n4 2 0\n0 0 0.25\n1 0 0\n0 1 0\n-1 -1 0\n3 0 1 2\n3 0 2 3\n");
  ASSERT_TRUE(answer.contains("distance")) << answer;
  EXPECT_NEAR(answer["distance"], 0.75, 1e-12);
}

TEST(Mesh, BadFilesAreErrorsThatNameThem) {
  const std::vector<std::array<std::string, 3>> cases{
      {"empty.obj", "", "no vertices"},
      {"short.obj", "v 0 0 0\nv 1 2\n", "line 2"},
      {"word.obj", "v 0 0 nan\n", "line 1"},
      {"huge.obj", "v 0 0 1e999\n", "line 1"},
      {"cut.ply", ply_header("ascii", "float") + "7 0 0 1\n", "ends before"},
      {"cut_binary.ply", ply_header("binary_little_endian", "double") + "abc", "ends before"},
      {"header.ply", "ply\nformat ascii 1.0\n", "header"},
      {"noise.ply", "\x01\x02", "not a PLY"},
      {"noise.stl", "\x01\x02", "noise.stl"},
      {"unknown.xyzzy", "hello", "unknown.xyzzy"},
  };
  for (const auto& [name, content, phrase] : cases) {
    const Json answer = ask(name, content);
    const std::string error = answer.value("error", "");
    EXPECT_NE(error.find("a.file"), std::string::npos) << name << ": " << answer;
    EXPECT_NE(error.find(name), std::string::npos) << name << ": " << answer;
    EXPECT_NE(error.find(phrase), std::string::npos) << name << ": " << answer;
  }
}

}  // namespace
}  // namespace clearance::test
