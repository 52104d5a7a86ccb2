#pragma once

// Two bodies with vertices looked at along a direction in the frame of a, of any length: the farthest vertex of each,
// and how far the bodies are apart along it, which the same scan proves. A small b is laid out in the frame of a first,
// so that neither directions nor vertices have to be turned. Rounding: docs/proof.md, section 5a.

#include <bit>
#include <cstdint>

#include "core/scan.hpp"
#include "proof/plain_ends.hpp"
#include "proof/star_look.hpp"

namespace clearance::detail {

/// A vertex that is farthest along n, in the frame of a; its n . x, and its index.
struct Summit {
  V3 at;
  double value;
  int vertex;
};

/// The corner of a box by the signs along its axes, without branches, which could not be predicted.
[[gnu::always_inline]] inline int corner_along(double x, double y, double z) {
  const auto positive = [](double value) { return 1 - static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 63U); };
  return positive(x) | positive(y) << 1 | positive(z) << 2;
}

/// Hulls whose points are all vertices and the truth: a scan of them is a support value.
[[gnu::always_inline]] inline bool is_scanned(const Polytope& p) {
  return (p.vertices <= scan_limit) & (p.total == p.vertices) & !p.from_halfspaces;
}

#ifdef __AVX512F__
/// As farthest_in, for arrays of so many times eight entries: all in registers. Padding repeats the first entry, and
/// the lowest index wins.
template <int blocks>
[[gnu::always_inline]] inline Farthest farthest_in_registers(const ScanArrays& at, const V3& n) {
  static_assert(scan_padding == 8 && blocks <= 4);
  const __m512d x = _mm512_set1_pd(n.x), y = _mm512_set1_pd(n.y), z = _mm512_set1_pd(n.z);
  __m512d value[blocks], most;
  for (int k = 0; k < blocks; ++k) {
    const __m512d xy =
        _mm512_add_pd(_mm512_mul_pd(_mm512_loadu_pd(at.x + 8 * k), x), _mm512_mul_pd(_mm512_loadu_pd(at.y + 8 * k), y));
    value[k] = _mm512_add_pd(xy, _mm512_mul_pd(_mm512_loadu_pd(at.z + 8 * k), z));
    most = k == 0 ? value[0] : _mm512_max_pd(most, value[k]);
  }
  const __m256d half = _mm256_max_pd(_mm512_castpd512_pd256(most), _mm512_extractf64x4_pd(most, 1));
  const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(half), _mm256_extractf128_pd(half, 1));
  const __m128d one = _mm_max_sd(two, _mm_unpackhi_pd(two, two));
  most = _mm512_broadcastsd_pd(one);
  unsigned found = 0;
  for (int k = 0; k < blocks; ++k)
    found |= static_cast<unsigned>(_mm512_cmp_pd_mask(value[k], most, _CMP_EQ_OQ)) << static_cast<unsigned>(8 * k);
  return {_mm_cvtsd_f64(one), found != 0 ? __builtin_ctz(found) : 0};
}
#endif

[[gnu::always_inline]] inline Farthest farthest(const ScanArrays& at, const V3& n, int count, int padded) {
#ifdef __AVX512F__
  if (padded == 8) return farthest_of_few(at, n, count);
  if (padded == 16) return farthest_in_registers<2>(at, n);
  if (padded == 32) return farthest_in_registers<4>(at, n);
#else
  if (padded == scan_padding) return farthest_of_few(at, n, count);
#endif
  return farthest_in<false>(at, n, 0.0, count);
}

/// The largest n . x among all points. Of as many as are scanned, that takes less time than a look around a vertex,
/// whose branches depend on it.
[[gnu::always_inline]] inline double largest_value(const Polytope& p, const V3& n) {
  // As many numbers at a time as the processor compares in a register, and eight in each turn.
#if defined(__AVX512F__)
  constexpr int lanes = 8;
#elif defined(__AVX__)
  constexpr int lanes = 4;
#else
  constexpr int lanes = 2;
#endif
  constexpr int packs = scan_padding / lanes;
  using Pack = double __attribute__((vector_size(8 * lanes), aligned(8), may_alias));
  static_assert(scan_padding == 8);
  const double *const x = p.x(), *const y = x + p.padded, *const z = y + p.padded;
  const auto mul_add = [](const Pack& a, double s, const Pack& b) -> Pack {
#if defined(__AVX512F__)
    return _mm512_fmadd_pd(a, _mm512_set1_pd(s), b);
#elif defined(__FMA__)
    return _mm256_fmadd_pd(a, _mm256_set1_pd(s), b);
#else
    return b + a * s;
#endif
  };
  const auto values = [&](int i) {
    const auto pack = [i](const double* from) { return *reinterpret_cast<const Pack*>(from + i); };
    return mul_add(pack(z), n.z, mul_add(pack(y), n.y, pack(x) * n.x));
  };
  Pack most[packs];
  for (int k = 0; k < packs; ++k) most[k] = values(lanes * k);
  for (int i = 8; i < p.padded; i += 8)
    for (int k = 0; k < packs; ++k) {
      const Pack next = values(i + lanes * k);
      most[k] = most[k] > next ? most[k] : next;
    }
  const auto of = [&](int i) { return most[i / lanes][i % lanes]; };
  const double first = larger(larger(of(0), of(4)), larger(of(1), of(5))),
               second = larger(larger(of(2), of(6)), larger(of(3), of(7)));
  return larger(first, second);
}

