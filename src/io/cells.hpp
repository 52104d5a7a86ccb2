#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Text in the cells of a terminal: most characters take one, those of East Asian scripts and pictures two, and marks
// that are put on others none.

namespace clearance::io {

int cells_of(std::string_view text);

/// The text, or if it takes more cells than that, its two ends.
std::string fitted(std::string_view text, int cells);

/// The text, with blanks up to so many cells.
std::string padded(std::string_view text, int cells);

/// Cuts text at blanks into lines of so many cells; a word that is longer has a line of its own.
std::vector<std::string> wrapped(const std::string& text, std::size_t cells);

/// The longest name within a sentence that is to fit a line.
inline constexpr int longest_name = 20;

}  // namespace clearance::io
