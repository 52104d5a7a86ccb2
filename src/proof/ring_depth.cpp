// The height of the border of the difference above the origin is a function of the azimuth and the level of a
// direction. In a cell of both it is bounded from below by its value, slopes and second derivatives in the middle and
// by bounds of the third ones, of which those by the azimuth are as small as what the bodies lack to one axis of
// revolution. Cells are halved until each one is settled.

#include "proof/ring_depth.hpp"

#include <algorithm>
#include <cmath>

#include "proof/quadratic_cell.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double rounding_count = 2048.0;  // of the size of the pair
constexpr double pi = 3.141592653589793;
constexpr int most_cells = 900;
constexpr int patience = 250, less_patience = 550;  // cells, before less is asked for
constexpr double most_shift = 0x1p-4;               // of the size of the pair
constexpr double most_lobes = 0x1p-3;               // of the square of the largest radius
constexpr double least_square = 0x1p-7;             // of that, that of the smallest one
constexpr double widest_cell = 0.8;                 // half-widths by azimuth and level together
constexpr double rounded_cell = 0x1p-46;            // what cells are widened by, relative to their place

/// The square of the support value of an ellipsoid is P cos^2 g + L sin^2 g, and two waves around the axis.
struct Waves {
  double spread;     // |L - P|
  double two, one;   // of two waves a turn, times cos^2 g, and of one, times sin 2g
  double low, high;  // bounds of the square
};

Waves waves_of(const EllipsoidForm& form) {
  const double xx = norm_sq(form.x), yy = norm_sq(form.y), zz = norm_sq(form.z);
  const double xz = dot(form.x, form.z), yz = dot(form.y, form.z), xy = dot(form.x, form.y), half = 0.5 * (xx - yy);
  const double mean = 0.5 * (xx + yy), rounding = 16.0 * unit_roundoff * (mean + zz);
  const double two = std::sqrt(half * half + xy * xy) + rounding, one = std::sqrt(xz * xz + yz * yz) + rounding;
  return {std::fabs(zz - mean) + rounding, two, one, std::fmin(mean, zz) - two - one - rounding,
          std::fmax(mean, zz) + two + one + rounding};
}

bool is_nearly_round(const Waves& waves) {
  return waves.two + waves.one <= most_lobes * waves.high && waves.low >= least_square * waves.high;
}

struct Cell {
  double azimuth, level, t, w;
  std::size_t rim;
};

/// The middle of a cell: its azimuth as a direction, its level.
struct Middle {
  double cosine, sine;   // of the azimuth
  double across, along;  // cosine and sine of the level
};

/// Bounds of third derivatives in a cell.
struct Third {
  double around = 0.0, around_2 = 0.0, up_2 = 0.0, up = 0.0;  // by the azimuth three times, twice, once, never
};

class RingCells {
 public:
  explicit RingCells(const RoundPair& pair)
      : pair_(pair),
        first_(waves_of(pair.first)),
        second_(waves_of(pair.second)),
        aside_(std::sqrt(pair.offset.x * pair.offset.x + pair.offset.y * pair.offset.y)),
        far_(norm(pair.offset)) {}

  /// By how much the height exceeds the target, at least, in all of the cell; and what of `lost` is due to the azimuth.
  QuadraticCell bound(const Cell& cell, const Middle& at, double target, double& by_azimuth) const {
    constexpr double more = 1.0 + rounded_cell;
    QuadraticCell sum{cell.t * more + rounded_cell * (1.0 + std::fabs(cell.azimuth)),
                      cell.w * more + rounded_cell * (1.0 + std::fabs(cell.level))};
    const double t = sum.d, w = sum.w, across = std::fmin(1.0, std::fabs(at.across) + w),
                 along = std::fmin(1.0, std::fabs(at.along) + w);
    Third third{aside_ * across, aside_ * along, aside_ * across, far_};
    if (pair_.has_rims) {
      const Rim& rim = pair_.rims[cell.rim];
      const double height = rim.radius * at.across + rim.along * at.along;
      sum.f += height;
      sum.g2 += rim.along * at.across - rim.radius * at.along;
      sum.h22 -= height;
      third.up += std::sqrt(rim.radius * rim.radius + rim.along * rim.along);
    } else {
      add(sum, third, pair_.first, first_, at, across, along);
    }
    add(sum, third, pair_.second, second_, at, across, along);
    const double out = pair_.offset.x * at.cosine + pair_.offset.y * at.sine,
                 around = pair_.offset.y * at.cosine - pair_.offset.x * at.sine, z = pair_.offset.z;
    const double height = at.across * out + at.along * z;
    sum.f -= height + target;
    sum.g1 -= at.across * around;
    sum.g2 -= at.across * z - at.along * out;
    sum.h11 += at.across * out;
    sum.h12 += at.along * around;
    sum.h22 += height;
    by_azimuth = t * t * (third.around * t / 6.0 + 0.5 * third.around_2 * w);
    sum.lost = by_azimuth + w * w * (third.up * w / 6.0 + 0.5 * third.up_2 * t);
    return sum;
  }