/// The support value along n, of any length: by all points where these are few, else by a look around a vertex, which
/// is infinite if that is not farthest; by any means if no vertex is given.
template <Kind kind>
[[gnu::always_inline]] inline double support_value_at(const Core& core, const V3& n, int vertex) {
  if constexpr (kind == Kind::segment) {
    return larger(dot(n, core.ends[0]), dot(n, core.ends[1]));
  } else if constexpr (kind != Kind::polytope) {
    return outer_support(plain_body<kind>(core), n, vertex);
  } else {
    const Polytope& p = core.polytope;
    if (p.from_halfspaces | (p.padded > scan_limit)) {
      if (vertex < 0) return outer_support(p, n, -1);
      if (p.from_halfspaces || p.stars.empty()) [[unlikely]]
        return outer_support_at(p, n, vertex);
      return star_value(p, n, norm(n), vertex);
    }
    return largest_value(p, n);
  }
}

/// The same by any means, from a vertex that may not be farthest, nor near it; -1: from none.
template <Kind kind>
[[gnu::always_inline]] inline double support_value_near(const Core& core, const V3& n, int vertex) {
  if constexpr (kind == Kind::polytope)
    if (vertex >= 0 && core.polytope.padded > scan_limit)
      return outer_support(core.polytope, n, support_vertex(core.polytope, n, vertex));
  return support_value_at<kind>(core, n, -1);
}

/// a, which is where its local coordinates are.
template <Kind kind>
class StillBody {
 public:
  explicit StillBody(const Core& core) : core_(core) {
    if constexpr (kind == Kind::polytope) scanned_ = is_scanned(core.polytope);
  }
  /// Whether the value is one.
  [[gnu::always_inline]] bool proves() const { return kind != Kind::polytope || scanned_; }

  [[gnu::always_inline]] Summit along(const V3& n, int from) const {
    if constexpr (kind == Kind::point) {
      return {core_.ends[0], dot(n, core_.ends[0]), 0};
    } else if constexpr (kind == Kind::segment) {
      const double p = dot(n, core_.ends[0]), q = dot(n, core_.ends[1]);
      return q > p ? Summit{core_.ends[1], q, 1} : Summit{core_.ends[0], p, 0};
    } else if constexpr (kind == Kind::box) {
      const V3& h = core_.size;
      const V3 at(std::copysign(h.x, n.x), std::copysign(h.y, n.y), std::copysign(h.z, n.z));
      return {at, std::fabs(n.x) * h.x + std::fabs(n.y) * h.y + std::fabs(n.z) * h.z, corner_along(n.x, n.y, n.z)};
    } else {
      const Polytope& p = core_.polytope;
      if (scanned_) {
        const Farthest found = farthest({p.x(), p.y(), p.z(), nullptr}, n, p.vertices, p.padded);
        return {p.vertex(found.at), found.value, found.at};
      }
      const int vertex = support_vertex(p, n, from);
      const V3 at = p.walked_vertex(vertex);
      return {at, dot(n, at), vertex};
    }
  }

 private:
  const Core& core_;
  bool scanned_ = true;
};

/// b, moved to the frame of a.
template <Kind kind>
class MovedBody {
 public:
  MovedBody(const PlainPair& pair, const Core& core) : pair_(pair), core_(core) {
    const M3& m = pair.map;
    if constexpr (kind == Kind::box) {
      const V3& h = core.size;
      edge_ = {V3(m.r0.x, m.r1.x, m.r2.x) * h.x, V3(m.r0.y, m.r1.y, m.r2.y) * h.y, V3(m.r0.z, m.r1.z, m.r2.z) * h.z};
    } else if constexpr (kind == Kind::polytope) {
      const Polytope& p = core.polytope;
      scanned_ = is_scanned(p);
      laid_out_ = scanned_ && p.padded <= most_laid_out;
      if (laid_out_) lay_out(p);
    } else {
      end_ = {m * core.ends[0] + pair.shift, m * core.ends[1] + pair.shift};
    }
  }
  [[gnu::always_inline]] bool proves() const { return kind != Kind::polytope || scanned_; }

