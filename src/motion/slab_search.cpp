#include "motion/slab_search.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

constexpr int advance_steps = 8, bridge_steps = 6;
/// A little short of where a chord meets the level, so that rounding does not put it beyond.
constexpr double short_of = 1.0 - 0x1p-34;

}  // namespace

double advance(const SweptSlab& slab, double end, double level) {
  const double start = slab.time();
  double low = 0.0, high = end - start;  // times from the start, of either sign
  double at_low = slab(start) - level;
  if (!(at_low > 0.0)) return start;
  double at_high = slab(end) - level;
  if (at_high > 0.0) return end;
  const auto above = [&](double d, double& value) {
    value = slab(start + d) - level;
    return value > 0.0;
  };
  // A concave function that falls lies between its chord and the parabola that begins level.
  const double enough = 1e-6 * at_low;
  for (int step = 0; step < advance_steps; ++step) {
    const double share = at_low / (at_low - at_high), part = step % 2 == 0 ? share : std::sqrt(share);
    const double x = low + (high - low) * (at_high > -HUGE_VAL ? part * short_of : 0.5);
    if (x == low || x == high) break;
    double value = 0.0;
    if (above(x, value)) {
      low = x;
      at_low = value;
    } else {
      high = x;
      at_high = value;
    }
    if (at_low <= enough || std::fabs(high - low) <= 0x1p-5 * std::fabs(low)) break;
  }
  return start + low;
}

Interval not_above(const SweptSlab& left, double begin, const SweptSlab& right, double end, double level) {
  const double first = std::max(begin, advance(left, end, level)), last = std::min(end, advance(right, begin, level));
  return first <= last ? Interval{first, last} : Interval{begin, end};
}

Bridge bridge(const SweptSlab& left, double begin, const SweptSlab& right, double end, double enough) {
  const double left_begin = left(begin), right_end = right(end), left_end = left(end), right_begin = right(begin);
  const double outer = std::min(left_begin, right_end);
  Bridge best{end, std::min(left_begin, left_end)};
  if (const double alone = std::min(right_begin, right_end); alone > best.bound) best = {begin, alone};
  if (best.bound >= enough || !(outer > best.bound)) {
    best.change = begin + 0.5 * (end - begin);
    return best;
  }
  // Where they cross.
  double low = begin, high = end, at_low = left_begin - right_begin, at_high = left_end - right_end;
  for (int step = 0; step < bridge_steps; ++step) {
    const bool chord = at_low > 0.0 && at_high < 0.0 && at_low - at_high < HUGE_VAL && step % 3 != 2;
    const double x = chord ? low + (high - low) * (at_low / (at_low - at_high)) : low + 0.5 * (high - low);
    if (!(x > low && x < high)) break;
    const double l = left(x), r = right(x), bound = std::min({l, r, outer});
    if (bound > best.bound) best = {x, bound};
    if (best.bound >= enough || std::fabs(l - r) <= 1e-3 * (outer - best.bound)) break;
    (l > r ? low : high) = x;
    (l > r ? at_low : at_high) = l - r;
  }
  return best;
}

}  // namespace clearance::detail
