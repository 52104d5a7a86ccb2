#pragma once

// The nearest point of the flat through points or along directions, by Cramer's rule, without a division; for integers
// of any kind. With w0 a point and e1, e2 the edges from it, the nearest point is w0 + (c1 e1 + c2 e2) / d.

#include <utility>

namespace clearance::exact {

template <class V>
struct LineFlat {
  using Scalar = decltype(dot(std::declval<V>(), std::declval<V>()));

  LineFlat(const V& w0, const V& e1) : d(dot(e1, e1)), c1(-dot(w0, e1)) {}

  Scalar d, c1;
};

template <class V>
struct PlaneFlat {
  using Normal = decltype(cross(std::declval<V>(), std::declval<V>()));
  using Scalar = decltype(dot(std::declval<Normal>(), std::declval<Normal>()));

  PlaneFlat(const V& w0, const V& e1, const V& e2)
      : n(cross(e1, e2)), d(dot(n, n)), c1(-dot(cross(w0, e2), n)), c2(-dot(cross(e1, w0), n)) {}

  Normal n;
  Scalar d, c1, c2;
};

}  // namespace clearance::exact
