#pragma once

// The walk of Lin and Canny between the features of two bodies (lin_canny.cpp has the argument), over any number type:
// double in the library, or one that counts operations.

#include <cmath>
#include <optional>

#include "literature/tracking/surface.hpp"
#include "solvers/feature_pair.hpp"

namespace clearance::detail::lin_canny_walk {

/// The bound on pairs of features that are visited.
inline constexpr int lin_canny_limit = 400;
inline constexpr int escape_limit = 8;
/// Faces with more corners than this are left to the default solver: a walk along a border is no longer short.
inline constexpr int corner_limit = 4096;

enum class Region { vertex, edge, face };

/// A feature: a vertex is `edge.from`; a face is `edge.left`, and the edge one of its border.
struct Place {
  Region region = Region::vertex;
  SurfaceEdge edge;
};

/// One body of the pair, in the coordinates of the solver.
template <class T>
struct Side {
  Surface surface;
  Matrix<T> map;
  Vector<T> shift;
  bool turned = true;  ///< else the map is the identity, and is left out

  Vector<T> at(int v) const {
    const Vector<T> local(surface.vertex(v));
    return (turned ? map * local : local) + shift;
  }
  Vector<T> normal(int face) const {
    const Vector<T> local(surface.normal(face));
    return turned ? map * local : local;
  }
  SurfaceEdge next(const SurfaceEdge& e) const { return surface.edge_of_face(e.to, e.left); }
};

/// The nearest points of two features and the features that hold them in their insides.
template <class T>
struct NearestFeatures {
  Place a, b;
  Vector<T> point_a{}, point_b{};
  T distance_sq{HUGE_VAL};
  bool crossing = false;
};

inline Place vertex_place(int v) { return {Region::vertex, {v, -1, -1, -1}}; }

template <class T>
Place on_edge(const SurfaceEdge& e, const T& t) {
  if (t <= T(0.0)) return vertex_place(e.from);
  if (t >= T(1.0)) return vertex_place(e.to);
  return {Region::edge, e};
}

template <class T>
Vector<T> along(const Vector<T>& p, const Vector<T>& q, const T& t) {
  return p + (q - p) * t;
}

template <class T>
class Walk {
 public:
  Walk(const Side<T>& a, const Side<T>& b, double noise) : noise_(noise), a_(a), b_(b) {}

  /// Nearest points of two features of which at most one is a face.
  NearestFeatures<T> link(const Place& a, const Place& b) const {
    if (a.region == Region::face) return face_other(a_, b_, a, b);
    if (b.region == Region::face) return swapped(face_other(b_, a_, b, a));
    NearestFeatures<T> best;
    consider(best, edges(a_, b_, a, b));
    return best;
  }

  /// The neighbouring feature of a that is nearer to the other point, if a test fails.
  std::optional<Place> better_a(const NearestFeatures<T>& n) const {
    return better(a_, n.a, n.point_b - n.point_a, n.point_b);
  }
  std::optional<Place> better_b(const NearestFeatures<T>& n) const {
    return better(b_, n.b, n.point_a - n.point_b, n.point_a);
  }

  /// Whether the other point is below the face it is nearest to.
  bool below_a(const NearestFeatures<T>& n) const { return below(a_, n.a, n.point_b); }
  bool below_b(const NearestFeatures<T>& n) const { return below(b_, n.b, n.point_a); }
  std::optional<Place> escape_a(const Vector<T>& point) const { return highest(a_, point); }
  std::optional<Place> escape_b(const Vector<T>& point) const { return highest(b_, point); }

  /// The corners of a feature whose hull holds its point: at most three.
  FeatureSetOf<T> corners_a(const NearestFeatures<T>& n) const { return corners(a_, n.a, n.point_a); }
  FeatureSetOf<T> corners_b(const NearestFeatures<T>& n) const { return corners(b_, n.b, n.point_b); }

