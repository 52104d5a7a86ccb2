#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

// Input by lines and buffered output on file descriptors, which unlike iostreams tell how much can be read without
// waiting, and what went wrong.

namespace clearance::io {

/// Reads lines in bounded memory.
class LineReader {
 public:
  /// Longer lines are skipped, and reported as such.
  static constexpr std::size_t max_line = std::size_t{1} << 25;  // 32 MiB

  explicit LineReader(int descriptor) : descriptor_(descriptor), buffer_(1 << 16) {}

  /// The next line, without its end; false at the end of the input. Throws std::system_error if reading fails.
  bool next(std::string& line, bool& too_long);

 private:
  bool fill();
  int descriptor_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
};

/// All of the input. Throws std::system_error if reading fails, ReadError if it is longer than a document may be.
std::string read_all(int descriptor);

class OutputError : public std::system_error {
 public:
  using system_error::system_error;
};

/// Writes all of a text; false if the reader has gone away. Throws OutputError if writing fails otherwise.
bool write_all(int descriptor, std::string_view text);

}  // namespace clearance::io
