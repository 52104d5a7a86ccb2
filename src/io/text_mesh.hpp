#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "clearance/pose.hpp"

// Readers of the vertices of mesh files in full double precision. Each gives nothing for a variant of its format that
// it does not know, and throws InvalidInput "line L: reason" for a file that is wrong.

namespace clearance::io {

std::vector<Vec3> read_obj(std::string_view text);
/// The faces, cut into triangles like fans.
std::vector<std::array<int, 3>> read_obj_triangles(std::string_view text);
std::optional<std::vector<Vec3>> read_ascii_stl(std::string_view text);
/// Text and both binary variants.
std::optional<std::vector<Vec3>> read_ply(std::string_view text);

}  // namespace clearance::io
