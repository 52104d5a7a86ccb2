#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

// What the command knows of the terminal, and how it leaves: shared by its subcommands.

namespace clearance::cli {

/// Whether standard output is a terminal that wants colours: not if NO_COLOR is set, or TERM is "dumb".
bool colours_wanted();

/// Columns of the terminal on standard output; where that is none, those of COLUMNS, else 80.
int terminal_width();

/// Says what is wrong on standard error: "clearance: PLACE: PROBLEM".
void complain(std::string_view place, std::string_view problem);

/// A line on standard error that says how far a work is and how long it will take, from two seconds on and until this
/// goes away. Nothing where standard error is no terminal.
class Progress {
 public:
  explicit Progress(std::string_view name);
  Progress(Progress&&) = delete;
  Progress(const Progress&) = delete;
  Progress& operator=(Progress&&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  /// `share` of the work is done, from 0 to 1.
  void show(double share);

 private:
  using Clock = std::chrono::steady_clock;
  std::string name_;
  bool visible_, shown_ = false;
  Clock::time_point start_, next_;
};

/// Cuts text at blanks into lines of some width.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

/// Writes a file; false if it cannot be written, which it says.
bool write_file(const std::string& file, std::string_view text);

/// Flushes and closes standard output. Returns the status of the command, or 1 if not all could be written, which it
/// says, unless the reader has gone away.
int finish_output(int status);

}  // namespace clearance::cli
