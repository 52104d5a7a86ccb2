// The least height of the border of the difference is looked for at some levels above the equator, then at some
// azimuths of the best one, and from there by Newton's method; at the level of the edge of a cylinder or cone by
// azimuths alone.

#include "solvers/spheroid_overlap.hpp"

#include <cmath>

#include "proof/spheroid.hpp"
#include "solvers/revolved_witness.hpp"

namespace clearance::detail {

namespace {

/// What the proof may leave open, relative to the size of the pair.
constexpr double proof_gap = 0x1p-38;
constexpr int levels = 24, turns = 16;
constexpr double quarter_turn = 1.5707963267948966;

struct Azimuth {
  double x, y;
};

class Search {
 public:
  explicit Search(const SpheroidPair& pair) : pair_(pair) {
    const Level edge = level_of_edge(pair.rims);
    split_ = std::atan2(edge.along, edge.across);
  }

  V3 best() {
    consider({0, 0, 1});
    consider({0, 0, -1});
    double best_level = 0.0, least = HUGE_VAL;
    for (int i = 1; i < levels; ++i) {
      const double level = quarter_turn * (2.0 * i / levels - 1.0);
      const double height = spheroid_height(pair_, at(level, towards_shift()));
      if (height < least) least = height, best_level = level;
    }
    refine(refine(best_level, false), false);  // the azimuth once more, at the level that was found
    if (pair_.has_rims) refine(split_, true);
    return best_;
  }

 private:
  static V3 at(double level, const Azimuth& e) {
    return {std::cos(level) * e.x, std::cos(level) * e.y, std::sin(level)};
  }

  void consider(const V3& n) {
    const double height = spheroid_height(pair_, n);
    if (height < least_) least_ = height, best_ = n;
  }

  Azimuth towards_shift() const {
    const double x = pair_.offset.x, y = pair_.offset.y, length = std::sqrt(x * x + y * y);
    return length > 0.0 ? Azimuth{x / length, y / length} : Azimuth{0, 1};
  }

  /// The best of some azimuths all around.
  Azimuth look_around(double level) const {
    Azimuth best = towards_shift();
    double least = spheroid_height(pair_, at(level, best));
    constexpr double c = 0.9238795325112867, s = 0.3826834323650898;  // of a sixteenth of a turn
    Azimuth e{1, 0};
    for (int i = 0; i < 16; ++i) {
      const double height = spheroid_height(pair_, at(level, e));
      if (height < least) least = height, best = e;
      e = {e.x * c - e.y * s, e.x * s + e.y * c};
    }
    return best;
  }

  /// A step down a parabola, or against the slope where it has no least value; no longer than `most`.
  static double step(double slope, double bend, double most) {
    const double down = bend > 0.0 ? -slope / bend : std::copysign(most, -slope);
    return slope == 0.0 ? 0.0 : std::fmax(-most, std::fmin(most, down));
  }

  double refine(double level, bool on_edge) {
    Azimuth e = look_around(level);
    for (int i = 0; i < turns; ++i) {
      const SpheroidSlopes p =
          spheroid_slopes(pair_, e.x, e.y, {std::cos(level), std::sin(level)}, level >= split_ ? 0 : 1);
      double up = step(p.f_level, p.f_level_2, 0.1), around = step(p.f_azimuth, p.f_azimuth_2, 0.2);
      const double det = p.f_level_2 * p.f_azimuth_2 - p.f_mixed * p.f_mixed;
      if (on_edge) {
        up = 0.0;
      } else if (p.f_level_2 > 0.0 && det > 0.0) {
        const double full_up = (p.f_mixed * p.f_azimuth - p.f_azimuth_2 * p.f_level) / det;
        const double full_around = (p.f_mixed * p.f_level - p.f_level_2 * p.f_azimuth) / det;
        if (std::fabs(full_up) < 0.1 && std::fabs(full_around) < 0.3) up = full_up, around = full_around;
      }
      level = std::fmax(-quarter_turn, std::fmin(quarter_turn, level + up));
      const double f = 1.0 / std::sqrt(1.0 + around * around);
      e = {(e.x - around * e.y) * f, (e.y + around * e.x) * f};
    }
    consider(at(level, e));
    return level;
  }

  const SpheroidPair& pair_;
  double split_;
  V3 best_{0, 0, 1};
  double least_ = HUGE_VAL;
};

}  // namespace

std::optional<Proposal> spheroid_overlap(const Pair& pair) {
  const auto spheroid = spheroid_pair(pair);
  if (!spheroid) return std::nullopt;
  const V3 best = Search(*spheroid).best();
  const double depth = spheroid_height(*spheroid, best);
  if (!(depth > pair.depth_error + pair.error)) return std::nullopt;  // apart, or the overlap itself is in doubt
  const V3 n =
      (spheroid->e1 * best.x + spheroid->e2 * best.y + spheroid->u * best.z) * (spheroid->swapped ? -1.0 : 1.0);
  auto proposal = revolved_witness(pair, n, depth);
  if (!proposal) return std::nullopt;
  proposal->upper = spheroid_depth(pair, *spheroid, best, proof_gap * pair.size);
  if (!proposal->upper.overlap()) return std::nullopt;
  proposal->iterations = levels + turns;
  return proposal;
}

}  // namespace clearance::detail
