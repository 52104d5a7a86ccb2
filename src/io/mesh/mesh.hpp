#pragma once

#include <string_view>
#include <vector>

#include "clearance/io.hpp"

namespace clearance::io {

/// The vertices of a mesh file, whether or not a face uses them, each once. Throws InvalidInput if there are none.
std::vector<Vec3> read_mesh_points(const std::filesystem::path& file, const ReadOptions& options = {});

/// Its faces as triangles, equal vertices taken for one, and those dropped that have one twice. Throws InvalidInput if
/// there are none.
TriangleMesh read_mesh_triangles(const std::filesystem::path& file, const ReadOptions& options = {});

/// Takes equal points for one, keeps those that a triangle uses, and drops triangles that have a point twice.
TriangleMesh welded(const TriangleMesh& mesh);

}  // namespace clearance::io
