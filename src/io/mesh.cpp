#include "io/mesh.hpp"

#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <fstream>
#include <iterator>
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

void collect(const aiScene& scene, const aiNode& node, const Matrix4& parent, std::vector<Vec3>& points) {
  const Matrix4 transform = parent * to_double(node.mTransformation);
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      const aiVector3D& at = mesh.mVertices[v];
      const Vec3 point(static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z));
      points.push_back(transform.topLeftCorner<3, 3>() * point + transform.topRightCorner<3, 1>());
    }
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) collect(scene, *node.mChildren[i], transform, points);
}

std::vector<Vec3> read_by_assimp(const std::filesystem::path& file) {
  Assimp::Importer importer;
  const aiScene* scene = importer.ReadFile(file.string(), 0);
  if (scene == nullptr || scene->mRootNode == nullptr)
    throw InvalidInput(fmt::format("cannot read {}: {}", file.string(), importer.GetErrorString()));
  std::vector<Vec3> points;
  collect(*scene, *scene->mRootNode, Matrix4::Identity(), points);
  return points;
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

}  // namespace

std::vector<Vec3> read_mesh_points(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    throw InvalidInput(fmt::format("cannot read {}: {}", file.string(), error ? error.message() : "not a file"));
  std::optional<std::vector<Vec3>> points;
  try {
    points = read_in_full_precision(file);
  } catch (const InvalidInput& problem) {
    throw InvalidInput(fmt::format("{}: {}", file.string(), problem.what()));
  }
  if (!points) points = read_by_assimp(file);
  if (points->empty()) throw InvalidInput(fmt::format("{} has no vertices", file.string()));
  return std::move(*points);
}

}  // namespace clearance::io
