#include "distance_command.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "clearance/exact.hpp"
#include "io/json.hpp"
#include "io/scene_reader.hpp"
#include "io/stream.hpp"

namespace clearance::cli {
namespace {

/// An open file, or standard input.
class Input {
 public:
  explicit Input(const std::string& file)
      : descriptor_(file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category());
  }
  Input(Input&&) = delete;
  Input(const Input&) = delete;
  Input& operator=(Input&&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input() {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

bool colours_wanted() {
  const char* const no_colour = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
}

/// Answers pairs, and keeps the text until it is worth a write.
class Answers {
 public:
  Answers(const DistanceOptions& options, io::Layout layout) : options_(options) {
    layout.colour = colours_wanted();
    layout.exact = options.exact;
    const bool terminal = ::isatty(STDOUT_FILENO) == 1;
    writer_ = io::Writer::make(
        options.format.value_or(terminal && !options.jsonl ? io::Format::table : io::Format::json), layout);
    writer_->begin(text_);
  }

  void answer(const io::Label& label, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
    const Result result = distance(a, pose_a, b, pose_b, options_.query);
    if (result.ending == Ending::unsupported)
      return error(label, fmt::format("method {} does not take the pair {}, {}", info(options_.query.method).name,
                                      a.type(), b.type()));
    std::string fraction;
    if (options_.exact) {
      const std::optional<ExactResult> exact = exact_distance(a, pose_a, b, pose_b, {.points = false});
      if (exact && exact->status != Status::penetrating) fraction = exact->squared_distance.text();
    }
    writer_->answer(text_, label, result, fraction);
    write_if_full();
  }

  void error(const io::Label& label, std::string_view message) {
    bad_ = true;
    writer_->error(text_, label, message);
    write_if_full();
  }

  void end() {
    writer_->end(text_);
    flush();
  }

  void flush() {
    open_ = open_ && io::write_all(STDOUT_FILENO, text_);
    text_.clear();
  }

  /// False once nobody reads the answers any more.
  bool open() const { return open_; }
  bool bad() const { return bad_; }

 private:
  void write_if_full() {
    constexpr std::size_t full = std::size_t{1} << 16;
    if (text_.size() >= full) flush();
  }

  const DistanceOptions& options_;
  std::unique_ptr<io::Writer> writer_;
  std::string text_;
  bool open_ = true, bad_ = false;
};

void complain(std::string_view place, std::string_view problem) {
  fmt::print(stderr, "clearance: {}: {}\n", place == "-" ? "standard input" : place, io::printable(problem));
}

void answer_pair(Answers& answers, const io::Scene& scene, const io::ScenePair& pair, std::size_t step) {
  const io::Label label{{}, pair.name_a, pair.name_b, step};
  if (!pair.error.empty()) return answers.error(label, pair.error);
  const io::SceneBody &a = scene.bodies[pair.a], &b = scene.bodies[pair.b];
  if (a.error.empty() && b.error.empty()) return answers.answer(label, *a.shape, a.pose(step), *b.shape, b.pose(step));
  const bool both = !a.error.empty() && !b.error.empty() && a.error != b.error;
  answers.error(label, both ? a.error + "; " + b.error : a.error.empty() ? b.error : a.error);
}

int answer_scene(const DistanceOptions& options, int descriptor, const std::filesystem::path& directory) {
  const io::Scene scene = io::read_scene(io::read_all(descriptor), directory);
  for (const std::string& problem : scene.problems) complain(options.file, problem);

  std::size_t width = 0;
  for (const io::ScenePair& pair : scene.pairs) width = std::max({width, pair.name_a.size(), pair.name_b.size()});
  const auto is_union = [](const io::SceneBody& body) { return body.shape && body.shape->type() == "union"; };
  Answers answers(options, {.stream = false,
                            .steps = scene.steps > 0,
                            .parts = std::any_of(scene.bodies.begin(), scene.bodies.end(), is_union),
                            .name_width = static_cast<int>(width)});
  for (std::size_t step = 0; step < std::max<std::size_t>(scene.steps, 1) && answers.open(); ++step)
    for (const io::ScenePair& pair : scene.pairs) answer_pair(answers, scene, pair, step);
  answers.end();
  return answers.bad() || !scene.problems.empty() ? 1 : 0;
}

void answer_line(Answers& answers, const std::string& line, std::size_t number,
                 const std::filesystem::path& directory) {
  std::string_view id = "null";
  try {
    const io::Document document(line, number);
    id = io::query_id(document.root());
    const auto place = [&](std::string_view problem) { return fmt::format("line {}: {}", number, problem); };
    try {
      const io::Query query = io::read_query(document.root(), directory);
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

int answer_stream(const DistanceOptions& options, int descriptor, const std::filesystem::path& directory) {
  Answers answers(options, {.stream = true});
  io::LineReader reader(descriptor);
  std::string line;
  bool too_long = false;
  for (std::size_t number = 1; answers.open() && reader.next(line, too_long); ++number) {
    if (too_long)
      answers.error({.id = "null"}, fmt::format("line {}: longer than {} bytes", number, io::LineReader::max_line));
    else if (line.find_first_not_of(" \t\r") != std::string::npos)
      answer_line(answers, line, number, directory);
    // Whoever waits for these answers gets them before we wait for more questions.
    if (!reader.ready()) answers.flush();
  }
  answers.end();
  return answers.bad() ? 1 : 0;
}

}  // namespace

int run_distance(const DistanceOptions& options) {
  try {
    const Input input(options.file);
    const std::filesystem::path directory =
        options.file == "-" ? std::filesystem::path() : std::filesystem::path(options.file).parent_path();
    const auto answer = options.jsonl ? answer_stream : answer_scene;
    return answer(options, input.descriptor(), directory);
  } catch (const io::OutputError& error) {
    complain("standard output", error.code().message());
  } catch (const std::system_error& error) {
    complain(options.file, error.code().message());
  } catch (const std::bad_alloc&) {
    complain(options.file, "not enough memory");
  } catch (const InvalidInput& error) {
    complain(options.file, error.what());
  }
  return 1;
}

}  // namespace clearance::cli
