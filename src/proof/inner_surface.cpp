#include "proof/inner_surface.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "proof/inner_ball.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53, wide_roundoff = 0x1p-98;
/// The area of a triangle, relative to the squares of its sides, from which its normal loses digits.
constexpr double thin = 0x1p-12;
constexpr std::uint8_t no_face = 0xff;

using Pack = double __attribute__((vector_size(32)));

template <std::size_t n>
Pack pack_at(const std::array<double, n>& values, int i) {
  Pack pack;
  __builtin_memcpy(&pack, values.data() + i, sizeof pack);
  return pack;
}

/// The lanes that are not less than a bound. (Without AVX one by one: g++ 12 gets comparisons of longer vectors wrong
/// under its sanitizers.)
unsigned at_least(const Pack& values, double bound) {
#ifdef __AVX__
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(values, _mm256_set1_pd(bound), _CMP_GE_OQ)));
#else
  unsigned bits = 0;
  for (unsigned k = 0; k < 4; ++k) bits |= (values[k] >= bound ? 1U : 0U) << k;
  return bits;
#endif
}

Pack lesser(const Pack& p, const Pack& q) {
#ifdef __AVX__
  return _mm256_min_pd(p, q);
#else
  Pack least;
  for (unsigned k = 0; k < 4; ++k) least[k] = p[k] < q[k] ? p[k] : q[k];
  return least;
#endif
}

/// A set of faces.
struct FaceSet {
  std::array<std::uint64_t, InnerSurface::most_faces / 64> word{};
  bool has(int f) const { return (word[index(f)] >> (static_cast<unsigned>(f) & 63U) & 1U) != 0; }
  void take(int f) { word[index(f)] &= ~(std::uint64_t{1} << (static_cast<unsigned>(f) & 63U)); }
  void set_four(int f, unsigned bits) { word[index(f)] |= std::uint64_t{bits} << (static_cast<unsigned>(f) & 63U); }
  static std::size_t index(int f) { return static_cast<std::size_t>(f) >> 6U; }
};

}  // namespace

int InnerSurface::lowest() const {
  Pack least = pack_at(planes_.height, 0);
  for (int i = lanes; i < faces_; i += lanes) least = lesser(pack_at(planes_.height, i), least);
  const double a = least[0] < least[1] ? least[0] : least[1], b = least[2] < least[3] ? least[2] : least[3];
  const double value = a < b ? a : b;
  for (int i = 0; i < faces_; i += lanes) {
    const unsigned found = at_least(-pack_at(planes_.height, i), -value);
    if (found != 0) return i + std::countr_zero(found);
  }
  return 0;
}

/// Normals and heights of triangles.
void InnerSurface::measure(const Corners* face, int count, Planes& into) const {
  alignas(32) std::array<double, most_faces> px, py, pz, qx, qy, qz, rx, ry, rz, far, area;
  const int padded = (count + lanes - 1) / lanes * lanes;
  for (int i = 0; i < padded; ++i) {
    const Corners& f = face[i < count ? i : 0];
    const std::size_t k = at_(i);
    px[k] = x_[f[0]], py[k] = y_[f[0]], pz[k] = z_[f[0]], far[k] = length_[f[0]];
    qx[k] = x_[f[1]], qy[k] = y_[f[1]], qz[k] = z_[f[1]];
    rx[k] = x_[f[2]], ry[k] = y_[f[2]], rz[k] = z_[f[2]];
  }
  for (std::size_t k = 0; k < at_(padded); ++k) {
    const double ux = qx[k] - px[k], uy = qy[k] - py[k], uz = qz[k] - pz[k];
    const double vx = rx[k] - px[k], vy = ry[k] - py[k], vz = rz[k] - pz[k];
    const double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    const double length = std::sqrt(nx * nx + ny * ny + nz * nz), inverse = 1.0 / length;
    const double uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz;
    const double height = (nx * px[k] + ny * py[k] + nz * pz[k]) * inverse;
    into.nx[k] = nx * inverse;
    into.ny[k] = ny * inverse;
    into.nz[k] = nz * inverse;
    into.height[k] = height;
    into.proven[k] = height - 9.0 * unit_roundoff * far[k] * (1.0 + 0.5 * (uu + vv) * inverse);
    const double least = thin * (uu + vv);
    area[k] = length - (least > tiny_length ? least : tiny_length);
  }
  for (int i = 0; i < count; ++i)
    if (!(area[at_(i)] >= 0.0)) [[unlikely]]
      measure_thin(face[i], into, i);
}

