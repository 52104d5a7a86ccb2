#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "io/writer.hpp"
#include "output.hpp"

namespace clearance::cli {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

constexpr int least_width = 40;

/// Of the terminal that a stream is, and not fewer than there is use for; 0 where it is none.
int columns_of(int descriptor) {
  winsize size{};
  const bool known = is_terminal(descriptor) && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::max<int>(size.ws_col, least_width) : 0;
}

/// 75 s as 1:15.
std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::clamp(seconds, 0.0, 1e7));
  return whole < 3600 ? fmt::format("{}:{:02}", whole / 60, whole % 60)
                      : fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}  // namespace

bool colours_wanted() {
  return prints_to_terminal() && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

int terminal_width() {
  if (const int columns = columns_of(printing_descriptor()); columns > 0) return columns;
  constexpr int usual = 80;
  const std::string_view columns = environment("COLUMNS");
  int value = usual;
  const auto [end, error] = std::from_chars(columns.data(), columns.data() + columns.size(), value);
  return error == std::errc() && end == columns.data() + columns.size() ? std::max(value, least_width) : usual;
}

void complain(std::string_view place, std::string_view problem) {
  const std::string text =
      fmt::format("clearance: {}: {}", io::printable(place == "-" ? "standard input" : place), io::printable(problem));
  const int columns = columns_of(STDERR_FILENO);
  if (columns == 0) return say("{}\n", text);
  std::string lines;
  for (const std::string& line : wrapped(text, static_cast<std::size_t>(columns))) lines += line + "\n";
  say_text(lines);
}

Progress::Progress(std::string_view name)
    : name_(name),
      visible_(is_terminal(STDERR_FILENO)),
      start_(Clock::now()),
      next_(start_ + std::chrono::seconds(2)) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (!shown_) return;
  shown_ = false;
  // A dumb terminal cannot clear a line: the text is written over.
  say("{}", environment("TERM") == "dumb" ? "\r" + std::string(70, ' ') + "\r" : "\r\x1b[K");
}

void Progress::show(double share) {
  if (!visible_) return;
  if (share >= 1.0) return clear();
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  shown_ = true;
  share = std::clamp(share, 0.0, 1.0);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::string left = share > 0.01 ? duration(elapsed * (1.0 - share) / share) + " left" : "";
  constexpr int width = 24;
  const std::string done(static_cast<std::size_t>(share * width), '=');
  say("\r{:.24} [{:<{}}] {:3.0f} % {:<14}", name_, done, width, 100.0 * share, left);
}

void print_wrapped(std::string_view first, const std::string& text) {
  const auto width = static_cast<std::size_t>(terminal_width());
  const std::string rest(first.size(), ' ');
  for (const std::string& line : wrapped(text, width > first.size() + 20 ? width - first.size() : 20)) {
    print("{}{}\n", first, line);
    first = rest;
  }
}

std::string short_name(std::string_view name) { return io::fitted(io::printable(name), io::longest_name); }

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

OutputFile::OutputFile(std::string file) : file_(std::move(file)) {
  if (file_ == "-") print_beside_file();
}

std::string OutputFile::left() const {
  std::error_code ignored;
  const bool there = wanted() && file_ != "-" && std::filesystem::is_regular_file(file_, ignored);
  return there ? fmt::format("; {} is left as it was", file_) : "";
}

bool OutputFile::write(std::string_view text) const {
  if (file_ == "-") {
    print_file(text);
    return true;
  }
  int error = 0;
  if (std::FILE* const out = std::fopen(file_.c_str(), "wb"); out != nullptr) {
    if (std::fwrite(text.data(), 1, text.size(), out) != text.size()) error = errno;
    if (std::fclose(out) != 0 && error == 0) error = errno;
  } else {
    error = errno;
  }
  if (error != 0) complain(file_, std::strerror(error));
  return error == 0;
}

}  // namespace clearance::cli
