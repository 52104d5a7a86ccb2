#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "io/cells.hpp"

// What the command knows of the terminal, and the files it writes: shared by its subcommands.

namespace clearance::cli {

using io::wrapped;

/// Whether standard output is a terminal that wants colours: not if NO_COLOR is set, or TERM is "dumb".
bool colours_wanted();

/// Columns of the terminal on standard output; where that is none, those of COLUMNS, else 80.
int terminal_width();

/// Says what is wrong on standard error: "clearance: PLACE: PROBLEM", on a terminal in lines that fit it.
void complain(std::string_view place, std::string_view problem);

/// A line on standard error that says how far a work is and how long it will take, from two seconds on and until it is
/// done or this goes away. Nothing where standard error is no terminal.
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
  void clear();

  using Clock = std::chrono::steady_clock;
  std::string name_;
  bool visible_, shown_ = false;
  Clock::time_point start_, next_;
};

/// Prints text as lines that fit the terminal: the first after `first`, the others below its beginning.
void print_wrapped(std::string_view first, const std::string& text);

/// A name that fits a line: without control characters, and of a long one its two ends.
std::string short_name(std::string_view name);

/// "1 pair", "2 pairs".
std::string counted(std::size_t count, std::string_view noun);

/// A file that a command writes beside what it prints, or none if it has no name. "-" is standard output: then all that
/// is printed from here on goes to standard error, so that the two do not mix.
class OutputFile {
 public:
  explicit OutputFile(std::string file);
  OutputFile(OutputFile&&) = delete;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(OutputFile&&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile() = default;

  bool wanted() const { return !file_.empty(); }
  /// "; FILE is left as it was" where the file is there already: for those who hear that it is not written now.
  std::string left() const;
  /// False if it cannot be written, which it says; of standard output, `finish_output` does.
  bool write(std::string_view text) const;

 private:
  std::string file_;
};

}  // namespace clearance::cli
