// The height of the border of the difference above the origin is a function of the azimuth and the level of a
// direction. In a cell of both it is bounded from below by its value, slopes and second derivatives at a point of the
// cell, less what bounds of the third ones take from the second, of which those by the azimuth are as small as what the
// bodies lack to one axis of revolution. Cells are cut until each one is settled; those about the poles are in a plane.

#include "proof/ring_depth.hpp"

#include <algorithm>
#include <cmath>

#include "proof/cell_list.hpp"
#include "proof/length_cell.hpp"

namespace clearance::detail {

namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double rounding_count = 16384.0;  // of the size of the pair
constexpr double pi = 3.141592653589793;
constexpr int most_cells = 900;
constexpr int patience = 250, less_patience = 550;          // cells, before less is asked for
constexpr double most_shift = 0x1p-4;                       // of the size of the pair
constexpr double most_lobes = 0x1p-3;                       // of the square of the largest radius
constexpr double least_square = 0x1p-7;                     // of that, that of the smallest one
constexpr int most_looks = 4;                               // at one cell
constexpr double widest_azimuth = 1.6, widest_level = 0.8;  // half-widths of a cell, or all of it if seen from a side
constexpr double one_sided = 0x1p-20;                       // of a cell that is seen from its edge
constexpr double at_centre = 0x1p-40;                       // of an end
constexpr double rounded_square = 64.0;                     // of the largest square of a support value
constexpr double widest_end = 0.36;  // tangent of the angle between the axis and the ends of the ring

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
  // All around it is at least the least eigenvalue of (mean - two, one; one, zz).
  const double across = mean - two, apart = 0.5 * (across - zz);
  const double least = 0.5 * (across + zz) - std::sqrt(apart * apart + one * one);
  return {std::fabs(zz - mean) + rounding, two, one, least - rounding, std::fmax(mean, zz) + two + one + rounding};
}

bool is_nearly_round(const Waves& waves, double most) {
  return waves.two + waves.one <= most * waves.high && waves.low >= least_square * waves.high;
}

using Place = QuadraticCell::Place;

struct Cell {
  double x, y;  // azimuth and level of the middle
  double d, w;
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

/// The height less the target about a point of a cell.
struct Look {
  QuadraticCell sum;
  Middle at;
  Third third;
};

/// The same, less what bounds of third derivatives may take from it in all of the cell. `most`: if they may take more,
/// nothing is left.
QuadraticCell lowered(QuadraticCell sum, const Third& third, double most) {
  const double t = sum.d(), w = sum.w(), of_both = t * t * third.around_2;
  const double by_azimuth = third.around * t / 3.0, by_level = third.up * w / 3.0 + third.up_2 * t;
  sum.h11 -= by_azimuth;
  sum.h22 -= by_level;
  if (-sum.low2 <= one_sided * w) {
    sum.g2 -= 0.5 * of_both;
    sum.lost += of_both * std::fmax(0.0, -sum.low2);
  } else if (sum.high2 <= one_sided * w) {
    sum.g2 += 0.5 * of_both;
    sum.lost += of_both * std::fmax(0.0, sum.high2);
  } else {
    sum.h11 -= third.around_2 * w;
  }
  if (!(by_azimuth * t * t + of_both * w + by_level * w * w <= 2.0 * most)) sum.lost = HUGE_VAL;
  return sum;
}

/// Whether cutting by the azimuth is worth more.
bool more_by_azimuth(const QuadraticCell& sum, const Third& third) {
  const double t = sum.d(), w = sum.w();
  return t * t * (third.around * t / 3.0 + third.around_2 * w) > 3.0 * w * w * (third.up * w / 3.0 + third.up_2 * t);
}

/// Bounds of derivatives of the square of a support value within t and w of a point, and of those of its root: f for
/// the azimuth, g for the level.
struct Squares {
  double f, g, ff, fg, gg, fff, ffg, fgg, ggg;
  double by_1, by_2, by_3;

  /// `across` and `along`: bounds of the cosine and the sine of the level; `slope1` and `slope2`: at the point.
  Squares(const Waves& waves, double across, double along, double value, double slope1, double slope2, double t,
          double w) {
    const double two = waves.two, one = waves.one, steep = std::fmin(1.0, 2.0 * across * along), wave = one * along;
    ff = across * (4.0 * two * across + 2.0 * wave), fff = across * (8.0 * two * across + 2.0 * wave);
    fg = 2.0 * (two * steep + one), ffg = 4.0 * two * steep + 2.0 * one, fgg = 4.0 * (two + one * steep);
    gg = 2.0 * (waves.spread + two) + 4.0 * one, ggg = 2.0 * gg;
    const double rounding = rounded_square * unit_roundoff * waves.high;
    f = std::fmin(2.0 * across * (two * across + wave), slope1 + rounding + t * ff + w * fg);
    g = std::fmin(waves.spread + two + 2.0 * one, slope2 + rounding + t * fg + w * gg);
    const double least = std::fmax(waves.low, value * value - t * f - w * g - rounding);
    by_1 = 0.5 / std::sqrt(least), by_2 = 0.5 * by_1 / least, by_3 = 1.5 * by_2 / least;
  }

