// The height of the border of the difference above the origin, as a function of azimuth and level of a direction, is
// smooth on either side of the level of the edge of the first body. In a cell of azimuths and levels it is bounded from
// below by its value, slopes and second derivatives in the middle and by bounds of the third ones, of which those by
// the azimuth are as small as the shift and tilt of the axes. Cells are halved until that is tight.

#include "proof/spheroid.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double rounding_count = 96.0;  // of the size of the pair
constexpr double equal_radii = 0x1p-44;  // relative: what is left out of an ellipsoid to make it one of revolution
constexpr double most_shift = 0x1p-4;    // of the size of the pair; beyond, expansion is as good
constexpr int most_cells = 1200;
constexpr double pi = 3.141592653589793;

V3 column(const M3& map, int i) {
  return i == 0   ? V3(map.r0.x, map.r1.x, map.r2.x)
         : i == 1 ? V3(map.r0.y, map.r1.y, map.r2.y)
                  : V3(map.r0.z, map.r1.z, map.r2.z);
}

/// An axis of revolution, not of unit length, and the radii across and along it.
struct Spheroid {
  V3 axis;
  double across, along;
};

/// The ways to see an ellipsoid as one of revolution: three of a ball, else one at most.
int spheroids_of(const Body& body, std::array<Spheroid, 3>& found) {
  const std::array<double, 3> r{body.core->size.x, body.core->size.y, body.core->size.z};
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    const double p = r[static_cast<std::size_t>((i + 1) % 3)], q = r[static_cast<std::size_t>((i + 2) % 3)];
    if (!(std::fabs(p - q) <= equal_radii * std::fmin(p, q))) continue;
    const V3 axis = column(body.map, i);
    const double factor = norm(axis);
    found[static_cast<std::size_t>(count++)] = {axis, std::fmin(p, q) * factor,
                                                r[static_cast<std::size_t>(i)] * factor};
  }
  return count;
}

/// Value and derivatives at the middle of a cell, and bounds of third derivatives in it.
struct Patch : SpheroidSlopes {
  double level_3, mixed_3, azimuth_3;
};

/// The least of slope x + bend x^2 / 2 for |x| <= t, negated.
double lost_to(double slope, double bend, double t) {
  const double steep = std::fabs(slope);
  return bend > 0.0 && steep < bend * t ? 0.5 * steep * (steep / bend) : (steep - 0.5 * bend * t) * t;
}

class Cells {
 public:
  explicit Cells(const SpheroidPair& pair)
      : pair_(pair),
        aside_(std::sqrt(pair.offset.x * pair.offset.x + pair.offset.y * pair.offset.y)),
        far_(std::sqrt(aside_ * aside_ + pair.offset.z * pair.offset.z)),
        spread_((pair.other_along - pair.other_across) * (pair.other_along + pair.other_across)) {}

  Patch patch(double azimuth, double level, double t, double w, std::size_t rim) const {
    const Level at{std::cos(level), std::sin(level)};
    const double c = std::cos(azimuth), sine = pair_.sine;
    Patch p{spheroid_slopes(pair_, c, std::sin(azimuth), at, rim), 0.0, 0.0, 0.0};
    if (pair_.has_rims) {
      const Rim& r = pair_.rims[rim];
      p.level_3 = std::sqrt(r.radius * r.radius + r.along * r.along);
    } else {
      const double a = pair_.across, b = pair_.along, product = a * a * b * b;
      const double value = std::sqrt(a * a * at.across * at.across + b * b * at.along * at.along);
      const double less = std::fmax(value - std::fabs(b - a) * w, std::fmin(a, b));
      p.level_3 = std::fabs(b - a) * (3.0 * product / (less * less * less * less) + 1.0);
    }
    const double q = pair_.cosine * at.along + sine * at.across * c, a = pair_.other_across;
    const double most = std::fmin(1.0, std::fabs(q) + w + sine * t);
    const double less = std::fmin(a, std::sqrt(std::fmax(a * a + spread_ * most * most, 0.0)));
    const double bound_1 = std::fabs(spread_) * most / less,
                 bound_2 = std::fabs(spread_) * a * a / (less * less * less);
    const double bound_3 = 3.0 * bound_2 * bound_1 / less, bound = bound_3 + 3.0 * bound_2 + bound_1;
    p.level_3 += bound + far_;
    p.mixed_3 = sine * bound + aside_;
    p.azimuth_3 = (sine * (sine * (sine * bound_3 + 3.0 * bound_2) + bound_1) + aside_) * std::fmin(1.0, at.across + w);
    return p;
  }

