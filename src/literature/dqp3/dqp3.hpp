#pragma once

// DQP3, after Fenger 2001, chapters 3 and 4: the distance of two half-space sets by a primal active-set method made for
// the problem. Each object has a point and up to three active facets. A cycle moves the points as near to each other as
// the active facets allow (delta), stops each at the first other facet in its way (alpha), which becomes active, and
// where nothing moves, releases the facet that holds a point back most (lambda); no such facet, and the points are
// nearest.
//
// The four variants of section 4.1 differ in what they release:
//   base        the worst one of both objects, when nothing moves
//   dual        the worst one of each object, when nothing moves
//   consistent  the worst one of both objects, in every cycle in which both are held; none that holds back is the end,
//               as section 3.4.3.4 has it, whether or not the points still move: it ends too early, as it did there
//   aggressive  all with a negative lambda, in every cycle
//   adjacent    as base, with the adjacency of section 3.6
// None of them is safe: at vertices where more than three facets meet they may cycle, as rounding may make any of
// them. They then end at the bound on cycles. The solver that the library relies on is in dqp3_walk.hpp.
//
// A template over the number type: double in the library, double-double, or one that counts operations. It needs
// + - * /, comparisons and construction from double; no root is taken. Cost of a cycle: a dot
// product a facet, and a part that does not depend on their number; with adjacency, the neighbours of one facet alone.
//
// Departures from the thesis: two points that were stopped at different shares of their moves may be farther apart than
// before; both then go the smaller share, which never makes the distance larger. Steps are in the coordinates of each
// object, its normals are rotated as they become active.

#include <algorithm>

#include "literature/dqp3/dqp3_alpha.hpp"
#include "literature/dqp3/dqp3_delta.hpp"
#include "literature/dqp3/dqp3_lambda.hpp"
#include "literature/dqp3/variant.hpp"

namespace clearance::detail {

/// A point of an object, in the object's coordinates, and the facets that it is held on.
template <class T>
struct HeldPoint {
  Vector<T> at;
  ActiveSet active;
};

/// Where the search is: input and output of `dqp3`. A cold start: feasible points (the centroids, say) and no active
/// facet. Tracking: what the last query left, with the active sets (section 4.1) or, active.count set to zero, without
/// (3.5).
template <class T>
struct Dqp3State {
  HeldPoint<T> a, b;
};

struct Dqp3Settings {
  Dqp3Variant variant = Dqp3Variant::base;  ///< not `robust`
  double length = 1.0;                      ///< the size of the objects, to which the tolerances are relative
  int limit = 500;                          ///< bound on the cycles
  bool hold_at_start = false;               ///< a point without active facets starts with those that it is on
};

enum class Dqp3Ending { optimal, touching, cycle_limit };

template <class T>
struct Dqp3Outcome {
  Dqp3Ending ending = Dqp3Ending::cycle_limit;
  Vector<T> difference;  ///< from the point of a to that of b, in the common frame
  T distance_sq;
  int cycles = 0;
};

/// Tolerances of the thesis, there for objects of size one: outside a facet, a move, a lambda, two points at one place.
inline constexpr double dqp3_flat_angle = 1e-6;  ///< normals whose product is less count as dependent
inline constexpr double dqp3_on_facet = 1e-12, dqp3_no_move = 1e-10, dqp3_no_pull = 1e-8, dqp3_same_place = 1e-10;

/// One object during the search.
template <class T>
class Dqp3Side {
 public:
  Dqp3Side(const HalfspaceBody<T>& body, HeldPoint<T>& point) : body_(body), point_(point) {
    flat_.count = point.active.count;
    for (int i = 0; i < flat_.count; ++i) flat_.normal[index(i)] = placed_normal(point.active.facet[index(i)]);
  }

  const Flat<T>& flat() const { return flat_; }
  Vector<T> placed() const {
    if (body_.placement == nullptr) return point_.at;
    return body_.placement->point(point_.at);
  }
  /// How far a move in the common frame is possible.
  Block<T> possible(const Vector<T>& move, double slack) {
    move_ = body_.placement == nullptr ? move : body_.placement->turned_back(move);
    return alpha_step(body_, point_.at, move_, point_.active, slack);
  }
  /// Holds the point on the facets that it is on, as long as their normals are independent: the active set that belongs
  /// to a start point (section 3.3). Costs what one alpha step costs.
  void hold_where_it_is(double slack) {
    for (std::size_t f = 0; f < body_.normals.size() && flat_.count < 3; ++f) {
      const Vector<T> normal(body_.normals[f]);
      if (!(dot(normal, point_.at) >= T(body_.offsets[f] - slack))) continue;
      hold(static_cast<int>(f));
      const auto& n = flat_.normal;
      const bool independent = flat_.count == 1   ? true
                               : flat_.count == 2 ? dot(cross(n[0], n[1]), cross(n[0], n[1])) > T(dqp3_flat_angle)
                                                  : absolute(dot(cross(n[0], n[1]), n[2])) > T(dqp3_flat_angle);
      if (!independent) release(flat_.count - 1);
    }
  }
  void go_to(const Vector<T>& at) { point_.at = at; }
  const Vector<T>& at() const { return point_.at; }
  const Vector<T>& move() const { return move_; }  ///< the last one, in the coordinates of the object