  double around() const { return by_1 * fff + f * (3.0 * by_2 * ff + by_3 * f * f); }
  double around_2() const { return by_1 * ffg + by_2 * (ff * g + 2.0 * fg * f) + by_3 * f * f * g; }
  double up_2() const { return by_1 * fgg + by_2 * (gg * f + 2.0 * fg * g) + by_3 * f * g * g; }
  double up() const { return by_1 * ggg + g * (3.0 * by_2 * gg + by_3 * g * g); }
};

class RingCells {
 public:
  explicit RingCells(const RoundPair& pair)
      : pair_(pair),
        first_(waves_of(pair.first)),
        second_(waves_of(pair.second)),
        aside_(std::sqrt(pair.offset.x * pair.offset.x + pair.offset.y * pair.offset.y)),
        far_(norm(pair.offset)) {}

  /// By how much the height exceeds the target, as far as its second derivatives about a point of the cell tell, and
  /// bounds of the third ones.
  Look look(const Cell& cell, const Place& from_middle, double target) const {
    constexpr double more = 1.0 + rounded_cell;
    const double azimuth = cell.x + from_middle.x, level = cell.y + from_middle.y;
    const double half1 = cell.d * more + rounded_cell * (1.0 + std::fabs(cell.x)),
                 half2 = cell.w * more + rounded_cell * (1.0 + std::fabs(cell.y));
    Look look{{-half1 - from_middle.x, half1 - from_middle.x, -half2 - from_middle.y, half2 - from_middle.y},
              {std::cos(azimuth), std::sin(azimuth), std::cos(level), std::sin(level)},
              {}};
    QuadraticCell& sum = look.sum;
    const Middle& at = look.at;
    Third& third = look.third;
    const double w = sum.w(), across = std::fmin(1.0, std::fabs(at.across) + w),
                 along = std::fmin(1.0, std::fabs(at.along) + w);
    third = {aside_ * std::fabs(at.across), aside_ * std::fabs(at.along), aside_ * across, far_};
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
    return look;
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

    // Twice or more by the azimuth: at the level of the middle; else in all of the cell.
    const double t = sum.d(), w = sum.w(), slope1 = 2.0 * value * std::fabs(g1), slope2 = 2.0 * value * std::fabs(g2);
    const Squares there(waves, std::fabs(at.across), std::fabs(at.along), value, slope1, slope2, t, 0.0);
    third.around += there.around();
    third.around_2 += there.around_2();
    const Squares all(waves, across, along, value, slope1, slope2, t, w);
    third.up_2 += all.up_2();
    third.up += all.up();
  }

  const RoundPair& pair_;
  Waves first_, second_;
  double aside_, far_;
};

constexpr std::size_t most_waiting = 96;

/// What became of a cell: settled, or a direction with less, or how to cut it.
struct Verdict {
  bool settled = false;
  std::optional<V3> less;
  bool by_first = false, thirds = false;
};

/// Looks at cells until all are settled.
class RingProof {
 public:
  RingProof(const RoundPair& pair, double size, double depth, double gap, const V3& n)
      : pair_(pair), ring_(pair), size_(size), depth_(depth), gap_(gap), azimuth_(std::atan2(n.y, n.x)) {}

  /// Whether there is nothing below the target; if not, `less` may tell where.
  bool holds() {
    const double top = end_width(1.0), bottom = end_width(-1.0);
    if (!end(top, 1.0) || !end(bottom, -1.0)) return false;
    const double low = -std::atan(1.0 / bottom), high = std::atan(1.0 / top), split = std::atan(pair_.slope);
    if (!pair_.has_rims) return band(low, high, 0);
    return band(low, split, 1) && band(split, high, 0);
  }

  double target() const { return depth_ - gap_; }
  std::optional<V3> less() const { return less_; }

 private:
  bool has_disc(double up) const { return pair_.has_rims && pair_.rims[up > 0.0 ? 0 : 1].radius > 0.0; }

  /// How far from the axis an end is to reach: not to the edge, and of bodies that are nearly balls, whose curvatures
  /// all but cancel, no farther than these can be told apart.
  double end_width(double up) const {
    const double widest = std::fmin(widest_end, pair_.slope * up > 0.0 ? 0.5 / std::fabs(pair_.slope) : HUGE_VAL);
    if (has_disc(up)) return widest;
    const LengthCell sum = look_at_end(pair_, {0.0, 0.0, 0.0, 0.0, up}, {0.0, 0.0}, target()).sum;
    const double curve = std::fmin(std::fabs(sum.bend11), std::fabs(sum.bend22));
    return std::fmin(widest, 0.5 * std::sqrt(curve / (curve + target())));
  }

