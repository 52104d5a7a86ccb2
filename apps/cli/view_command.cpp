#include "view_command.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <system_error>

#include "input.hpp"
#include "io/scene_reader.hpp"
#include "io/stream.hpp"
#include "io/writer.hpp"
#include "terminal.hpp"
#include "view/page.hpp"

namespace clearance::cli {
namespace {

/// Throws what is wrong with the scene, the first thing first: a page of half a cell would mislead.
view::Cell cell_of(io::CheckedScene& scene) {
  view::Cell cell;
  for (io::CheckedBody& body : scene.bodies) {
    if (!body.error.empty()) throw io::ReadError(body.error);
    const std::string group = body.group < 0 ? "" : scene.groups[static_cast<std::size_t>(body.group)];
    cell.uncertain.push_back(body.uncertain);
    cell.bodies.push_back({std::move(body.name), std::move(*body.shape), std::move(body.poses), group});
  }
  if (!scene.bad_pairs.empty()) throw io::ReadError(scene.bad_pairs.front().error);
  if (!scene.problems.empty()) throw io::ReadError(scene.problems.front());
  cell.pair_count = scene.pair_count();
  cell.each_pair = [&scene](const std::function<void(const view::BodyPair&)>& visit) {
    scene.each_pair([&](const io::ScenePair& pair) {
      visit({pair.a, pair.b});
      return true;
    });
  };
  cell.times = scene.steps > 0 ? scene.times : std::vector<double>{0.0};
  return cell;
}

bool write_whole(const std::string& file, const std::string& text) {
  if (file == "-") return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  std::FILE* out = std::fopen(file.c_str(), "wb");
  if (out == nullptr) return false;
  const bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size();
  return std::fclose(out) == 0 && written;
}

}  // namespace

bool page_is_there() {
  if (view::has_page()) return true;
  fmt::print(stderr, "clearance: this build has no page: it was built without node and npm\n");
  return false;
}

int write_page(const view::Cell& cell, std::size_t answers, const std::string& output) {
  std::string text;
  {
    Progress progress("view");
    text = view::page(view::page_data(cell, view::answer(cell, answers, [&](double share) { progress.show(share); })));
  }
  if (write_whole(output, text)) return 0;
  complain(output, std::generic_category().message(errno));
  return 1;
}

int run_view(const ViewOptions& options) {
  if (!page_is_there()) return 1;
  io::CheckedScene scene;
  view::Cell cell;
  try {
    const Input input(options.file);
    ReadOptions reading{.directory = {}, .limits = options.limits, .note = [](const std::string& note) {
                          fmt::print(stderr, "clearance: note: {}\n", io::printable(note));
                        }};
    if (options.file != "-") reading.directory = std::filesystem::path(options.file).parent_path();
    scene = io::read_checked_scene(io::read_all(input.descriptor()), reading);
    cell = cell_of(scene);
  } catch (const InvalidInput& error) {
    complain(options.file, error.what());
    return 1;
  } catch (const std::system_error& error) {
    complain(options.file, error.code().message());
    return 1;
  }
  cell.title = options.file == "-" ? "scene" : std::filesystem::path(options.file).filename().string();
  cell.margin = options.margin;
  return write_page(cell, options.answers, options.output);
}

}  // namespace clearance::cli