  /// The least in the cell, from below.
  static double least(const Patch& p, double t, double w) {
    const double third = (p.level_3 * w * w * w + p.azimuth_3 * t * t * t) / 6.0 + 0.5 * p.mixed_3 * t * w * (t + w);
    return p.f - lost_to(p.f_level, p.f_level_2, w) - lost_to(p.f_azimuth, p.f_azimuth_2, t) -
           std::fabs(p.f_mixed) * t * w - third;
  }

 private:
  const SpheroidPair& pair_;
  double aside_, far_, spread_;
};

}  // namespace

std::optional<SpheroidPair> spheroid_pair(const Pair& pair) {
  if (!pair.rigid_a || !pair.rigid_b) return std::nullopt;
  const bool round_a = pair.a.kind == Kind::ellipsoid, round_b = pair.b.kind == Kind::ellipsoid;
  if (!round_a && !round_b) return std::nullopt;
  SpheroidPair r{};
  r.swapped = !round_b;
  const Body& body = r.swapped ? pair.b : pair.a;
  const Body& other = r.swapped ? pair.a : pair.b;
  r.has_rims = !(round_a && round_b);
  const bool point = body.kind == Kind::point;  // has no axis of its own
  std::array<Spheroid, 3> first, second;
  int count = 1;
  if (r.has_rims) {
    const auto rims = point ? std::optional(std::array<Rim, 2>{}) : rims_of(body);
    if (!rims || (point && !(norm_sq(body.ends[0]) == 0.0))) return std::nullopt;
    const V3 axis = column(body.map, 2);
    const double factor = norm(axis);
    for (std::size_t i = 0; i < 2; ++i) r.rims[i] = {(*rims)[i].radius * factor, (*rims)[i].along * factor};
    if (r.rims[0].along < r.rims[1].along) std::swap(r.rims[0], r.rims[1]);
    first[0] = {axis, 0.0, 0.0};
  } else {
    count = spheroids_of(body, first);
  }
  const int others = spheroids_of(other, second);
  double nearest = 0.0;
  V3 u(0, 0, 0), v(0, 0, 0);
  if (point && others > 0) first[0].axis = second[0].axis;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < others; ++j) {
      const Spheroid& x = first[static_cast<std::size_t>(i)];
      const Spheroid& y = second[static_cast<std::size_t>(j)];
      const double length_x = norm(x.axis), length_y = norm(y.axis);
      if (!(length_x > tiny_length && length_y > tiny_length)) return std::nullopt;  // one dwarfs the other
      const double cosine = dot(x.axis, y.axis) / (length_x * length_y);
      if (!(std::fabs(cosine) > nearest)) continue;
      nearest = std::fabs(cosine);
      u = x.axis * (1.0 / length_x);
      v = y.axis * (std::copysign(1.0, cosine) / length_y);
      r.across = x.across, r.along = x.along, r.other_across = y.across, r.other_along = y.along;
    }
  if (!(nearest > 0.5)) return std::nullopt;
  r.u = u;
  r.sine = norm(cross(u, v));
  if (!(r.sine <= most_tilt)) return std::nullopt;
  r.cosine = std::sqrt(1.0 - r.sine * r.sine);
  leaning_axes(u, v, r.e1, r.e2);
  const V3 offset = r.swapped ? -pair.offset : pair.offset;
  r.offset = {dot(r.e1, offset), dot(r.e2, offset), dot(r.u, offset)};
  const double aside = std::sqrt(r.offset.x * r.offset.x + r.offset.y * r.offset.y);
  if (!(aside <= most_shift * pair.size)) return std::nullopt;
  return r;
}

SpheroidSlopes spheroid_slopes(const SpheroidPair& pair, double cosine, double sine, const Level& level,
                               std::size_t rim) {
  const double across = level.across, along = level.along;
  SpheroidSlopes p{};
  if (pair.has_rims) {
    const Rim& r = pair.rims[rim];
    p.f = r.radius * across + r.along * along;
    p.f_level = r.along * across - r.radius * along;
    p.f_level_2 = -p.f;
  } else {
    const double a = pair.across, b = pair.along;
    p.f = std::sqrt(a * a * across * across + b * b * along * along);
    p.f_level = (b - a) * (b + a) * across * along / p.f;
    p.f_level_2 = a * a * b * b / (p.f * p.f * p.f) - p.f;
  }
  // The second body, by the sine q of the level above its own equator.
  const double tilt = pair.sine;
  const double q = pair.cosine * along + tilt * across * cosine, q_level = pair.cosine * across - tilt * along * cosine;
  const double q_azimuth = -tilt * across * sine, q_azimuth_2 = -tilt * across * cosine, q_mixed = tilt * along * sine;
  const double a = pair.other_across, spread = (pair.other_along - a) * (pair.other_along + a);
  const double value = std::sqrt(a * a + spread * q * q);
  const double first = spread * q / value, second = spread * a * a / (value * value * value);
  p.f += value;
  p.f_level += first * q_level;
  p.f_level_2 += second * q_level * q_level - first * q;
  p.f_azimuth = first * q_azimuth;
  p.f_azimuth_2 = second * q_azimuth * q_azimuth + first * q_azimuth_2;
  p.f_mixed = second * q_azimuth * q_level + first * q_mixed;
  // The way between them.
  const double out = pair.offset.x * cosine + pair.offset.y * sine,
               around = pair.offset.y * cosine - pair.offset.x * sine;
  p.f -= across * out + along * pair.offset.z;
  p.f_level -= across * pair.offset.z - along * out;
  p.f_level_2 += across * out + along * pair.offset.z;
  p.f_azimuth -= across * around;
  p.f_azimuth_2 += across * out;
  p.f_mixed += along * around;
  return p;
}

