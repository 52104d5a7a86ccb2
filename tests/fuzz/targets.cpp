#include "targets.hpp"

#include <array>
#include <string>
#include <vector>

#include "clearance/error.hpp"
#include "io/certificate.hpp"
#include "io/json.hpp"
#include "io/mesh/formats.hpp"
#include "io/scene_reader.hpp"
#include "io/shape_writer.hpp"
#include "io/writer.hpp"

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

/// As it is, and with the checksum that fits: few random certificates have that.
void run_certificate(std::string_view bytes) {
  (void)io::is_certificate(bytes);
  refused_or_read([&] { (void)io::read_certificate(bytes); });
  refused_or_read([&] {
    const std::string text = io::sealed(std::string(bytes.substr(0, bytes.rfind(",\n\"sum\""))));
    const auto [scene, certificate] = io::read_certificate(text);
    const CertificateCheck check = check_certificate(certificate, scene.bodies, scene.pairs);
    if (check.ok != check.reason.empty()) __builtin_trap();
    if (!io::difference_of(scene, scene).empty()) __builtin_trap();
  });
}

/// The fields of a line of comma-separated values, as RFC 4180 has them.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (c == '"' && (quoted || fields.back().empty()))
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else if (c == '\n' && !quoted)
      return i + 1 == line.size() ? fields : std::vector<std::string>();
    else
      fields.back() += c;
  }
  return {};  // the line has no end
}

/// Names, ids and messages come back from a line of comma-separated values as they were.
void run_csv(std::string_view bytes) {
  const auto writer = io::Writer::make(io::Format::csv, {.steps = true});
  std::string line;
  writer->error(line, {.a = bytes, .b = bytes}, bytes);
  const std::vector<std::string> fields = fields_of(line);
  if (fields.size() < 4 || fields[0] != bytes || fields[1] != bytes || fields.back() != bytes) __builtin_trap();
  refused_or_read([&] {
    const io::Document document(bytes);
    line.clear();
    io::Writer::make(io::Format::csv, {.stream = true})->answer(line, {.id = io::query_id(document.root())}, {}, {});
    if (fields_of(line).size() != fields.size() - 2) __builtin_trap();
  });
}

constexpr std::array<Target, 8> all{{{"json", run_json},
                                     {"scene", run_scene},
                                     {"stream", run_stream},
                                     {"stl", run_mesh<io::read_stl>},
                                     {"obj", run_mesh<io::read_obj>},
                                     {"ply", run_mesh<io::read_ply>},
                                     {"certificate", run_certificate},
                                     {"csv", run_csv}}};

}  // namespace

std::span<const Target> targets() { return all; }

}  // namespace clearance::fuzz
