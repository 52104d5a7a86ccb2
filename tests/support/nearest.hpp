#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

#include "linear.hpp"

// The point nearest to the origin of the hull of at most four generators, each a point or a direction of recession:
// every subset that holds the newest generator is tried, and the nearest of the feasible answers is taken. All formulas
// are free of divisions, so that they are exact over the integers.

namespace oracle {

template <class T>
struct Generator {
  V3<T> w;
  bool direction = false;
};

template <class T>
struct Simplex {
  int count = 0;
  std::array<Generator<T>, 4> generators;  ///< the first is a point
  std::array<T, 4> weights;                ///< not negative; those of points sum to `total`
  T total;
  V3<T> towards;               ///< a positive multiple of the nearest point, zero if that is the origin
  T norm_sq_num, norm_sq_den;  ///< its squared length, as a fraction
};

/// The nearest point itself; over the integers, `total` times it.
template <class T>
V3<T> weighted_sum(const Simplex<T>& s) {
  V3<T> p;
  for (int i = 0; i < s.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    p = p + s.weights[k] * s.generators[k].w;
  }
  return p;
}

/// Solves for one subset; false if its generators are dependent or the answer leaves their hull.
template <class T>
bool solve_subset(Simplex<T>& s) {
  const V3<T>& w0 = s.generators[0].w;
  std::array<V3<T>, 3> e;
  for (int i = 1; i < s.count; ++i) {
    const auto& g = s.generators[static_cast<std::size_t>(i)];
    e[static_cast<std::size_t>(i - 1)] = g.direction ? g.w : g.w - w0;
  }
  if (s.count == 1) {
    s.total = T(1);
    s.towards = w0;
    s.norm_sq_num = dot(w0, w0);
    s.norm_sq_den = T(1);
  } else if (s.count == 2) {
    s.total = dot(e[0], e[0]);
    if (s.total == 0) return false;
    s.weights[1] = -dot(w0, e[0]);
    s.towards = s.total * w0 + s.weights[1] * e[0];
    const V3<T> area = cross(w0, e[0]);
    s.norm_sq_num = dot(area, area);
    s.norm_sq_den = s.total;
  } else if (s.count == 3) {
    const V3<T> n = cross(e[0], e[1]);
    s.total = dot(n, n);
    if (s.total == 0) return false;
    s.weights[1] = -dot(cross(w0, e[1]), n);
    s.weights[2] = -dot(cross(e[0], w0), n);
    const T height = dot(n, w0);
    s.towards = height > 0 ? n : height < 0 ? -n : V3<T>{};
    s.norm_sq_num = height * height;
    s.norm_sq_den = s.total;
  } else {
    s.total = dot(cross(e[0], e[1]), e[2]);
    if (s.total == 0) return false;
    s.weights[1] = -dot(cross(w0, e[1]), e[2]);
    s.weights[2] = -dot(cross(e[0], w0), e[2]);
    s.weights[3] = -dot(cross(e[0], e[1]), w0);
    if (s.total < 0) {
      s.total = -s.total;
      for (int i = 1; i < 4; ++i) s.weights[static_cast<std::size_t>(i)] = -s.weights[static_cast<std::size_t>(i)];
    }
    s.towards = V3<T>{};
    s.norm_sq_num = T(0);
    s.norm_sq_den = T(1);
  }
  s.weights[0] = s.total;
  for (int i = 1; i < s.count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (s.weights[k] < 0) return false;
    if (!s.generators[k].direction) s.weights[0] -= s.weights[k];
  }
  if (s.weights[0] < 0) return false;
  // In floating point, a sliver of four points says nothing unless its weights do give the origin.
  if constexpr (std::is_same_v<T, Quad>) {
    if (s.count == 4) {
      Quad reach = 0;
      for (const Generator<T>& g : s.generators) reach = std::max(reach, length(g.w));
      return length(weighted_sum(s)) <= static_cast<Quad>(1e-29) * reach * s.total;
    }
  }
  return true;
}

/// Adds a generator to a simplex of at most three and reduces to the face that holds the nearest point.
template <class T>
Simplex<T> add_and_reduce(const Simplex<T>& old, const Generator<T>& added) {
  Simplex<T> best;
  for (unsigned mask = 0; mask < (1U << old.count); ++mask) {
    Simplex<T> s;
    for (int i = 0; i < old.count; ++i)
      if (mask >> i & 1U)
        s.generators[static_cast<std::size_t>(s.count++)] = old.generators[static_cast<std::size_t>(i)];
    s.generators[static_cast<std::size_t>(s.count++)] = added;
    int first_point = 0;
    while (first_point < s.count && s.generators[static_cast<std::size_t>(first_point)].direction) ++first_point;
    if (first_point == s.count) continue;
    std::swap(s.generators[0], s.generators[static_cast<std::size_t>(first_point)]);
    if (!solve_subset(s)) continue;
    if (best.count == 0 || s.norm_sq_num * best.norm_sq_den < best.norm_sq_num * s.norm_sq_den) best = s;
  }
  return best;
}

}  // namespace oracle
