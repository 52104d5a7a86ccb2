#pragma once

// Numbers and vectors without rounding, for signs that no rounding may decide: whether a line is parallel to a plane,
// and which way two lines that all but are parallel have their common normal. A number is a sum of parts in extended
// precision that do not overlap (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997). Products of as
// many as eight doubles are far from the ends of the range of an exponent of 15 bits.

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "clearance/pose.hpp"

namespace clearance::check {

class ExactNumber {
 public:
  ExactNumber() = default;
  explicit ExactNumber(long double x) { add(x); }

  void add(long double x) {
    std::size_t kept = 0;
    for (const long double part : parts_) {  // none is written before it is read
      const long double sum = x + part, of_part = sum - x;
      const long double rest = (x - (sum - of_part)) + (part - of_part);
      x = sum;
      if (rest != 0) parts_[kept++] = rest;
    }
    parts_.resize(kept);
    if (x != 0) parts_.push_back(x);
  }
  void add_product(const ExactNumber& a, const ExactNumber& b, long double sign = 1) {
    for (const long double p : a.parts_)
      for (const long double q : b.parts_) {
        const long double high = p * q;
        add(sign * std::fma(p, q, -high));
        add(sign * high);
      }
  }
  int sign() const { return parts_.empty() ? 0 : parts_.back() > 0 ? 1 : -1; }
  /// Rounded, to a unit or two of the last place.
  long double value() const {
    long double sum = 0;
    for (const long double part : parts_) sum += part;
    return sum;
  }

 private:
  std::vector<long double> parts_;  // by size, the largest last; none is zero
};

using ExactVector = std::array<ExactNumber, 3>;

inline ExactVector exact_vector(const Vec3& v) { return {ExactNumber(v.x()), ExactNumber(v.y()), ExactNumber(v.z())}; }
inline ExactNumber dot(const ExactVector& a, const ExactVector& b) {
  ExactNumber sum;
  for (std::size_t i = 0; i < 3; ++i) sum.add_product(a[i], b[i]);
  return sum;
}
inline ExactVector cross(const ExactVector& a, const ExactVector& b) {
  ExactVector c;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    c[i].add_product(a[j], b[k]);
    c[i].add_product(a[k], b[j], -1);
  }
  return c;
}
inline bool is_zero(const ExactVector& v) { return v[0].sign() == 0 && v[1].sign() == 0 && v[2].sign() == 0; }

/// A rotation by its rows, times any positive number.
using ExactRotation = std::array<ExactVector, 3>;

inline ExactVector operator*(const ExactRotation& r, const ExactVector& v) {
  return {dot(r[0], v), dot(r[1], v), dot(r[2], v)};
}
inline ExactRotation operator*(const ExactRotation& a, const ExactRotation& b) {
  ExactRotation c;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[i][j].add_product(a[i][k], b[k][j]);
  return c;
}
/// What it does to normals of planes.
inline ExactRotation cofactors(const ExactRotation& r) {
  return {cross(r[1], r[2]), cross(r[2], r[0]), cross(r[0], r[1])};
}

/// A matrix as it is stored, a quaternion as it is meant; nothing for a product of two, which a pose has rounded.
inline std::optional<ExactRotation> exact_rotation(const Pose& pose) {
  ExactRotation r;
  if (pose.exact()) {
    for (int i = 0; i < 3; ++i) r[static_cast<std::size_t>(i)] = exact_vector(Vec3(pose.rotation().row(i)));
    return r;
  }
  if (!pose.quaternion()) return std::nullopt;
  const auto& [w, x, y, z] = *pose.quaternion();
  const std::array<double, 3> v{x, y, z};
  // |q|^2 R = (w^2 - v.v) I + 2 v v' + 2 w [v]
  ExactNumber diagonal;
  const ExactNumber scalar(w);
  diagonal.add_product(scalar, scalar);
  for (const double c : v) diagonal.add_product(ExactNumber(c), ExactNumber(c), -1);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    r[i][i] = diagonal;
    r[j][i].add_product(scalar, ExactNumber(v[k]), 2);
    r[k][i].add_product(scalar, ExactNumber(v[j]), -2);
    for (std::size_t other = 0; other < 3; ++other)
      r[i][other].add_product(ExactNumber(v[i]), ExactNumber(v[other]), 2);
  }
  return r;
}

/// Where a pose puts a point, its rotation being known to some 100 digits in twos.
inline ExactVector exact_place(const Pose& pose, const ExactVector& local) {
  ExactVector at = exact_vector(pose.position());
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      ExactNumber entry(pose.rotation()(static_cast<int>(i), static_cast<int>(j)));
      entry.add(pose.rotation_low()(static_cast<int>(i), static_cast<int>(j)));
      at[i].add_product(entry, local[j]);
    }
  return at;
}
inline Eigen::Matrix<long double, 3, 1> rounded(const ExactVector& v) {
  return {v[0].value(), v[1].value(), v[2].value()};
}

}  // namespace clearance::check
