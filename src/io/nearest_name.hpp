#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clearance::io {

/// "; did you mean 'distance'?", or nothing where none of the names is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

}  // namespace clearance::io
