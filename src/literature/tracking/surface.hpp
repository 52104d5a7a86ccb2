#pragma once

// The surface of a body as a doubly connected edge list, read off what its core has stored: around each vertex the
// neighbours and the faces between them in cyclic order. Nothing is built for a query. A box has a surface by its
// symmetry, a point and a segment have one without faces.

#include <span>

#include "proof/body.hpp"

namespace clearance::detail {

/// The edge from one vertex to another with the face on its left, seen from outside, and on its right; -1 for none.
struct SurfaceEdge {
  int from = -1, to = -1, left = -1, right = -1;
};

class Surface {
 public:
  explicit Surface(const Body& body) : body_(body) {}

  /// Whether the body has a surface to walk on.
  static bool exists(const Core& core) {
    return has_vertices(core.kind) && (core.kind != Kind::polytope || core.polytope.walkable());
  }

  V3 vertex(int v) const { return vertex_of(body_, v); }
  int vertices() const { return vertex_count(body_); }
  int degree(int v) const {
    if (body_.kind == Kind::point) return 0;
    if (body_.kind == Kind::segment) return 1;
    if (body_.kind == Kind::box) return 3;
    return polytope().places[index(v)].edge_count;
  }

  /// The k-th edge that leaves v.
  SurfaceEdge edge(int v, int k) const {
    if (body_.kind == Kind::segment) return {v, 1 - v, -1, -1};
    if (body_.kind == Kind::box) return box_edge(v, k);
    const std::span<const int> facets = polytope().facets_of(v);
    return {v, polytope().edges_of(v)[index(k)].vertex, facets[index(k)],
            facets[index(k) + 1 < facets.size() ? index(k) + 1 : 0]};
  }

  /// The edge that leaves v along the border of the face on its left. Precondition: v is a corner of the face.
  SurfaceEdge edge_of_face(int v, int face) const {
    const int count = degree(v);
    SurfaceEdge e;
    for (int k = 0; k < count; ++k) {
      e = edge(v, k);
      if (e.left == face) break;
    }
    return e;
  }

  V3 normal(int face) const {
    if (body_.kind != Kind::box) return polytope().facet_normal[index(face)];
    const double sign = face % 2 != 0 ? 1.0 : -1.0;
    return {face / 2 == 0 ? sign : 0.0, face / 2 == 1 ? sign : 0.0, face / 2 == 2 ? sign : 0.0};
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  const Polytope& polytope() const { return body_.core->polytope; }

  /// Faces of a box are numbered 2 axis + (1 on the positive side); the edge k of a corner runs along axis k.
  static SurfaceEdge box_edge(int v, int k) {
    const auto positive = [&](int axis) { return (v >> axis) & 1; };
    const int second = (k + 1) % 3, third = (k + 2) % 3;
    const int face_2 = 2 * second + positive(second), face_3 = 2 * third + positive(third);
    // Of an even number of negative signs among run and faces, the second face is on the left.
    const bool even = ((positive(k) ^ 1) + positive(second) + positive(third)) % 2 != 0;
    return {v, v ^ (1 << k), even ? face_2 : face_3, even ? face_3 : face_2};
  }

  const Body& body_;
};

}  // namespace clearance::detail
