#pragma once

// A ball about the origin that the difference of two overlapping cores holds, by a closed surface of triangles whose
// corners are points of the difference: docs/proof.md, section 7.

#include <array>
#include <cmath>
#include <type_traits>

#include "proof/difference.hpp"
#include "proof/proven.hpp"

namespace clearance::detail {

/// An edge times a power of two, so that it is about as long as one.
template <class T>
Vector<T> of_size_one(const Vector<T>& edge) {
  const double largest = max_abs(rounded(edge));
  return largest > 0.0 ? edge * T(std::ldexp(1.0, -std::ilogb(largest))) : edge;
}

/// The normal of a triangle, of any length, by two of its edges. Where the square of its length would underflow, they
/// are made longer: of none of the three more than a quotient counts.
template <class T>
Vector<T> normal_of(Vector<T>& u, Vector<T>& v) {
  const Vector<T> n = cross(u, v);
  if (to_double(norm(n)) > tiny_length) [[likely]]
    return n;
  u = of_size_one(u);
  v = of_size_one(v);
  return cross(u, v);
}

/// How far the plane of a triangle is at least from the origin, on the side that its normal points away from; minus
/// infinity where it has none.
template <class T>
T least_height(const Vector<T>& p, const Vector<T>& q, const Vector<T>& r, double roundoff) {
  Vector<T> u = q - p, v = r - p;
  const Vector<T> n = normal_of(u, v);
  const T length = norm(n);
  if (!(to_double(length) > tiny_length)) return T(-HUGE_VAL);
  return dot(n, p) / length - T(8.0 * roundoff) * norm(p) * (T(1.0) + norm(u) * norm(v) / length);
}

/// Whether every edge of the triangles is, turned around, an edge of the triangle that is said to be across it, and
/// that one says the same: then the triangles, of which those without a height do not count, have no border.
template <class Face>
bool is_closed(const Face* face, const double* height, int count) {
  for (int f = 0; f < count; ++f) {
    if (height[f] == HUGE_VAL) continue;
    for (std::size_t e = 0; e < 3; ++e) {
      const int across = face[f].adjacent[e];
      if (across < 0 || across >= count || height[across] == HUGE_VAL) return false;
      const Face& other = face[across];
      const int from = face[f].vertex[e], to = face[f].vertex[(e + 1) % 3];
      std::size_t k = 0;
      while (k < 3 && !(other.adjacent[k] == f && other.vertex[k] == to && other.vertex[(k + 1) % 3] == from)) ++k;
      if (k == 3) return false;
    }
  }
  return true;
}

/// The bound that the surface proves; none if it is not closed, or does not turn its inner side to the origin. A face
/// has three corners, counter-clockwise seen from outside, and the faces across its edges; `height`: about how far its
/// plane is from the origin, and infinite where there is no face. `size`: that of the pair.
template <class T, class Face>
CoreUpper inner_ball(const DifferencePoint<T>* point, const Face* face, const double* height, int count, double size) {
  constexpr double unit_roundoff = 0x1p-53, wide_roundoff = 0x1p-98;
  if (!is_closed(face, height, count)) return {};
  T radius = T(HUGE_VAL);
  for (int f = 0; f < count; ++f) {
    if (height[f] == HUGE_VAL) continue;
    const auto corner = [&](std::size_t i) -> const Vector<T>& { return point[face[f].vertex[i]].w(); };
    T least = least_height(corner(0), corner(1), corner(2), std::is_same_v<T, double> ? unit_roundoff : wide_roundoff);
    if constexpr (std::is_same_v<T, double>) {  // thin faces deserve a better look
      if (!(least >= radius) && !(height[f] - least <= 64.0 * unit_roundoff * size))
        least = to_double(least_height(Wide3(corner(0)), Wide3(corner(1)), Wide3(corner(2)), wide_roundoff));
    }
    if (!(to_double(least) > -HUGE_VAL)) return {};  // not a number
    if (least < radius) radius = least;
  }
  const double proven = to_double(radius);
  return proven > 0.0 && proven < HUGE_VAL ? CoreUpper(Prover(), -proven) : CoreUpper();
}

}  // namespace clearance::detail
