#pragma once

// The Minkowski difference b - a of a pair, by its support function: what GJK and the polytope expansion explore.

#include "placed/pair.hpp"
#include "placed/simplex.hpp"

namespace clearance::detail {

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
  SimplexVertex<T> support(const V3& n) {
    const Support a = detail::support(pair_.a, into_a(n), last_a_);
    const Support b = detail::support(pair_.b, -into_b(n), last_b_);
    last_a_ = a.vertex;
    last_b_ = b.vertex;
    return make(a, b);
  }

  SimplexVertex<T> vertices(int i, int j) const { return make({vertex_of(pair_.a, i), i}, {vertex_of(pair_.b, j), j}); }

  /// Points and directions between the local frames and the coordinates used here.
  V3 place_a(const V3& local) const { return in_frame_of_a_ ? local : pair_.a.map * local; }
  V3 place_b(const V3& local) const { return b_ * local + offset_; }
  const M3& map_b() const { return b_; }
  V3 into_a(const V3& n) const { return in_frame_of_a_ ? n : transposed_times(pair_.a.map, n); }
  V3 into_b(const V3& n) const { return transposed_times(b_, n); }

  /// From coordinates used here to the axes of the pair, and back.
  V3 to_pair(const V3& n) const { return in_frame_of_a_ ? pair_.a.map * n : n; }
  V3 from_pair(const V3& n) const { return in_frame_of_a_ ? transposed_times(pair_.a.map, n) : n; }

  /// A start for walking on large hulls.
  void walk_from(int a, int b) { last_a_ = a, last_b_ = b; }
  const V3& offset() const { return offset_; }
  const Pair& pair() const { return pair_; }

 private:
  SimplexVertex<T> make(const Support& a, const Support& b) const {
    SimplexVertex<T> v;
    v.at_a = a.at;
    v.at_b = b.at;
    v.vertex_a = a.vertex;
    v.vertex_b = b.vertex;
    if constexpr (std::is_same_v<T, double>) {
      v.w = place_b(b.at) - place_a(a.at);
    } else {
      v.w =
          Matrix<T>{Vector<T>(b_.r0), Vector<T>(b_.r1), Vector<T>(b_.r2)} * Vector<T>(b.at) + Vector<T>(offset_) -
          Matrix<T>{Vector<T>(pair_.a.map.r0), Vector<T>(pair_.a.map.r1), Vector<T>(pair_.a.map.r2)} * Vector<T>(a.at);
    }
    return v;
  }

  const Pair& pair_;
  bool in_frame_of_a_;
  M3 b_;
  V3 offset_;
  int last_a_ = -1, last_b_ = -1;
};

/// Local witness points and features of a weighted simplex.
template <class T>
void set_witness(Proposal& proposal, const Pair& pair, const SimplexVertex<T>* vertex, const T* weight, int count) {
  proposal.at_a = proposal.at_b = V3(0, 0, 0);
  const auto add = [](Feature& feature, int v) {
    if (v < 0 || feature.count >= 3) return;
    for (int i = 0; i < feature.count; ++i)
      if (feature.vertices[static_cast<std::size_t>(i)] == v) return;
    feature.vertices[static_cast<std::size_t>(feature.count++)] = v;
  };
  const auto source = [](const Body& body, int v) {
    return v >= 0 && body.kind == Kind::polytope ? body.core->polytope.source[static_cast<std::size_t>(v)] : v;
  };
  proposal.feature_a = proposal.feature_b = Feature{};
  proposal.corners = count;
  for (int i = 0; i < count; ++i) {
    const double w = to_double(weight[i]);
    const auto k = static_cast<std::size_t>(i);
    proposal.corner_a[k] = vertex[i].at_a;
    proposal.corner_b[k] = vertex[i].at_b;
    proposal.weight[k] = w;
    proposal.at_a = proposal.at_a + vertex[i].at_a * w;
    proposal.at_b = proposal.at_b + vertex[i].at_b * w;
    add(proposal.feature_a, source(pair.a, vertex[i].vertex_a));
    add(proposal.feature_b, source(pair.b, vertex[i].vertex_b));
  }
  proposal.vertex_a = vertex[count - 1].vertex_a;
  proposal.vertex_b = vertex[count - 1].vertex_b;
}

/// Below this, relative to the size of the pair, rounding decides on which side of a simplex the origin is.
inline constexpr double origin_rounding = 0x1p-51;

/// Whether a corner that a query left behind is of these bodies: a state may be foreign.
inline bool has_corner(const Pair& pair, int a, int b) {
  return a >= 0 && a < vertex_count(pair.a) && b >= 0 && b < vertex_count(pair.b);
}

/// Leaves the simplex that holds the answer to the next query of the pair; any method may start from it.
template <class T>
void remember(PairState& state, const Pair& pair, const Simplex<T>& simplex, const Proposal& proposal) {
  const V3 direction = transposed_times(pair.a.map, proposal.normal);
  state.direction = (direction * (1.0 / pair.factor_a)).eigen();
  state.count = 0;
  for (int i = 0; i < simplex.count; ++i) {
    const auto& v = simplex.vertex[static_cast<std::size_t>(i)];
    const auto k = static_cast<std::size_t>(state.count);
    if (v.vertex_a < 0 || v.vertex_b < 0) continue;
    state.support_a[k] = v.vertex_a;
    state.support_b[k] = v.vertex_b;
    ++state.count;
  }
}

}  // namespace clearance::detail
