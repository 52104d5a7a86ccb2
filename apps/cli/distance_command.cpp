#include "distance_command.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <memory>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include "clearance/ellipsoid.hpp"
#include "clearance/exact.hpp"
#include "input.hpp"
#include "io/json.hpp"
#include "io/scene_reader.hpp"
#include "io/stream.hpp"
#include "methods_command.hpp"
#include "output.hpp"
#include "replay.hpp"

namespace clearance::cli {
namespace {

/// A quaternion by the double matrix that it was turned into.
Pose as_matrix(const Pose& pose) { return {pose.rotation(), pose.position()}; }

/// Why a method does not take a pair.
std::string why_refused(Method method, const Shape& a, const Shape& b) {
  const std::string refused =
      fmt::format("method {} does not take the pair {}, {}", info(method).name, a.type(), b.type());
  const bool too_many = method == Method::lcp && a.polyhedral() && b.polyhedral();
  return too_many ? fmt::format("{}: one has more than {} vertices", refused, most_vertices_of_lcp) : refused;
}

/// The free margin of two ellipsoids; nothing of other shapes, or where it is beyond what a double holds.
std::optional<double> free_margin_of(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const auto* one = std::get_if<Ellipsoid>(&a.description());
  const auto* two = std::get_if<Ellipsoid>(&b.description());
  if (one == nullptr || two == nullptr || a.rounding() > 0.0 || b.rounding() > 0.0) return std::nullopt;
  const double margin = free_margin(*one, pose_a, *two, pose_b).margin;
  return std::isfinite(margin) ? std::optional(margin) : std::nullopt;
}

/// Answers pairs, and keeps the text until it is worth a write.
class Answers {
 public:
  Answers(const DistanceOptions& options, io::Layout layout) : options_(options), start_(Clock::now()) {
    layout.colour = colours_wanted();
    layout.exact = options.exact;
    layout.free_margins = options.free_margin;
    layout.width = terminal_width();
    writer_ = io::Writer::make(
        options.format.value_or(prints_to_terminal() && !options.jsonl ? io::Format::table : io::Format::json), layout);
    writer_->begin(text_);
  }

  void answer(const io::Label& label, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
              PairState* state = nullptr, const Uncertain& of_a = {}, const Uncertain& of_b = {}) {
    const bool exactly = options_.exact && a.polyhedral() && b.polyhedral();
    Result result = exactly ? distance(a, as_matrix(pose_a), b, as_matrix(pose_b), options_.query, state)
                            : distance(a, pose_a, b, pose_b, options_.query, state);
    if (result.ending == Ending::unsupported) return error(label, why_refused(options_.query.method, a, b));
    std::string fraction;
    if (exactly) {
      const std::optional<ExactResult> exact = exact_distance(a, pose_a, b, pose_b, {.points = false});
      if (exact) follow(result, *exact);
      if (exact && exact->status != Status::penetrating) fraction = exact->squared_distance.text();
    }
    if (of_a.any() || of_b.any()) result = widened(result, a, of_a, b, of_b);
    print(label, result, {fraction, options_.free_margin ? free_margin_of(a, pose_a, b, pose_b) : std::nullopt});
  }

  void print(const io::Label& label, const Result& result, const io::Besides& besides = {}) {
    writer_->answer(text_, label, result, besides);
    write_if_full();
  }

  void error(const io::Label& label, std::string_view message) {
    bad_ = true;
    writer_->error(text_, label, message);
    write_if_full();
  }

  void end() {
    writer_->end(text_, std::chrono::duration<double>(Clock::now() - start_).count());
    flush();
  }

  void flush() {
    open_ = print_text(text_) && flush_output();
    text_.clear();
  }

  /// False once nobody reads the answers any more.
  bool open() const { return open_; }
  bool bad() const { return bad_; }

 private:
  using Clock = std::chrono::steady_clock;

  void write_if_full() {
    constexpr std::size_t full = std::size_t{1} << 16;
    if (text_.size() >= full) flush();
  }

