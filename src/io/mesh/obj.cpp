// OBJ, as in appendix B1 of the Advanced Visualizer manual of Wavefront. Vertices and faces are read; points, lines,
// texture coordinates, normals, groups and materials are skipped; free-form curves and surfaces are refused, since a
// mesh without them would be another body. Each index must be that of a vertex above it.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "clearance/error.hpp"
#include "io/mesh/formats.hpp"
#include "io/mesh/words.hpp"

namespace clearance::io {
namespace {

constexpr std::array<std::string_view, 21> skipped{
    "vt",  "vn",       "vp",     "p",      "l",      "g",      "s",          "mg",        "o",    "bevel", "c_interp",
    "lod", "d_interp", "usemtl", "mtllib", "usemap", "maplib", "shadow_obj", "trace_obj", "call", "csh"};
constexpr std::array<std::string_view, 14> free_form{"cstype", "deg",  "bmat", "step", "curv", "curv2", "surf",
                                                     "parm",   "trim", "hole", "scrv", "sp",   "end",   "con"};

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The vertex of a corner such as 7, -1, 7/2, 7//3 or 7/2/3.
int corner_index(const Words& words, std::string_view corner, std::size_t vertices) {
  const std::string_view digits = corner.substr(0, corner.find('/'));
  std::string_view others = corner.substr(digits.size());
  int slashes = 0;
  while (!others.empty()) {
    others.remove_prefix(1);
    const std::string_view other = others.substr(0, others.find('/'));
    if (++slashes > 2 || (!other.empty() && !read_integer(other)))
      words.fail(fmt::format("'{}' is no corner of a face", shown(corner)));
    others.remove_prefix(other.size());
  }
  const std::optional<std::int64_t> index = read_integer(digits);
  if (!index) words.fail(fmt::format("corner '{}' of a face is not an integer", shown(corner)));
  // Negative ones count backwards from the last vertex so far.
  const auto count = static_cast<std::int64_t>(vertices);
  const std::int64_t at = *index < 0 ? *index + count : *index - 1;
  if (*index == 0 || at < 0 || at >= count)
    words.fail(fmt::format("corner {} of a face is none of the {} vertices so far", *index, count));
  return static_cast<int>(at);
}

void read_face(Words& words, TriangleMesh& mesh) {
  std::vector<int> corners;
  for (std::string_view corner = words.word(); !corner.empty() && !corner.starts_with('#'); corner = words.word()) {
    if (corner == "\\") {  // the line goes on
      if (!words.next_line()) words.fail("the file ends inside a face");
      continue;
    }
    const bool goes_on = corner.ends_with('\\');
    if (goes_on) corner.remove_suffix(1);
    corners.push_back(corner_index(words, corner, mesh.points.size()));
    if (goes_on && !words.next_line()) words.fail("the file ends inside a face");
  }
  if (corners.size() < 3) words.fail("a face has fewer than 3 corners");
  for (std::size_t i = 2; i < corners.size(); ++i) mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
}

/// Position, and after it nothing, a weight, a colour, or both, which are not used.
void read_vertex(Words& words, TriangleMesh& mesh) {
  if (mesh.points.size() >= static_cast<std::size_t>(std::numeric_limits<int>::max()))
    words.fail("more vertices than can be counted");
  mesh.points.push_back(words.point());
  while (words.line().find_first_not_of(" \t\f\v") != std::string_view::npos) {
    if (words.line().substr(words.line().find_first_not_of(" \t\f\v")).starts_with('#')) return;
    words.number();
  }
}

/// Skips a line, and those that it goes on in.
void skip(Words& words) {
  while (words.line().ends_with('\\'))
    if (!words.next_line()) return;
}

}  // namespace

TriangleMesh read_obj(std::string_view bytes) {
  TriangleMesh mesh;
  Words words(bytes);
  for (std::string_view keyword = words.next_line_word(); !keyword.empty(); keyword = words.next_line_word()) {
    if (keyword == "v")
      read_vertex(words, mesh);
    else if (keyword == "f" || keyword == "fo")
      read_face(words, mesh);
    else if (is_one_of(keyword, free_form))
      words.fail(fmt::format("'{}': free-form curves and surfaces are not read", keyword));
    else if (keyword.starts_with('#') || is_one_of(keyword, skipped))
      skip(words);
    else
      words.fail(fmt::format("unknown keyword '{}'", shown(keyword)));
  }
  return mesh;
}

}  // namespace clearance::io
