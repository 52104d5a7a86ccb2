#pragma once

// GJK between two bodies with vertices, in the frame of a, on indices: a corner is a point w of the difference and two
// indices. Directions are normals of features times any positive number, so that no root and no division is between
// two support points; heights and stops are found beside that. The sub-problem looks at the features of the newest
// corner alone: the others had their turn before it came. Nothing rests on what is found: it is settled with care.
//
// Invariants: 1 <= count <= 3 at the head of the loop; the distance strictly decreases.

#include <cmath>

#include "solvers/fast/settle.hpp"
#include "solvers/gjk.hpp"

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace clearance::detail {

/// The index of the vertex of a core that is farthest along n.
template <Kind kind>
[[gnu::always_inline]] inline int fast_support(const Core& core, const V3& n, [[maybe_unused]] int from) {
  if constexpr (kind == Kind::point) {
    return 0;
  } else if constexpr (kind == Kind::segment) {
    return dot(n, core.ends[1] - core.ends[0]) > 0.0 ? 1 : 0;
  } else if constexpr (kind == Kind::box) {
    return (n.x > 0.0 ? 1 : 0) | (n.y > 0.0 ? 2 : 0) | (n.z > 0.0 ? 4 : 0);
  } else {
    const Polytope& p = core.polytope;
#ifdef __AVX__
    if (p.padded == scan_padding) {  // all of them in two registers
      const __m256d x = _mm256_set1_pd(n.x), y = _mm256_set1_pd(n.y), z = _mm256_set1_pd(n.z);
      const auto values = [&](int i) {
        return _mm256_add_pd(
            _mm256_add_pd(_mm256_mul_pd(_mm256_loadu_pd(p.x() + i), x), _mm256_mul_pd(_mm256_loadu_pd(p.y() + i), y)),
            _mm256_mul_pd(_mm256_loadu_pd(p.z() + i), z));
      };
      const __m256d low = values(0), high = values(4);
      __m256d most = _mm256_max_pd(low, high);
      most = _mm256_max_pd(most, _mm256_permute_pd(most, 5));
      most = _mm256_max_pd(most, _mm256_permute2f128_pd(most, most, 1));
      const auto where = [&](const __m256d& v) {
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(v, most, _CMP_EQ_OQ)));
      };
      const unsigned found = where(low) | where(high) << 4U;
      const int k = found != 0 ? __builtin_ctz(found) : 0;
      return k < p.vertices ? k : 0;
    }
#endif
    return support_vertex(p, n, from);
  }
}

/// A vertex, edge or face of a simplex: the nearest point of the origin is inside it. `direction` is along that point,
/// and the distance is height / sqrt(length_sq).
struct SimplexFeature {
  V3 direction;
  double height, length_sq;
  int count;
  std::array<int, 3> index;
  double rank() const { return height * height / length_sq; }
};

[[gnu::always_inline]] inline SimplexFeature vertex_feature(const V3& c, int k) {
  const double square = norm_sq(c);
  return {c, square, square, 1, {k, 0, 0}};
}
/// An edge with the nearest point inside.
[[gnu::always_inline]] inline SimplexFeature edge_feature(const V3& c, const V3& e, double along, double length_sq,
                                                          int i, int k) {
  const V3 direction = c * length_sq + e * along;
  return {direction, dot(direction, c), norm_sq(direction), 2, {i, k, 0}};
}
/// A face with the nearest point inside.
[[gnu::always_inline]] inline SimplexFeature face_feature(const V3& c, const V3& n, int i, int j, int k) {
  const double height = dot(n, c);
  return {height < 0.0 ? -n : n, std::fabs(height), norm_sq(n), 3, {i, j, k}};
}

/// The edge from a to the newest corner c. Beyond c, it is c; a had its turn.
[[gnu::always_inline]] inline SimplexFeature newest_edge(const V3& a, const V3& c, int i, int k) {
  const V3 e = a - c;
  const double along = -dot(c, e);
  return along > 0.0 ? edge_feature(c, e, along, norm_sq(e), i, k) : vertex_feature(c, k);
}

[[gnu::always_inline]] inline SimplexFeature newest_face(const V3& a, const V3& b, const V3& c, int i, int j, int k) {
  const V3 u = a - c, v = b - c, n = cross(u, v);
  const bool beyond_a = !(dot(cross(u, n), c) > 0.0), beyond_b = !(dot(cross(n, v), c) > 0.0);
  if (!beyond_a && !beyond_b) return face_feature(c, n, i, j, k);
  if (!beyond_b) return newest_edge(a, c, i, k);
  const SimplexFeature second = newest_edge(b, c, j, k);
  if (!beyond_a) return second;
  const SimplexFeature first = newest_edge(a, c, i, k);
  return second.rank() < first.rank() ? second : first;
}

