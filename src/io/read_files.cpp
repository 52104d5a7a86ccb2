#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "clearance/io.hpp"
#include "io/json.hpp"
#include "io/scene_reader.hpp"
#include "io/shape_reader.hpp"
#include "io/stream.hpp"

// The functions of clearance/io.hpp that read JSON; those of meshes are in io/mesh.

namespace clearance {
namespace {

std::string read_text(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  try {
    if (descriptor < 0) throw std::system_error(errno, std::generic_category());
    std::string text = io::read_all(descriptor);
    ::close(descriptor);
    return text;
  } catch (const std::system_error& error) {
    if (descriptor >= 0) ::close(descriptor);
    throw InvalidInput(fmt::format("{}: {}", file.string(), error.code().message()));
  }
}

/// Reads a file and gives its name to what is wrong with it.
template <class Parse>
auto from_file(const std::filesystem::path& file, ReadOptions& options, const Parse& parse) {
  if (options.directory.empty()) options.directory = file.parent_path();
  const std::string text = read_text(file);
  try {
    return parse(text, options);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace

Shape parse_shape(std::string_view json, const ReadOptions& options) {
  const io::Document document(json);
  return io::read_shape(document.root(), options);
}

Shape read_shape(const std::filesystem::path& file, ReadOptions options) {
  return from_file(file, options, parse_shape);
}

SceneFile parse_scene(std::string_view json, const ReadOptions& options) {
  const io::CheckedScene scene = io::read_checked_scene(json, options);
  if (!scene.problems.empty()) throw InvalidInput(scene.problems.front());
  if (!scene.bad_pairs.empty()) throw InvalidInput(scene.bad_pairs.front().error);
  SceneFile result;
  result.steps = scene.steps;
  result.times = scene.times;
  for (const io::CheckedBody& body : scene.bodies) {
    if (!body.error.empty()) throw InvalidInput(body.error);
    const std::string group = body.group < 0 ? "" : scene.groups[static_cast<std::size_t>(body.group)];
    result.bodies.push_back({body.name, *body.shape, body.poses, group, body.uncertain});
  }
  if (!scene.every_pair) {
    result.pairs.emplace();
    for (const io::ScenePair& pair : scene.listed) result.pairs->emplace_back(pair.a, pair.b);
  }
  for (const std::uint64_t key : scene.ignored) result.ignored.emplace_back(key >> 32U, key & 0xFFFFFFFFU);
  std::sort(result.ignored.begin(), result.ignored.end());
  return result;
}

SceneFile read_scene(const std::filesystem::path& file, ReadOptions options) {
  return from_file(file, options, parse_scene);
}

}  // namespace clearance
