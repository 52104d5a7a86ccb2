#include "io/mesh.hpp"

#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <system_error>

#include "clearance/error.hpp"
#include "io/text_mesh.hpp"

namespace clearance::io {
namespace {

using Matrix4 = Eigen::Matrix4d;

Matrix4 to_double(const aiMatrix4x4& m) {
  Matrix4 result;
  for (unsigned row = 0; row < 4; ++row)
    for (unsigned column = 0; column < 4; ++column) result(row, column) = static_cast<double>(m[row][column]);
  return result;
}

using decompose::TriangleMesh;

void collect(const aiScene& scene, const aiNode& node, const Matrix4& parent, TriangleMesh& all) {
  const Matrix4 transform = parent * to_double(node.mTransformation);
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
    const auto first = static_cast<unsigned>(all.points.size());
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      const auto at = [&](unsigned corner) { return static_cast<int>(first + face.mIndices[corner]); };
      for (unsigned corner = 2; corner < face.mNumIndices; ++corner)
        all.triangles.push_back({at(0), at(corner - 1), at(corner)});
    }
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      const aiVector3D& at = mesh.mVertices[v];
      const Vec3 point(static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z));
      all.points.push_back(transform.topLeftCorner<3, 3>() * point + transform.topRightCorner<3, 1>());
    }
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) collect(scene, *node.mChildren[i], transform, all);
}

TriangleMesh read_by_assimp(const std::filesystem::path& file) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(file.string(), 0);
  if (scene == nullptr || scene->mRootNode == nullptr)
    throw InvalidInput(fmt::format("cannot read {}: {}", file.string(), importer.GetErrorString()));
  TriangleMesh mesh;
  collect(*scene, *scene->mRootNode, Matrix4::Identity(), mesh);
  return mesh;
}

std::string read_bytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw InvalidInput(fmt::format("cannot read {}", file.string()));
  return bytes;
}

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

std::optional<std::vector<Vec3>> read_in_full_precision(const std::filesystem::path& file) {
  const std::string extension = lower_extension(file);
  if (extension == ".obj") return read_obj(read_bytes(file));
  if (extension == ".stl") return read_ascii_stl(read_bytes(file));
  if (extension == ".ply") return read_ply(read_bytes(file));
  return std::nullopt;
}

/// The same for triangles.
std::optional<TriangleMesh> read_triangles_in_full_precision(const std::filesystem::path& file) {
  const std::string extension = lower_extension(file);
  if (extension == ".obj") {
    const std::string bytes = read_bytes(file);
    return TriangleMesh{read_obj(bytes), read_obj_triangles(bytes)};
  }
  if (extension != ".stl") return std::nullopt;
  const std::optional<std::vector<Vec3>> points = read_ascii_stl(read_bytes(file));
  if (!points) return std::nullopt;
  TriangleMesh mesh{*points, {}};
  for (int i = 2; i < static_cast<int>(points->size()); i += 3) mesh.triangles.push_back({i - 2, i - 1, i});
  return mesh;
}

/// Takes equal points for one, and drops triangles that have such a point twice.
TriangleMesh welded(const TriangleMesh& mesh) {
  const auto before = [](const Vec3& p, const Vec3& q) {
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  };
  std::map<Vec3, int, decltype(before)> number(before);
  TriangleMesh result;
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    std::array<int, 3> corners{};
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3& point = mesh.points[static_cast<std::size_t>(triangle[i])];
      const auto [at, fresh] = number.emplace(point, static_cast<int>(result.points.size()));
      if (fresh) result.points.push_back(point);
      corners[i] = at->second;
    }
    if (corners[0] != corners[1] && corners[1] != corners[2] && corners[2] != corners[0])
      result.triangles.push_back(corners);
  }
  return result;
}

/// Calls `read` if there is such a file; what is wrong with it gets its name.
template <class Read>
auto from_file(const std::filesystem::path& file, const Read& read) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw InvalidInput(fmt::format("cannot read {}: {}", file.string(), error ? error.message() : "not a file"));
  try {
    return read(file);
  } catch (const InvalidInput& problem) {
    throw InvalidInput(fmt::format("{}: {}", file.string(), problem.what()));
  }
}

}  // namespace

std::vector<Vec3> read_mesh_points(const std::filesystem::path& file) {
  std::optional<std::vector<Vec3>> points = from_file(file, read_in_full_precision);
  if (!points) points = read_by_assimp(file).points;
  if (points->empty()) throw InvalidInput(fmt::format("{} has no vertices", file.string()));
  return std::move(*points);
}

decompose::TriangleMesh read_mesh_triangles(const std::filesystem::path& file) {
  std::optional<TriangleMesh> mesh = from_file(file, read_triangles_in_full_precision);
  if (!mesh) mesh = read_by_assimp(file);
  TriangleMesh result = welded(*mesh);
  if (result.triangles.empty()) throw InvalidInput(fmt::format("{} has no faces", file.string()));
  return result;
}

}  // namespace clearance::io
