#pragma once

#include <cmath>
#include <string>
#include <string_view>

namespace clearance::io {

/// The double nearest to a decimal number; NaN if the text is anything else. Too large a number gives infinity, too
/// small a one zero or a subnormal.
double read_decimal(std::string_view text);

/// A bound in so many digits, rounded up or down so that it stays one. `notation`: as of fmt, e or g.
std::string bound_text(double value, bool up, int digits, char notation);
/// The width of an enclosure in two digits, no less than it is.
inline std::string width_text(double width) { return bound_text(width, true, 2, 'e'); }

}  // namespace clearance::io
