#include "io/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

#include "io/nearest_name.hpp"
#include "io/number.hpp"

namespace clearance::io {
namespace {

std::string_view describe(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "a boolean";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a string";
    case Kind::array:
      return "an array";
    case Kind::object:
      return "an object";
  }
  return "";
}

void expect(const Value& value, Kind kind) {
  if (value.kind() != kind) fail(value, fmt::format("expected {}, found {}", describe(kind), describe(value.kind())));
}

}  // namespace

void fail(const Value& where, std::string_view reason) {
  const std::string path = where.path();
  throw ReadError(path.empty() ? std::string(reason) : fmt::format("{}: {}", path, reason));
}

Fields::Fields(const Value& object) : object_(object) {
  expect(object, Kind::object);
  constexpr std::size_t few = 16;  // are searched one by one
  std::unordered_set<std::string> seen;
  for (auto part = object.begin(); part != object.end(); ++part) {
    std::string key = (*part).string();
    if (members_.size() == few)
      for (const auto& member : members_) seen.insert(member.first);
    const bool duplicate = members_.size() < few ? find(key).has_value() : !seen.insert(key).second;
    if (duplicate) fail(object, fmt::format("duplicate key {}", json_quoted(key)));
    members_.emplace_back(std::move(key), *++part);
  }
}

void Fields::allow(std::span<const std::string_view> keys) const {
  for (const auto& [key, value] : members_)
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      fail(object_, fmt::format("unknown key {}{} (known: {})", json_quoted(key),
                                did_you_mean(key, {keys.begin(), keys.end()}), fmt::join(keys, ", ")));
}

std::optional<Value> Fields::find(std::string_view key) const {
  for (const auto& [name, value] : members_)
    if (name == key) return value;
  return std::nullopt;
}

Value Fields::require(std::string_view key) const {
  const std::optional<Value> value = find(key);
  if (!value) fail(object_, fmt::format("missing key {}", json_quoted(key)));
  return *value;
}

std::string read_string(const Value& value) {
  expect(value, Kind::string);
  return value.string();
}

double read_number(const Value& value) {
  expect(value, Kind::number);
  const double number = read_decimal(value.text());
  if (!std::isfinite(number)) fail(value, "the number overflows a double");
  return number;
}

void expect_array(const Value& value) { expect(value, Kind::array); }

void read_numbers(const Value& value, std::span<double> numbers) {
  expect_array(value);
  if (const std::size_t size = value.size(); size != numbers.size())
    fail(value, fmt::format("expected {} numbers, found {}", numbers.size(), size));
  auto element = value.begin();
  for (double& number : numbers) {
    number = read_number(*element);
    ++element;
  }
}

Vec3 read_vec3(const Value& value) {
  std::array<double, 3> numbers{};
  read_numbers(value, numbers);
  return {numbers[0], numbers[1], numbers[2]};
}

std::vector<Vec3> read_points(const Value& value) {
  expect_array(value);
  std::vector<Vec3> points;
  for (const Value& point : value) points.push_back(read_vec3(point));
  return points;
}

}  // namespace clearance::io
