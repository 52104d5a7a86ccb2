#pragma once

// What the edges of a vertex prove of a direction n of any length, along which it is presumed to be farthest:
// docs/proof.md, section 6. All is inlined: the fast lane asks this of both bodies in every query of a pair that it
// tracks.

#include <cmath>
#include <limits>

#include "core/polytope.hpp"

#ifdef __AVX__
#include <immintrin.h>
#endif

namespace clearance::detail {

/// As near to a vertex as a bound by its star or by faces gets, relative to the radius: 96 u.
inline constexpr double tight_bound = 96.0 * 0x1p-53;
/// Up to so many points a scan costs less than a look at the star of a vertex.
inline constexpr int star_limit = 24;
/// Edges that rise more steeply than this leave no hope for a bound that is as near.
inline constexpr double hopeless_slope = 0x1p-30;

/// The edge from a vertex that rises most steeply along n: by how much to a unit of its length, and where it leads.
/// By differences of points, which keep digits that products with the points themselves have lost.
struct Steepest {
  double rise;
  int vertex;
};
#ifdef __AVX__
/// The same of four edges or more: four at a time.
[[gnu::always_inline]] inline Steepest steepest_of_four(const Place* places, const Edge* edges, int count, const V3& n,
                                                        const V3& at) {
  const auto all = [](double x) { return _mm256_set1_pd(x); };
  const __m256d nx = all(n.x), ny = all(n.y), nz = all(n.z), x0 = all(at.x), y0 = all(at.y), z0 = all(at.z);
  __m256d most = all(-HUGE_VAL), ends = _mm256_setzero_pd();
  static_assert(sizeof(Edge) == sizeof(double) && sizeof(Place) == 4 * sizeof(double));
  for (int k = 0;; k = k + 8 <= count ? k + 4 : count - 4) {
    const auto row = [&](int i) { return _mm256_load_pd(&places[static_cast<std::size_t>(edges[k + i].vertex)].x); };
    const __m256d p = row(0), q = row(1), r = row(2), s = row(3);
    const __m256d xz_low = _mm256_unpacklo_pd(p, q), xz_high = _mm256_unpacklo_pd(r, s);
    const __m256d x = _mm256_sub_pd(_mm256_permute2f128_pd(xz_low, xz_high, 0x20), x0),
                  z = _mm256_sub_pd(_mm256_permute2f128_pd(xz_low, xz_high, 0x31), z0);
    const __m256d y =
        _mm256_sub_pd(_mm256_permute2f128_pd(_mm256_unpackhi_pd(p, q), _mm256_unpackhi_pd(r, s), 0x20), y0);
    const __m256d four = _mm256_loadu_pd(reinterpret_cast<const double*>(edges + k));
    const __m256 both = _mm256_castpd_ps(four);
    const __m256d inverse =
        _mm256_cvtps_pd(_mm_shuffle_ps(_mm256_castps256_ps128(both), _mm256_extractf128_ps(both, 1), 0xDD));
    const __m256d height =
        _mm256_add_pd(_mm256_add_pd(_mm256_mul_pd(nx, x), _mm256_mul_pd(ny, y)), _mm256_mul_pd(nz, z));
    const __m256d rise = _mm256_mul_pd(height, inverse), steeper = _mm256_cmp_pd(rise, most, _CMP_GT_OQ);
    most = _mm256_blendv_pd(most, rise, steeper);
    ends = _mm256_blendv_pd(ends, four, steeper);
    if (k + 4 >= count) break;
  }
  __m256d largest = _mm256_max_pd(most, _mm256_permute_pd(most, 5));
  largest = _mm256_max_pd(largest, _mm256_permute2f128_pd(largest, largest, 1));
  const int lanes = _mm256_movemask_pd(_mm256_cmp_pd(most, largest, _CMP_EQ_OQ));
  alignas(32) Edge end[4];
  _mm256_store_pd(reinterpret_cast<double*>(end), ends);
  return {_mm256_cvtsd_f64(largest), end[__builtin_ctz(static_cast<unsigned>(lanes) | 8U)].vertex};
}
#endif
[[gnu::always_inline]] inline Steepest steepest_edge(const Polytope& p, const V3& n, int vertex) {
  const Place* const places = p.places.data();
  const Place& self = places[static_cast<std::size_t>(vertex)];
  const V3 at = self.at();
#ifdef __AVX__
  if (self.edge_count >= 4) [[likely]]
    return steepest_of_four(places, p.edges.data() + self.first_edge, self.edge_count, n, at);
#endif
  Steepest most{-std::numeric_limits<double>::infinity(), vertex};
  for (const Edge *it = p.edges.data() + self.first_edge, *const end = it + self.edge_count; it != end; ++it) {
    const double rise = dot(n, places[static_cast<std::size_t>(it->vertex)].at() - at) * it->inverse_length;
    const bool steeper = rise > most.rise;
    most.rise = steeper ? rise : most.rise;
    most.vertex = steeper ? it->vertex : most.vertex;
  }
  return most;
}

/// h(n) by the star of a vertex. If no edge rises along n, h(n) <= n . v + slack |n|; if some do, by at most `rising`
/// for n of unit length, n is turned towards the axis of the star until none does.
[[gnu::always_inline]] inline double bound_by_star(const Polytope& p, const V3& n, double length, int vertex,
                                                   double rising) {
  const Star& star = p.stars[static_cast<std::size_t>(vertex)];
  const double slope = rising + 6.0 * 0x1p-53;
  const double turned = slope > 0.0 ? slope * (norm(n * (1.0 / length) - star.axis()) + 8.0 * 0x1p-53) : 0.0;
  return dot(n, p.walked_vertex(vertex)) + length * (star.slack + star.blur * turned);
}

/// What a bound is to stay below, to be as near to the vertex as rounding allows.
[[gnu::always_inline]] inline double tight_support(const Polytope& p, const V3& n, double length, int vertex) {
  return dot(n, p.walked_vertex(vertex)) + tight_bound * length * p.radius;
}

/// The support value along n if the vertex is farthest and its star proves it, else infinity. Precondition: the hull
/// has stars, and its points are the truth.
[[gnu::always_inline]] inline double star_value(const Polytope& p, const V3& n, double length, int vertex) {
  const double rising = steepest_edge(p, n, vertex).rise / length;
  if (rising > hopeless_slope) [[unlikely]]
    return std::numeric_limits<double>::infinity();
  const double bound = bound_by_star(p, n, length, vertex, rising);
  return bound <= tight_support(p, n, length, vertex) ? bound : std::numeric_limits<double>::infinity();
}

}  // namespace clearance::detail
