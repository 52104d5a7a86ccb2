#include "decompose/decompose.hpp"

namespace clearance::decompose {

bool available() { return false; }

Union convex_parts(const TriangleMesh& /*mesh*/, int /*most_parts*/) {
  throw InvalidInput("this build cannot decompose: it was made without HACD (Debian: libbullet-extras-dev)");
}

}  // namespace clearance::decompose