  bool end(double reach, double up) {
    CellList<EndCell, most_waiting> waiting;
    if (has_disc(up)) {
      const double half = 0.5 * reach;
      for (const double x : {-half, half})
        for (const double y : {-half, half}) waiting.add({x, y, half, half, up});
    } else {
      waiting.add({0.0, 0.0, reach, reach, up});
    }
    return all(waiting);
  }

  bool band(double low, double high, std::size_t rim) {
    CellList<Cell, most_waiting> waiting;
    const double w = 0.5 * (high - low);
    for (int i = 0; i < 2; ++i) waiting.add({azimuth_ + pi * i, low + w, 0.5 * pi, w, rim});
    return all(waiting);
  }

  template <class C>
  bool all(CellList<C, most_waiting>& waiting) {
    while (!waiting.empty()) {
      if (count_ >= most_cells) return false;
      if (count_ == patience) gap_ *= 2.0;  // what is proven of the cells before is more
      if (count_ == less_patience) gap_ *= 32.0;
      ++count_;
      const C cell = waiting.next();
      const Verdict verdict = settle(cell);
      if (verdict.settled) continue;
      less_ = verdict.less;
      if (less_) return false;
      if (!waiting.add_cut(cell, verdict.by_first, verdict.thirds)) return false;
    }
    return true;
  }

  Verdict settle(const Cell& cell) const {
    Verdict verdict{false, std::nullopt, cell.w <= widest_level, !pair_.has_rims};
    if (cell.d > widest_azimuth || cell.w > widest_level) return verdict;
    Place at{0.0, 0.0}, low{};
    for (int looks = 0; looks < most_looks; ++looks) {
      const Look look = ring_.look(cell, at, target());
      verdict.settled = lowered(look.sum, look.third, size_).least() >= 0.0;
      if (verdict.settled) return verdict;
      if (!(look.sum.f >= 0.5 * gap_)) {
        verdict.less = V3(look.at.cosine * look.at.across, look.at.sine * look.at.across, look.at.along);
        return verdict;
      }
      verdict.by_first = more_by_azimuth(look.sum, look.third);
      // Seen from where it is least, it may be settled.
      const Place step = look.sum.lowest();
      if (looks == 0) low = step;
      verdict.thirds = verdict.by_first ? 3.0 * std::fabs(low.x) < cell.d : 3.0 * std::fabs(low.y) < cell.w;
      QuadraticCell next = look.sum.about(step);
      next.f = std::fmax(next.f, gap_);
      if (next.d() > widest_azimuth || next.w() > widest_level) return verdict;
      if (!(lowered(next, look.third, size_).least() >= 0.0)) return verdict;
      at = {at.x + step.x, at.y + step.y};
    }
    return verdict;
  }

  Verdict settle(const EndCell& cell) const {
    Verdict verdict{false, std::nullopt, cell.d >= cell.w, false};
    const bool at_kink = has_disc(cell.up) && cell.d == std::fabs(cell.x) && cell.w == std::fabs(cell.y);
    Place at = at_kink ? Place{-cell.x, -cell.y} : Place{0.0, 0.0};
    for (int looks = 0; looks < most_looks; ++looks) {
      const EndLook look = look_at_end(pair_, cell, at, target());
      const LengthCell& sum = look.sum;
      if (sum.d() + sum.w() > widest_cell * look.length) return verdict;
      verdict.settled = sum.least() >= 0.0;
      if (verdict.settled) return verdict;
      if (!(sum.f >= 0.5 * gap_ * look.length)) {
        verdict.less = look.at * (1.0 / look.length);
        return verdict;
      }
      verdict.by_first = std::fmax(sum.by_d, cell.d / look.length) >= std::fmax(sum.by_w, cell.w / look.length);
      const Place step = sum.lowest_about();
      at = {at.x + step.x, at.y + step.y};
      // A disc has its kink there.
      if (std::fabs(cell.x + at.x) + std::fabs(cell.y + at.y) <= at_centre) at = {-cell.x, -cell.y};
    }
    return verdict;
  }

  const RoundPair& pair_;
  RingCells ring_;
  double size_, depth_, gap_, azimuth_;
  int count_ = 0;
  std::optional<V3> less_;
};

}  // namespace

bool nearly_round(const Pair& pair, const RoundPair& round, double part) {
  const double x = round.offset.x, y = round.offset.y, most = part * most_lobes;
  return x * x + y * y <= most_shift * most_shift * pair.size * pair.size &&
         is_nearly_round(waves_of(round.second), most) &&
         (round.has_rims || is_nearly_round(waves_of(round.first), most));
}

RoundBound ring_depth(const Pair& pair, const RoundPair& round, double depth, double gap, const V3& n) {
  if (!nearly_round(pair, round, 1.0)) return {};
  RingProof proof(round, pair.size, depth, gap, n);
  if (!proof.holds()) return {{}, proof.less()};
  const double proven = proof.target() - rounding_count * unit_roundoff * pair.size;
  return {proven > 0.0 ? CoreUpper(Prover(), -proven) : CoreUpper(), std::nullopt};
}

}  // namespace clearance::detail
