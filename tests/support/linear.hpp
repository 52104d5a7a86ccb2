#pragma once

#include <gmpxx.h>

#include <cmath>

// Three-vectors over any ring: the integers of exact arithmetic, or 113-bit floating point.

namespace oracle {

using Quad = __float128;

template <class T>
struct V3 {
  T x{}, y{}, z{};
};

template <class T>
V3<T> operator+(const V3<T>& a, const V3<T>& b) {
  return {T(a.x + b.x), T(a.y + b.y), T(a.z + b.z)};
}
template <class T>
V3<T> operator-(const V3<T>& a, const V3<T>& b) {
  return {T(a.x - b.x), T(a.y - b.y), T(a.z - b.z)};
}
template <class T>
V3<T> operator-(const V3<T>& a) {
  return {T(-a.x), T(-a.y), T(-a.z)};
}
template <class T>
V3<T> operator*(const T& s, const V3<T>& a) {
  return {T(s * a.x), T(s * a.y), T(s * a.z)};
}
template <class T>
T dot(const V3<T>& a, const V3<T>& b) {
  return T(a.x * b.x + a.y * b.y + a.z * b.z);
}
template <class T>
V3<T> cross(const V3<T>& a, const V3<T>& b) {
  return {T(a.y * b.z - a.z * b.y), T(a.z * b.x - a.x * b.z), T(a.x * b.y - a.y * b.x)};
}
template <class T>
bool is_zero(const V3<T>& a) {
  return a.x == 0 && a.y == 0 && a.z == 0;
}

/// Square root to the last bits or so: two Newton steps from the hardware's 64-bit root.
inline Quad root(Quad s) {
  if (!(s > 0)) return 0;
  const auto start = std::sqrt(static_cast<long double>(s));
  if (start == 0) return 0;
  auto r = static_cast<Quad>(start);
  r = (r + s / r) / 2;
  return (r + s / r) / 2;
}
inline Quad length(const V3<Quad>& a) {
  // Scaled, so that squares neither overflow nor vanish.
  Quad m = 0;
  for (const Quad c : {a.x, a.y, a.z}) m = std::max(m, c < 0 ? -c : c);
  if (m == 0) return 0;
  const V3<Quad> s{a.x / m, a.y / m, a.z / m};
  return m * root(dot(s, s));
}

}  // namespace oracle
