#include "io/number.hpp"

#include <fmt/format.h>

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

std::string bound_text(double value, bool up, int digits, char notation) {
  const auto text_of = [&](double number) {
    return notation == 'e' ? fmt::format("{:.{}e}", number, digits - 1) : fmt::format("{:.{}g}", number, digits);
  };
  std::string text = text_of(value);
  const double read = std::strtod(text.c_str(), nullptr);
  if (!std::isfinite(value) || (up ? read >= value : read <= value)) return text;
  const double last = std::pow(10.0, std::floor(std::log10(std::fabs(value))) - (digits - 1));
  return text_of(up ? value + last : value - last);
}

}  // namespace clearance::io
