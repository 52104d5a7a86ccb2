#include "targets.hpp"

#include <array>

#include "clearance/error.hpp"
#include "io/json.hpp"
#include "io/mesh/formats.hpp"
#include "io/scene_reader.hpp"
#include "io/shape_writer.hpp"

namespace clearance::fuzz {
namespace {

/// What is wrong with the input may be thrown, and must be said.
template <class Read>
void refused_or_read(const Read& read) {
  try {
    read();
  } catch (const InvalidInput& error) {
    if (std::string_view(error.what()).empty()) __builtin_trap();
  }
}

/// No mesh file is opened: all are larger than allowed.
ReadOptions without_files() {
  ReadOptions options;
  options.limits.bytes = 0;
  return options;
}

void visit(const io::Value& value) {
  (void)value.path();
  if (value.kind() == io::Kind::string) (void)value.string();
  if (value.kind() == io::Kind::array || value.kind() == io::Kind::object)
    for (const io::Value& part : value) visit(part);
}

void run_json(std::string_view bytes) {
  refused_or_read([&] {
    const io::Document document(bytes);
    visit(document.root());
  });
}

void run_scene(std::string_view bytes) {
  refused_or_read([&] {
    const io::CheckedScene scene = io::read_checked_scene(bytes, without_files());
    std::size_t pairs = 0;
    scene.each_pair([&](const io::ScenePair&) { return ++pairs < 1000; });
  });
}

/// What is read and printed reads back.
void run_stream(std::string_view bytes) {
  refused_or_read([&] {
    const io::Document document(bytes);
    (void)io::query_id(document.root());
    const io::Query query = io::read_query(document.root(), without_files());
    for (const Shape* shape : {&query.a.shape, &query.b.shape}) {
      const std::string printed = io::to_json(*shape);
      const io::Document again(printed);
      if (io::read_shape(again.root(), without_files()).type() != shape->type()) __builtin_trap();
    }
  });
}

/// Each triangle has corners that are there, and each point is finite.
template <auto read>
void run_mesh(std::string_view bytes) {
  refused_or_read([&] {
    const TriangleMesh mesh = read(bytes);
    for (const std::array<int, 3>& triangle : mesh.triangles)
      for (const int corner : triangle)
        if (corner < 0 || static_cast<std::size_t>(corner) >= mesh.points.size()) __builtin_trap();
    for (const Vec3& point : mesh.points)
      if (!point.allFinite()) __builtin_trap();
  });
}

constexpr std::array<Target, 6> all{{{"json", run_json},
                                     {"scene", run_scene},
                                     {"stream", run_stream},
                                     {"stl", run_mesh<io::read_stl>},
                                     {"obj", run_mesh<io::read_obj>},
                                     {"ply", run_mesh<io::read_ply>}}};

}  // namespace

std::span<const Target> targets() { return all; }

}  // namespace clearance::fuzz
