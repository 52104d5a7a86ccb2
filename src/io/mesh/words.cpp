#include "io/mesh/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "clearance/error.hpp"
#include "io/number.hpp"

namespace clearance::io {
namespace {

constexpr std::string_view space = " \t\f\v";

}  // namespace

Words::Words(std::string_view text) : rest_(text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (rest_.starts_with(mark)) rest_.remove_prefix(mark.size());
}

bool Words::next_line() {
  line_ = {};
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(rest_.substr(end).starts_with("\r\n") ? end + 2 : std::min(end + 1, rest_.size()));
  ++number_;
  return true;
}

std::string_view Words::word() {
  line_.remove_prefix(std::min(line_.find_first_not_of(space), line_.size()));
  const std::string_view result = line_.substr(0, line_.find_first_of(space));
  line_.remove_prefix(result.size());
  return result;
}

std::string_view Words::next_word() {
  for (;;) {
    const std::string_view found = word();
    if (!found.empty() || !next_line()) return found;
  }
}

std::string_view Words::next_line_word() {
  while (next_line())
    if (const std::string_view found = word(); !found.empty()) return found;
  return {};
}

double Words::number() {
  const std::string_view text = word();
  const double value = read_decimal(text);
  if (text.empty()) fail("a number is missing");
  if (!std::isfinite(value)) fail(fmt::format("'{}' is not a finite number", shown(text)));
  return value;
}

Vec3 Words::point() {
  const double x = number(), y = number(), z = number();
  return {x, y, z};
}

std::size_t Words::count() {
  const std::string_view text = word();
  const std::optional<std::int64_t> value = read_integer(text);
  if (!value || *value < 0) fail(fmt::format("expected a count, found '{}'", shown(text)));
  return static_cast<std::size_t>(*value);
}

void Words::expect_end_of_line() {
  if (const std::string_view more = word(); !more.empty())
    fail(fmt::format("expected the end of the line, found '{}'", shown(more)));
}

void Words::fail(std::string_view reason) const { throw InvalidInput(fmt::format("line {}: {}", number_, reason)); }

std::optional<std::int64_t> read_integer(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return value;
}

bool same_word(std::string_view a, std::string_view lower_case) {
  return std::equal(a.begin(), a.end(), lower_case.begin(), lower_case.end(), [](char c, char lower) {
    return (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) == lower;
  });
}

std::string shown(std::string_view word) {
  constexpr std::size_t longest = 24;
  std::string text;
  for (const char c : word.substr(0, longest)) {
    if (c >= ' ' && c <= '~')
      text += c;
    else
      text += fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return word.size() > longest ? text + "..." : text;
}

}  // namespace clearance::io
