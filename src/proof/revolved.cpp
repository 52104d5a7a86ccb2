// With n at the azimuth phi about the axis of a and at the height psi above its equator, the support of a - b is that
// of a polygon in the half-plane of phi: its corners are where the circles of the two bodies, summed, meet the
// half-plane, and they move with phi by no more than the shift and the tilt of the axes. Three of them, top to
// bottom, are enough, and what is least of the heights of two edges bounds a whole sector of azimuths by its value and
// slope in the middle and by a bound of the second derivative. Sectors are halved until that is tight. About the poles,
// where discs and not corners count, a formula takes over.

#include "proof/revolved.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double rounding_count = 96.0;  // of the size of the pair
constexpr int most_sectors = 600;
constexpr double pi = 3.141592653589793;

struct Point2 {
  double x, z;
};
double dot(const Point2& p, const Point2& q) { return p.x * q.x + p.z * q.z; }
Point2 operator+(const Point2& p, const Point2& q) { return {p.x + q.x, p.z + q.z}; }
Point2 operator*(const Point2& p, double f) { return {p.x * f, p.z * f}; }

V3 axis_of(const Body& body) { return {body.map.r0.z, body.map.r1.z, body.map.r2.z}; }

/// What is known of a sector of azimuths: the least that the origin is inside by, over all heights of the band, at its
/// middle and in all of it.
struct SectorBound {
  double middle, whole;
};

class Sectors {
 public:
  /// `n`: where the depth was found, which says at which points of the rims of b to look.
  Sectors(const RevolvedPair& pair, double size, double depth, const V3& n) : pair_(pair) {
    const double across_n = std::sqrt(n.x * n.x + n.y * n.y), lean = pair.sine * (std::fabs(n.z) + 0.25 * across_n);
    if (lean <= 0.125 * across_n && across_n > 0x1p-10) {
      const double f = 1.0 / std::sqrt(across_n * across_n + n.z * n.z);
      level_ = {across_n * f, n.z * f};
    }
    // Bounds of the first three derivatives by the azimuth: of a point of a unit rim of b, of corners, of the edge of b
    // relative to its length, and of heights.
    const double rate = pair.sine * (4.0 + 2.0 * std::fabs(level_.z) / level_.x);
    for (std::size_t k = 0; k < 2; ++k) {
      shift_[k] = {pair.b[k].along * pair.sine - pair.offset.x, -pair.offset.y};
      across_[k] = std::sqrt(dot(shift_[k], shift_[k]));
      motion_ = std::fmax(motion_, across_[k] + rate * pair.b[k].radius);
    }
    drop_ = pair.b[1].along - pair.b[0].along;
    widening_ = pair.b[1].radius - pair.b[0].radius;
    const double length_b = std::sqrt(drop_ * drop_ + widening_ * widening_);
    if (length_b > 0.0) {
      const double turn = 1.03 * (pair.sine * std::fabs(drop_) + rate * std::fabs(widening_)) / length_b;
      third_b_ = motion_ * (1.0 + turn * (6.0 + 9.0 * turn)) + size * turn * (1.0 + turn * (9.0 + 21.0 * turn));
    }
    edge_a_ = {pair.a[1].radius - pair.a[0].radius, pair.a[1].along - pair.a[0].along};
    length_a_ = std::sqrt(dot(edge_a_, edge_a_));
    for (std::size_t k = 0; k < 2; ++k) {
      const double radius = pair.a[k].radius + pair.b[k].radius;
      const double wanted = std::fmin(0.5, 0.5 * radius / depth);
      cap_[k] = pair.sine * pair.b[k].radius > 0.0 && wanted > 2.0 * pair.sine ? wanted : 0.0;
      end_[k] = {std::sin(cap_[k]), k == 0 ? std::cos(cap_[k]) : -std::cos(cap_[k])};
      third_end_[k] = end_[k].x * across_[k] + rate * pair.b[k].radius;
    }
  }