  void hold(int facet) {
    point_.active.facet[index(point_.active.count++)] = facet;
    flat_.normal[index(flat_.count++)] = placed_normal(facet);
  }
  void release(int i) {
    point_.active.remove(i);
    for (int k = i; k + 1 < flat_.count; ++k) flat_.normal[index(k)] = flat_.normal[index(k) + 1];
    --flat_.count;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Vector<T> placed_normal(int facet) const {
    const Vector<T> normal(body_.normals[index(facet)]);
    return body_.placement == nullptr ? normal : body_.placement->rotation * normal;
  }

  const HalfspaceBody<T>& body_;
  HeldPoint<T>& point_;
  Flat<T> flat_;
  Vector<T> move_{T(0.0), T(0.0), T(0.0)};
};

template <class T>
bool is_short(const Vector<T>& v, double length) {
  return absolute(v.x) <= T(length) && absolute(v.y) <= T(length) && absolute(v.z) <= T(length);
}

/// Releases what the variant wants released of one or both sides; false if no facet holds a point back.
template <class T>
bool release_facets(Dqp3Side<T>& one, Dqp3Side<T>& two, const Vector<T>& d, double least, Dqp3Variant variant) {
  struct Worst {
    T value{0.0};
    int at = -1;
  };
  std::array<std::array<T, 3>, 2> lambda{lambda_step(one.flat(), d), lambda_step(two.flat(), -d)};
  std::array<Dqp3Side<T>*, 2> sides{&one, &two};
  std::array<Worst, 2> worst;
  bool any = false;
  for (std::size_t s = 0; s < 2; ++s)
    for (int i = sides[s]->flat().count - 1; i >= 0; --i) {
      const T& value = lambda[s][static_cast<std::size_t>(i)];
      if (!(value < T(-least))) continue;
      any = true;
      if (variant == Dqp3Variant::aggressive) sides[s]->release(i);
      if (value < worst[s].value) worst[s] = {value, i};
    }
  if (!any || variant == Dqp3Variant::aggressive) return any;
  if (variant == Dqp3Variant::dual) {
    for (std::size_t s = 0; s < 2; ++s)
      if (worst[s].at >= 0) sides[s]->release(worst[s].at);
  } else {
    const std::size_t s = worst[1].value < worst[0].value ? 1 : 0;
    sides[s]->release(worst[s].at);
  }
  return true;
}

template <class T>
Dqp3Outcome<T> dqp3(const HalfspaceBody<T>& a, const HalfspaceBody<T>& b, const Dqp3Settings& settings,
                    Dqp3State<T>& state) {
  const double slack = dqp3_on_facet * settings.length, still = dqp3_no_move * settings.length,
               same_place = dqp3_same_place * settings.length, least = dqp3_no_pull * settings.length;
  const bool consistent = settings.variant == Dqp3Variant::consistent;
  const bool aggressive = settings.variant == Dqp3Variant::aggressive;
  Dqp3Side<T> one(a, state.a), two(b, state.b);
  if (settings.hold_at_start) {
    // What moved with its object is off its facets by rounding, not more.
    if (one.flat().count == 0) one.hold_where_it_is(16.0 * slack);
    if (two.flat().count == 0) two.hold_where_it_is(16.0 * slack);
  }
  Dqp3Outcome<T> found;
  found.difference = two.placed() - one.placed();
  found.distance_sq = dot(found.difference, found.difference);
  for (found.cycles = 0; found.cycles < settings.limit; ++found.cycles) {
    if (is_short(found.difference, same_place)) {
      found.ending = Dqp3Ending::touching;
      return found;
    }
    if (consistent && one.flat().count > 0 && two.flat().count > 0 &&
        !release_facets(one, two, found.difference, least, settings.variant)) {
      found.ending = Dqp3Ending::optimal;
      return found;
    }
    const bool released = aggressive && release_facets(one, two, found.difference, least, settings.variant);
    Moves<T> moves = delta_step(one.flat(), two.flat(), found.difference);
    if (is_short(moves.a, still) && is_short(moves.b, still)) {
      if (released || consistent) continue;
      if (aggressive || !release_facets(one, two, found.difference, least, settings.variant)) {
        found.ending = Dqp3Ending::optimal;
        return found;
      }
      continue;
    }
    // A point whose flat is a vertex stays; it needs no search.
    const bool moves_a = one.flat().count < 3, moves_b = two.flat().count < 3;
    Block<T> first{T(1.0), one.at(), -1}, second{T(1.0), two.at(), -1};
    if (moves_a) first = one.possible(moves.a, slack);
    if (moves_b) second = two.possible(moves.b, slack);
    const Vector<T> start_a = one.at(), start_b = two.at();
    one.go_to(first.end);
    two.go_to(second.end);
    Vector<T> difference = two.placed() - one.placed();
    T distance_sq = dot(difference, difference);
    if ((first.facet >= 0 || second.facet >= 0) && distance_sq > found.distance_sq) {
      const bool first_stops = first.alpha < second.alpha;
      const T alpha = first_stops ? first.alpha : second.alpha;
      if (first_stops) {
        two.go_to(start_b + two.move() * alpha);
        second.facet = -1;
      } else {
        one.go_to(start_a + one.move() * alpha);
        first.facet = -1;
      }
      difference = two.placed() - one.placed();
      distance_sq = dot(difference, difference);
    }
    found.difference = difference;
    found.distance_sq = distance_sq;
    if (first.facet >= 0) one.hold(first.facet);
    if (second.facet >= 0) two.hold(second.facet);
  }
  return found;
}

}  // namespace clearance::detail
