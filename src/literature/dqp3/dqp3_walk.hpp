#pragma once

// The default variant of DQP3: the same search (two points, each held on facets; delta, alpha and lambda steps; Fenger
// 2001, chapter 3) with adjacency (sections 3.6, 4.5, 6.1), made so that it always ends.
//
// A point is on a facet, an edge or a vertex of the face lattice, not on a set of active half-spaces. At a vertex in
// which many facets meet, an active set of three can be exchanged for ever without moving, as every step is blocked at
// once by one of the others; here, a release leads from the vertex to one of its edges, from an edge to one of its
// facets, and there is always room. So every step makes the distance smaller:
//
//   vertex - vertex, vertex - edge, edge - edge   the nearest points of the two, ends included (delta_edge_edge,
//   clipped) facet - anything    the other point projected into the facet, clipped by its border; then, with the
//   difference
//                       along the normal of the facet, the other point slides down along its own edge or facet, the
//                       first follows, until a border stops one of them or the two meet
//   parallel            nothing to gain: such a slide is left out
//   point behind a facet, right below it: on to where the ray to the other point leaves the body; if that is beyond the
//                       other point, the bodies overlap
//
// Between slides, each pair of elements is left at its least distance, so that none is visited twice, and there are
// finitely many. What rounding does to this is caught in three ways: a release needs a slope that is larger than the
// error of the direction, the direction being taken from the elements (the normal of a facet, the cross product of two
// edges), not from the difference of two near points; the number of steps is bounded; and the whole is a template that
// can run in double-double.
//
// Cost of a step: a constant part and one for each edge or corner around. The number of steps grows with the number of
// elements between start and end.

#include <array>
#include <span>
#include <type_traits>

#include "literature/dqp3/dqp3_surface.hpp"

namespace clearance::detail {

/// Relative error of a few operations.
template <class T>
inline constexpr double rounding_of = std::is_same_v<T, DoubleDouble> ? 0x1p-100 : 0x1p-50;

enum class WalkEnding { nearest, meeting, step_limit };

template <class T>
class FeatureWalk {
 public:
  /// `size`: of the pair, in the common frame.
  FeatureWalk(const Surface<T>& a, const Surface<T>& b, const Spot<T>& at_a, const Spot<T>& at_b, double size)
      : surface_{&a, &b}, spot_{at_a, at_b}, size_(size) {}

  WalkEnding run(int limit) {
    settle();
    for (std::size_t turn = 0; steps_ < limit; ++steps_) {
      if (meeting_ || is_meeting()) return WalkEnding::meeting;
      const Direction along = direction();
      const std::array<Spot<T>, 2> before = spot_;
      if (!release(turn, along)) {
        turn = 1 - turn;
        if (!release(turn, along)) return WalkEnding::nearest;
      }
      settle();
      if (same_element(before[0], spot_[0]) && same_element(before[1], spot_[1])) return WalkEnding::nearest;
    }
    return WalkEnding::step_limit;
  }

  const Spot<T>& spot(std::size_t i) const { return spot_[i]; }
  int steps() const { return steps_; }
  /// From a to b, not of unit length.
  Vector<T> normal() const { return direction().along; }

 private:
  struct Direction {
    Vector<T> along;  ///< from a to b
    T error;          ///< of `along`, absolute
  };

  static bool same_element(const Spot<T>& s, const Spot<T>& t) {
    if (s.dimension != t.dimension) return false;
    return s.dimension == 0 ? s.vertex == t.vertex : s.facet == t.facet && (s.dimension == 2 || s.across == t.across);
  }
  Vector<T> difference() const { return spot_[1].at - spot_[0].at; }
  Vector<T> placed_edge(std::size_t i) const { return surface_[i]->turn(surface_[i]->edge(spot_[i])); }
  bool is_meeting() const {
    const T nothing(16.0 * rounding_of<T> * size_);
    return norm_sq(difference()) <= nothing * nothing;
  }

  /// The normal of what the two points are on.
  Direction direction() const {
    const T unit_error(2.0 * rounding_of<T>);
    if (spot_[0].dimension == 2) return {surface_[0]->normal(spot_[0].facet), unit_error};
    if (spot_[1].dimension == 2) return {-surface_[1]->normal(spot_[1].facet), unit_error};
    Vector<T> d = difference();
    const T error = unit_error * T(size_);
    if (spot_[0].dimension == 1 && spot_[1].dimension == 1) {
      const Vector<T> e0 = placed_edge(0), e1 = placed_edge(1), m = cross(e0, e1);
      const T m_sq = norm_sq(m), scale = unit_error * unit_error * (norm_sq(e0) * norm_sq(e1));
      if (m_sq * error * error > scale * norm_sq(d)) {
        const T m_error = unit_error * norm(e0) * norm(e1);
        return {dot(m, d) < T(0.0) ? -m : m, m_error};
      }
    }
    for (std::size_t i = 0; i < 2; ++i)
      if (spot_[i].dimension == 1) d = d - component_along(d, placed_edge(i));
    return {d, error};
  }

