#include "generate_command.hpp"

#include <fmt/format.h>

#include <string>

#include "models/facet_ball.hpp"

namespace clearance::cli {

int run_generate_facet_ball(const FacetBallOptions& options) {
  std::string rows;
  for (const HalfspaceRow& row : models::facet_ball_halfspaces(options.order, options.radii)) {
    const Vec3 n = row.normal + Vec3::Zero();  // no negative zeros
    rows += fmt::format("{}[{},{},{},{}]", rows.empty() ? "" : ",", n.x(), n.y(), n.z(), row.offset);
  }
  fmt::print("{{\"type\":\"polyhedron\",\"halfspaces\":[{}]}}\n", rows);
  return 0;
}

}  // namespace clearance::cli
