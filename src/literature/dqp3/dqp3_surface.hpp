#pragma once

// Where a point is on the surface of a polyhedron in place (a vertex, an edge or a facet), and how it moves there. The
// facets, edges and vertices are those of the face lattice of the polyhedron, so that a vertex is one thing however
// many facets meet in it, and every move along an edge or within a facet has room.

#include <cmath>

#include "core/polytope.hpp"
#include "literature/dqp3/dqp3_delta.hpp"

namespace clearance::detail {

/// A point on the surface. The active facets of the thesis are those that hold the whole of the element.
template <class T>
struct Spot {
  int dimension = 0;            ///< 0: vertex, 1: edge, 2: facet
  int vertex = -1, end = -1;    ///< the vertex, or where the edge begins and ends
  int facet = -1, across = -1;  ///< the facet, or those to the left and to the right of the edge
  T share{0.0};                 ///< how far along the edge
  Vector<T> local{}, at{};      ///< the point, local and in the common frame
};

/// The stop of a move within a facet.
template <class T>
struct Exit {
  T alpha;
  int corner = -1;  ///< the move leaves through the edge after this corner; -1: it stays inside
};

template <class T>
class Surface {
 public:
  /// `fixed`: the common frame is that of the body. `rigid`: the map is a rotation times `scale`.
  Surface(const Polytope& shape, const M3& map, const V3& offset, double scale, bool rigid, bool fixed)
      : polytope(shape), factor(scale), fixed_(fixed), rigid_(rigid), map_(wide(map)), offset_(Vector<T>(offset)) {
    if (fixed_) return;
    if (rigid_) {
      inverse_ = map_.transposed() * T(1.0 / (factor * factor));
      return;
    }
    const Vector<T> c0 = cross(map_.r1, map_.r2), c1 = cross(map_.r2, map_.r0), c2 = cross(map_.r0, map_.r1);
    cofactors_ = {c0, c1, c2};
    inverse_ = cofactors_.transposed() * (T(1.0) / dot(map_.r0, c0));
  }

  Vector<T> place(const Vector<T>& local) const { return fixed_ ? local : map_ * local + offset_; }
  Vector<T> turn(const Vector<T>& local) const { return fixed_ ? local : map_ * local; }
  Vector<T> turn_back(const Vector<T>& common) const { return fixed_ ? common : inverse_ * common; }
  /// The gradient in local coordinates of the height along a common direction.
  Vector<T> gradient(const Vector<T>& direction) const {
    return fixed_ ? direction : transposed_times(map_, direction);
  }
  /// The unit normal of a facet in the common frame.
  Vector<T> normal(int f) const {
    const Vector<T> n(polytope.facet_normal[index(f)]);
    if (fixed_) return n;
    const Vector<T> turned = rigid_ ? map_ * n : cofactors_ * n;
    return rigid_ ? turned * T(1.0 / factor) : turned * (T(1.0) / norm(turned));
  }
  Vector<T> corner(int v) const { return Vector<T>(polytope.walked_vertex(v)); }
  /// From the beginning to the end of the edge of a spot, local.
  Vector<T> edge(const Spot<T>& s) const { return corner(s.end) - corner(s.vertex); }

  Spot<T> at_vertex(int v) const {
    Spot<T> s;
    s.vertex = v;
    s.local = corner(v);
    s.at = place(s.local);
    return s;
  }
  /// On an edge, or at its end if the share says so.
  void set_share(Spot<T>& s, const T& share) const {
    if (!(share > T(0.0))) {
      s = at_vertex(s.vertex);
    } else if (!(share < T(1.0))) {
      s = at_vertex(s.end);
    } else {
      s.dimension = 1;
      s.share = share;
      s.local = corner(s.vertex) + edge(s) * share;
      s.at = place(s.local);
    }
  }
  void set_inside(Spot<T>& s, const Vector<T>& local) const {
    s.local = local;
    s.at = place(local);
  }
  /// To the edge after the given corner of the facet of the spot, where `local` is.
  void set_border(Spot<T>& s, int i, const Vector<T>& local) const {
    const auto corners = polytope.graph.corners(s.facet);
    const int count = static_cast<int>(corners.size());
    s.vertex = corners[index(i)];
    s.end = corners[index(i + 1 < count ? i + 1 : 0)];
    s.across = polytope.graph.neighbours(s.facet)[index(i)];
    const Vector<T> e = edge(s);
    set_share(s, dot(local - corner(s.vertex), e) / dot(e, e));
  }

  /// Where a move within a facet leaves it.
  Exit<T> exit(int f, const Vector<T>& from, const Vector<T>& move) const {
    const Vector<T> n(polytope.facet_normal[index(f)]), to = from + move;
    const auto corners = polytope.graph.corners(f);
    Exit<T> stop{T(1.0), -1};
    Vector<T> c = corner(corners.back());
    for (std::size_t i = 0, before = corners.size() - 1; i < corners.size(); before = i++) {
      const Vector<T> next = corner(corners[i]);
      const Vector<T> outwards = cross(next - c, n);
      const T height = dot(to - c, outwards), rate = dot(move, outwards);
      if (height > T(0.0) && rate > T(0.0)) {
        const T alpha = height < rate ? (rate - height) / rate : T(0.0);
        if (alpha < stop.alpha || stop.corner < 0) stop = {alpha, static_cast<int>(before)};
      }
      c = next;
    }
    return stop;
  }

  /// The facet through which a ray from a point of the body leaves it, and where: the largest rate / room. That is a
  /// linear function on the polar dual about the point, so that a facet no neighbour of which has more is the one.
  Exit<T> exit_of_ray(const Vector<T>& from, const Vector<T>& move) const {
    const auto ratio = [&](int f) {
      const Vector<T> n(polytope.facet_normal[index(f)]);
      const T rate = dot(n, move), room = T(polytope.facet_offset[index(f)]) - dot(n, from);
      if (room > T(0.0)) return rate / room;
      return T(rate > T(0.0) ? HUGE_VAL : -HUGE_VAL);
    };
    const int v = support_vertex(polytope, rounded(move), -1);
    int best = polytope.facets_of(v)[0];
    T value = ratio(best);
    for (int last = -1; last != best;) {
      last = best;
      for (const int f : polytope.graph.neighbours(last)) {
        const T other = ratio(f);
        if (other > value) {
          value = other;
          best = f;
        }
      }
    }
    if (!(value > T(0.0))) return {T(HUGE_VAL), best};
    return {value < T(HUGE_VAL) ? T(1.0) / value : T(0.0), best};
  }

  const Polytope& polytope;
  const double factor;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static Matrix<T> wide(const M3& m) { return {Vector<T>(m.r0), Vector<T>(m.r1), Vector<T>(m.r2)}; }

  bool fixed_, rigid_;
  Matrix<T> map_, inverse_, cofactors_;
  Vector<T> offset_;
};

}  // namespace clearance::detail
