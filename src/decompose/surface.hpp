#pragma once

#include <cstddef>

#include "clearance/mesh.hpp"

namespace clearance::decompose {

/// A mesh whose faces agree on which side is outside, as far as that is possible.
struct OrientedSurface {
  TriangleMesh mesh;
  std::size_t open_edges = 0;    ///< edges that are not passed as often one way as the other
  std::size_t turned_faces = 0;  ///< turned over
};

/// A mesh that is closed as it stands is left alone. Of any other, faces are turned over to agree with those across
/// their edges, and each connected piece so that it encloses a positive volume.
OrientedSurface oriented(TriangleMesh mesh);

}  // namespace clearance::decompose