/// The feature of up to four corners, the last of them new, that is nearest to the origin. False: the origin is inside.
[[gnu::always_inline]] inline bool nearest_feature(const std::array<V3, 4>& w, int count, SimplexFeature& f) {
  if (count == 2) {
    f = newest_edge(w[0], w[1], 0, 1);
    return true;
  }
  if (count == 3) {
    f = newest_face(w[0], w[1], w[2], 0, 1, 2);
    return true;
  }
  const V3 u = w[0] - w[3], v = w[1] - w[3], t = w[2] - w[3];
  const V3 uv = cross(u, v), vt = cross(v, t), tu = cross(t, u);
  const double sign = dot(uv, t) < 0.0 ? -1.0 : 1.0;
  const bool beyond_uv = !(dot(uv, w[3]) * sign < 0.0), beyond_tu = !(dot(tu, w[3]) * sign < 0.0),
             beyond_vt = !(dot(vt, w[3]) * sign < 0.0);
  if (!beyond_uv && !beyond_tu && !beyond_vt) return false;
  f = {V3(0, 0, 0), HUGE_VAL, 1.0, 0, {0, 0, 0}};
  const auto consider = [&](const SimplexFeature& other) {
    if (other.rank() < f.rank()) f = other;
  };
  if (beyond_uv) consider(newest_face(w[0], w[1], w[3], 0, 1, 3));
  if (beyond_tu) consider(newest_face(w[0], w[2], w[3], 0, 2, 3));
  if (beyond_vt) consider(newest_face(w[1], w[2], w[3], 1, 2, 3));
  return true;
}

/// The gap that double precision can close, relative to the size of the pair.
inline constexpr double tightest_search = 0x1p-49;

enum class Search { apart, inside, lost };

/// Searches from the corners given, which make a vertex, an edge or a face with the nearest point inside, or from the
/// direction between the bodies if there are none. Leaves at most three corners, or four that hold the origin.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline Search index_gjk(const PlainPair& pair, const Core& a, const Core& b, const Goal& goal,
                                               Corners& corners, int& iterations) {
  const M3 map = transposed_times(pair.map_a, pair.map_b);
  const V3 offset = transposed_times(pair.map_a, pair.offset);
  const Body body_a = plain_body<kind_a>(a), body_b = plain_body<kind_b>(b);
  std::array<V3, 4> w;
  const auto point = [&](int i, int j) { return map * vertex_of(body_b, j) + offset - vertex_of(body_a, i).at(); };
  int last_a = -1, last_b = -1;
  const auto look = [&](const V3& n) {
    last_a = fast_support<kind_a>(a, n, last_a);
    last_b = fast_support<kind_b>(b, -transposed_times(map, n), last_b);
  };
  if (corners.count == 0) {
    look(norm_sq(offset) > 0.0 ? offset : V3(1, 0, 0));
    corners.count = 1;
    corners.a[0] = last_a;
    corners.b[0] = last_b;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(corners.count); ++i) w[i] = point(corners.a[i], corners.b[i]);
  SimplexFeature f;
  if (corners.count == 1) {
    f = vertex_feature(w[0], 0);
  } else if (corners.count == 2) {
    const V3 e = w[0] - w[1];
    f = edge_feature(w[1], e, -dot(w[1], e), norm_sq(e), 0, 1);
  } else {
    f = face_feature(w[2], cross(w[0] - w[2], w[1] - w[2]), 0, 1, 2);
  }
  double distance = f.height / std::sqrt(f.length_sq);
  for (;;) {
    if (!(distance > origin_rounding * pair.size)) return Search::lost;
    look(f.direction);
    const V3 x = point(last_a, last_b);
    ++iterations;
    const double lower = dot(f.direction, x) / std::sqrt(f.length_sq);
    if (distance - lower <= goal.gap || lower > goal.max_distance || distance < goal.min_distance) return Search::apart;
    bool known = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(corners.count); ++i)
      known |= (corners.a[i] == last_a) & (corners.b[i] == last_b);
    if (known) return Search::apart;
    if (iterations >= gjk_limit) return Search::lost;
    const auto k = static_cast<std::size_t>(corners.count);
    w[k] = x;
    corners.a[k] = last_a;
    corners.b[k] = last_b;
    SimplexFeature next{};
    if (!nearest_feature(w, corners.count + 1, next)) {
      corners.count = 4;
      return Search::inside;
    }
    const double closer = next.height / std::sqrt(next.length_sq);
    if (!(closer < distance)) return Search::apart;
    distance = closer;
    f = next;
    corners.count = next.count;
    for (std::size_t i = 0; i < static_cast<std::size_t>(next.count); ++i) {  // indices ascend
      const auto from = static_cast<std::size_t>(next.index[i]);
      w[i] = w[from];
      corners.a[i] = corners.a[from];
      corners.b[i] = corners.b[from];
    }
  }
}

}  // namespace clearance::detail
