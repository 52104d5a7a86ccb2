#pragma once

// The alpha step of DQP3 (Fenger 2001, equations 3.3.10 to 3.3.12): how far a point of a half-space set may go along a
// move, and which facet stops it.
//
// Departure from the thesis: instead of the rate and the room of every facet, one dot product each asks whether the end
// of the step, as far as it is allowed so far, is beyond the facet; the quotient is taken for the few that are. With
// adjacency (section 3.6.1), a point that stays in the plane of a facet can only be stopped by a neighbour of it.

#include <array>
#include <span>

#include "core/facet_graph.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

/// At most three facets that a point is on and stays on.
struct ActiveSet {
  int count = 0;
  std::array<int, 3> facet{-1, -1, -1};

  bool has(int f) const {
    for (int i = 0; i < count; ++i)
      if (facet[static_cast<std::size_t>(i)] == f) return true;
    return false;
  }
  void remove(int i) {
    for (int k = i; k + 1 < count; ++k) facet[static_cast<std::size_t>(k)] = facet[static_cast<std::size_t>(k) + 1];
    --count;
  }
};

/// Where the object is: a point x of it is at rotation * x * scale + position.
template <class T>
struct Placement {
  Matrix<T> rotation;
  Vector<T> position;
  double scale = 1.0;

  Vector<T> point(const Vector<T>& x) const {
    const Vector<T> turned = rotation * x;
    return (scale == 1.0 ? turned : turned * T(scale)) + position;
  }
  Vector<T> turned_back(const Vector<T>& move) const {
    const Vector<T> turned = transposed_times(rotation, move);
    return scale == 1.0 ? turned : turned * T(1.0 / scale);
  }
};

/// An object { x : normal . x <= offset for all facets }, unit normals outwards. Its data is used in place and never
/// transformed (section 3.4.4).
template <class T>
struct HalfspaceBody {
  std::span<const V3> normals;
  std::span<const double> offsets;
  const Placement<T>* placement = nullptr;  ///< none: the data is in the common frame already
  const FacetGraph* graph = nullptr;        ///< for adjacency; none: every alpha step looks at all facets
};

template <class T>
struct Block {
  T alpha;         ///< how much of the move is allowed, 0 to 1
  Vector<T> end;   ///< where it leads
  int facet = -1;  ///< what stops it, -1 if nothing
};

/// `slack`: how far outside a facet counts as on it.
template <class T>
Block<T> alpha_step(const HalfspaceBody<T>& body, const Vector<T>& x, const Vector<T>& move, const ActiveSet& active,
                    double slack) {
  Block<T> block{T(1.0), x + move, -1};
  const auto look_at = [&](int f) {
    const auto i = static_cast<std::size_t>(f);
    const Vector<T> normal(body.normals[i]);
    const T offset(body.offsets[i]);
    const T height = dot(normal, block.end);
    if (!(height > offset) || active.has(f) || !(height - offset > T(slack))) return;
    const T rate = dot(normal, move);
    if (!(rate > T(0.0))) return;
    const T room = offset - dot(normal, x);
    block.alpha = room > T(0.0) ? room / rate : T(0.0);
    block.end = x + move * block.alpha;
    block.facet = f;
  };
  if (body.graph != nullptr && active.count > 0) {
    for (const int f : body.graph->neighbours(active.facet[0])) look_at(f);
  } else {
    const int count = static_cast<int>(body.normals.size());
    for (int f = 0; f < count; ++f) look_at(f);
  }
  return block;
}

}  // namespace clearance::detail
