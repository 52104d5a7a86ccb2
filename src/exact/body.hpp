#pragma once

#include <vector>

#include "clearance/shapes.hpp"
#include "exact/rational.hpp"

namespace clearance::exact {

/// A polyhedral shape in its pose, in rational numbers: the hull of its points plus the cone of its directions. A pose
/// is its double matrix; what a quaternion has beyond that is left out.
class Body {
 public:
  /// The shape must be polyhedral.
  Body(const Shape& shape, const Pose& pose);

  /// A point of the hull that is farthest along n; for an unbounded shape, of its bounded part.
  Vector farthest(const Vector& n) const;
  const std::vector<Vector>& directions() const { return directions_; }

 private:
  Matrix rotation_;
  Vector position_;
  std::vector<Vector> points_;      // in the world
  std::vector<Vector> directions_;  // in the world
  // Of a polyhedron, in its own frame: its vertices are found as they are asked for.
  std::vector<Vector> normals_;
  std::vector<Rational> offsets_;
};

}  // namespace clearance::exact
