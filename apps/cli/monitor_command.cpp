#include "monitor_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "half_turns.hpp"
#include "io/json.hpp"
#include "io/writer.hpp"
#include "output.hpp"
#include "replay.hpp"
#include "reproduce/line_plot.hpp"
#include "terminal.hpp"

namespace clearance::cli {
namespace {

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

/// What all cycles together were like.
struct Summary {
  Report least;  // the cycle with the least bound
  double least_at = 0.0;
  std::size_t cycles = 0, below = 0, queries = 0;
  int oldest = 0;
  std::vector<double> microseconds;

  void add(double t, const Report& report, double us, double margin) {
    if (cycles == 0 || report.lower < least.lower) least = report, least_at = t;
    ++cycles;
    if (report.lower < margin) ++below;
    queries += static_cast<std::size_t>(report.refreshed);
    oldest = std::max(oldest, report.oldest);
    microseconds.push_back(us);
  }
  double quantile(double share) {
    std::sort(microseconds.begin(), microseconds.end());
    return microseconds[static_cast<std::size_t>(share * static_cast<double>(microseconds.size() - 1))];
  }
};

std::string json_of(Summary& s, const Scene& scene, std::size_t pairs, double margin) {
  return fmt::format(
      R"({{"summary":{{"cycles":{},"pairs":{},"lower":{},"t":{},"a":{},"b":{},"margin":{},"cycles_below_margin":{},)"
      R"("queries":{},"oldest":{},"cycle_us":{{"median":{:.3f},"p99_9":{:.3f},"worst":{:.3f}}}}}}})"
      "\n",
      s.cycles, pairs, number(s.least.lower), s.least_at, io::json_quoted(scene.name(s.least.a)),
      io::json_quoted(scene.name(s.least.b)), margin, s.below, s.queries, s.oldest, s.quantile(0.5), s.quantile(0.999),
      s.quantile(1.0));
}

std::string text_of(Summary& s, const Scene& scene, std::size_t pairs, double margin) {
  const auto percent =
      100.0 * static_cast<double>(s.queries) / (static_cast<double>(s.cycles) * static_cast<double>(pairs));
  return fmt::format(
      "{} of {}, {}: {:.1f} % of asking every pair.\n"
      "Proven in every cycle, of every pair: distance >= {}\n"
      "  least for {} and {} at t = {:g}\n"
      "The bound was below the margin of {:g} in {}.\n"
      "The oldest answer that a bound was built on was {} old.\n"
      "A cycle took {:.1f} us (median), {:.1f} us (99.9 %), {:.1f} us (worst).\n",
      counted(s.cycles, "cycle"), counted(pairs, "pair"),
      s.queries == 1 ? "1 query" : fmt::format("{} queries", s.queries), percent, s.least.lower,
      short_name(scene.name(s.least.a)), short_name(scene.name(s.least.b)), s.least_at, margin,
      counted(s.below, "cycle"), counted(static_cast<std::size_t>(s.oldest), "cycle"), s.quantile(0.5),
      s.quantile(0.999), s.quantile(1.0));
}

int monitor(const MonitorCommandOptions& options, const OutputFile& svg) {
  using Clock = std::chrono::steady_clock;
  const io::CheckedScene checked = load_scene(options.file, options.limits);
  Replay replay(checked, options.file, {});
  note_half_turns(options.file, checked.bodies, checked.times);
  const Scene& scene = replay.scene();
  const std::vector<double> times = replay.times(options.rate);
  replay.move_to(times.front());
  Monitor watch(replay.scene(), options.budget, {.margin = options.margin, .cycle = 1.0 / options.rate});
  const std::size_t pairs = watch.bounds().size();
  const bool json = options.json || !prints_to_terminal();
  Summary summary;
  reproduce::PlotLine curve{.name = "proven bound", .x = {}, .y = {}, .low = {}, .high = {}, .marked = false};
  reproduce::PlotLine margin{
      .name = "margin", .x = {}, .y = {}, .dashed = true, .low = {}, .high = {}, .marked = false};
  std::string text;
  bool open = true, was_uncertain = false;
  Progress progress("monitor");
  for (std::size_t k = 0; k < times.size() && (open || svg.wanted()); ++k) {
    const std::vector<Pose>& poses = replay.poses_at(times[k]);
    if (replay.uncertain() || was_uncertain)
      for (const BodyId body : scene.bodies()) watch.set_uncertain(body, replay.uncertain_of(body));
    was_uncertain = replay.uncertain();
    const auto begun = Clock::now();
    const Report& report = watch.cycle(poses);
    const double us = std::chrono::duration<double, std::micro>(Clock::now() - begun).count();
    summary.add(times[k], report, us, options.margin);
    if (std::isfinite(report.lower) && svg.wanted()) {
      curve.x.push_back(times[k]);
      curve.y.push_back(report.lower);
    }
    if (json)
      text += fmt::format(R"({{"t":{},"lower":{},"a":{},"b":{},"refreshed":{},"oldest":{}}})"
                          "\n",
                          times[k], number(report.lower), io::json_quoted(scene.name(report.a)),
                          io::json_quoted(scene.name(report.b)), report.refreshed, report.oldest);
    constexpr std::size_t full = std::size_t{1} << 16;
    if (text.size() >= full) {
      open = print_text(text);
      text.clear();
    }
    if ((k & 0xFFU) == 0) progress.show(static_cast<double>(k) / static_cast<double>(times.size()));
  }
  text += json ? json_of(summary, scene, pairs, options.margin) : text_of(summary, scene, pairs, options.margin);
  print_text(text);
  if (svg.wanted()) {
    margin.x = {times.front(), times.back()};
    margin.y = {options.margin, options.margin};
    const reproduce::LinePlot plot{.title = "Proven clearance of every pair, cycle by cycle",
                                   .x_label = "time",
                                   .y_label = "least bound of all pairs",
                                   .lines = {curve, margin}};
    if (!svg.write(to_svg(plot))) return 1;
  }
  return replay.good() ? 0 : 1;
}

}  // namespace

int run_monitor(const MonitorCommandOptions& options) {
  const OutputFile svg(options.svg);
  return answering(
      options.file, [&] { return monitor(options, svg); }, svg);
}

}  // namespace clearance::cli
