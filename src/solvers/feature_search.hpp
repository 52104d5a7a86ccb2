#pragma once

// The search of `feature` (feature.cpp has the argument), over any number type and any world of vertices: double and
// the bodies of a pair in the library, or a number that counts operations. A world says where the vertices of each body
// are, and climbs:
//
//     Vector<T> at_a(int v), at_b(int v);
//     int climb_a(const Vector<T>& n, int from);  // the vertex of a farthest along n
//     int climb_b(const Vector<T>& n, int from);  // the vertex of b farthest against n

#include "solvers/feature_pair.hpp"

namespace clearance::detail {

/// The bound on support points asked for.
inline constexpr int feature_limit = 200;

template <class T>
struct FeatureSearch {
  std::array<LinkOf<T>, 2> links;  ///< the present one, and room for the next
  std::size_t now = 0;
  int support_a = -1, support_b = -1;  ///< the last support points
  int asked = 0;                       ///< support points

  const LinkOf<T>& link() const { return links[now]; }

  /// From the features of links[0], which need not be solved, to the nearest. `gap`: stop when upper - lower is within
  /// this. False if the features meet, or rounding cannot tell that they do not, or at the bound.
  template <class World>
  bool run(const World& world, double gap, double noise) {
    relink(links[0], noise);
    support_a = links[0].a.vertex[0];
    support_b = links[0].b.vertex[0];
    for (bool turn_of_a = true;; turn_of_a = !turn_of_a) {
      const LinkOf<T>& here = links[now];
      LinkOf<T>& next = links[1 - now];
      if (here.crossing || !(here.distance_sq > T(noise * noise))) return false;
      const Vector<T>& n = here.direction;
      const T goal_sq = T(gap * gap) * norm_sq(n);
      // The feature of one body with its support point, if that is farther; whether it is.
      const auto grown = [&](bool of_a, FeatureSetOf<T>& feature) {
        int& last = of_a ? support_a : support_b;
        last = of_a ? world.climb_a(n, last) : world.climb_b(n, last);
        ++asked;
        if (feature.contains(last)) return false;
        const Vector<T> at = of_a ? world.at_a(last) : world.at_b(last);
        const T gain = dot(n, of_a ? at - feature.point() : feature.point() - at);
        if (!(gain > T(0.0)) || gain * gain <= goal_sq) return false;
        feature.add(last, at);
        return true;
      };
      next.a = here.a;
      next.b = here.b;
      const bool changed =
          grown(turn_of_a, turn_of_a ? next.a : next.b) || grown(!turn_of_a, turn_of_a ? next.b : next.a);
      if (!changed) return true;
      if (asked >= feature_limit) return false;
      relink(next, noise);
      if (!next.crossing && !(next.distance_sq < here.distance_sq)) return true;
      now = 1 - now;
    }
  }
};

}  // namespace clearance::detail