[[gnu::noinline, gnu::cold]] void InnerSurface::measure_thin(const Corners& face, Planes& into, int i) const {
  const Wide3 p(at(face[0])), q(at(face[1])), r(at(face[2]));
  Wide3 u = q - p, v = r - p;
  const Wide3 n = normal_of(u, v);
  const DoubleDouble length = norm(n);
  const std::size_t k = at_(i);
  const bool flat = !(to_double(length) > tiny_length);
  const V3 unit = flat ? V3(0, 0, 0) : rounded(n * (DoubleDouble(1.0) / length));
  into.nx[k] = unit.x;
  into.ny[k] = unit.y;
  into.nz[k] = unit.z;
  into.height[k] = flat ? -HUGE_VAL : to_double(dot(n, p) / length);
  into.proven[k] = flat ? -HUGE_VAL : to_double(least_height(p, q, r, wide_roundoff));
}

void InnerSurface::put(int slot, int measured, const Corners& face) {
  const std::size_t to = at_(slot), from = at_(measured);
  planes_.nx[to] = measured_.nx[from];
  planes_.ny[to] = measured_.ny[from];
  planes_.nz[to] = measured_.nz[from];
  planes_.height[to] = measured_.height[from];
  planes_.proven[to] = measured_.proven[from];
  of_[to] = face;
  const auto number = static_cast<std::uint8_t>(slot);
  with_edge_[face[0]][face[1]] = with_edge_[face[1]][face[2]] = with_edge_[face[2]][face[0]] = number;
}

void InnerSurface::move(int from, int to) {
  const std::size_t s = at_(from), t = at_(to);
  planes_.nx[t] = planes_.nx[s];
  planes_.ny[t] = planes_.ny[s];
  planes_.nz[t] = planes_.nz[s];
  planes_.height[t] = planes_.height[s];
  planes_.proven[t] = planes_.proven[s];
  of_[t] = of_[s];
  const Corners& face = of_[t];
  const auto number = static_cast<std::uint8_t>(to);
  with_edge_[face[0]][face[1]] = with_edge_[face[1]][face[2]] = with_edge_[face[2]][face[0]] = number;
}

/// What is read beyond the last face, four at a time, is above all others.
void InnerSurface::pad() {
  for (int i = faces_; i % lanes != 0; ++i) planes_.height[at_(i)] = HUGE_VAL;
}

bool InnerSurface::make_tetrahedron(double noise) {
  faces_ = 0;
  if (corners_ != 4) return false;
  const V3 p = at(0), n = cross(at(1) - p, at(2) - p);
  const double volume = dot(n, at(3) - p), base = norm(n);
  if (!(base > 0.0) || !(std::fabs(volume) > noise * base)) return false;
  static constexpr std::array<Corners, 4> below{{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}},
      above{{{1, 0, 2}, {1, 3, 0}, {0, 3, 2}, {2, 3, 1}}};
  const Corners* face = volume > 0.0 ? above.data() : below.data();
  measure(face, 4, measured_);
  for (int f = 0; f < 4; ++f) put(f, f, face[f]);
  faces_ = 4;
  on_faces_ = corners_;
  return true;
}

bool InnerSurface::make_faces(const std::array<std::uint8_t, 3>* faces, int count) {
  faces_ = 0;
  if (count < 4 || count > most_faces) return false;
  for (int i = 0; i < corners_; ++i) {
    auto& row = with_edge_[at_(i)];
    for (int k = 0; k < corners_; k += 16) __builtin_memset(row.data() + k, no_face, 16);
  }
  bool fits = true;
  for (int f = 0; f < count; ++f) {
    const auto [p, q, r] = faces[f];
    if (p >= corners_ || q >= corners_ || r >= corners_ || p == q || q == r || r == p) return false;
    std::uint8_t &first = with_edge_[p][q], &second = with_edge_[q][r], &third = with_edge_[r][p];
    fits = fits && (first & second & third) == no_face;
    first = second = third = static_cast<std::uint8_t>(f);
    of_[at_(f)] = faces[f];
  }
  for (int f = 0; f < count; ++f) {
    const auto [p, q, r] = faces[f];
    fits = fits && with_edge_[q][p] != no_face && with_edge_[r][q] != no_face && with_edge_[p][r] != no_face;
  }
  if (!fits) return false;
  measure(faces, count, planes_);
  faces_ = count;
  on_faces_ = corners_;
  pad();
  return true;
}

