#pragma once

#include <string>
#include <utility>
#include <vector>

#include "clearance/mesh.hpp"
#include "solid_meshes.hpp"

// Meshes, and the files of every format that hold them.

namespace clearance::test {

/// Numbers as bytes, lowest first or highest first.
template <class Number>
std::string bytes(std::initializer_list<Number> numbers, bool big_endian = false);

/// Name and content of one file for each format and variant; coordinates are floats, so that all hold the same.
std::vector<std::pair<std::string, std::string>> mesh_files(const TriangleMesh& mesh);

std::string stl_text(const TriangleMesh& mesh);
std::string stl_binary(const TriangleMesh& mesh);
std::string obj_text(const TriangleMesh& mesh);
std::string ply(const TriangleMesh& mesh, const std::string& format, const std::string& type);
std::string collada(const TriangleMesh& mesh, const std::string& up_axis, const std::string& unit);
std::string off_text(const TriangleMesh& mesh);
std::string gltf(const TriangleMesh& mesh);
/// Of fewer than 65,536 points and triangles.
std::string three_ds(const TriangleMesh& mesh);

}  // namespace clearance::test
