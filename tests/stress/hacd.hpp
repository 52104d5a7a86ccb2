#pragma once

#include <optional>

#include "clearance/mesh.hpp"
#include "clearance/shapes.hpp"

// Hierarchical approximate convex decomposition (K. Mamou and F. Ghorbel, "A simple and efficient approach for 3D mesh
// approximate convex decomposition", 2009), as Debian packages it with Bullet's extras. A build without that package
// has no results of it.

namespace clearance::test {

/// Whether this build has it.
bool has_hacd();

struct HacdResult {
  Union shape;
  double seconds = 0.0;  ///< of processor time
};
/// `tolerance`: the concavity that is allowed, as a share of the extent. In a process of its own, since it may crash or
/// not end: nothing after `limit` seconds of processor time.
std::optional<HacdResult> hacd(const TriangleMesh& mesh, double tolerance, double limit);

}  // namespace clearance::test
