#pragma once

// The Minkowski difference b - a of a pair, by its support function: what GJK and the polytope expansion explore.

#include "proof/certify.hpp"
#include "proof/simplex_vertex.hpp"

namespace clearance::detail {

/// A point of the difference, and the points of a and b that it is made of. What is proven of an overlap rests on such
/// points, so only the difference makes them.
template <class T>
class DifferencePoint {
 public:
  DifferencePoint() = default;  // not initialised
  const Vector<T>& w() const { return w_; }
  int vertex_a() const { return vertex_a_; }
  int vertex_b() const { return vertex_b_; }
  operator SimplexVertex<T>() const {  // NOLINT(google-explicit-constructor): a vertex with nothing left out
    return {w_, at_a_, at_b_, vertex_a_, vertex_b_};
  }

 private:
  template <class>
  friend class Difference;
  Vector<T> w_;
  Member at_a_, at_b_;
  int vertex_a_, vertex_b_;
};

template <class T>
class Difference {
 public:
  /// In double and for a rigid a, coordinates are those of a, which saves half of the rotations; else the pair's.
  explicit Difference(const Pair& pair) : pair_(pair), in_frame_of_a_(pair.rigid_a && std::is_same_v<T, double>) {
    if (in_frame_of_a_) {
      b_ = transposed_times(pair.a.map, pair.b.map);
      offset_ = transposed_times(pair.a.map, pair.offset);
    } else {
      b_ = pair.b.map;
      offset_ = pair.offset;
    }
  }

  /// The point of b - a that is farthest against n: for the normal n from a to b, that of the gap.
  DifferencePoint<T> support(const V3& n) {
    const Support a = detail::support(pair_.a, into_a(n), last_a_);
    const Support b = detail::support(pair_.b, -into_b(n), last_b_);
    last_a_ = a.vertex;
    last_b_ = b.vertex;
    return make(a, b);
  }

  DifferencePoint<T> vertices(int i, int j) const {
    return make({vertex_of(pair_.a, i), i}, {vertex_of(pair_.b, j), j});
  }

  /// Points and directions between the local frames and the coordinates used here.
  V3 place_a(const V3& local) const { return in_frame_of_a_ ? local : pair_.a.map * local; }
  V3 place_b(const V3& local) const { return b_ * local + offset_; }
  const M3& map_b() const { return b_; }
  V3 into_a(const V3& n) const { return in_frame_of_a_ ? n : transposed_times(pair_.a.map, n); }
  V3 into_b(const V3& n) const { return transposed_times(b_, n); }

  /// From coordinates used here to the axes of the pair, and back.
  V3 to_pair(const V3& n) const { return in_frame_of_a_ ? pair_.a.map * n : n; }
  V3 from_pair(const V3& n) const { return in_frame_of_a_ ? transposed_times(pair_.a.map, n) : n; }

  /// A point that a simplex holds.
  DifferencePoint<T> of(const SimplexVertex<T>& v) const { return make({v.at_a, v.vertex_a}, {v.at_b, v.vertex_b}); }

  /// A start for walking on large hulls.
  void walk_from(int a, int b) { last_a_ = a, last_b_ = b; }
  const V3& offset() const { return offset_; }
  const Pair& pair() const { return pair_; }

 private:
  DifferencePoint<T> make(const Support& a, const Support& b) const {
    DifferencePoint<T> v;
    v.at_a_ = a.at;
    v.at_b_ = b.at;
    v.vertex_a_ = a.vertex;
    v.vertex_b_ = b.vertex;
    if constexpr (std::is_same_v<T, double>) {
      v.w_ = place_b(b.at) - place_a(a.at);
    } else {
      v.w_ = Matrix<T>{Vector<T>(b_.r0), Vector<T>(b_.r1), Vector<T>(b_.r2)} * Vector<T>(b.at.at()) +
             Vector<T>(offset_) -
             Matrix<T>{Vector<T>(pair_.a.map.r0), Vector<T>(pair_.a.map.r1), Vector<T>(pair_.a.map.r2)} *
                 Vector<T>(a.at.at());
    }
    return v;
  }

  const Pair& pair_;
  bool in_frame_of_a_;
  M3 b_;
  V3 offset_;
  int last_a_ = -1, last_b_ = -1;
};

}  // namespace clearance::detail
