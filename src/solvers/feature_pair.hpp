#pragma once

// Two features and the link between their nearest points, for the methods that keep features instead of a simplex of
// the difference. A feature is a set of vertices of one body: one, two or three, and four for a moment. Templates over
// the number type: double in the library, or one that counts operations (feature_link.hpp has what those need).

#include <array>

#include "placed/witness.hpp"
#include "solvers/local_methods.hpp"

namespace clearance::detail {

template <class T>
struct FeatureSetOf {
  int count = 0;
  std::array<int, 4> vertex{};
  std::array<Vector<T>, 4> at;  ///< in the coordinates of the solver
  std::array<T, 4> weight{T(0.0), T(0.0), T(0.0), T(0.0)};

  void add(int v, const Vector<T>& position) {
    const auto k = static_cast<std::size_t>(count++);
    vertex[k] = v;
    at[k] = position;
    weight[k] = T(0.0);
  }
  bool contains(int v) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      if (vertex[i] == v) return true;
    return false;
  }
  Vector<T> point() const {
    Vector<T> p = at[0] * weight[0];
    for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i) p = p + at[i] * weight[i];
    return p;
  }
  /// Drops the vertices without weight.
  void reduce() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      if (!(weight[i] > T(0.0))) continue;
      if (kept != i) vertex[kept] = vertex[i], at[kept] = at[i], weight[kept] = weight[i];
      ++kept;
    }
    count = static_cast<int>(kept);
  }
};

/// The nearest points of two features.
template <class T>
struct LinkOf {
  FeatureSetOf<T> a, b;   ///< no more than the nearest points are made of
  Vector<T> between{};    ///< from the point on a to the point on b
  Vector<T> direction{};  ///< along it, with the better digits where the gap is small; not of unit length
  T distance_sq{0.0};
  bool crossing = false;  ///< the features meet
};

using FeatureSet = FeatureSetOf<double>;
using Link = LinkOf<double>;

/// Solves the pair of features of a link, of which at most one has more than two vertices. A facet and its new point
/// make four; then the other feature is a vertex.
template <class T>
void relink(LinkOf<T>& link, double noise);
extern template void relink(Link& link, double noise);

inline Link link_features(const FeatureSet& a, const FeatureSet& b, double noise) {
  Link link;
  link.a = a;
  link.b = b;
  relink(link, noise);
  return link;
}

/// The features as at most three points of the difference: what certify and the next query take.
Simplex<double> corners_of(const Link& link, const Pair& pair);

}  // namespace clearance::detail