 private:
  /// Adds the support value of an ellipsoid.
  static void add(QuadraticCell& sum, Third& third, const EllipsoidForm& form, const Waves& waves, const Middle& at,
                  double across, double along) {
    const V3 out = form.x * at.cosine + form.y * at.sine, around = form.y * at.cosine - form.x * at.sine;
    const V3 q = out * at.across + form.z * at.along, q2 = form.z * at.across - out * at.along;
    const double value = norm(q), inverse = 1.0 / value;
    const V3 v = q * inverse;
    const double of_out = dot(v, out), of_around = dot(v, around);
    const double g1 = at.across * of_around, g2 = dot(v, q2);
    sum.f += value;
    sum.g1 += g1;
    sum.g2 += g2;
    sum.h11 += (at.across * at.across * norm_sq(around) - g1 * g1) * inverse - at.across * of_out;
    sum.h12 += (at.across * dot(around, q2) - g1 * g2) * inverse - at.along * of_around;
    sum.h22 += (norm_sq(q2) - g2 * g2) * inverse - value;

    // Derivatives of the square: f for the azimuth, g for the level.
    const double t = sum.d, w = sum.w, two = waves.two, one = waves.one;
    const double steep = std::fmin(1.0, 2.0 * across * along), wave = one * along;
    const double ff = across * (4.0 * two * across + 2.0 * wave), fff = across * (8.0 * two * across + 2.0 * wave);
    const double fg = 2.0 * (two * steep + one), ffg = 4.0 * two * steep + 2.0 * one, fgg = 4.0 * (two + one * steep);
    const double gg = 2.0 * (waves.spread + two) + 4.0 * one, ggg = 2.0 * gg;
    const double f = std::fmin(2.0 * across * (two * across + wave), 2.0 * value * std::fabs(g1) + t * ff + w * fg);
    const double g = std::fmin(waves.spread + two + 2.0 * one, 2.0 * value * std::fabs(g2) + t * fg + w * gg);
    const double least = std::fmax(waves.low, value * value - t * f - w * g);
    // Those of its root.
    const double b = 0.5 / std::sqrt(least), by_2 = 0.5 * b / least, by_3 = 1.5 * by_2 / least;
    third.around += b * fff + f * (3.0 * by_2 * ff + by_3 * f * f);
    third.around_2 += b * ffg + by_2 * (ff * g + 2.0 * fg * f) + by_3 * f * f * g;
    third.up_2 += b * fgg + by_2 * (gg * f + 2.0 * fg * g) + by_3 * f * g * g;
    third.up += b * ggg + g * (3.0 * by_2 * gg + by_3 * g * g);
  }

  const RoundPair& pair_;
  Waves first_, second_;
  double aside_, far_;
};

/// The cells that wait to be looked at.
class Waiting {
 public:
  explicit Waiting(const RoundPair& pair) {
    const double split = std::atan(pair.slope);
    add(-0.5 * pi, split, 1);
    add(split, 0.5 * pi, 0);
  }

  bool empty() const { return count_ == 0; }
  Cell next() { return cells_[--count_]; }

  /// False if there is no room.
  bool halve(const Cell& cell, bool by_azimuth) {
    if (count_ + 2 > cells_.size()) return false;
    Cell one = cell, two = cell;
    if (by_azimuth) {
      one.t = two.t = 0.5 * cell.t;
      one.azimuth -= one.t, two.azimuth += two.t;
    } else {
      one.w = two.w = 0.5 * cell.w;
      one.level -= one.w, two.level += two.w;
    }
    cells_[count_++] = one;
    cells_[count_++] = two;
    return true;
  }

 private:
  void add(double low, double high, std::size_t rim) {
    const double w = 0.5 * (high - low);
    for (int i = 0; i < 8; ++i) cells_[count_++] = {0.125 * pi * (2 * i + 1), low + w, 0.125 * pi, w, rim};
  }

  std::array<Cell, 160> cells_;
  std::size_t count_ = 0;
};

}  // namespace

bool nearly_round(const Pair& pair, const RoundPair& round) {
  const double x = round.offset.x, y = round.offset.y;
  return x * x + y * y <= most_shift * most_shift * pair.size * pair.size && is_nearly_round(waves_of(round.second)) &&
         (round.has_rims || is_nearly_round(waves_of(round.first)));
}

RoundBound ring_depth(const Pair& pair, const RoundPair& round, double depth, double gap) {
  if (!nearly_round(pair, round)) return {};
  const RingCells cells(round);
  Waiting waiting(round);
  for (int count = 0; !waiting.empty(); ++count) {
    if (count >= most_cells) return {};
    if (count == patience) gap *= 2.0;  // what is proven of the cells before is more
    if (count == less_patience) gap *= 32.0;
    const Cell cell = waiting.next();
    if (cell.t + cell.w > widest_cell) {
      if (!waiting.halve(cell, cell.t >= cell.w)) return {};
      continue;
    }
    const Middle at{std::cos(cell.azimuth), std::sin(cell.azimuth), std::cos(cell.level), std::sin(cell.level)};
    double by_azimuth;
    const QuadraticCell sum = cells.bound(cell, at, depth - gap, by_azimuth);
    if (sum.least() >= 0.0) continue;
    if (!(sum.f >= 0.5 * gap)) return {{}, V3(at.cosine * at.across, at.sine * at.across, at.along)};
    if (!waiting.halve(cell, by_azimuth > 0.75 * sum.lost)) return {};
  }
  const double target = depth - gap, proven = target - rounding_count * unit_roundoff * pair.size;
  return {proven > 0.0 ? CoreUpper(Prover(), -proven) : CoreUpper(), std::nullopt};
}

}  // namespace clearance::detail
