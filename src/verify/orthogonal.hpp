#pragma once

// Up to three vectors as orthogonal ones (Gram and Schmidt, each twice, so that rounding leaves them orthogonal): least
// squares for as few unknowns as there are in space.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "verify/extents.hpp"

namespace clearance::check {

/// v_j = sum over k <= j of triangle[k][j] axis[k], for the vectors in the order that they were taken in.
struct Orthogonal {
  std::array<Vec, 3> axis;
  std::array<std::array<Real, 3>, 3> triangle{};
  std::array<std::size_t, 3> taken{0, 1, 2};
  std::size_t count = 0;  ///< of the vectors that are independent of those before them

  /// Sharing the target among the vectors: the weights for which their sum is nearest to it, zero for those that depend
  /// on others.
  std::array<Real, 3> weights_of(Vec target) const {
    std::array<Real, 3> along{}, weights{};
    for (std::size_t k = 0; k < count; ++k) {
      along[k] = axis[k].dot(target);
      target -= along[k] * axis[k];
    }
    for (std::size_t k = count; k-- > 0;) {
      for (std::size_t j = k + 1; j < count; ++j) along[k] -= triangle[k][j] * weights[taken[j]];
      weights[taken[k]] = along[k] / triangle[k][k];
    }
    return weights;
  }
};

/// The longest of what is left comes next.
inline Orthogonal orthogonal(std::span<const Vec> vectors) {
  Orthogonal made;
  std::array<Vec, 3> left;
  Real longest = 0;
  for (std::size_t j = 0; j < vectors.size(); ++j) {
    left[j] = vectors[j];
    longest = std::max(longest, vectors[j].norm());
  }
  for (; made.count < vectors.size(); ++made.count) {
    const std::size_t k = made.count;
    std::size_t next = k;
    for (std::size_t j = k + 1; j < vectors.size(); ++j)
      if (left[j].norm() > left[next].norm()) next = j;
    std::swap(left[k], left[next]);
    std::swap(made.taken[k], made.taken[next]);
    for (std::size_t i = 0; i < k; ++i) std::swap(made.triangle[i][k], made.triangle[i][next]);
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t i = 0; i < k; ++i) {
        const Real along = made.axis[i].dot(left[k]);
        made.triangle[i][k] += along;
        left[k] -= along * made.axis[i];
      }
    const Real length = left[k].norm();
    if (!(length > std::numeric_limits<Real>::epsilon() * longest)) break;
    made.triangle[k][k] = length;
    made.axis[k] = left[k] / length;
    for (std::size_t j = k + 1; j < vectors.size(); ++j) {
      const Real along = made.axis[k].dot(left[j]);
      made.triangle[k][j] = along;
      left[j] -= along * made.axis[k];
    }
  }
  return made;
}

}  // namespace clearance::check
