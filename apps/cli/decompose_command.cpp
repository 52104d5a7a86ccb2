#include "decompose_command.hpp"

#include <fmt/format.h>

#include "decompose/decompose.hpp"
#include "io/mesh/mesh.hpp"
#include "io/shape_writer.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace clearance::cli {
namespace {

void print_json(const decompose::Decomposition& made) {
  print("{{\"shape\":{},\"parts\":{},\"closed\":{},\"open_edges\":{},\"turned_faces\":{},\"extent\":{},",
        io::to_json(made.shape), made.shape.parts().size(), made.open_edges == 0, made.open_edges, made.turned_faces,
        made.extent);
  print("\"excess\":{},\"excess_is\":\"proven\",\"uncovered\":{}}}\n", made.excess, made.rounding);
}

/// What was made of the mesh, and what of the wishes could not be met.
void explain(const decompose::Decomposition& made, const DecomposeOptions& options, double tolerance) {
  const auto share = [&](double length) {
    return fmt::format("{:.3g}, {:.2g} % of the extent", length, 100.0 * length / made.extent);
  };
  const std::size_t parts = made.shape.parts().size();
  say("{} the {};\nno point of {} is farther off than {} (proven)\n",
      counted(parts, "convex part") + (parts == 1 ? " holds" : " hold"),
      made.open_edges == 0 ? "solid of the closed mesh" : "surface of the open mesh", parts == 1 ? "it" : "them",
      share(made.excess));
  if (made.turned_faces > 0)
    say("{} turned over to agree with the neighbours\n",
        made.turned_faces == 1 ? "1 face was" : fmt::format("{} faces were", made.turned_faces));
  if (made.open_edges > 0)
    say("the mesh is open at {}: what it encloses is not defined;\n"
        "parts hold its surface, and what that winds around by more than half\n",
        counted(made.open_edges, "edge"));
  if (options.parts > 0 && parts != static_cast<std::size_t>(options.parts))
    say("{}, not {}: cutting on would not bring them nearer to the mesh\n", counted(parts, "part"), options.parts);
  if (!made.as_fine_as_can_be)
    say("the tolerance of {} could not be proven to be met\n", share(tolerance * made.extent));
}

}  // namespace

int run_decompose(const DecomposeOptions& options) {
  ReadOptions reading;
  reading.limits = options.limits;
  reading.note = [](const std::string& note) { complain("note", note); };
  const TriangleMesh mesh = io::read_mesh_triangles(options.file, reading);
  decompose::DecomposeOptions how;
  if (options.tolerance) how.tolerance = *options.tolerance;
  how.parts = options.parts;
  const decompose::Decomposition made = [&] {
    Progress progress("decompose");
    how.progress = [&](double share) { progress.show(share); };
    return decompose::convex_parts(mesh, how);
  }();
  if (options.json)
    print_json(made);
  else
    print("{}\n", io::to_json(made.shape));
  explain(made, options, how.tolerance);
  return 0;
}

}  // namespace clearance::cli
