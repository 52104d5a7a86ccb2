#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

// What the command prints, and what it says. Answers go to standard output: a reader that leaves ends the work in
// silence, and a disk that is full is an error. Messages go to standard error, and change nothing if nobody gets them.

namespace clearance::cli {

/// Takes the place of standard streams that are closed, so that no file which is opened later becomes one of them.
void hold_standard_streams();

/// Prints to standard output. False once nothing more can be printed: the reader has left, or writing failed.
bool print_text(std::string_view text);
template <class... T>
void print(fmt::format_string<T...> format, T&&... arguments) {
  print_text(fmt::format(format, std::forward<T>(arguments)...));
}
/// Writes what is printed but still kept; false as above.
bool flush_output();
/// Whether what is printed is seen on a terminal.
bool prints_to_terminal();
/// The stream that is printed to, as a file descriptor.
int printing_descriptor();

/// From here on all that is printed goes to standard error: standard output belongs to a file.
void print_beside_file();
/// Writes that file to standard output.
void print_file(std::string_view text);

/// Says something on standard error.
void say_text(std::string_view text);
template <class... T>
void say(fmt::format_string<T...> format, T&&... arguments) {
  say_text(fmt::format(format, std::forward<T>(arguments)...));
}

/// Writes what is left. Returns the status of the command, or 1 if not all could be written, which it says, unless the
/// reader has left.
int finish_output(int status);

}  // namespace clearance::cli
