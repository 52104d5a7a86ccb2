#include "view_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <span>

#include "half_turns.hpp"
#include "input.hpp"
#include "io/certificate.hpp"
#include "io/scene_reader.hpp"
#include "io/stream.hpp"
#include "io/writer.hpp"
#include "output.hpp"
#include "replay.hpp"
#include "view/page.hpp"

namespace clearance::cli {
namespace {

/// Throws what is wrong with the scene, the first thing first: a page of half a cell would mislead.
view::Cell cell_of(io::CheckedScene scene) {
  view::Cell cell;
  for (io::CheckedBody& body : scene.bodies) {
    if (!body.error.empty()) throw io::ReadError(body.error);
    const std::string group = body.group < 0 ? "" : scene.groups[static_cast<std::size_t>(body.group)];
    cell.uncertain.push_back(body.uncertain);
    cell.bodies.push_back({std::move(body.name), std::move(*body.shape), std::move(body.poses), group});
  }
  if (!scene.bad_pairs.empty()) throw io::ReadError(scene.bad_pairs.front().error);
  if (!scene.problems.empty()) throw io::ReadError(scene.problems.front());
  for (const std::uint64_t key : scene.ignored)
    cell.ignored.push_back({static_cast<std::uint32_t>(key >> 32U), static_cast<std::uint32_t>(key & 0xFFFFFFFFU)});
  if (!scene.every_pair) {
    cell.listed.emplace();
    for (const io::ScenePair& pair : scene.listed) cell.listed->push_back({pair.a, pair.b});
  }
  cell.times = scene.steps > 0 ? scene.times : std::vector<double>{0.0};
  return cell;
}

/// The scene that a certificate is about, and the certificate, which is checked: a page must not repeat a claim that
/// does not hold.
view::Cell cell_of(io::CertificateFile file) {
  const CertificateCheck check = check_certificate(file.certificate, file.scene.bodies, file.scene.pairs);
  if (!check.ok) throw InvalidInput("the certificate does not hold: " + check.reason);
  view::Cell cell;
  cell.times = {0.0};
  for (const MovingBody& body : file.scene.bodies) {
    const std::span<const Pose> poses = body.motion.poses();
    const std::span<const double> times = body.motion.times();
    cell.bodies.push_back({body.name, body.shape, {poses.begin(), poses.end()}, {}});
    cell.uncertain.push_back(body.uncertain);
    if (times.size() > 1) cell.times.assign(times.begin(), times.end());
  }
  cell.listed.emplace();
  for (const auto& [a, b] : file.scene.pairs)
    cell.listed->push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  cell.margin = file.certificate.claim;
  cell.certificate = std::move(file.certificate);
  return cell;
}

view::Cell read_cell(const ViewOptions& options) {
  const Input input(options.file);
  const std::string text = io::read_all(input.descriptor());
  const Reading reading(options.file, options.limits);
  view::Cell cell = io::is_certificate(text) ? cell_of(io::read_certificate(text))
                                             : cell_of(io::read_checked_scene(text, reading.options()));
  cell.title = options.file == "-" ? "scene" : std::filesystem::path(options.file).filename().string();
  if (options.margin) cell.margin = options.margin;
  note_half_turns(options.file, cell.bodies, cell.times);
  if (options.rate > 0.0) view::resample(cell, options.rate);
  return cell;
}

/// What a bound is worth for every placement within the uncertainties.
double bound_of(const Bound& bound, const view::Cell& cell) {
  if (cell.uncertain.empty()) return bound.lower;
  const Uncertain &of_a = cell.uncertain[bound.a.value], &of_b = cell.uncertain[bound.b.value];
  if (!of_a.any() && !of_b.any()) return bound.lower;
  Result result;
  result.distance = result.lower = bound.lower;
  return widen(result, cell.bodies[bound.a.value].shape, of_a, cell.bodies[bound.b.value].shape, of_b).lower;
}

}  // namespace

bool page_is_there() {
  if (view::has_page()) return true;
  say("clearance: this build has no page: it was built without node and npm\n");
  return false;
}

int write_page(const view::Cell& cell, const PageOptions& options, const OutputFile& file) {
  std::string text;
  {
    Progress progress("view");
    const view::Answers answers = view::answer(cell, options.answers, [&](double share) { progress.show(share); });
    std::optional<view::Monitored> monitored;
    if (options.budget && answers.in_scene > 0)
      monitored = view::monitored(cell, answers.pairs, *options.budget, cell.margin.value_or(0.0),
                                  [&](const Bound& bound) { return bound_of(bound, cell); });
    text = view::page(view::page_data(cell, answers, monitored ? &*monitored : nullptr));
  }
  return file.write(text) ? 0 : 1;
}

int run_view(const ViewOptions& options) {
  if (!page_is_there()) return 1;
  const OutputFile file(options.output);
  return answering(
      options.file, [&] { return write_page(read_cell(options), options.page, file); }, file);
}

}  // namespace clearance::cli
