#pragma once

#include <string>

#include "clearance/shapes.hpp"

namespace clearance::io {

/// A shape as JSON that every command reads, and that reads back to the same shape: numbers to the last bit, no
/// negative zeros. Parts of a union stand on lines of their own.
void append_json(std::string& out, const Shape& shape);
/// The same with the pose among its fields.
void append_json(std::string& out, const Shape& shape, const Pose& pose);
/// {"position":[...],"matrix":[...]}, the rotation as the matrix that is stored.
void append_json(std::string& out, const Pose& pose);

std::string to_json(const Shape& shape);

}  // namespace clearance::io
