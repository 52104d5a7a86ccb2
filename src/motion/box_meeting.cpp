#include "motion/box_meeting.hpp"

#include <algorithm>
#include <cmath>

#include "placed/pair_memory.hpp"

namespace clearance::detail {

namespace {

/// Edges with a smaller square of the sine of their angle count as parallel.
constexpr double parallel = 0x1p-40;

constexpr std::size_t after(std::size_t i) { return i == 2 ? 0 : i + 1; }
std::array<double, 3> parts(const V3& v) { return {v.x, v.y, v.z}; }
V3 vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// Corners of a box have a bit for each coordinate that is positive.
int with_sign(int corner, std::size_t k, bool positive) {
  const int bit = 1 << k;
  return positive ? corner | bit : corner & ~bit;
}

/// One corner or two of each box: those that an edge, or a face, of the difference ends at. Of the four that `of` names
/// by signs, the three around the place that two coordinates from -1 to 1 tell.
template <class Of>
void keep_three(PairState& state, double first, double second, const Of& of) {
  PairMemory& memory = PairMemory::of(state);
  const bool upper = first + second > 0.0;
  const std::array<std::array<bool, 2>, 3> signs{{{upper, upper}, {!upper, upper}, {upper, !upper}}};
  for (std::size_t k = 0; k < 3; ++k) {
    const CornerPair corner = of(signs[k][0], signs[k][1]);
    memory.support_a[k] = corner.a;
    memory.support_b[k] = corner.b;
  }
  memory.count = 3;
}

}  // namespace

BoxMeeting::BoxMeeting(const Core& a, const Core& b)
    : half_a_(parts(a.size * a.unit)), half_b_(parts(b.size * b.unit)) {}

void BoxMeeting::place(const M3& map, const V3& shift) {
  map_ = {parts(map.r0), parts(map.r1), parts(map.r2)};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) size_[i][j] = std::fabs(map_[i][j]);
  shift_ = parts(shift);
}

/// How far a vector goes along a direction: an axis of a, one of b, or the cross product of one of each.
template <BoxMeeting::Axis axis>
[[gnu::always_inline]] inline double BoxMeeting::along(std::size_t i, std::size_t j, const Three& v) const {
  if constexpr (axis == Axis::face_of_a) return v[i];
  if constexpr (axis == Axis::face_of_b) return map_[0][j] * v[0] + map_[1][j] * v[1] + map_[2][j] * v[2];
  const std::size_t k = after(i), l = after(k);
  return map_[k][j] * v[l] - map_[l][j] * v[k];
}

/// Sees all of them, with what both boxes reach along each and the square of its length.
template <class See>
[[gnu::always_inline]] inline void BoxMeeting::each(const See& see) const {
  for (std::size_t i = 0; i < 3; ++i)
    see.template operator()<Axis::face_of_a>(
        i, 0, half_a_[i] + (size_[i][0] * half_b_[0] + size_[i][1] * half_b_[1] + size_[i][2] * half_b_[2]), 1.0);
  for (std::size_t j = 0; j < 3; ++j)
    see.template operator()<Axis::face_of_b>(
        0, j, half_b_[j] + (size_[0][j] * half_a_[0] + size_[1][j] * half_a_[1] + size_[2][j] * half_a_[2]), 1.0);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t k = after(i), l = after(k), m = after(j), n = after(m);
      const double reach =
          half_a_[k] * size_[l][j] + half_a_[l] * size_[k][j] + half_b_[m] * size_[i][n] + half_b_[n] * size_[i][m];
      see.template operator()<Axis::edges>(i, j, reach, map_[k][j] * map_[k][j] + map_[l][j] * map_[l][j]);
    }
}

double BoxMeeting::apart() {
  double most = -HUGE_VAL;
  each([&]<Axis axis>(std::size_t i, std::size_t j, double reach, double square) {
    double apart = std::fabs(along<axis>(i, j, shift_)) - reach;
    if constexpr (axis == Axis::edges) {
      // More, either way, by the length of the direction, which is at most one; parallel edges tell nothing.
      if (apart <= 0.0 ? !(apart > most) : most > 0.0 && !(apart * apart > most * most * square)) return;
      if (!(square > parallel)) return;
      apart /= std::sqrt(square);
    }
    if (!(apart > most)) return;
    most = apart;
    choose(axis, i, j);
  });
  return most;
}