  SectorBound bound(double azimuth, double half_width) const {
    const double c = std::cos(azimuth), s = std::sin(azimuth), sine = pair_.sine, cosine = pair_.cosine;
    // The point of the unit disc of b that is farthest along the level, seen in the half-plane, and its derivatives.
    const double q = cosine * level_.z + sine * level_.x * c, q_1 = -sine * level_.x * s, q_2 = -sine * level_.x * c;
    const double w = std::sqrt(1.0 - q * q), f = 1.0 / w, w_1 = -q * q_1 * f,
                 w_2 = -(q_1 * q_1 + q * q_2 + w_1 * w_1) * f;
    const Point2 rim = Point2{level_.x - q * sine * c, level_.z - q * cosine} * f;
    const Point2 rim_1 = (Point2{sine * (q * s - q_1 * c), -q_1 * cosine} + rim * -w_1) * f;
    const Point2 rim_2 =
        (Point2{sine * (q * c + 2.0 * q_1 * s - q_2 * c), -q_2 * cosine} + rim_1 * (-2.0 * w_1) + rim * -w_2) * f;
    std::array<Point2, 2> b, b_1, b_2;
    for (std::size_t k = 0; k < 2; ++k) {
      const double x = shift_[k].x * c + shift_[k].z * s, r = pair_.b[k].radius;
      b[k] = Point2{x, pair_.b[k].along * cosine - pair_.offset.z} + rim * r;
      b_1[k] = Point2{shift_[k].z * c - shift_[k].x * s, 0.0} + rim_1 * r;
      b_2[k] = Point2{-x, 0.0} + rim_2 * r;
    }
    const Point2 edge = Point2{drop_ * sine * c, drop_ * cosine} + rim * widening_;
    const Point2 edge_1 = Point2{-drop_ * sine * s, 0.0} + rim_1 * widening_;
    const Point2 edge_2 = Point2{-drop_ * sine * c, 0.0} + rim_2 * widening_;
    const double length = std::sqrt(dot(edge, edge));
    const std::array<Point2, 2> a{{{pair_.a[0].radius, pair_.a[0].along}, {pair_.a[1].radius, pair_.a[1].along}}};

    SectorBound least{HUGE_VAL, HUGE_VAL};
    const auto take = [&](double height, double slope, double bend, double third) {
      const double t = half_width, steep = std::fabs(slope);
      const double inside =
          bend > 0.0 && steep < bend * t ? 0.5 * steep * (steep / bend) : (steep - 0.5 * bend * t) * t;
      const double whole = height - inside - third * t * t * t / 6.0;
      least.middle = std::fmin(least.middle, height);
      least.whole = whole < least.whole ? whole : std::isnan(whole) ? -HUGE_VAL : least.whole;
    };
    const bool a_first = edge_a_.z * edge.x - edge_a_.x * edge.z >= 0.0;
    if (length_a_ > 0.0) {
      const std::size_t k = a_first ? 0 : 1;
      const Point2 n = Point2{-edge_a_.z, edge_a_.x} * (1.0 / length_a_);
      take(dot(n, a[0] + b[k]), dot(n, b_1[k]), dot(n, b_2[k]), motion_);
    }
    if (length > 0.0) {
      const Point2 t = edge * (1.0 / length), n{-t.z, t.x}, upper = a[a_first ? 1 : 0] + b[0];
      // The edge turns at this rate.
      const double turn_1 = dot(n, edge_1) / length;
      const double turn_2 = dot(n, edge_2) / length - 2.0 * turn_1 * (dot(t, edge_1) / length);
      const double along = dot(t, upper), height = dot(n, upper);
      take(height, dot(n, b_1[0]) - turn_1 * along,
           dot(n, b_2[0]) - 2.0 * turn_1 * dot(t, b_1[0]) - turn_2 * along - turn_1 * turn_1 * height, third_b_);
    }
    for (std::size_t k = 0; k < 2; ++k)
      take(dot(end_[k], a[k] + b[k]), dot(end_[k], b_1[k]), dot(end_[k], b_2[k]), third_end_[k]);
    return least;
  }

  /// What holds about both poles.
  double caps() const { return std::fmin(cap(0), cap(1)); }

