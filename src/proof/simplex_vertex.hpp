#pragma once

#include "proof/member.hpp"

namespace clearance::detail {

/// A point of the difference b - a with the points of a and b that it is made of.
template <class T>
struct SimplexVertex {
  Vector<T> w;
  Member at_a, at_b;
  int vertex_a, vertex_b;  ///< -1 on a curved surface
};

}  // namespace clearance::detail
