#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

namespace clearance::io {

/// ".stl" of "LINK.STL".
inline std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

}  // namespace clearance::io