 private:
  double cap(std::size_t k) const {
    if (cap_[k] == 0.0) return HUGE_VAL;
    const double sine = pair_.sine, cosine = pair_.cosine, angle = cap_[k], up = k == 0 ? 1.0 : -1.0;
    const double r_a = pair_.a[k].radius, r_b = pair_.b[k].radius;
    const auto about = [&](double height, double aside, double r, double other, double reach) {
      const double at_pole = height + other * sine, between = height * cosine + (r - aside) * sine;
      const double at_border =
          (height - other * sine) * std::cos(reach) + (r + other * cosine - aside) * std::sin(reach);
      return std::fmin(at_pole, std::fmin(between, at_border));
    };
    // The centre of the two discs, from the axis of a and from that of b.
    const double x = shift_[k].x, y = shift_[k].z;
    const double z = pair_.a[k].along + pair_.b[k].along * cosine - pair_.offset.z;
    const double x_v = cosine * x - sine * z, z_v = cosine * z + sine * x;
    // And from the axis between the two, for discs of about one size.
    const double cosine_m = std::sqrt(0.5 * (1.0 + cosine)), sine_m = 0.5 * sine / cosine_m;
    const double x_m = cosine_m * x - sine_m * z, z_m = up * (cosine_m * z + sine_m * x);
    const double aside_m = std::sqrt(x_m * x_m + y * y), r = std::fmin(r_a, r_b), reach_m = angle + 1.01 * sine;
    const double between = std::fmin(z_m + 2.0 * r * sine_m, (z_m + 2.0 * r * sine_m) * cosine_m - aside_m * sine_m);
    double middle = std::fmin(between, z_m * std::cos(reach_m) + (2.0 * r * cosine_m - aside_m) * std::sin(reach_m));
    // Where the shift across the plane of both axes is less than the discs, it takes next to nothing.
    const double r_m = r * cosine_m, along = std::fabs(x_m), across = std::fabs(y);
    if (2.0 * across <= r_m) {
      const double rest = std::sqrt((r_m - across) * (r_m + across)) - along;
      const double at_axes = z_m * cosine_m + (r_m + rest) * sine_m;
      const double at_border = (z_m + rest * (sine_m / cosine_m)) * std::cos(reach_m) + r_m * std::sin(reach_m);
      const double beyond_axes = z_m * std::cos(reach_m) + (2.0 * r_m - aside_m) * std::sin(reach_m);
      middle = std::fmax(middle, std::fmin(at_axes, std::fmin(at_border, beyond_axes)));
    }
    return std::fmax(middle, std::fmax(about(up * z, across_[k], r_a, r_b, angle),
                                       about(up * z_v, std::sqrt(x_v * x_v + y * y), r_b, r_a, angle + 1.01 * sine)));
  }

  const RevolvedPair& pair_;
  Point2 level_{1.0, 0.0};
  std::array<Point2, 2> shift_;  // of the circles of -b: along e1 and e2 (z stands for e2)
  std::array<double, 2> across_, cap_, third_end_;
  std::array<Point2, 2> end_;
  Point2 edge_a_{};
  double drop_ = 0.0, widening_ = 0.0;
  double length_a_ = 0.0, motion_ = 0.0, third_b_ = 0.0;  // the last two bound third derivatives, too
};

}  // namespace

std::optional<std::array<Rim, 2>> rims_of(const Body& body) {
  if (const auto p = profile_of(body.kind, body.core->size))
    return std::array<Rim, 2>{{{p->top, p->half_length}, {p->bottom, -p->half_length}}};
  const auto on_axis = [](const V3& p) { return p.x == 0.0 && p.y == 0.0; };
  if (body.kind == Kind::segment && on_axis(body.ends[0]) && on_axis(body.ends[1]))
    return std::array<Rim, 2>{{{0.0, body.ends[1].z}, {0.0, body.ends[0].z}}};
  return std::nullopt;
}

void leaning_axes(const V3& u, const V3& v, V3& e1, V3& e2) {
  const V3 lean = v - u * dot(u, v);
  const double length = norm(lean);
  e1 = any_perpendicular(u);
  if (length > 0x1p-50) {  // below, any direction will do
    const V3 towards = lean * (1.0 / length), across = towards - u * dot(towards, u);
    e1 = across * (1.0 / norm(across));
  }
  e2 = cross(u, e1);
}