  const DistanceOptions& options_;
  Clock::time_point start_;
  std::unique_ptr<io::Writer> writer_;
  std::string text_;
  bool open_ = true, bad_ = false;
};

void answer_pair(Answers& answers, const io::CheckedScene& scene, const io::ScenePair& pair, std::size_t step,
                 PairState* state) {
  if (pair.bad >= 0) {
    const io::BadPair& bad = scene.bad_pairs[static_cast<std::size_t>(pair.bad)];
    return answers.error({{}, bad.name_a, bad.name_b, step}, bad.error);
  }
  const io::CheckedBody &a = scene.bodies[pair.a], &b = scene.bodies[pair.b];
  const io::Label label{{}, a.name, b.name, step};
  if (a.error.empty() && b.error.empty())
    return answers.answer(label, *a.shape, a.pose(step), *b.shape, b.pose(step), state, a.uncertain, b.uncertain);
  const bool both = !a.error.empty() && !b.error.empty() && a.error != b.error;
  answers.error(label, both ? a.error + "; " + b.error : a.error.empty() ? b.error : a.error);
}

/// Says so where a scene has no pairs: there will be no answers, and that is no error.
void note_no_pairs(const DistanceOptions& options, const io::CheckedScene& scene) {
  if (scene.pair_count() == 0) complain(options.file, "note: no two bodies of the scene are a pair");
}

io::Layout layout_of(const io::CheckedScene& scene) {
  int width = 0;
  for (const io::CheckedBody& body : scene.bodies) width = std::max(width, io::cells_of(io::printable(body.name)));
  const auto is_union = [](const io::CheckedBody& body) { return body.shape && body.shape->type() == "union"; };
  return {.stream = false,
          .steps = scene.steps > 0,
          .parts = std::any_of(scene.bodies.begin(), scene.bodies.end(), is_union),
          .name_width = width};
}

/// How pairs are looked for: a scene leaves limits out, and would answer by the default what the method does not take.
Options search_options(Options query) {
  const Options usual;
  query.method = usual.method;
  query.max_distance = usual.max_distance;
  query.min_distance = usual.min_distance;
  return query;
}

/// Whether a pair that was found has to be asked once more, for what the search leaves out.
bool asks_more(const DistanceOptions& options) {
  const Options &query = options.query, usual;
  return options.exact || options.free_margin || query.method != usual.method ||
         query.max_distance != usual.max_distance || query.min_distance != usual.min_distance;
}

/// The nearest pairs, or those within a distance, step by step.
int answer_nearest(const DistanceOptions& options, const io::CheckedScene& checked) {
  Replay replay(checked, options.file, {.query = search_options(options.query)});
  Scene& scene = replay.scene();
  io::Layout layout = layout_of(checked);
  if (options.within) layout.nothing = fmt::format("no pair is within {}", *options.within);
  Answers answers(options, layout);
  std::vector<PairDistance> near(options.closest > 0 ? static_cast<std::size_t>(options.closest) : 256);
  Progress progress("distance");
  for (std::size_t step = 0; step < checked.times.size() && answers.open(); ++step) {
    replay.move_to(checked.times[step]);
    std::size_t count = 0;
    if (options.within) {
      const double limit = replay.uncertain() ? *options.within + replay.most_allowance() : *options.within;
      while ((count = scene.within(limit, near)) > near.size()) near.resize(count);
      const auto beyond = [&](const PairDistance& pair) { return replay.widened_of(pair).lower > *options.within; };
      const auto end = near.begin() + static_cast<std::ptrdiff_t>(count);
      if (replay.uncertain())
        count = static_cast<std::size_t>(std::remove_if(near.begin(), end, beyond) - near.begin());
      if (options.closest > 0) count = std::min(count, static_cast<std::size_t>(options.closest));
    } else {
      count = scene.closest(near);
    }
    for (const PairDistance& pair : std::span(near).first(count)) {
      const io::Label label{{}, scene.name(pair.a), scene.name(pair.b), step};
      if (asks_more(options))
        answers.answer(label, scene.shape(pair.a), scene.pose(pair.a), scene.shape(pair.b), scene.pose(pair.b), nullptr,
                       replay.uncertain_of(pair.a), replay.uncertain_of(pair.b));
      else
        answers.print(label, replay.widened_of(pair));
    }
    progress.show(static_cast<double>(step + 1) / static_cast<double>(checked.times.size()));
  }
  answers.end();
  return answers.bad() || !replay.good() ? 1 : 0;
}

int answer_scene(const DistanceOptions& options, int descriptor, const ReadOptions& reading) {
  // Of more pairs than this, the steps of a motion are answered one by one: a state is some 300 bytes.
  constexpr std::size_t most_states = 1'000'000;
  const io::CheckedScene scene = io::read_checked_scene(io::read_all(descriptor), reading);
  note_no_pairs(options, scene);
  if (options.closest > 0 || options.within) return answer_nearest(options, scene);
  for (const std::string& problem : scene.problems) complain(options.file, problem);

  Answers answers(options, layout_of(scene));
  const std::size_t pairs = scene.pair_count(), steps = std::max<std::size_t>(scene.steps, 1);
  std::vector<PairState> states(steps > 1 && pairs <= most_states ? pairs : 0);
  Progress progress("distance");
  std::size_t done = 0;
  for (std::size_t step = 0; step < steps && answers.open(); ++step) {
    std::size_t index = 0;
    scene.each_pair([&](const io::ScenePair& pair) {
      answer_pair(answers, scene, pair, step, states.empty() ? nullptr : &states[index]);
      ++index;
      if ((++done & 0xFFU) == 0) progress.show(static_cast<double>(done) / static_cast<double>(pairs * steps));
      return answers.open();
    });
  }
  answers.end();
  return answers.bad() || !scene.problems.empty() ? 1 : 0;
}

void answer_line(Answers& answers, const std::string& line, std::size_t number, const ReadOptions& reading) {
  std::string_view id = "null";
  try {
    const io::Document document(line, number);
    id = io::query_id(document.root());
    const auto place = [&](std::string_view problem) { return fmt::format("line {}: {}", number, problem); };
    try {
      const io::Query query = io::read_query(document.root(), reading);
      answers.answer({.id = id}, query.a.shape, query.a.pose, query.b.shape, query.b.pose);
    } catch (const InvalidInput& error) {
      answers.error({.id = id}, place(error.what()));
    }
  } catch (const io::ReadError& error) {
    answers.error({.id = id}, error.what());
  } catch (const std::bad_alloc&) {
    answers.error({.id = id}, fmt::format("line {}: not enough memory", number));
  }
}

/// Whether answers should leave one by one: someone may wait for each.
bool is_live(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode);
}

int answer_stream(const DistanceOptions& options, int descriptor, const ReadOptions& reading) {
  Answers answers(options, {.stream = true, .parts = true});
  io::LineReader reader(descriptor);
  const bool live = is_live(descriptor);
  std::string line;
  bool too_long = false, first = true, is_scene = false;
  for (std::size_t number = 1; answers.open() && reader.next(line, too_long); ++number) {
    if (too_long)
      answers.error({.id = "null"}, fmt::format("line {}: longer than {} bytes", number, io::LineReader::max_line));
    else if (line.find_first_not_of(" \t\r") != std::string::npos) {
      answer_line(answers, line, number, reading);
      is_scene = is_scene || (first && answers.bad() && io::begins_as_scene(line));
      first = false;
    }
    if (live) answers.flush();
  }
  answers.end();
  if (is_scene) complain(options.file, "this looks like a scene: leave out --jsonl");
  return answers.bad() ? 1 : 0;
}

}  // namespace

int run_distance(const DistanceOptions& options) {
  return answering(options.file, [&] {
    const Input input(options.file);
    const Reading reading(options.file, options.limits);
    const auto answer = options.jsonl ? answer_stream : answer_scene;
    return answer(options, input.descriptor(), reading.options());
  });
}

}  // namespace clearance::cli
