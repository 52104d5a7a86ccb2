#pragma once

// Long rows of numbers in JSON: the bytes of the array, little-endian, in base64. Exact, half as long as decimals, and
// read by a browser without parsing.

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace clearance::view {

static_assert(std::endian::native == std::endian::little, "the columns of a page are little-endian");

inline void append_base64(std::string& out, std::span<const unsigned char> bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const std::uint32_t word = static_cast<std::uint32_t>(bytes[i]) << 16 |
                               (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0U) |
                               (left > 2 ? static_cast<std::uint32_t>(bytes[i + 2]) : 0U);
    out += digits[word >> 18];
    out += digits[word >> 12 & 63U];
    out += left > 1 ? digits[word >> 6 & 63U] : '=';
    out += left > 2 ? digits[word & 63U] : '=';
  }
}

/// As a JSON string.
template <class Number>
void append_column(std::string& out, const std::vector<Number>& numbers) {
  out += '"';
  append_base64(out, {reinterpret_cast<const unsigned char*>(numbers.data()), numbers.size() * sizeof(Number)});
  out += '"';
}

}  // namespace clearance::view
