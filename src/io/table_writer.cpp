#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/cells.hpp"
#include "io/number.hpp"
#include "io/writer_parts.hpp"

// The table for people. Its columns have fixed widths, so that a stream is aligned as it comes: names, status, distance
// and the width of the enclosure always, the others as far as the terminal has room.

namespace clearance::io {
namespace {

constexpr int status_width = 11, distance_width = 14, width_width = 8, step_width = 6, parts_width = 9;
constexpr int ending_width = 15, method_width = 16, point_width = 32, iterations_width = 10;
constexpr int gap = 2;
/// A distance is known to the digits that a table has of it where its bounds are within this part of it; or where they
/// are within this part of where the points are, as they are without a tolerance, of bodies that touch.
constexpr double known_width = 1e-9, usual_width = 1e-11;

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
      put(line, "  {:>{}.8g}  {:>{}}", result.distance, distance_width, width_text(result.upper - result.lower),
          width_width);
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
    const std::string row = begin_row(label), text = printable(message);
    const int before = cells_of(row) + 2 + 7, beside = layout_.width - before;  // of "error: "
    const std::string start = row + "  " + painted("error", fmt::terminal_color::red) + ":";
    // Beside the names where there is room for some words, else below them.
    constexpr int some_words = 40, indent = 4;
    const bool below = cells_of(text) > beside && beside < some_words;
    put_lines(out, below ? start + "\n" : start + " ", text, below ? indent : before);
  }

  void end(std::string& out, double seconds) override {
    out += '\n';
    if (answers_ > 0) {
      // An answer that stopped short may be of a pair that is nearer still.
      if (!least_known_)
        out += "An overlap";
      else if (may_be_ < least_)
        put(out, "Least distance at most {}", bound_text(least_, true, 8, 'g'));
      else
        put(out, "Least distance {:.8g}", least_);
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

  /// Text in lines that end at the width: after a start that ends at a column, and below that column.
  void put_lines(std::string& out, std::string start, const std::string& text, int column) const {
    const std::string margin(static_cast<std::size_t>(column), ' ');
    if (start.ends_with('\n')) start += margin;
    for (const std::string& line : wrapped(text, static_cast<std::size_t>(std::max(1, layout_.width - column)))) {
      put(out, "{}{}\n", start, line);
      start = margin;
    }
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

  /// Whether a search stopped short of what doubles tell, by a limit or by a tolerance: then its bounds are wide for
  /// the distance, and for the pair.
  static bool is_open(const Result& result) {
    if (!result.converged()) return true;
    const double width = result.upper - result.lower;
    const double size = std::max(result.point_a.cwiseAbs().maxCoeff(), result.point_b.cwiseAbs().maxCoeff());
    return result.has_distance() && width > known_width * std::fabs(result.distance) && width > usual_width * size;
  }

  void count(const Label& label, const Result& result) {
    ++answers_;
    const bool known = result.has_distance(), open = is_open(result);
    if (open) may_be_ = std::min(may_be_, result.lower);
    // An overlap whose depth was not asked for is nearer than any gap, but a depth that is known says more.
    const double distance = !open ? result.distance : known ? result.upper : -std::numeric_limits<double>::denorm_min();
    if (answers_ > 1 && !(distance < least_)) return;
    least_ = distance;
    least_known_ = known;
    const auto shortened = [](std::string_view text) { return fitted(printable(text), longest_name); };
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
  double least_ = 0.0;        // of the answers, or the upper bound of one that stopped short
  bool least_known_ = false;  // it is a number, and not an overlap of some depth
  double may_be_ = std::numeric_limits<double>::infinity();  // the least that those which stopped short leave open
  std::string nearest_;
};

}  // namespace

std::unique_ptr<Writer> make_table_writer(const Layout& layout) { return std::make_unique<TableWriter>(layout); }

}  // namespace clearance::io
