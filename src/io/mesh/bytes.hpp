#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

namespace clearance::io {

/// A number as stored in a file, in the byte order of that file.
template <class Number>
Number from_bytes(const char* bytes, std::endian order) {
  std::array<char, sizeof(Number)> copy{};
  std::copy_n(bytes, copy.size(), copy.begin());
  if (order != std::endian::native) std::reverse(copy.begin(), copy.end());
  return std::bit_cast<Number>(copy);
}

}  // namespace clearance::io