  [[gnu::always_inline]] Summit along(const V3& n, int from) const {
    if constexpr (kind == Kind::point) {
      return {end_[0], dot(n, end_[0]), 0};
    } else if constexpr (kind == Kind::segment) {
      const double p = dot(n, end_[0]), q = dot(n, end_[1]);
      return q > p ? Summit{end_[1], q, 1} : Summit{end_[0], p, 0};
    } else if constexpr (kind == Kind::box) {
      const double x = dot(n, edge_[0]), y = dot(n, edge_[1]), z = dot(n, edge_[2]);
      const V3 at = pair_.shift + edge_[0] * std::copysign(1.0, x) + edge_[1] * std::copysign(1.0, y) +
                    edge_[2] * std::copysign(1.0, z);
      return {at, dot(n, pair_.shift) + (std::fabs(x) + std::fabs(y) + std::fabs(z)), corner_along(x, y, z)};
    } else {
      const Polytope& p = core_.polytope;
      if (laid_out_) {
        const Farthest found = farthest({x_, y_, z_, nullptr}, n, p.vertices, p.padded);
        const auto k = static_cast<std::size_t>(found.at);
        return {V3(x_[k], y_[k], z_[k]), found.value, found.at};
      }
      const V3 turned = transposed_times(pair_.map, n);
      if (scanned_) {
        const Farthest found = farthest_in<false>({p.x(), p.y(), p.z(), nullptr}, turned, 0.0, p.vertices);
        return {pair_.map * p.vertex(found.at) + pair_.shift, dot(n, pair_.shift) + found.value, found.at};
      }
      const int vertex = support_vertex(p, turned, from);
      const V3 at = pair_.map * p.walked_vertex(vertex) + pair_.shift;
      return {at, dot(n, at), vertex};
    }
  }

 private:
  /// Laying out more points than these costs more than it saves.
  static constexpr int most_laid_out = 32;
  using Pack = double __attribute__((vector_size(32), aligned(8), may_alias));

  [[gnu::always_inline]] void lay_out(const Polytope& p) {
    const M3& m = pair_.map;
    for (int i = 0; i < p.padded; i += 4) {
      const Pack x = *reinterpret_cast<const Pack*>(p.x() + i), y = *reinterpret_cast<const Pack*>(p.y() + i),
                 z = *reinterpret_cast<const Pack*>(p.z() + i);
      *reinterpret_cast<Pack*>(x_ + i) = x * m.r0.x + y * m.r0.y + z * m.r0.z + pair_.shift.x;
      *reinterpret_cast<Pack*>(y_ + i) = x * m.r1.x + y * m.r1.y + z * m.r1.z + pair_.shift.y;
      *reinterpret_cast<Pack*>(z_ + i) = x * m.r2.x + y * m.r2.y + z * m.r2.z + pair_.shift.z;
    }
  }

  const PlainPair& pair_;
  const Core& core_;
  bool scanned_ = true, laid_out_ = false;
  std::array<V3, 3> edge_;
  std::array<V3, 2> end_;
  alignas(64) double x_[most_laid_out], y_[most_laid_out], z_[most_laid_out];
};

/// A look along one direction after the other.
template <Kind kind_a, Kind kind_b>
class PlainLook {
 public:
  PlainLook(const PlainPair& pair, const Core& a, const Core& b) : a_(a), b_(pair, b) {}

  /// Towards b, along a direction of any length.
  [[gnu::always_inline]] void along(const V3& n) {
    const Summit of_a = a_.along(n, vertex_a_), of_b = b_.along(-n, vertex_b_);
    vertex_a_ = of_a.vertex;
    vertex_b_ = of_b.vertex;
    nearest_ = of_b.at - of_a.at;
    direction_ = n;
    square_ = norm_sq(n);
    apart_ = (-of_b.value - of_a.value) / std::sqrt(square_);
  }
  int vertex_a() const { return vertex_a_; }
  int vertex_b() const { return vertex_b_; }
  /// The point of the difference b - a that is lowest along the direction.
  const V3& nearest() const { return nearest_; }
  /// How far the cores are apart along the direction.
  double apart() const { return apart_; }
  /// Whether that is proven. Not, where the square of the length has lost digits or is none.
  bool proves() const { return a_.proves() && b_.proves() && square_ >= 0x1p-900 && square_ <= 0x1p900; }
  /// Leaves it to the pair.
  void record(PlainPair& pair) const {
    pair.seen.direction_ = direction_;
    pair.seen.apart_ = apart_;
    pair.seen.proven_ = proves();
  }

 private:
  StillBody<kind_a> a_;
  MovedBody<kind_b> b_;
  V3 nearest_{}, direction_{};
  double apart_ = -HUGE_VAL, square_ = 0.0;
  int vertex_a_ = -1, vertex_b_ = -1;
};

