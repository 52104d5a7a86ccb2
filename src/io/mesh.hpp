#pragma once

#include <filesystem>
#include <vector>

#include "clearance/pose.hpp"
#include "decompose/decompose.hpp"

namespace clearance::io {

/// The vertices of a mesh file, whether or not a face uses them. Coordinates written as text (OBJ, STL, PLY) or as
/// doubles (PLY) are read as doubles; every other format goes through assimp, which holds floats, with the transforms
/// of its nodes applied. Throws InvalidInput if there is nothing to read.
std::vector<Vec3> read_mesh_points(const std::filesystem::path& file);

/// Its faces as triangles, equal vertices taken for one; OBJ and STL written as text in doubles, the rest in floats.
decompose::TriangleMesh read_mesh_triangles(const std::filesystem::path& file);

}  // namespace clearance::io