std::optional<RevolvedPair> revolved_pair(const Pair& pair) {
  if (!pair.rigid_a || !pair.rigid_b) return std::nullopt;
  const auto rims_a = rims_of(pair.a);
  if (!rims_a) return std::nullopt;
  const auto rims_b = rims_of(pair.b);
  if (!rims_b) return std::nullopt;
  const V3 scaled_a = axis_of(pair.a), scaled_b = axis_of(pair.b);
  const double factor_a = norm(scaled_a), factor_b = norm(scaled_b);
  if (!(factor_a > tiny_length && factor_b > tiny_length)) return std::nullopt;  // one dwarfs the other
  RevolvedPair r;
  r.u = scaled_a * (1.0 / factor_a);
  r.v = scaled_b * (1.0 / factor_b);
  r.turned = dot(r.u, r.v) < 0.0;
  if (r.turned) r.v = -r.v;
  r.sine = norm(cross(r.u, r.v));
  if (!(r.sine <= most_tilt)) return std::nullopt;
  r.cosine = std::sqrt(1.0 - r.sine * r.sine);
  leaning_axes(r.u, r.v, r.e1, r.e2);
  r.offset = {dot(r.e1, pair.offset), dot(r.e2, pair.offset), dot(r.u, pair.offset)};
  for (std::size_t i = 0; i < 2; ++i) {
    r.a[i] = {(*rims_a)[i].radius * factor_a, (*rims_a)[i].along * factor_a};
    // The upper circle of -b is the lower one of b, unless b is upside down.
    const Rim& rim = (*rims_b)[r.turned ? i : 1 - i];
    r.b[i] = {rim.radius * factor_b, (r.turned ? rim.along : -rim.along) * factor_b};
  }
  if (r.a[0].along < r.a[1].along) std::swap(r.a[0], r.a[1]);
  if (r.b[0].along < r.b[1].along) std::swap(r.b[0], r.b[1]);
  return r;
}

double revolved_height(const RevolvedPair& pair, const V3& n) {
  const double across_a = std::sqrt(n.x * n.x + n.y * n.y), along_b = pair.cosine * n.z + pair.sine * n.x;
  const double aside = pair.cosine * n.x - pair.sine * n.z, across_b = std::sqrt(aside * aside + n.y * n.y);
  const auto highest = [](const std::array<Rim, 2>& rims, double across, double along) {
    return std::fmax(rims[0].radius * across + rims[0].along * along, rims[1].radius * across + rims[1].along * along);
  };
  return highest(pair.a, across_a, n.z) + highest(pair.b, across_b, along_b) - dot(pair.offset, n);
}

CoreUpper revolved_depth(const Pair& pair, const RevolvedPair& revolved, const V3& n, double gap) {
  const double depth = revolved_height(revolved, n);
  if (!(depth > 0.0)) return {};
  const Sectors sectors(revolved, pair.size, depth, n);
  double proven = sectors.caps();
  if (!(proven > 0.0)) return {};
  struct Sector {
    double azimuth, half_width;
  };
  std::array<Sector, 64> stack;
  std::size_t waiting = 0;
  constexpr double wider = 1.0 + 0x1p-40;  // for the roundings of azimuths
  for (int i = 0; i < 4; ++i) stack[waiting++] = {0.25 * pi + 0.5 * pi * i, 0.25 * pi};
  for (int count = 0; waiting > 0; ++count) {
    const Sector here = stack[--waiting];
    const SectorBound found = sectors.bound(here.azimuth, here.half_width * wider);
    const bool tight = found.whole >= depth - gap;
    const bool hopeless = !(found.middle >= depth - gap) || count >= most_sectors || waiting + 2 > stack.size();
    if (tight || hopeless) {
      proven = std::fmin(proven, found.whole);
      if (!(proven > 0.0)) return {};
      continue;
    }
    const double half = 0.5 * here.half_width;
    stack[waiting++] = {here.azimuth - half, half};
    stack[waiting++] = {here.azimuth + half, half};
  }
  proven -= rounding_count * unit_roundoff * pair.size;
  return proven > 0.0 ? CoreUpper(Prover(), -proven) : CoreUpper();
}

}  // namespace clearance::detail
