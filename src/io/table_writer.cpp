#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/json.hpp"
#include "io/writer_parts.hpp"

// The table for people. Its columns have fixed widths, so that a stream is aligned as it comes: names, status, distance
// and the width of the enclosure always, the others as far as the terminal has room.

namespace clearance::io {
namespace {

constexpr int status_width = 11, distance_width = 14, width_width = 8, step_width = 6, parts_width = 9;
constexpr int ending_width = 15, method_width = 16, point_width = 32, iterations_width = 10;
constexpr int gap = 2;

/// Characters of a UTF-8 text: what it takes of a line, but for wide and combining ones.
int length_of(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// The text, or if it is too long its two ends.
std::string fitted(std::string_view text, int width) {
  if (length_of(text) <= width) return std::string(text);
  const int tail = (width - 2) / 2, head = width - 2 - tail;
  const auto offset = [&](int characters) {  // where that many of them end
    std::size_t at = 0;
    for (int n = 0; at < text.size() && n < characters; ++n)
      at += std::max<std::size_t>(1, utf8_length(text.substr(at)));
    return at;
  };
  std::string result(text.substr(0, offset(head)));
  result += "..";
  result += text.substr(offset(length_of(text) - tail));
  return result;
}

std::string padded(std::string_view text, int width) {
  return std::string(text) + std::string(static_cast<std::size_t>(std::max(0, width - length_of(text))), ' ');
}

std::string time_text(double seconds) {
  return seconds < 1.0 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

class TableWriter : public Writer {
 public:
  explicit TableWriter(const Layout& layout) : layout_(layout) {
    const int fixed = gap + status_width + gap + distance_width + gap + width_width +
                      (layout.steps ? gap + step_width : 0) + (layout.parts ? gap + parts_width : 0);
    const int names = layout.width - fixed;
    name_width_ =
        layout.stream ? std::clamp(names, 8, 16) : std::clamp(std::min(layout.name_width, (names - gap) / 2), 4, 32);
    int left = layout.width - fixed - (layout.stream ? name_width_ : 2 * name_width_ + gap);
    const auto take = [&](int columns) {
      if (left < columns) return false;
      left -= columns;
      return true;
    };
    has_ending_ = take(gap + ending_width);
    has_points_ = take(2 * (gap + point_width));
    has_method_ = take(gap + method_width);
    has_iterations_ = take(gap + iterations_width);
  }

  void begin(std::string& out) override {
    std::string line =
        layout_.stream ? padded("id", name_width_) : padded("a", name_width_) + "  " + padded("b", name_width_);
    if (layout_.steps) put(line, "  {:>{}}", "step", step_width);
    put(line, "  {:<{}}  {:>{}}  {:>{}}", "status", status_width, "distance", distance_width, "width", width_width);
    if (layout_.parts) put(line, "  {:<{}}", "parts", parts_width);
    if (has_ending_) put(line, "  {:<{}}", "ending", ending_width);
    if (has_points_) put(line, "  {:<{}}  {:<{}}", "point on a", point_width, "point on b", point_width);
    if (has_method_) put(line, "  {:<{}}", "method", method_width);
    if (has_iterations_) put(line, "  {:>{}}", "iterations", iterations_width);
    finish_line(out, std::move(line));
  }

  void answer(std::string& out, const Label& label, const Result& result, const Besides& besides) override {
    const Shown has = shown(result);
    std::string line = begin_row(label) + "  " + status(result.status);
    if (has.distance)
      put(line, "  {:>{}.8g}  {:>{}.1e}", result.distance, distance_width, result.upper - result.lower, width_width);
    else
      put(line, "  {:>{}}  {:>{}}", "-", distance_width, "-", width_width);
    if (layout_.parts) put(line, "  {:<{}}", parts(result), parts_width);
    if (has_ending_) put(line, "  {:<{}}", name(result.ending), ending_width);
    if (has_points_)
      for (const Vec3& p : {result.point_a, result.point_b})
        line += has.distance ? fmt::format("  {:>10.5g} {:>10.5g} {:>10.5g}", p.x(), p.y(), p.z())
                             : fmt::format("  {:<{}}", "-", point_width);
    if (has_method_) put(line, "  {:<{}}", fitted(info(result.method).name, method_width), method_width);
    if (has_iterations_) put(line, "  {:>{}}", result.iterations, iterations_width);
    // An answer that stopped short is seen, whatever the width.
    if (!has_ending_ && result.ending != Ending::converged) put(line, "\n    ended: {}", name(result.ending));
    finish_line(out, std::move(line));
    if (!besides.exact.empty()) put(out, "    exact squared distance {}\n", besides.exact);
    if (besides.free_margin) put(out, "    free margin {:.8g}\n", *besides.free_margin);
    count(label, result);
  }

  void error(std::string& out, const Label& label, std::string_view message) override {
    ++errors_;
    put(out, "{}  {}: {}\n", begin_row(label), painted("error", fmt::terminal_color::red), printable(message));
  }

  void end(std::string& out, double seconds) override {
    out += '\n';
    if (answers_ > 0) {
      out += std::isfinite(least_) ? fmt::format("Least distance {:.8g}", least_) : "An overlap";
      if (!nearest_.empty()) put(out, ": {}", nearest_);
      out += ".\n";
    }
    put(out, "{} {}", answers_, answers_ == 1 ? "answer" : "answers");
    if (errors_ > 0) put(out, ", {} {}", errors_, errors_ == 1 ? "error" : "errors");
    put(out, ", in {}", time_text(seconds));
    const bool explained = answers_ + errors_ == 0 && !layout_.nothing.empty();
    out += explained ? fmt::format(": {}.\n", layout_.nothing) : ".\n";
    if (answers_ == 0) return;
    out +=
        "Distances are in the unit of the input; a negative one is the depth of an\n"
        "overlap. The true distance is proven to lie in an interval of this width;\n"
        "--json and --csv print its ends.\n";
    if (parts_)
      out +=
          "The distance of a union is that of the parts named; the depth of an overlap is\n"
          "that of these two parts alone, the deepest pair.\n";
  }

 private:
  std::string begin_row(const Label& label) const {
    const auto cell = [&](const std::string& text) { return padded(fitted(text, name_width_), name_width_); };
    std::string row = layout_.stream ? cell(printable(plain_id(label.id)))
                                     : cell(printable(label.a)) + "  " + cell(printable(label.b));
    if (layout_.steps) put(row, "  {:>{}}", label.step, step_width);
    return row;
  }

  static void finish_line(std::string& out, std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }

  std::string parts(const Result& result) {
    if (!is_of_parts(result)) return "";
    parts_ = true;
    const auto number = [](int part) { return part >= 0 ? fmt::format("{}", part) : std::string("-"); };
    return number(result.part_a) + " " + number(result.part_b);
  }

  void count(const Label& label, const Result& result) {
    ++answers_;
    // Without a depth, all that is known of an overlap is that it is nearer than any gap.
    const double distance = result.has_distance() ? result.distance : -std::numeric_limits<double>::infinity();
    if (answers_ > 1 && !(distance < least_)) return;
    least_ = distance;
    constexpr int longest = 20;  // of a name, so that the line fits
    const auto shortened = [](std::string_view text) { return fitted(printable(text), longest); };
    nearest_ = layout_.stream ? shortened(plain_id(label.id))
                              : fmt::format("{} and {}", shortened(label.a), shortened(label.b));
    if (layout_.steps) put(nearest_, " at step {}", label.step);
  }

  std::string painted(std::string_view text, fmt::terminal_color colour) const {
    return layout_.colour ? fmt::format(fmt::fg(colour), "{}", text) : std::string(text);
  }

  std::string status(Status status) const {
    const fmt::terminal_color colour = status == Status::separated  ? fmt::terminal_color::green
                                       : status == Status::touching ? fmt::terminal_color::yellow
                                                                    : fmt::terminal_color::red;
    return painted(fmt::format("{:<{}}", name(status), status_width), colour);
  }

  Layout layout_;
  int name_width_ = 0;
  bool has_ending_ = false, has_points_ = false, has_method_ = false, has_iterations_ = false;
  bool parts_ = false;
  std::size_t answers_ = 0, errors_ = 0;
  double least_ = 0.0;
  std::string nearest_;
};

}  // namespace

std::unique_ptr<Writer> make_table_writer(const Layout& layout) { return std::make_unique<TableWriter>(layout); }

}  // namespace clearance::io