/// How far the cores are apart along n, in the frame of a, at least, by values at two vertices that are presumed to be
/// farthest, or by a look along just this direction; -infinity if n was not looked along and is not of unit length.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline CoreLower plain_slab_at(const PlainPair& pair, const Core& a, const Core& b, const V3& n,
                                                      int vertex_a, int vertex_b) {
  if (pair.seen.along(n)) return {Prover(), pair.seen.apart()};
  if (!is_unit(n)) return {Prover(), -HUGE_VAL};
  return {Prover(), dot(n, pair.shift) - support_value_at<kind_a>(a, n, vertex_a) -
                        support_value_at<kind_b>(b, -transposed_times(pair.map, n), vertex_b)};
}

/// Looks that take less than a matrix from b to a: each leaves to the pair what it has proven.
class PlainGlance {
 public:
  /// Along a direction of any length in the frame of a, by values at two vertices that are presumed to be farthest.
  template <Kind kind_a, Kind kind_b>
  [[gnu::always_inline]] static void at_vertices(PlainPair& pair, const Core& a, const Core& b, const V3& n,
                                                 double square, int vertex_a, int vertex_b) {
    record_any(pair, n, square,
               dot(n, pair.shift) - support_value_at<kind_a>(a, n, vertex_a) -
                   support_value_at<kind_b>(b, -transposed_times(pair.map, n), vertex_b));
  }
  /// Along a unit vector in the frame of a, by the same direction in the axes of the world. `vertex_a`: presumed to be
  /// farthest; that of b is looked for, since b has turned, and a walk from the last one may be long.
  template <Kind kind_a, Kind kind_b>
  [[gnu::always_inline]] static void turned(PlainPair& pair, const Core& a, const Core& b, const Pose& pose_b,
                                            const V3& n, const Lanes& n_world, int vertex_a) {
    const V3 m = transposed_times(columns_of(pose_b.rotation()), n_world);
    record(pair, n,
           dot(n_world, pair.offset) - support_value_near<kind_a>(a, n, vertex_a) -
               support_value_at<kind_b>(b, -m, -1) * pair.factor_b);
  }
  /// Along a direction of any length in the frame of a box, at a point at its own centre.
  [[gnu::always_inline]] static void box_and_point(PlainPair& pair, const Core& box, const V3& n) {
    const V3& h = box.size;
    record_any(pair, n, norm_sq(n),
               dot(n, pair.shift) - (std::fabs(n.x) * h.x + std::fabs(n.y) * h.y + std::fabs(n.z) * h.z));
  }
  /// Along a direction of any length in the frame of a, at the ends of b.
  template <Kind kind_a, Kind kind_b>
  [[gnu::always_inline]] static void framed_ends(PlainPair& pair, const Core& a, const FramedEnds<kind_b>& ends,
                                                 const V3& n) {
    double of_b = dot(n, ends[0]);
    if constexpr (kind_b == Kind::segment) of_b = smaller(of_b, dot(n, ends[1]));
    record_any(pair, n, norm_sq(n), of_b - support_value_at<kind_a>(a, n, -1));
  }
  /// Along a direction of any length in the axes of the world, at the ends of both.
  template <Kind kind_a, Kind kind_b>
  [[gnu::always_inline]] static void ends(PlainPair& pair, const PlacedEnds<kind_a, kind_b>& ends,
                                          const Lanes& direction) {
    const auto along = [&](const Lanes& end) { return dot(direction, end); };
    double of_a = 0.0, of_b = along(ends.b(0));
    if constexpr (kind_a == Kind::segment) of_a = larger(along(ends.a(0)), along(ends.a(1)));
    if constexpr (kind_b == Kind::segment) of_b = smaller(of_b, along(ends.b(1)));
    record_any(pair, vector_of(direction), norm_sq(direction), of_b - of_a);
  }

 private:
  [[gnu::always_inline]] static void record(PlainPair& pair, const V3& n, double apart) {
    pair.seen.direction_ = n;
    pair.seen.apart_ = apart;
    pair.seen.proven_ = is_unit(n);
  }
  /// Of any length, but for squares that have lost digits.
  [[gnu::always_inline]] static void record_any(PlainPair& pair, const V3& n, double square, double value) {
    pair.seen.direction_ = n;
    pair.seen.apart_ = value / std::sqrt(square);
    pair.seen.proven_ = (square >= 0x1p-900) & (square <= 0x1p900);
  }
};

/// What was seen along n; -infinity if nothing was.
template <Kind kind_a, Kind kind_b>
[[gnu::always_inline]] inline CoreLower plain_slab(const PlainPair& pair, const Core& /*a*/, const Core& /*b*/,
                                                   const V3& n) {
  return {Prover(), pair.seen.along(n) ? pair.seen.apart() : -HUGE_VAL};
}

}  // namespace clearance::detail
