#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "clearance/pose.hpp"

namespace clearance::io {

/// The words of a text, line by line. Lines end with LF, CR LF or CR; a UTF-8 byte-order mark before the first is
/// skipped. What is wrong is thrown as InvalidInput "line L: reason".
class Words {
 public:
  explicit Words(std::string_view text);

  /// Moves to the next line; false at the end.
  bool next_line();
  /// Moves to the next line that has a word, and returns that; empty at the end of the text.
  std::string_view next_line_word();
  /// The next word of the line, empty if there is none.
  std::string_view word();
  /// The next word of this line or of those after it; empty at the end of the text.
  std::string_view next_word();
  /// What is left of the line.
  std::string_view line() const { return line_; }
  void skip_line() { line_ = {}; }

  /// The next word as a finite number.
  double number();
  Vec3 point();
  /// The next word as a whole number >= 0.
  std::size_t count();
  /// Throws if the line has another word.
  void expect_end_of_line();

  /// All that follows the line.
  std::string_view rest() const { return rest_; }
  /// Bytes that are not yet read, this line included: no file holds more elements than that.
  std::size_t bytes_left() const { return line_.size() + rest_.size(); }

  [[noreturn]] void fail(std::string_view reason) const;

 private:
  std::string_view rest_, line_;
  std::size_t number_ = 0;
};

/// A whole number, with a sign or without; nothing if the text is anything else, or too large.
std::optional<std::int64_t> read_integer(std::string_view text);

/// Whether two words are the same but for the case of ASCII letters.
bool same_word(std::string_view a, std::string_view lower_case);

/// A word for an error message: cut short, and without what a terminal does not show.
std::string shown(std::string_view word);

}  // namespace clearance::io