  /// Walks from two features to the nearest. False if the bodies meet, or rounding cannot tell that they do not, if the
  /// walk is kept below faces, or at the bound. `visited`: pairs of features.
  bool run(NearestFeatures<T>& now, int& visited) const {
    for (int escapes = 0;; ++visited) {
      if (now.crossing || !(now.distance_sq > T(noise_ * noise_))) return false;
      if (visited >= lin_canny_limit) return false;
      if (below_a(now) || below_b(now)) {
        const bool of_a = below_a(now);
        const std::optional<Place> face = of_a ? escape_a(now.point_b) : escape_b(now.point_a);
        if (!face || ++escapes > escape_limit) return false;
        now = of_a ? link(*face, now.b) : link(now.a, *face);
        continue;
      }
      NearestFeatures<T> next;
      if (const auto a = better_a(now)) next = link(*a, now.b);
      if (!next.crossing && !(next.distance_sq < now.distance_sq))
        if (const auto b = better_b(now)) next = link(now.a, *b);
      if (!next.crossing && !(next.distance_sq < now.distance_sq)) return true;
      now = next;
    }
  }

 private:
  static void consider(NearestFeatures<T>& best, NearestFeatures<T> candidate) {
    candidate.distance_sq = norm_sq(candidate.point_b - candidate.point_a);
    if (candidate.distance_sq < best.distance_sq) best = candidate;
  }
  static NearestFeatures<T> swapped(const NearestFeatures<T>& n) {
    return {n.b, n.a, n.point_b, n.point_a, n.distance_sq, n.crossing};
  }

  /// Vertices and edges, in any combination.
  NearestFeatures<T> edges(const Side<T>& sp, const Side<T>& sq, const Place& p, const Place& q) const {
    const Vector<T> p0 = sp.at(p.edge.from), q0 = sq.at(q.edge.from);
    if (p.region == Region::vertex && q.region == Region::vertex) return {p, q, p0, q0};
    if (p.region == Region::vertex) {
      const Vector<T> q1 = sq.at(q.edge.to);
      const T t = point_edge(p0, q0, q1, noise_).t;
      return {p, on_edge(q.edge, t), p0, along(q0, q1, t)};
    }
    const Vector<T> p1 = sp.at(p.edge.to);
    if (q.region == Region::vertex) {
      const T t = point_edge(q0, p0, p1, noise_).t;
      return {on_edge(p.edge, t), q, along(p0, p1, t), q0};
    }
    const Vector<T> q1 = sq.at(q.edge.to);
    const OnEdgesOf<T> on = edge_edge(p0, p1, q0, q1, noise_);
    return {on_edge(p.edge, on.s), on_edge(q.edge, on.t), along(p0, p1, on.s), along(q0, q1, on.t)};
  }

  /// Calls visit(edge, from, to) for the border of a face.
  template <class Visit>
  void border(const Side<T>& side, const Place& face, Visit visit) const {
    SurfaceEdge e = face.edge;
    Vector<T> from = side.at(e.from);
    for (int i = 0; i < corner_limit; ++i) {
      const Vector<T> to = side.at(e.to);
      visit(e, from, to);
      if (e.to == face.edge.from) return;
      e = side.next(e);
      from = to;
    }
  }

  /// The foot of a point on the plane of a face; whether it is inside.
  bool foot_inside(const Side<T>& side, const Place& face, const Vector<T>& point) const {
    const Vector<T> n = side.normal(face.edge.left);
    bool inside = true;
    border(side, face, [&](const SurfaceEdge&, const Vector<T>& from, const Vector<T>& to) {
      if (!(dot(cross(n, to - from), point - from) >= T(0.0))) inside = false;
    });
    return inside;
  }
  T height(const Side<T>& side, const Place& face, const Vector<T>& point) const {
    return dot(side.normal(face.edge.left), point - side.at(face.edge.from));
  }

