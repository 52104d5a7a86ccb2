#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clearance/pose.hpp"
#include "io/json.hpp"

// Reading typed values out of JSON; each function throws ReadError with the path of what is wrong.

namespace clearance::io {

[[noreturn]] void fail(const Value& where, std::string_view reason);

/// The members of an object. Anything but an object, and a duplicate key, is an error.
class Fields {
 public:
  explicit Fields(const Value& object);
  /// Throws unless every key is one of these.
  void allow(std::span<const std::string_view> keys) const;
  std::optional<Value> find(std::string_view key) const;
  Value require(std::string_view key) const;
  const std::vector<std::pair<std::string, Value>>& members() const { return members_; }
  const Value& object() const { return object_; }

 private:
  Value object_;
  std::vector<std::pair<std::string, Value>> members_;
};

std::string read_string(const Value& value);
/// A number that overflows a double is an error.
double read_number(const Value& value);
/// An array of exactly `count` numbers.
void read_numbers(const Value& value, std::span<double> numbers);
Vec3 read_vec3(const Value& value);
/// An array of points.
std::vector<Vec3> read_points(const Value& value);
/// Throws unless the value is an array.
void expect_array(const Value& value);

}  // namespace clearance::io