double BoxMeeting::meeting(const V3& change, double margin) {
  const Three by = parts(change);
  double enter = -HUGE_VAL, leave = HUGE_VAL;
  bool meet = true;
  each([&]<Axis axis>(std::size_t i, std::size_t j, double reach, double square) {
    if (margin > 0.0) reach += margin * (axis == Axis::edges ? std::sqrt(square) : 1.0);
    const double at = along<axis>(i, j, shift_), speed = along<axis>(i, j, by);
    if (speed == 0.0) {
      meet = meet && std::fabs(at) <= reach;
      return;
    }
    const double inverse = 1.0 / speed, middle = -at * inverse, half = std::fabs(reach * inverse);
    if (middle - half > enter) {
      enter = middle - half;
      choose(axis, i, j);
    }
    leave = std::min(leave, middle + half);
  });
  if (!meet) return 0.0;
  return enter <= leave ? enter : 0.5 * (enter + leave);
}

V3 BoxMeeting::direction() const {
  if (axis_ == Axis::face_of_a) return {i_ == 0 ? 1.0 : 0.0, i_ == 1 ? 1.0 : 0.0, i_ == 2 ? 1.0 : 0.0};
  if (axis_ == Axis::face_of_b) return {map_[0][j_], map_[1][j_], map_[2][j_]};
  const std::size_t k = after(i_), l = after(k);
  Three n{};
  n[k] = -map_[l][j_];
  n[l] = map_[k][j_];
  const V3 v = vector(n);
  return v * (1.0 / norm(v));
}

V3 BoxMeeting::normal() const {
  const V3 n = direction();
  return dot(n, vector(shift_)) < 0.0 ? -n : n;
}

V3 BoxMeeting::spot(const V3& n, PairState* leave_to) const {
  const Three along_n = parts(n);
  // The corner of a that is farthest along n, and that of b that is farthest against it.
  int corner_a = 0, corner_b = 0;
  V3 at_a(0, 0, 0), at_b = vector(shift_);
  std::array<V3, 3> column;
  Three a{};
  for (std::size_t k = 0; k < 3; ++k) {
    column[k] = V3(map_[0][k], map_[1][k], map_[2][k]);
    const bool up_a = along_n[k] > 0.0, up_b = dot(column[k], n) < 0.0;
    corner_a = with_sign(corner_a, k, up_a);
    corner_b = with_sign(corner_b, k, up_b);
    a[k] = up_a ? half_a_[k] : -half_a_[k];
    at_b = at_b + column[k] * (up_b ? half_b_[k] : -half_b_[k]);
  }
  at_a = vector(a);
  if (axis_ == Axis::face_of_a) {
    const std::size_t k = after(i_), l = after(k);
    const Three at = parts(at_b);
    if (leave_to != nullptr)
      keep_three(*leave_to, at[k] / half_a_[k], at[l] / half_a_[l], [&](bool first, bool second) {
        return CornerPair{with_sign(with_sign(corner_a, k, first), l, second), corner_b};
      });
    return at_b;
  }
  if (axis_ == Axis::face_of_b) {
    const std::size_t k = after(j_), l = after(k);
    const V3 from = at_a - vector(shift_);
    if (leave_to != nullptr)
      keep_three(*leave_to, dot(column[k], from) / half_b_[k], dot(column[l], from) / half_b_[l],
                 [&](bool first, bool second) {
                   return CornerPair{corner_a, with_sign(with_sign(corner_b, k, first), l, second)};
                 });
    return at_a;
  }
  // Where two edges, each from its middle, are nearest.
  a[i_] = 0.0;
  at_a = vector(a);
  const V3& edge = column[j_];
  const V3 middle = at_b - edge * ((corner_b & (1 << j_)) != 0 ? half_b_[j_] : -half_b_[j_]);
  const V3 way = middle - at_a;
  const double along_a = parts(way)[i_], along_b = dot(way, edge), lean = map_[i_][j_],
               inverse = 1.0 / (1.0 - lean * lean);
  const double first = (along_a - lean * along_b) * inverse, second = (lean * along_a - along_b) * inverse;
  if (leave_to != nullptr)
    keep_three(*leave_to, first / half_a_[i_], second / half_b_[j_], [&](bool of_a, bool of_b) {
      return CornerPair{with_sign(corner_a, i_, of_a), with_sign(corner_b, j_, of_b)};
    });
  a[i_] = first;
  return vector(a);
}

}  // namespace clearance::detail
