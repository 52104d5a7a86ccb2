#include "io/cells.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "io/json.hpp"

namespace clearance::io {
namespace {

struct Range {
  char32_t first, last;
};

// After Unicode's EastAsianWidth (wide and fullwidth), the pictures among them, and its combining marks; the ranges are
// those of whole blocks, where all but a few of their characters are alike.
constexpr std::array wide{Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0x4DBF},
                          Range{0x4E00, 0xA4CF},   Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},
                          Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},
                          Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF},
                          Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};
constexpr std::array without_width{Range{0x0300, 0x036F}, Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},
                                   Range{0x200B, 0x200F}, Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},
                                   Range{0xFE20, 0xFE2F}};

template <std::size_t count>
bool within(const std::array<Range, count>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const Range& r) { return c >= r.first && c <= r.last; });
}

/// The bytes of the first character, and its cells; a byte that is no UTF-8 is a character.
struct Character {
  std::size_t bytes = 1;
  int cells = 1;
};

Character first_of(std::string_view text) {
  const std::size_t bytes = utf8_length(text);
  if (bytes <= 1) return {};
  char32_t c = static_cast<unsigned char>(text[0]) & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) c = c << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return {bytes, within(without_width, c) ? 0 : within(wide, c) ? 2 : 1};
}

/// Where the first so many cells of the text end, or sooner, so that no character is cut.
std::size_t end_of(std::string_view text, int cells) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Character next = first_of(text.substr(at));
    if (next.cells > cells) break;
    cells -= next.cells;
    at += next.bytes;
  }
  return at;
}

}  // namespace

int cells_of(std::string_view text) {
  int cells = 0;
  for (Character next; !text.empty(); text.remove_prefix(next.bytes)) {
    next = first_of(text);
    cells += next.cells;
  }
  return cells;
}

std::string fitted(std::string_view text, int cells) {
  const int all = cells_of(text);
  if (all <= cells) return std::string(text);
  const int tail = (cells - 2) / 2, head = cells - 2 - tail;
  std::string_view rest = text;
  for (int left = all; left > tail;) {
    const Character next = first_of(rest);
    left -= next.cells;
    rest.remove_prefix(next.bytes);
  }
  return std::string(text.substr(0, end_of(text, head))) + ".." + std::string(rest);
}

std::string padded(std::string_view text, int cells) {
  return std::string(text) + std::string(static_cast<std::size_t>(std::max(0, cells - cells_of(text))), ' ');
}

std::vector<std::string> wrapped(const std::string& text, std::size_t cells) {
  std::vector<std::string> lines{""};
  std::istringstream words(text);
  const auto room = static_cast<int>(cells);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && cells_of(lines.back()) + 1 + cells_of(word) > room) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

}  // namespace clearance::io
