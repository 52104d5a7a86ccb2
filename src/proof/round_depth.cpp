// Support values are lengths, and a length is bounded from below by its part along a fixed vector and by the square of
// the rest: a quadratic function of the direction, tight to the third order, whose least value in a rectangle is known.
// Directions are taken as points (cos f, sin f, t) of a cylinder about the axis of the first body, where its edge is a
// circle of one height t and its support value is linear, and, around the poles, as points of the two planes across the
// axis. Cells of these three are halved until each one is settled.

#include "proof/round_depth.hpp"

#include <algorithm>
#include <cmath>

#include "proof/cell_list.hpp"
#include "proof/ellipsoid_depth.hpp"
#include "proof/length_cell.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double rounding_count = 1024.0;  // of the size of the pair
constexpr int most_cells = 700;
constexpr double pi = 3.141592653589793;
constexpr double rounded_side = 0x1p-49;  // what cells of the side are widened by besides, relative to its farthest end

V3 axis_of(const Body& body) { return {body.map.r0.z, body.map.r1.z, body.map.r2.z}; }

/// How far an ellipsoid is from one of revolution about the unit vector u, in squares of lengths.
double lobes(const M3& form, const V3& u) {
  const V3 e1 = any_perpendicular(u), x = form * e1, y = form * cross(u, e1), z = form * u;
  return std::fabs(norm_sq(x) - norm_sq(y)) + std::fabs(dot(x, y)) + std::fabs(dot(x, z)) + std::fabs(dot(y, z));
}

/// The axis, of all that the ellipsoids have, about which they are most nearly round.
V3 roundest_axis(const Body& body, const Body& other, bool of_both) {
  const M3 form = ellipsoid_form(other), first = of_both ? ellipsoid_form(body) : M3{};
  V3 best(0, 0, 0);
  double least = HUGE_VAL;
  for (const Body* owner : {&other, &body}) {
    const M3 axes = owner->map.transposed();
    for (const V3& axis : {axes.r0, axes.r1, axes.r2}) {
      const double length = norm(axis);
      if (!(length > tiny_length)) continue;
      const V3 u = axis * (1.0 / length);
      const double sum = lobes(form, u) + (of_both ? lobes(first, u) : 0.0);
      if (sum < least) least = sum, best = u;
    }
    if (!of_both) break;
  }
  return best;
}

/// Directions of the sides and of the ends of the first body.
enum class Chart { upper_side, lower_side, top, bottom };

struct Cell {
  Chart chart;
  double x, y;  // azimuth and height on the side, two coordinates on an end
  double d, w;
};

V3 middle_of(const Cell& cell) {
  switch (cell.chart) {
    case Chart::top:
      return {cell.x, cell.y, 1.0};
    case Chart::bottom:
      return {cell.x, cell.y, -1.0};
    default:
      return {std::cos(cell.x), std::sin(cell.x), cell.y};
  }
}

class RoundCells {
 public:
  /// `target`: what the support value is to exceed along unit vectors.
  RoundCells(const RoundPair& pair, double target) : pair_(pair), target_(target) {}

  /// By how much the support value exceeds the target times the length, at least, in all of the cell.
  LengthCell on_side(const Cell& cell, const V3& middle) const {
    constexpr double more = 1.0 + rounded_cell;
    const double d = cell.d * more + rounded_cell * (1.0 + std::fabs(cell.x)),
                 w = cell.w * more + rounded_cell * (1.0 + std::fabs(cell.y)) +
                     rounded_side * (1.0 + std::fabs(pair_.slope));
    LengthCell sum{{-d, d, -w, w}};
    const LengthFrame at{middle, {-middle.y, middle.x, 0.0}, {0.0, 0.0, 1.0}, {middle.x, middle.y, 0.0}, true};
    if (!pair_.has_rims) add_length(sum, pair_.first, at);
    add_length(sum, pair_.second, at);
    add_offset(sum, at);
    sum.out -= dot(pair_.offset, at.inner);
    sum.h11 -= sum.out;
    sum.lost += d * d * d / 6.0 * std::sqrt(sum.out * sum.out + sum.g1 * sum.g1);
    if (pair_.has_rims) {
      const Rim& rim = pair_.rims[cell.chart == Chart::upper_side ? 0 : 1];
      sum.f += rim.radius + rim.along * middle.z;
      sum.g2 += rim.along;
    }
    const double length_sq = 1.0 + middle.z * middle.z, length = std::sqrt(length_sq);
    const double kept = 1.0 - std::fabs(middle.z) * w / length_sq;
    sum.f -= target_ * length;
    sum.g2 -= target_ * (middle.z / length);
    sum.h22 -= target_ / (length_sq * length * kept);
    if (!(kept > 0.0)) sum.lost = HUGE_VAL;
    return sum;
  }

 private:
  void add_offset(LengthCell& sum, const LengthFrame& at) const {
    sum.f -= dot(pair_.offset, at.middle);
    sum.g1 -= dot(pair_.offset, at.step1);
    sum.g2 -= dot(pair_.offset, at.step2);
  }

  const RoundPair& pair_;
  double target_;
};

/// Whether the first body has a disc at an end, whose support value has a kink at the pole.
bool has_disc(const RoundPair& pair, Chart end) {
  return pair.has_rims && pair.rims[end == Chart::top ? 0 : 1].radius > 0.0;
}

