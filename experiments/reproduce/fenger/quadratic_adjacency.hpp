#pragma once

// The facets next to each facet of a polyhedron { x : n_i . x <= d_i }, each around its facet in cyclic order, by the
// method of D. K. Fenger, "Fast Computation of Minimum Distance Among Convex 3D Objects", University of Victoria 2001,
// section 3.6.2. For facet k: three planes meet in a point; while that violates a half-space, the most violated one
// takes the place of one of the two; from the vertex so found, follow the edges around the facet, each to the first
// plane that it meets.
//
// Departures: which plane gives way is settled by the ratio test of the dual simplex method instead of by a list of
// those visited (the point is the best along the sum of the two first normals, and stays so), which ends for every
// facet and finds out the redundant ones; of several planes met at once, where more than three facets share a vertex,
// the one that turns most is next. Cost: some ten scans of all half-spaces a facet, O(N^2). T: the number type.

#include <cmath>
#include <optional>
#include <vector>

#include "numeric/vector.hpp"

namespace clearance::reproduce {

template <class T>
struct Plane {
  detail::Vector<T> normal;  ///< of unit length
  T offset;
};

template <class T>
class QuadraticAdjacency {
 public:
  using Vector = detail::Vector<T>;

  explicit QuadraticAdjacency(std::vector<Plane<T>> planes) : planes_(std::move(planes)) {}

  /// The neighbours of facet k, counter-clockwise seen from outside; none if it is redundant.
  std::vector<int> around(int k) const {
    // Where more than three facets meet, the first corner may not be of two neighbours; the next one is.
    std::optional<Corner> corner = first_corner(k);
    if (corner) corner = next_corner(k, *corner);
    if (!corner) return {};
    std::vector<int> facets;
    const int first = corner->next;
    do {
      facets.push_back(corner->next);
      corner = next_corner(k, *corner);
      if (!corner || static_cast<int>(facets.size()) > size()) return {};
    } while (corner->next != first);
    return facets;
  }

  int size() const { return static_cast<int>(planes_.size()); }

 private:
  /// Less than this is no approach to a plane, and closer than this is the same point; for bodies of about unit size.
  static constexpr double parallel = 1e-12, same_point = 1e-10, violated = 1e-10;
  /// The first three planes must span at least this volume (section 3.6.2).
  static constexpr double spread = 0.05;

  /// A corner of facet k, and the facet that the edge after it is shared with.
  struct Corner {
    Vector at;
    int next;
  };

  const Plane<T>& plane(int i) const { return planes_[static_cast<std::size_t>(i)]; }

  /// Cosine of the angle between the projections of two normals onto the plane with normal n, but for the length of
  /// that of u, which is the same for all that are compared.
  static T cosine_in_plane(const Vector& n, const Vector& u, const Vector& v) {
    const Vector in_plane = v - n * dot(n, v);
    return dot(u, in_plane) / norm(in_plane);
  }

  /// Where three planes meet, equation (3.6.3).
  std::optional<Vector> meet(int i, int j, int k) const {
    const Plane<T>&p = plane(i), &q = plane(j), &r = plane(k);
    const Vector qr = cross(q.normal, r.normal), rp = cross(r.normal, p.normal), pq = cross(p.normal, q.normal);
    const T volume = dot(p.normal, qr);
    if (volume == T(0.0)) return std::nullopt;
    return (qr * p.offset + rp * q.offset + pq * r.offset) * (T(1.0) / volume);
  }

  /// The other end of the edge after a corner: the first plane that is met along it, as in the alpha step.
  std::optional<Corner> next_corner(int k, const Corner& corner) const {
    const int facet = corner.next;
    const Vector& n = plane(k).normal;
    const Vector along = cross(n, plane(facet).normal);
    int met = -1;
    T nearest = HUGE_VAL, least_cosine = HUGE_VAL;
    for (int j = 0; j < size(); ++j) {
      if (j == k || j == facet) continue;
      const T approach = dot(plane(j).normal, along);
      if (!(approach > T(parallel))) continue;
      const T step = (plane(j).offset - dot(plane(j).normal, corner.at)) / approach;
      if (step > nearest + T(same_point)) continue;
      const T cosine = cosine_in_plane(n, plane(facet).normal, plane(j).normal);
      if (step < nearest - T(same_point) || cosine < least_cosine) {
        nearest = step;
        least_cosine = cosine;
        met = j;
      }
    }
    if (met < 0) return std::nullopt;
    const std::optional<Vector> at = meet(k, facet, met);
    if (!at) return std::nullopt;
    return Corner{*at, met};
  }

  std::optional<Corner> first_corner(int k) const {
    const Vector& n = plane(k).normal;
    int i = -1, j = -1;
    for (int f = 0; f < size() && j < 0; ++f) {
      if (f == k) continue;
      const Vector edge = cross(n, plane(f).normal);
      if (norm_sq(edge) < T(spread)) continue;
      for (int g = 0; g < size() && j < 0; ++g)
        if (g != k && dot(edge, plane(g).normal) > T(spread)) i = f, j = g;
    }
    if (j < 0) return std::nullopt;

    // The corner of i and j is the best along weight_i n_i + weight_j n_j.
    T weight_i = 1.0, weight_j = 1.0;
    for (int iteration = 0; iteration < size(); ++iteration) {
      const std::optional<Vector> at = meet(k, i, j);
      if (!at) return std::nullopt;
      int worst = -1;
      T excess = violated;
      for (int f = 0; f < size(); ++f) {
        if (f == k || f == i || f == j) continue;
        const T e = dot(plane(f).normal, *at) - plane(f).offset;
        if (e > excess) excess = e, worst = f;
      }
      if (worst < 0) return Corner{*at, j};
      // n_worst = u n_i + v n_j + (a part along n).
      const Vector into_j = cross(n, plane(i).normal), into_i = cross(plane(j).normal, n);
      const T volume = dot(into_j, plane(j).normal);
      const T u = dot(into_i, plane(worst).normal) / volume, v = dot(into_j, plane(worst).normal) / volume;
      const bool i_leaves = u > T(0.0) && (!(v > T(0.0)) || weight_i * v < weight_j * u);
      if (!i_leaves && !(v > T(0.0))) return std::nullopt;  // nothing of the facet is left
      const T weight = i_leaves ? weight_i / u : weight_j / v;
      if (i_leaves) {
        weight_j = weight_j - weight * v;
        weight_i = weight;
        i = worst;
      } else {
        weight_i = weight_i - weight * u;
        weight_j = weight;
        j = worst;
      }
      if (dot(cross(n, plane(i).normal), plane(j).normal) < T(0.0)) {
        std::swap(i, j);
        std::swap(weight_i, weight_j);
      }
    }
    return std::nullopt;
  }

  std::vector<Plane<T>> planes_;
};

}  // namespace clearance::reproduce