Level level_of_edge(const std::array<Rim, 2>& rims) {
  const double rise = rims[0].along - rims[1].along, run = rims[1].radius - rims[0].radius;
  const double slant = std::sqrt(rise * rise + run * run);
  return slant > 0.0 ? Level{rise / slant, run / slant} : Level{1.0, 0.0};
}

double spheroid_height(const SpheroidPair& pair, const V3& n) {
  const double across = std::sqrt(n.x * n.x + n.y * n.y), q = pair.cosine * n.z + pair.sine * n.x;
  const double aside = pair.cosine * n.x - pair.sine * n.z, across_q = std::sqrt(aside * aside + n.y * n.y);
  const auto of_ellipsoid = [](double radius, double half, double x, double z) {
    return std::sqrt(radius * radius * x * x + half * half * z * z);
  };
  const double first = pair.has_rims ? std::fmax(pair.rims[0].radius * across + pair.rims[0].along * n.z,
                                                 pair.rims[1].radius * across + pair.rims[1].along * n.z)
                                     : of_ellipsoid(pair.across, pair.along, across, n.z);
  return first + of_ellipsoid(pair.other_across, pair.other_along, across_q, q) - dot(pair.offset, n);
}

CoreUpper spheroid_depth(const Pair& pair, const SpheroidPair& spheroid, const V3& n, double gap) {
  const double depth = spheroid_height(spheroid, n);
  if (!(depth > 0.0)) return {};
  const Cells cells(spheroid);
  struct Cell {
    double azimuth, level, t, w;
    std::size_t rim;
  };
  std::array<Cell, 160> stack;
  std::size_t waiting = 0;
  const Level edge = level_of_edge(spheroid.rims);
  const double split = spheroid.has_rims ? std::atan2(edge.along, edge.across) : 0.0;
  const auto add = [&](double low, double high, std::size_t rim) {
    if (!(high > low)) return;
    for (int i = 0; i < 4; ++i)
      stack[waiting++] = {0.25 * pi + 0.5 * pi * i, 0.5 * (low + high), 0.25 * pi, 0.5 * (high - low), rim};
  };
  add(-0.5 * pi, split, 1);
  add(split, 0.5 * pi, 0);
  constexpr double wider = 1.0 + 0x1p-40;  // for the roundings of angles
  double proven = HUGE_VAL;
  for (int count = 0; waiting > 0; ++count) {
    const Cell here = stack[--waiting];
    const double t = here.t * wider, w = here.w * wider + 0x1p-50;
    const Patch p = cells.patch(here.azimuth, here.level, t, w, here.rim);
    const double least = Cells::least(p, t, w);
    const bool hopeless = !(p.f >= depth - gap) || count >= most_cells || waiting + 2 > stack.size();
    if (least >= depth - gap || hopeless) {
      proven = least < proven ? least : std::isnan(least) ? -HUGE_VAL : proven;
      if (!(proven > 0.0)) return {};
      continue;
    }
    // Halved where more is lost.
    const double by_level = lost_to(p.f_level, p.f_level_2, w) + p.level_3 * w * w * w / 6.0 + p.mixed_3 * t * w * w;
    const double by_azimuth =
        lost_to(p.f_azimuth, p.f_azimuth_2, t) + p.azimuth_3 * t * t * t / 6.0 + p.mixed_3 * t * t * w;
    Cell one = here, two = here;
    if (by_level >= by_azimuth) {
      one.w = two.w = 0.5 * here.w;
      one.level -= one.w, two.level += two.w;
    } else {
      one.t = two.t = 0.5 * here.t;
      one.azimuth -= one.t, two.azimuth += two.t;
    }
    stack[waiting++] = one;
    stack[waiting++] = two;
  }
  proven -= rounding_count * unit_roundoff * pair.size;
  return proven > 0.0 ? CoreUpper(Prover(), -proven) : CoreUpper();
}

}  // namespace clearance::detail
