#pragma once

// Two boxes by separating axes: how far they are apart along the fifteen directions that the faces of their difference
// can have, in the frame of a. Where they overlap along each, the least is the depth: docs/proof.md, section 7d.

#include <array>
#include <cmath>

#include "proof/plain_pair.hpp"

namespace clearance::detail {

class BoxAxes {
 public:
  static constexpr int faces = 6, directions = 15;

  /// Faces first: those of a, then those of b. What is left of the edges is looked at by `look_at_edges`.
  [[gnu::always_inline]] BoxAxes(const PlainPair& pair, const Core& a, const Core& b)
      : shift_(pair.shift), half_a_(a.size), half_b_(b.size), error_(pair.error) {
    const M3& m = pair.map;
    column_ = {V3(m.r0.x, m.r1.x, m.r2.x), V3(m.r0.y, m.r1.y, m.r2.y), V3(m.r0.z, m.r1.z, m.r2.z)};
    const auto along_a = [&](const V3& row, double t, double half) {
      return std::fabs(t) - half -
             (std::fabs(row.x) * half_b_.x + std::fabs(row.y) * half_b_.y + std::fabs(row.z) * half_b_.z);
    };
    apart_[0] = along_a(m.r0, shift_.x, half_a_.x);
    apart_[1] = along_a(m.r1, shift_.y, half_a_.y);
    apart_[2] = along_a(m.r2, shift_.z, half_a_.z);
    for (std::size_t k = 0; k < 3; ++k) apart_[3 + k] = apart_along(face_of_b(k));
    overlap_ = (half_a_.x > 0.0) & (half_a_.y > 0.0) & (half_a_.z > 0.0);
    for (std::size_t i = 0; i < 6; ++i) {
      const double apart = apart_[i];
      overlap_ = overlap_ & (apart < 0.0);
    }
  }
  /// Whether no direction so far shows that they are apart, and neither is flat where that matters.
  bool overlap() const { return overlap_; }

  [[gnu::always_inline]] void look_at_edges() {
    std::array<double, 9> least, square;
    for (std::size_t j = 0; j < 3; ++j) {
      const V3& m = column_[j];
      for (std::size_t i = 0; i < 3; ++i) {
        const V3 n = crossed(i, m);
        const std::size_t k = 3 * j + i;
        least[k] = std::fabs(dot(n, shift_)) - reach_along(n);
        square[k] = norm_sq(n);
      }
    }
    for (std::size_t k = 0; k < 9; ++k) apart_[6 + k] = least[k] / std::sqrt(square[k]);
    for (std::size_t k = 0; k < 9; ++k) {
      const double apart = apart_[6 + k], length_sq = square[k];
      if (length_sq == 0.0 && parallel(k % 3, column_[k / 3])) {
        apart_[6 + k] = -HUGE_VAL;  // no face has such edges
      } else {
        overlap_ = overlap_ & (apart < 0.0) & (length_sq >= 0x1p-900);
      }
    }
    looked_ = true;
  }

  /// How far the boxes are apart along a direction, which `normal` has, of any length and from a to b.
  double apart(int i) const { return apart_[static_cast<std::size_t>(i)]; }
  V3 normal(int i) const {
    const auto k = static_cast<std::size_t>(i);
    const V3 n = k < 3   ? V3(k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0)
                 : k < 6 ? face_of_b(k - 3)
                         : crossed((k - 6) % 3, column_[(k - 6) / 3]);
    return dot(n, shift_) < 0.0 ? -n : n;
  }
  const V3& column(int k) const { return column_[static_cast<std::size_t>(k)]; }

  /// As a slab of the cores.
  CoreLower slab(int i) const;
  /// The depth that all directions prove together; none if some is missing.
  CoreUpper depth() const;

 private:
  V3 face_of_b(std::size_t k) const { return cross(column_[(k + 1) % 3], column_[(k + 2) % 3]); }
  /// The cross product of an axis of a and m, in which nothing is rounded.
  static V3 crossed(std::size_t axis, const V3& m) {
    return axis == 0 ? V3(0.0, -m.z, m.y) : axis == 1 ? V3(m.z, 0.0, -m.x) : V3(-m.y, m.x, 0.0);
  }
  static bool parallel(std::size_t axis, const V3& m) {
    const V3 n = crossed(axis, m);
    return (n.x == 0.0) & (n.y == 0.0) & (n.z == 0.0);
  }
  /// What both boxes reach along n together.
  [[gnu::always_inline]] double reach_along(const V3& n) const {
    return (std::fabs(n.x) * half_a_.x + std::fabs(n.y) * half_a_.y + std::fabs(n.z) * half_a_.z) +
           (std::fabs(dot(n, column_[0])) * half_b_.x + std::fabs(dot(n, column_[1])) * half_b_.y +
            std::fabs(dot(n, column_[2])) * half_b_.z);
  }
  [[gnu::always_inline]] double apart_along(const V3& n) const {
    return (std::fabs(dot(n, shift_)) - reach_along(n)) / norm(n);
  }

  V3 shift_, half_a_, half_b_;
  std::array<V3, 3> column_;
  double error_;
  std::array<double, directions> apart_;
  bool overlap_ = false, looked_ = false;
};

inline CoreLower BoxAxes::slab(int i) const { return {Prover(), apart(i)}; }

inline CoreUpper BoxAxes::depth() const {
  if (!overlap_ || !looked_) return {};
  double most = -HUGE_VAL;
  for (const double apart : apart_) most = apart > most ? apart : most;
  if (!(most + error_ < 0.0)) return {};
  return {Prover(), most};
}

}  // namespace clearance::detail
