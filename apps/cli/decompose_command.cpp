#include "decompose_command.hpp"

#include <fmt/format.h>

#include "decompose/decompose.hpp"
#include "io/mesh.hpp"

namespace clearance::cli {

int run_decompose(const DecomposeOptions& options) {
  const decompose::TriangleMesh mesh = io::read_mesh_triangles(options.file);
  const Union shape = decompose::convex_parts(mesh, options.parts);
  std::string parts;
  for (const Part& part : shape.parts()) {
    std::string points;
    for (const Vec3& at : std::get<Hull>(part.shape.description()).points) {
      const Vec3 p = at + Vec3::Zero();  // no negative zeros
      points += fmt::format("{}[{},{},{}]", points.empty() ? "" : ",", p.x(), p.y(), p.z());
    }
    parts += fmt::format("{}{{\"type\":\"hull\",\"points\":[{}]}}", parts.empty() ? "" : ",\n", points);
  }
  fmt::print("{{\"type\":\"union\",\"parts\":[{}]}}\n", parts);
  fmt::print(stderr, "{} convex parts hold all {} triangles\n", shape.parts().size(), mesh.triangles.size());
  return 0;
}

}  // namespace clearance::cli
