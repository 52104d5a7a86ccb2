#pragma once

#include <cmath>
#include <string_view>

namespace clearance::io {

/// The double nearest to a decimal number; NaN if the text is anything else. Too large a number gives infinity, too
/// small a one zero or a subnormal.
double read_decimal(std::string_view text);

}  // namespace clearance::io
