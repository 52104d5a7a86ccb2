#pragma once

// Small polyhedra given by half-spaces: their vertices by cutting a box with one half-space after the other, and the
// nearest points of two of them by GJK on these vertices. For polyhedra some of whose facets are almost parallel, where
// an active-set method goes round in circles: every vertex is where just three facets meet, by construction, and GJK
// needs no facets. A template over the number type: double-double in the library, or one that counts operations.
//
// Cost: a dot product of each vertex for each half-space; some ten passes over the vertices.

#include <algorithm>
#include <array>

#include "literature/dqp3/dqp3.hpp"
#include "placed/simplex.hpp"

namespace clearance::detail {

/// The most facets of one.
inline constexpr std::size_t patch_facets = 24;

/// The vertices of a half-space body, in its coordinates and in the common frame.
template <class T>
class PatchPolyhedron {
 public:
  static constexpr std::size_t facet_capacity = patch_facets, capacity = 2 * facet_capacity;
  struct Vertex {
    Vector<T> local, placed;
    std::array<int, 3> facet;
  };

  /// Precondition: at most `facet_capacity` facets, of which the first three face along x, y and z, and the next three
  /// against them; what these six enclose holds the origin.
  explicit PatchPolyhedron(const HalfspaceBody<T>& body) {
    for (int corner = 0; corner < 8; ++corner) {
      const auto facet = [&](int axis) { return ((corner >> axis) & 1) != 0 ? axis : axis + 3; };
      const auto along = [&](int axis) {
        const double offset = body.offsets[static_cast<std::size_t>(facet(axis))];
        return T(facet(axis) < 3 ? offset : -offset);
      };
      vertex_[count_++] = {{along(0), along(1), along(2)}, {}, {facet(0), facet(1), facet(2)}};
    }
    for (std::size_t f = 6; f < body.normals.size(); ++f)
      cut(Vector<T>(body.normals[f]), T(body.offsets[f]), static_cast<int>(f));
    for (std::size_t i = 0; i < count_; ++i) vertex_[i].placed = body.placement->point(vertex_[i].local);
  }

  const Vertex& operator[](int i) const { return vertex_[static_cast<std::size_t>(i)]; }
  int support(const Vector<T>& n) const {
    std::size_t best = 0;
    T most = dot(n, vertex_[0].placed);
    for (std::size_t i = 1; i < count_; ++i) {
      const T value = dot(n, vertex_[i].placed);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return static_cast<int>(best);
  }

 private:
  void cut(const Vector<T>& normal, const T& offset, int f) {
    std::array<signed char, capacity> sign;
    std::array<T, capacity> height;
    std::size_t out = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      height[i] = dot(normal, vertex_[i].local) - offset;
      sign[i] = height[i] > T(0.0) ? 1 : -1;
      out += sign[i] > 0 ? 1 : 0;
    }
    if (out == 0 || out == count_) return;
    std::size_t end = count_;
    for (std::size_t i = 0; i < count_; ++i)
      for (std::size_t k = 0; k < count_ && sign[i] < 0; ++k) {
        std::array<int, 3> both{};
        if (sign[k] < 0 || shared(vertex_[i], vertex_[k], both) != 2 || end == vertex_.size()) continue;
        const Vector<T>&from = vertex_[i].local, way = vertex_[k].local - from;
        vertex_[end++] = {from + way * (height[i] / (height[i] - height[k])), {}, {both[0], both[1], f}};
      }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < end; ++i)
      if (i >= count_ || sign[i] < 0) vertex_[kept++] = vertex_[i];
    count_ = std::min(kept, capacity);
  }
  static int shared(const Vertex& v, const Vertex& w, std::array<int, 3>& both) {
    int count = 0;
    for (const int f : v.facet)
      if (f == w.facet[0] || f == w.facet[1] || f == w.facet[2]) both[static_cast<std::size_t>(count++)] = f;
    return count;
  }

  std::array<Vertex, 2 * capacity> vertex_;
  std::size_t count_ = 0;
};

/// The nearest points of two bodies as above and the facets they are on. False where the bodies meet.
template <class T>
bool nearest_of_patches(const HalfspaceBody<T>& a, const HalfspaceBody<T>& b, Dqp3State<T>& state) {
  constexpr int limit = 100;
  const PatchPolyhedron<T> one(a), two(b);
  Simplex<T> simplex;
  const auto add = [&](const Vector<T>& n) {
    const int i = one.support(n), j = two.support(-n);
    for (int k = 0; k < simplex.count; ++k) {
      const auto& v = simplex.vertex[static_cast<std::size_t>(k)];
      if (v.vertex_a == i && v.vertex_b == j) return false;
    }
    simplex.vertex[static_cast<std::size_t>(simplex.count++)] = {two[j].placed - one[i].placed, {}, {}, i, j};
    return true;
  };
  add(b.placement->position - a.placement->position);
  Nearest<T> nearest = nearest_in(simplex);
  for (int step = 0;; ++step) {
    if (nearest.inside || !(nearest.distance_sq > T(0.0))) return false;
    reduce(simplex, nearest);
    if (step == limit || !add(nearest.direction)) break;
    const Nearest<T> next = nearest_in(simplex);
    if (!next.inside && !(next.distance_sq < nearest.distance_sq)) {
      --simplex.count;
      break;
    }
    nearest = next;
  }

  const auto held = [&](const PatchPolyhedron<T>& patch, bool of_a) {
    HeldPoint<T> point{Vector<T>(V3(0, 0, 0)), {}};
    std::array<int, 3> facets{};
    int count = 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(simplex.count); ++k) {
      const auto& v = patch[of_a ? simplex.vertex[k].vertex_a : simplex.vertex[k].vertex_b];
      point.at = point.at + v.local * simplex.weight[k];
      if (k == 0) {
        facets = v.facet;
        count = 3;
      }
      int kept = 0;
      for (int i = 0; i < count; ++i) {
        const int f = facets[static_cast<std::size_t>(i)];
        if (f == v.facet[0] || f == v.facet[1] || f == v.facet[2]) facets[static_cast<std::size_t>(kept++)] = f;
      }
      count = kept;
    }
    point.active.count = count;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) point.active.facet[i] = facets[i];
    return point;
  };
  state.a = held(one, true);
  state.b = held(two, false);
  return true;
}

}  // namespace clearance::detail
