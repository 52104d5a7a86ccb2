#include "io/number.hpp"

#include <charconv>
#include <cstdlib>
#include <limits>
#include <string>
#include <system_error>

namespace clearance::io {

double read_decimal(std::string_view text) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  // from_chars would also take "inf" and "nan", and a second sign after the plus.
  if (text.find_first_not_of("0123456789+-.eE") != std::string_view::npos || text.starts_with('+')) return nan;
  double value = nan;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return nan;
  // from_chars does not tell overflow from underflow.
  if (error == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
  return value;
}

}  // namespace clearance::io