  /// Lambda: off a vertex along an edge, or off an edge into a facet, if that is the way to the other point.
  bool release(std::size_t i, const Direction& direction) {
    Spot<T>& s = spot_[i];
    if (s.dimension == 2) return false;
    const Surface<T>& surface = *surface_[i];
    const Vector<T> g = surface.gradient(i == 0 ? direction.along : -direction.along);
    const T error = direction.error * T(surface.factor), error_sq = error * error;
    return s.dimension == 0 ? leave_vertex(s, surface, g, error_sq) : leave_edge(s, surface, g, error_sq);
  }

  bool leave_vertex(Spot<T>& s, const Surface<T>& surface, const Vector<T>& g, const T& error_sq) {
    const Polytope& p = surface.polytope;
    const std::span<const Edge> around = p.edges_of(s.vertex);
    T most(0.0);
    std::size_t best = around.size();
    for (std::size_t k = 0; k < around.size(); ++k) {
      const Vector<T> e = surface.corner(around[k].vertex) - s.local;
      const T slope = dot(g, e);
      if (slope > most && slope * slope > error_sq * norm_sq(e)) {
        most = slope;
        best = k;
      }
    }
    if (best == around.size()) return false;
    const std::span<const int> facets = p.facets_of(s.vertex);
    s.dimension = 1;
    s.end = around[best].vertex;
    s.facet = facets[best];
    s.across = facets[best + 1 < around.size() ? best + 1 : 0];
    s.share = T(0.0);
    return true;
  }

  bool leave_edge(Spot<T>& s, const Surface<T>& surface, const Vector<T>& g, const T& error_sq) {
    const Vector<T> e = surface.edge(s);
    const auto slope_into = [&](int facet, bool left) {
      const Vector<T> n(surface.polytope.facet_normal[static_cast<std::size_t>(facet)]);
      return dot(g, left ? cross(n, e) : cross(e, n));
    };
    const T left = slope_into(s.facet, true), right = slope_into(s.across, false);
    const T slope = right > left ? right : left;
    if (!(slope > T(0.0)) || !(slope * slope > error_sq * norm_sq(e))) return false;
    s.dimension = 2;
    if (right > left) s.facet = s.across;
    return true;
  }

  /// Delta and alpha: to the least distance of the two elements, or until the way is blocked, which leads to others.
  void settle() {
    for (int rounds = 0; rounds < 24 && !meeting_; ++rounds) {
      if (spot_[0].dimension < 2 && spot_[1].dimension < 2) {
        settle_edges();
        return;
      }
      const std::size_t base = spot_[0].dimension == 2 ? 0 : 1, other = 1 - base;
      if (!project(base, other)) continue;
      if (spot_[other].dimension == 0 || !slide(base, other)) return;
    }
  }

  /// The nearest points of two edges, an edge and a vertex, or two vertices.
  void settle_edges() {
    if (spot_[0].dimension == 1 && spot_[1].dimension == 1) {
      settle_two_edges();
      return;
    }
    for (std::size_t i = 0; i < 2; ++i) {
      if (spot_[i].dimension != 1) continue;
      surface_[i]->set_share(spot_[i], share_of(i, spot_[1 - i].at));
    }
  }

  /// Where on the line of the edge of spot i the point is.
  T share_of(std::size_t i, const Vector<T>& point) const {
    const Vector<T> e = placed_edge(i);
    return dot(point - surface_[i]->place(surface_[i]->corner(spot_[i].vertex)), e) / norm_sq(e);
  }
  static T clipped(const T& share) { return share < T(0.0) ? T(0.0) : share > T(1.0) ? T(1.0) : share; }

  void settle_two_edges() {
    const Vector<T> e0 = placed_edge(0), e1 = placed_edge(1);
    const Vector<T> p0 = surface_[0]->place(surface_[0]->corner(spot_[0].vertex)),
                    p1 = surface_[1]->place(surface_[1]->corner(spot_[1].vertex));
    const Vector<T> d = p1 - p0, m = cross(e0, e1);
    const T e0_sq = norm_sq(e0), e1_sq = norm_sq(e1), m_sq = norm_sq(m);
    T best0(0.0), best1(0.0), least(HUGE_VAL);
    // From a point of one edge, the nearest of the other, and back: exact once the first is that of the whole lines, or
    // an end of its edge.
    const auto consider = [&](const T& start) {
      const T share1 = clipped(dot(e0 * start - d, e1) / e1_sq);
      const T share0 = clipped(dot(d + e1 * share1, e0) / e0_sq);
      const T distance_sq = norm_sq(d + e1 * share1 - e0 * share0);
      if (distance_sq < least) {
        least = distance_sq;
        best0 = share0;
        best1 = share1;
      }
    };
    const bool nearly_parallel = m_sq <= T(1e-6) * (e0_sq * e1_sq);
    if (m_sq > T(0.0)) consider(clipped(-dot(cross(d, m), e1) / m_sq));
    if (nearly_parallel) {
      consider(T(0.0));
      consider(T(1.0));
      consider(clipped(dot(d, e0) / e0_sq));
      consider(clipped(dot(d + e1, e0) / e0_sq));
    }
    surface_[0]->set_share(spot_[0], best0);
    surface_[1]->set_share(spot_[1], best1);
  }

