#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <assimp/Importer.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <limits>
#include <new>
#include <string>

#include "clearance/error.hpp"
#include "io/mesh/extension.hpp"
#include "io/mesh/import.hpp"

// clearance-import-mesh FILE SECONDS BYTES: reads a mesh by assimp under limits of time and memory, and prints it for
// the reading side in src/io/mesh/import.cpp. Not meant to be run by hand.

namespace clearance {
namespace {

void limit(double seconds, std::uint64_t bytes) {
  const auto set = [](auto resource, rlim_t most) {
    const rlimit value{most, most};
    setrlimit(resource, &value);
  };
  set(RLIMIT_CORE, 0);
  set(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(seconds)));
#ifndef __SANITIZE_ADDRESS__  // its shadow memory alone is terabytes of address space
  set(RLIMIT_AS, bytes);
#else
  (void)bytes;
#endif
}

using Matrix4 = Eigen::Matrix4d;

Matrix4 to_double(const aiMatrix4x4& m) {
  Matrix4 result;
  for (unsigned row = 0; row < 4; ++row)
    for (unsigned column = 0; column < 4; ++column) result(row, column) = static_cast<double>(m[row][column]);
  return result;
}

void collect(const aiScene& scene, const aiNode& node, const Matrix4& parent, TriangleMesh& all) {
  const Matrix4 transform = parent * to_double(node.mTransformation);
  const bool mirrored = transform.topLeftCorner<3, 3>().determinant() < 0.0;
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
    const std::size_t first = all.points.size();
    if (first + mesh.mNumVertices > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw InvalidInput("more vertices than can be counted");
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      const auto at = [&](unsigned corner) {
        if (face.mIndices[corner] >= mesh.mNumVertices) throw InvalidInput("a corner of a face is no vertex");
        return static_cast<int>(first + face.mIndices[corner]);
      };
      for (unsigned corner = 2; corner < face.mNumIndices; ++corner) {
        all.triangles.push_back({at(0), at(corner - 1), at(corner)});
        if (mirrored) std::swap(all.triangles.back()[1], all.triangles.back()[2]);
      }
    }
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      const aiVector3D& p = mesh.mVertices[v];
      const Vec3 point(static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z));
      all.points.push_back(transform.topLeftCorner<3, 3>() * point + transform.topRightCorner<3, 1>());
      if (!all.points.back().allFinite()) throw InvalidInput("a coordinate is not a finite number");
    }
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) collect(scene, *node.mChildren[i], transform, all);
}

/// What assimp puts above a scene to turn it, and what is said of it. Robots are modelled with z up, and their tools
/// (RViz, MoveIt, Gazebo) take the coordinates of a mesh as they are written, whatever up-axis the file names.
struct Convention {
  Matrix4 before = Matrix4::Identity();  ///< undoes assimp's turn
  std::string note;
};

Convention convention_of(const std::string& extension, const aiScene& scene) {
  Convention result;
  if (extension == ".dae") {
    const double unit =
        std::cbrt(std::fabs(to_double(scene.mRootNode->mTransformation).topLeftCorner<3, 3>().determinant()));
    result.note = fmt::format(
        "Collada, taken as RViz takes it: coordinates as written, not turned by up_axis; unit of {:g} m applied",
        static_cast<double>(static_cast<float>(unit)));
  } else if (extension == ".3ds") {
    result.before << 1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1;
    result.note = "3DS: coordinates as written, z up";
  } else if (extension == ".gltf" || extension == ".glb") {
    result.note = "glTF: coordinates as written, in metres; not turned, although the format is y up";
  } else if (extension == ".fbx" || extension == ".blend" || extension == ".wrl" || extension == ".x3d") {
    result.note = fmt::format("{}: axes and unit as assimp takes them", extension.substr(1));
  }
  return result;
}

io::Imported import(const std::filesystem::path& file) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFile(file.string(), aiProcess_ValidateDataStructure);
  if (scene == nullptr || scene->mRootNode == nullptr)
    throw InvalidInput(fmt::format("assimp cannot read it: {}", importer.GetErrorString()));
  Convention convention = convention_of(io::lower_extension(file), *scene);
  io::Imported result;
  collect(*scene, *scene->mRootNode, convention.before, result.mesh);
  result.note = std::move(convention.note);
  return result;
}

void write(const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t count = ::write(STDOUT_FILENO, bytes, size);
    if (count <= 0) std::_Exit(1);
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
}

template <class T>
void write_rows(const std::vector<T>& rows) {
  const std::uint64_t count = rows.size();
  write(&count, sizeof count);
  write(rows.data(), rows.size() * sizeof(T));
}

int run(const char* file, double seconds, std::uint64_t bytes) {
  limit(seconds, bytes);
  try {
    const io::Imported imported = import(file);
    write(io::import_magic.data(), io::import_magic.size());
    write_rows(std::vector<char>(imported.note.begin(), imported.note.end()));
    write_rows(imported.mesh.points);
    write_rows(imported.mesh.triangles);
    return 0;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "it takes more than {} bytes of memory to read\n", bytes);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
  return 1;
}

}  // namespace
}  // namespace clearance

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: {} FILE SECONDS BYTES\n", clearance::io::import_program);
    return 2;
  }
  return clearance::run(argv[1], std::strtod(argv[2], nullptr), std::strtoull(argv[3], nullptr, 10));
}
