#pragma once

#include "clearance/pose.hpp"

namespace clearance::cli {

struct FacetBallOptions {
  int order = 0;
  Vec3 radii = Vec3::Ones();
};

/// `clearance generate facet-ball`: prints a polyhedron shape as JSON. Returns the exit status, 0.
int run_generate_facet_ball(const FacetBallOptions& options);

}  // namespace clearance::cli