/// The cells of all directions, which wait to be looked at.
class AllDirections : public CellList<Cell, 160> {
 public:
  /// `n`: where the least height may be, which is to be in the middle of a cell, as are the poles where there is no
  /// kink.
  AllDirections(const RoundPair& pair, const V3& n) : azimuth_(std::atan2(n.y, n.x)) {
    // The sides reach beyond the edge, if there is one.
    const double up = std::fmax(1.0, 1.5 * pair.slope), down = std::fmin(-1.0, 1.5 * pair.slope);
    if (pair.has_rims) {
      add_side(Chart::lower_side, down, pair.slope);
      add_side(Chart::upper_side, pair.slope, up);
    } else {
      add_side(Chart::upper_side, down, up);
    }
    add_end(Chart::top, 1.0 / up, has_disc(pair, Chart::top));
    add_end(Chart::bottom, -1.0 / down, has_disc(pair, Chart::bottom));
  }

 private:
  void add_side(Chart chart, double low, double high) {
    const double w = 0.5 * (high - low);
    for (int i = 0; i < 8; ++i) add({chart, azimuth_ + 0.25 * pi * i, low + w, 0.125 * pi, w});
  }
  void add_end(Chart chart, double reach, bool kink) {
    if (!kink) {
      add({chart, 0.0, 0.0, reach, reach});
      return;
    }
    const double half = 0.5 * reach;
    for (const double x : {-half, half})
      for (const double y : {-half, half}) add({chart, x, y, half, half});
  }

  double azimuth_;
};

}  // namespace

std::optional<RoundPair> round_pair(const Pair& pair) {
  if (!pair.rigid_a || !pair.rigid_b) return std::nullopt;
  const bool round_a = pair.a.kind == Kind::ellipsoid, round_b = pair.b.kind == Kind::ellipsoid;
  if (!round_a && !round_b) return std::nullopt;
  RoundPair r{};
  r.swapped = !round_b;
  const Body& body = r.swapped ? pair.b : pair.a;
  const Body& other = r.swapped ? pair.a : pair.b;
  r.has_rims = !(round_a && round_b);
  V3 offset = r.swapped ? -pair.offset : pair.offset, axis = axis_of(body);
  if (body.kind == Kind::segment) {
    axis = body.map * (body.ends[1] - body.ends[0]);
    offset = offset - body.map * ((body.ends[0] + body.ends[1]) * 0.5);
  }
  const bool point = body.kind == Kind::point;
  if (point) offset = offset - body.map * body.ends[0];
  if (point || !r.has_rims) axis = roundest_axis(body, other, !point);
  const double factor = norm(axis);
  if (!(factor > tiny_length)) return std::nullopt;
  if (body.kind == Kind::segment) {
    r.rims = {{{0.0, 0.5 * factor}, {0.0, -0.5 * factor}}};
  } else if (const auto p = profile_of(body.kind, body.core->size)) {
    r.rims = {{{p->top * factor, p->half_length * factor}, {p->bottom * factor, -p->half_length * factor}}};
  } else if (r.has_rims && !point) {
    return std::nullopt;
  }
  r.u = axis * (1.0 / factor);
  r.e1 = any_perpendicular(r.u);
  r.e2 = cross(r.u, r.e1);
  r.offset = {dot(r.e1, offset), dot(r.e2, offset), dot(r.u, offset)};
  const double rise = r.rims[0].along - r.rims[1].along, run = r.rims[1].radius - r.rims[0].radius;
  if (r.has_rims && !point && !(rise > 0x1p-10 * std::fabs(run))) return std::nullopt;  // a disc but for its height
  r.slope = r.has_rims && !point ? run / rise : 0.0;
  const auto seen = [&](const Body& ellipsoid) {
    const M3 form = ellipsoid_form(ellipsoid);
    return EllipsoidForm{form * r.e1, form * r.e2, form * r.u};
  };
  if (!r.has_rims) r.first = seen(body);
  r.second = seen(other);
  return r;
}

double round_height(const RoundPair& pair, const V3& n) {
  const double across = std::sqrt(n.x * n.x + n.y * n.y);
  const auto of = [&](const Rim& rim) { return rim.radius * across + rim.along * n.z; };
  const double first = pair.has_rims ? std::fmax(of(pair.rims[0]), of(pair.rims[1])) : norm(pair.first(n));
  return first + norm(pair.second(n)) - dot(pair.offset, n);
}

RoundBound round_depth(const Pair& pair, const RoundPair& round, double depth, double gap, const V3& n) {
  const double target = depth - gap, proven = target - rounding_count * unit_roundoff * pair.size;
  if (!(proven > 0.0)) return {};
  const RoundCells cells(round, target);
  AllDirections waiting(round, n);
  for (int count = 0; !waiting.empty(); ++count) {
    if (count >= most_cells) return {};
    const Cell cell = waiting.next();
    const V3 middle = middle_of(cell);
    const double length = norm(middle);
    const bool on_side = cell.chart == Chart::upper_side || cell.chart == Chart::lower_side;
    if (cell.d + cell.w > widest_cell * length) {
      const bool middle_is_smooth = on_side ? !round.has_rims : !has_disc(round, cell.chart);
      if (!waiting.add_cut(cell, cell.d >= cell.w, middle_is_smooth)) return {};
      continue;
    }
    const LengthCell sum = on_side
                               ? cells.on_side(cell, middle)
                               : look_at_end(round, {cell.x, cell.y, cell.d, cell.w, middle.z}, {0.0, 0.0}, target).sum;
    if (sum.least() >= 0.0) continue;
    if (!(sum.f >= 0.5 * gap * length)) return {{}, middle * (1.0 / length)};
    const bool by_first = std::fmax(sum.by_d, cell.d / length) >= std::fmax(sum.by_w, cell.w / length);
    const auto low = sum.lowest_about();
    // What is low stays in the middle of a part.
    const bool thirds = by_first ? 3.0 * std::fabs(low.x) < cell.d : 3.0 * std::fabs(low.y) < cell.w;
    if (!waiting.add_cut(cell, by_first, thirds)) return {};
  }
  return {CoreUpper(Prover(), -proven), std::nullopt};
}

}  // namespace clearance::detail
