#include "io/mesh/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "clearance/error.hpp"
#include "io/mesh/extension.hpp"
#include "io/mesh/formats.hpp"
#include "io/mesh/import.hpp"

namespace clearance {
namespace {

std::string read_bytes(const std::filesystem::path& file, std::uint64_t size) {
  std::ifstream stream(file, std::ios::binary);
  std::string bytes(size, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(size));
  if (!stream) throw InvalidInput("cannot be read");
  return bytes;
}

/// What a file is that begins with a brace, as no mesh does but those of glTF; empty for any other.
std::string_view json_kind(const std::string& beginning) {
  if (const std::size_t first = beginning.find_first_not_of(" \t\r\n");
      first == std::string::npos || beginning[first] != '{')
    return "";
  return beginning.find("\"clearance") == std::string::npos ? "this is JSON, not a mesh"
                                                            : "this is a scene, not a mesh";
}

/// What keeps a name from being that of a file; empty if nothing does.
std::string_view wrong_name(std::string_view file) {
  if (file.empty()) return "the name of the file is empty";
  return file.starts_with("package://") ? "package:// is not resolved: give the path of the file" : "";
}

TriangleMesh read_checked(const std::filesystem::path& file, const ReadOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw InvalidInput(fmt::format("{}{}", error ? error.message() : "not a file",
                                   options.directory.empty() ? "" : fmt::format(" (looked for {})", file.string())));
  const std::uint64_t size = std::filesystem::file_size(file, error);
  if (error) throw InvalidInput(error.message());
  if (size > options.limits.bytes)
    throw InvalidInput(fmt::format("{} bytes are more than the limit of {} for a mesh", size, options.limits.bytes));
  const std::string extension = io::lower_extension(file);
  if (extension == ".stl") return io::read_stl(read_bytes(file, size));
  if (extension == ".obj") return io::read_obj(read_bytes(file, size));
  if (extension == ".ply") return io::read_ply(read_bytes(file, size));
  constexpr std::uint64_t beginning = 4096;
  if (const std::string_view kind = json_kind(read_bytes(file, std::min(size, beginning)));
      extension != ".gltf" && !kind.empty())
    throw InvalidInput(std::string(kind));
  io::Imported imported = io::import_mesh(file, options.limits);
  if (options.note && !imported.note.empty()) options.note(fmt::format("{}: {}", file.string(), imported.note));
  return std::move(imported.mesh);
}

/// Gives equal points one number, in the order in which they come. Linear probing in a table of twice their number.
class Numbering {
 public:
  explicit Numbering(std::size_t most) : slots_(std::bit_ceil(2 * most + 2), -1) {}

  int number(const Vec3& point) {
    const Vec3 p = point + Vec3::Zero();  // -0 becomes 0
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash(p) & mask;; at = (at + 1) & mask) {
      if (slots_[at] < 0) {
        slots_[at] = static_cast<int>(points.size());
        points.push_back(p);
        return slots_[at];
      }
      if (points[static_cast<std::size_t>(slots_[at])] == p) return slots_[at];
    }
  }

  std::vector<Vec3> points;

 private:
  static std::size_t hash(const Vec3& p) {
    std::uint64_t h = 0x9E3779B97F4A7C15U;
    for (const double c : p) {
      h = (h ^ std::bit_cast<std::uint64_t>(c)) * 0xBF58476D1CE4E5B9U;
      h ^= h >> 29;
    }
    return static_cast<std::size_t>(h);
  }
  std::vector<int> slots_;
};

}  // namespace

TriangleMesh read_mesh(const std::filesystem::path& file, const ReadOptions& options) {
  if (const std::string_view wrong = wrong_name(file.native()); !wrong.empty())
    throw InvalidInput(file.empty() ? std::string(wrong) : fmt::format("{}: {}", file.string(), wrong));
  try {
    return read_checked(options.directory / file, options);
  } catch (const InvalidInput& problem) {
    throw InvalidInput(fmt::format("{}: {}", file.string(), problem.what()));
  }
}

namespace io {

TriangleMesh welded(const TriangleMesh& mesh) {
  Numbering numbering(std::min(mesh.points.size(), 3 * mesh.triangles.size()));
  TriangleMesh result;
  result.triangles.reserve(mesh.triangles.size());
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    std::array<int, 3> corners{};
    for (std::size_t i = 0; i < 3; ++i)
      corners[i] = numbering.number(mesh.points[static_cast<std::size_t>(triangle[i])]);
    if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
      result.triangles.push_back(corners);
  }
  result.points = std::move(numbering.points);
  return result;
}

std::vector<Vec3> read_mesh_points(const std::filesystem::path& file, const ReadOptions& options) {
  const TriangleMesh mesh = read_mesh(file, options);
  if (mesh.points.empty()) throw InvalidInput(fmt::format("{}: no vertices", file.string()));
  Numbering numbering(mesh.points.size());
  for (const Vec3& point : mesh.points) numbering.number(point);
  return std::move(numbering.points);
}

TriangleMesh read_mesh_triangles(const std::filesystem::path& file, const ReadOptions& options) {
  TriangleMesh result = welded(read_mesh(file, options));
  if (result.triangles.empty()) throw InvalidInput(fmt::format("{}: no faces", file.string()));
  return result;
}

}  // namespace io
}  // namespace clearance
