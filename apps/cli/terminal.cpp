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
#include <sstream>
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
  constexpr int usual = 80, least = 40;
  winsize size{};
  if (prints_to_terminal() && ::ioctl(printing_descriptor(), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::max<int>(size.ws_col, least);
  const std::string_view columns = environment("COLUMNS");
  int value = usual;
  const auto [end, error] = std::from_chars(columns.data(), columns.data() + columns.size(), value);
  return error == std::errc() && end == columns.data() + columns.size() ? std::max(value, least) : usual;
}

void complain(std::string_view place, std::string_view problem) {
  say("clearance: {}: {}\n", io::printable(place == "-" ? "standard input" : place), io::printable(problem));
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

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines{""};
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
  }
  return lines;
}

void print_wrapped(std::string_view first, const std::string& text) {
  const auto width = static_cast<std::size_t>(terminal_width());
  const std::string rest(first.size(), ' ');
  for (const std::string& line : wrapped(text, width > first.size() + 20 ? width - first.size() : 20)) {
    print("{}{}\n", first, line);
    first = rest;
  }
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

OutputFile::OutputFile(std::string file) : file_(std::move(file)) {
  if (file_ == "-") print_beside_file();
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
