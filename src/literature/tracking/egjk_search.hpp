#pragma once

// The search of enhanced GJK (egjk.cpp has the argument), over any number type and any world of vertices, as
// solvers/feature_search.hpp describes it: double and the bodies of a pair in the library, or a number that counts
// operations.

#include "literature/tracking/johnson.hpp"

namespace clearance::detail {

/// The bound on support points asked for.
inline constexpr int egjk_limit = 200;

template <class T>
struct EgjkSearch {
  struct Corner {
    int a = -1, b = -1;  ///< vertices
    Vector<T> w;         ///< from the one to the other
    T weight{0.0};
  };
  int count = 0;
  std::array<Corner, 4> corner;
  Vector<T> v;                   ///< the point nearest to the origin
  int last_a = -1, last_b = -1;  ///< the last support points
  int asked = 0;                 ///< support points

  bool holds(int a, int b) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      if (corner[i].a == a && corner[i].b == b) return true;
    return false;
  }
  template <class World>
  void add(const World& world, int a, int b) {
    corner[static_cast<std::size_t>(count++)] = {a, b, world.at_b(b) - world.at_a(a), T(0.0)};
  }

  /// From the corners that there are, at least one. `gap`: stop when upper - lower is within this. False if the hulls
  /// meet, or rounding cannot tell that they do not, or at the bound.
  template <class World>
  bool run(const World& world, double gap, double noise) {
    using std::sqrt;
    reduce();
    last_a = corner[0].a;
    last_b = corner[0].b;
    for (;;) {
      const T distance = norm(v);
      if (count == 0 || count == 4 || !(distance > T(noise))) return false;
      last_a = world.climb_a(v, last_a);
      last_b = world.climb_b(v, last_b);
      ++asked;
      if (holds(last_a, last_b)) return true;
      EgjkSearch next = *this;
      next.add(world, last_a, last_b);
      if (distance - dot(v, next.corner[static_cast<std::size_t>(count)].w) / distance <= T(gap)) return true;
      if (asked >= egjk_limit) return false;
      next.reduce();
      if (next.count > 0 && next.count < 4 && !(norm_sq(next.v) < norm_sq(v))) return true;
      *this = next;
    }
  }

 private:
  /// Solves the simplex, and cuts it down to the points that the nearest one is made of.
  void reduce() {
    std::array<Vector<T>, 4> w;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) w[i] = corner[i].w;
    const JohnsonPoint<T> point = johnson(w, count);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      if (((point.subset >> i) & 1U) == 0) continue;
      if (kept != i) corner[kept] = corner[i];
      corner[kept++].weight = point.weight[i];
    }
    count = static_cast<int>(kept);
    v = point.nearest;
  }
};

}  // namespace clearance::detail
