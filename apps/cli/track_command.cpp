#include "track_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "half_turns.hpp"
#include "io/number.hpp"
#include "output.hpp"
#include "replay.hpp"
#include "reproduce/line_plot.hpp"
#include "terminal.hpp"

namespace clearance::cli {
namespace {

/// One answer as the writer of the format prints it, without the end of the line.
class Lines {
 public:
  Lines(io::Format format, const io::Layout& layout) : writer_(io::Writer::make(format, layout)) {}
  std::string header() const {
    std::string text;
    writer_->begin(text);
    return text;
  }
  std::string of(const Scene& scene, const PairDistance& pair) const {
    std::string text;
    writer_->answer(text, {{}, scene.name(pair.a), scene.name(pair.b), 0}, pair.result, {});
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

 private:
  std::unique_ptr<io::Writer> writer_;
};

class TrackOutput {
 public:
  TrackOutput(io::Format format, const Scene& scene)
      : format_(format), scene_(scene), lines_(plain(format), layout(scene)) {
    if (format == io::Format::csv) text_ = fmt::format("t,{}", lines_.header());
    if (format == io::Format::table)
      text_ = fmt::format("{:>10}  {:<21}  {:<21}  {:>12}  {:>7}\n", "t", "a", "b", "distance", "width");
  }

  void step(double t, std::span<const PairDistance> near) {
    if (format_ == io::Format::json) {
      text_ += fmt::format(R"({{"t":{},"closest":[)", t);
      for (std::size_t i = 0; i < near.size(); ++i) {
        if (i > 0) text_ += ',';
        text_ += lines_.of(scene_, near[i]);
      }
      text_ += "]}\n";
    } else if (format_ == io::Format::csv) {
      for (const PairDistance& pair : near) text_ += fmt::format("{},{}\n", t, lines_.of(scene_, pair));
    } else {
      for (const PairDistance& pair : near)
        text_ += fmt::format("{:>10.6g}  {}  {}  {:>12.8g}  {:>7}\n", t, printed(pair.a), printed(pair.b),
                             pair.result.distance, io::width_text(pair.result.upper - pair.result.lower));
    }
    constexpr std::size_t full = std::size_t{1} << 16;
    if (text_.size() >= full) flush();
  }

  void end(std::string_view closing) {
    if (format_ == io::Format::table) text_ += closing;
    flush();
  }
  bool open() const { return open_; }

 private:
  static io::Format plain(io::Format format) { return format == io::Format::csv ? format : io::Format::json; }
  static io::Layout layout(const Scene& scene) {
    const std::span<const BodyId> ids = scene.bodies();
    const auto is_union = [&](BodyId id) { return scene.shape(id).type() == "union"; };
    return {.parts = std::any_of(ids.begin(), ids.end(), is_union)};
  }
  std::string printed(BodyId body) const {
    constexpr int width = 21;
    return io::padded(io::fitted(io::printable(scene_.name(body)), width), width);
  }
  void flush() {
    open_ = print_text(text_);
    text_.clear();
  }

  io::Format format_;
  const Scene& scene_;
  Lines lines_;
  std::string text_;
  bool open_ = true;
};

/// The least distance over time, and between which bounds it is proven to be.
struct Curve {
  reproduce::PlotLine line{.name = "least distance", .x = {}, .y = {}, .low = {}, .high = {}, .marked = false};
  void add(double t, const Result& r) {
    if (!r.has_distance()) return;
    line.x.push_back(t);
    line.y.push_back(r.distance);
    line.low.push_back(std::isfinite(r.lower) ? r.lower : r.distance);
    line.high.push_back(std::isfinite(r.upper) ? r.upper : r.distance);
  }
};

int track(const TrackOptions& options, const OutputFile& svg) {
  const io::CheckedScene checked = load_scene(options.file, options.limits);
  Replay replay(checked, options.file, {});
  if (options.rate > 0.0) note_half_turns(options.file, checked.bodies, checked.times);
  Scene& scene = replay.scene();
  const std::vector<double> times = replay.times(options.rate);
  TrackOutput output(options.format.value_or(prints_to_terminal() ? io::Format::table : io::Format::json), scene);
  std::vector<PairDistance> near(static_cast<std::size_t>(options.closest));
  Curve curve;
  Progress progress("track");
  PairDistance least;
  double least_at = times.front();
  bool found = false;
  for (std::size_t k = 0; k < times.size() && (output.open() || svg.wanted()); ++k) {
    replay.move_to(times[k]);
    const std::size_t count = scene.closest(near);
    for (PairDistance& pair : std::span(near).first(count)) pair.result = replay.widened_of(pair);
    output.step(times[k], std::span(near).first(count));
    if (count > 0) {
      curve.add(times[k], near.front().result);
      if (!found || near.front().result.upper < least.result.upper) least = near.front(), least_at = times[k];
      found = true;
    }
    if ((k & 0xFU) == 0) progress.show(static_cast<double>(k) / static_cast<double>(times.size()));
  }
  output.end(found ? fmt::format("\nLeast distance {:.8g}: {} and {} at t = {:g}.\n", least.result.distance,
                                 short_name(scene.name(least.a)), short_name(scene.name(least.b)), least_at)
                   : "\nThe scene has no pairs.\n");
  if (svg.wanted()) {
    const reproduce::LinePlot plot{.title = "Clearance over time, with its proven band",
                                   .x_label = "time",
                                   .y_label = "least distance of all pairs",
                                   .lines = {curve.line}};
    if (!svg.write(to_svg(plot))) return 1;
  }
  return replay.good() ? 0 : 1;
}

}  // namespace

int run_track(const TrackOptions& options) {
  const OutputFile svg(options.svg);
  return answering(
      options.file, [&] { return track(options, svg); }, svg);
}

}  // namespace clearance::cli