bool InnerSurface::cover(int face, double slack) {
  const int apex = corners_ - 1;
  if (apex < on_faces_) return false;
  const V3 w = at(apex);
  FaceSet above;
  for (int i = 0; i < faces_; i += lanes) {
    const Pack height = pack_at(planes_.nx, i) * w.x + pack_at(planes_.ny, i) * w.y + pack_at(planes_.nz, i) * w.z -
                        pack_at(planes_.height, i);
    above.set_four(i, at_least(height, -slack));
  }
  std::array<std::uint8_t, most_faces> removed;
  std::array<Corners, most_faces> cone;
  int gone = 1, border = 0;
  std::uint64_t leaving = 0;
  bool simple = true;
  removed[0] = static_cast<std::uint8_t>(face);
  above.take(face);
  FaceSet taken;
  taken.set_four(face, 1);
  for (int i = 0; i < gone; ++i) {
    const Corners& f = of_[removed[at_(i)]];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint8_t from = f[k], to = f[(k + 1) % 3];
      const int other = with_edge_[to][from];
      if (taken.has(other)) continue;
      if (above.has(other)) {
        above.take(other);
        taken.set_four(other, 1);
        removed[at_(gone++)] = static_cast<std::uint8_t>(other);
        continue;
      }
      const std::uint64_t bit = std::uint64_t{1} << from;
      simple &= (leaving & bit) == 0;
      leaving |= bit;
      if (border == most_corners) return false;
      cone[at_(border++)] = {from, to, static_cast<std::uint8_t>(apex)};
    }
  }
  // A corner that the border passes twice would give the cone an edge twice.
  if (!simple || border < 3 || faces_ - gone + border > most_faces) return false;
  measure(cone.data(), border, measured_);
  for (int i = 0; i < border; ++i) put(i < gone ? removed[at_(i)] : faces_ + (i - gone), i, cone[at_(i)]);
  if (border >= gone) {
    faces_ += border - gone;
  } else {  // fill the places that are left from the end
    FaceSet free;
    for (int i = border; i < gone; ++i) free.set_four(removed[at_(i)], 1);
    for (int i = border; i < gone; ++i) {
      const int last = faces_ - 1;
      if (free.has(last)) {
        free.take(last);
      } else {
        int slot = removed[at_(border)];
        for (int k = border; k < gone; ++k)
          if (free.has(removed[at_(k)])) slot = removed[at_(k)];
        free.take(slot);
        move(last, slot);
      }
      --faces_;
    }
  }
  on_faces_ = corners_;
  pad();
  return true;
}

CoreUpper InnerSurface::ball(double size) {
  if (faces_ < 4) return {};
  double about = HUGE_VAL, radius = HUGE_VAL;
  for (int f = 0; f < faces_; ++f) about = planes_.height[at_(f)] < about ? planes_.height[at_(f)] : about;
  const double wanted = about - 64.0 * unit_roundoff * size;
  for (int f = 0; f < faces_; ++f) {
    double& proven = planes_.proven[at_(f)];
    if (!(proven >= wanted)) {  // thin faces deserve a better look
      const Corners& c = of_[at_(f)];
      proven = to_double(least_height(Wide3(at(c[0])), Wide3(at(c[1])), Wide3(at(c[2])), wide_roundoff));
    }
    if (!(proven > 0.0)) return {};
    radius = proven < radius ? proven : radius;
  }
  return radius < HUGE_VAL ? CoreUpper(Prover(), -radius) : CoreUpper();
}

}  // namespace clearance::detail
