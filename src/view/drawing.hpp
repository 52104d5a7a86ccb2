#pragma once

#include <string>

#include "clearance/shapes.hpp"

namespace clearance::view {

/// Appends what a page draws of a shape, as JSON: the shape as in a scene, with the faces of what has faces, and the
/// parts of the surface of a hull of spheres.
void append_drawing(std::string& out, const Shape& shape);

}  // namespace clearance::view
