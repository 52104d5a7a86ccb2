#include "generate_command.hpp"

#include <fmt/format.h>

#include "io/shape_writer.hpp"
#include "models/facet_ball.hpp"
#include "output.hpp"

namespace clearance::cli {

int run_generate_facet_ball(const FacetBallOptions& options) {
  const Shape shape = Polyhedron(models::facet_ball_halfspaces(options.order, options.radii));
  print("{}\n", io::to_json(shape));
  return 0;
}

}  // namespace clearance::cli