  /// Moves the point of `base` within its facet to below the other point. False if that led to another element.
  bool project(std::size_t base, std::size_t other) {
    Spot<T>& s = spot_[base];
    const Surface<T>& surface = *surface_[base];
    const Vector<T> n = surface.normal(s.facet), d = spot_[other].at - s.at;
    const T height = dot(d, n);
    const Vector<T> move = surface.turn_back(d - n * height);
    if (!move_within(base, move)) return false;
    if (height > T(rounding_of<T> * size_)) return true;
    if (height > T(-rounding_of<T> * size_)) {
      meeting_ = true;
      return true;
    }
    // The other point is behind the facet: through the body, towards it.
    const Vector<T> ray = surface.turn_back(spot_[other].at - s.at);
    const Exit<T> out = surface.exit_of_ray(s.local, ray);
    if (!(out.alpha < T(1.0))) {
      meeting_ = true;
      return true;
    }
    s.facet = out.corner;
    surface.set_inside(s, s.local + ray * out.alpha);
    return false;
  }

  /// A move within the facet of spot i, up to its border. False if it ends there.
  bool move_within(std::size_t i, const Vector<T>& move) {
    Spot<T>& s = spot_[i];
    const Exit<T> stop = surface_[i]->exit(s.facet, s.local, move);
    if (stop.corner < 0) {
      surface_[i]->set_inside(s, s.local + move);
      return true;
    }
    surface_[i]->set_border(s, stop.corner, s.local + move * stop.alpha);
    return false;
  }

  /// With the other point above that of `base`: moves it down along its edge or facet, the one of `base` following.
  /// False if that leads nowhere, as both are parallel.
  bool slide(std::size_t base, std::size_t other) {
    const Vector<T> n = surface_[base]->normal(spot_[base].facet);
    const T height = dot(spot_[other].at - spot_[base].at, n);
    if (spot_[other].dimension == 1) return slide_edge(base, other, n, height);

    const Vector<T> n2 = surface_[other]->normal(spot_[other].facet);
    const Vector<T> down = n2 * dot(n, n2) - n;
    const T down_sq = norm_sq(down), nothing(2.0 * rounding_of<T>);
    if (!(down_sq > nothing * nothing)) return false;
    const Vector<T> move = down * (height / down_sq);
    const Vector<T> follow_local = surface_[base]->turn_back(component_within(move, n)),
                    move_local = surface_[other]->turn_back(move);
    const Exit<T> first = surface_[base]->exit(spot_[base].facet, spot_[base].local, follow_local),
                  second = surface_[other]->exit(spot_[other].facet, spot_[other].local, move_local);
    if (first.corner < 0 && second.corner < 0) {
      meeting_ = true;
      return true;
    }
    const T alpha = first.alpha < second.alpha ? first.alpha : second.alpha;
    move_to(base, first, follow_local, alpha);
    move_to(other, second, move_local, alpha);
    return true;
  }

  bool slide_edge(std::size_t base, std::size_t other, const Vector<T>& n, const T& height) {
    Spot<T>& s = spot_[other];
    const Vector<T> e = placed_edge(other);
    const T rate = dot(n, e), error(2.0 * rounding_of<T>);
    if (!(rate * rate > error * error * norm_sq(e))) return false;
    const bool forwards = rate < T(0.0);
    const T room = forwards ? T(1.0) - s.share : s.share;
    const T way = forwards ? room : -room;
    const Vector<T> follow = surface_[base]->turn_back((e - n * rate) * way);
    const Exit<T> stop = surface_[base]->exit(spot_[base].facet, spot_[base].local, follow);
    if (height + rate * way * stop.alpha <= T(0.0)) {
      meeting_ = true;
      return true;
    }
    move_to(base, stop, follow, stop.alpha);
    const T ends = forwards ? T(1.0) : T(0.0);
    surface_[other]->set_share(s, stop.corner < 0 ? ends : s.share + way * stop.alpha);
    return true;
  }

  /// The share alpha of a move within a facet; to the border, if that is where the move stops.
  void move_to(std::size_t i, const Exit<T>& stop, const Vector<T>& move, const T& alpha) {
    const Vector<T> to = spot_[i].local + move * alpha;
    if (stop.corner >= 0 && stop.alpha <= alpha) {
      surface_[i]->set_border(spot_[i], stop.corner, to);
    } else {
      surface_[i]->set_inside(spot_[i], to);
    }
  }

  std::array<const Surface<T>*, 2> surface_;
  std::array<Spot<T>, 2> spot_;
  double size_;
  bool meeting_ = false;
  int steps_ = 0;
};

}  // namespace clearance::detail