  /// A face against a vertex or an edge.
  NearestFeatures<T> face_other(const Side<T>& sf, const Side<T>& so, const Place& face, const Place& other) const {
    NearestFeatures<T> best;
    const Vector<T> n = sf.normal(face.edge.left);
    const auto end = [&](int v) {
      const Vector<T> at = so.at(v);
      if (!foot_inside(sf, face, at)) return;
      consider(best, {face, vertex_place(v), at - n * (height(sf, face, at) / norm_sq(n)), at});
    };
    end(other.edge.from);
    if (other.region == Region::edge) {
      end(other.edge.to);
      const Vector<T> p = so.at(other.edge.from), q = so.at(other.edge.to);
      const T below = height(sf, face, p), above = height(sf, face, q);
      if ((below < T(0.0)) != (above < T(0.0)) && foot_inside(sf, face, along(p, q, below / (below - above)))) {
        best.crossing = true;
        return best;
      }
    }
    border(sf, face, [&](const SurfaceEdge& e, const Vector<T>&, const Vector<T>&) {
      consider(best, edges(sf, so, {Region::edge, e}, other));
    });
    return best;
  }

  std::optional<Place> better(const Side<T>& side, const Place& place, const Vector<T>& towards,
                              const Vector<T>& other) const {
    if (place.region == Region::face) return std::nullopt;
    if (place.region == Region::vertex) {
      const Vector<T> at = side.at(place.edge.from);
      T most = T(0.0);
      std::optional<Place> found;
      for (int k = 0; k < side.surface.degree(place.edge.from); ++k) {
        const SurfaceEdge e = side.surface.edge(place.edge.from, k);
        const T gain = dot(towards, side.at(e.to) - at);
        if (gain > most) most = gain, found = Place{Region::edge, e};
      }
      return found;
    }
    const SurfaceEdge& e = place.edge;
    if (e.left < 0) return std::nullopt;
    const Vector<T> from = side.at(e.from), run = side.at(e.to) - from;
    const T left = dot(cross(side.normal(e.left), run), other - from);
    const T right = -dot(cross(side.normal(e.right), run), other - from);
    if (left > T(0.0) && left >= right) return Place{Region::face, e};
    if (right > T(0.0)) return Place{Region::face, {e.to, e.from, e.right, e.left}};
    return std::nullopt;
  }

  bool below(const Side<T>& side, const Place& place, const Vector<T>& point) const {
    return place.region == Region::face && height(side, place, point) < T(0.0);
  }

  /// The face that a point is farthest above; nothing if it is above none, and so inside.
  std::optional<Place> highest(const Side<T>& side, const Vector<T>& point) const {
    std::optional<Place> found;
    T most = T(0.0);
    for (int v = 0; v < side.surface.vertices(); ++v) {
      const Vector<T> to_point = point - side.at(v);
      for (int k = 0; k < side.surface.degree(v); ++k) {
        const SurfaceEdge e = side.surface.edge(v, k);
        if (e.left < 0) continue;
        const T h = dot(side.normal(e.left), to_point);
        if (h > most) most = h, found = Place{Region::face, e};
      }
    }
    return found;
  }

  /// At most three vertices of a feature whose hull holds the point.
  FeatureSetOf<T> corners(const Side<T>& side, const Place& place, const Vector<T>& point) const {
    FeatureSetOf<T> set;
    set.add(place.edge.from, side.at(place.edge.from));
    if (place.region == Region::vertex) return set;
    set.add(place.edge.to, side.at(place.edge.to));
    if (place.region == Region::edge) return set;
    T nearest(HUGE_VAL);
    FeatureSetOf<T> best = set;
    border(side, place, [&](const SurfaceEdge& e, const Vector<T>& from, const Vector<T>& to) {
      if (e.from == place.edge.from || e.to == place.edge.from) return;
      const std::array<Vector<T>, 3> triangle{set.at[0], from, to};
      const OnFacetOf<T> on = point_facet(point, triangle, noise_);
      const Vector<T> foot = triangle[0] * on.weight[0] + triangle[1] * on.weight[1] + triangle[2] * on.weight[2];
      const T d = norm_sq(point - foot);
      if (!(d < nearest)) return;
      nearest = d;
      best.count = 1;
      best.add(e.from, from);
      best.add(e.to, to);
    });
    return best;
  }

  double noise_;
  Side<T> a_, b_;
};

}  // namespace clearance::detail::lin_canny_walk
