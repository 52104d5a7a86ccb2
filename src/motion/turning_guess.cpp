#include "motion/turning_guess.hpp"

#include <algorithm>
#include <cmath>

#include "motion/box_meeting.hpp"

namespace clearance::detail {

namespace {

/// Digits that a guess needs of a distance.
constexpr double guess_tolerance = 1e-9;

M3 product(const M3& a, const M3& b) {
  const auto row = [&](const V3& r) { return b.r0 * r.x + b.r1 * r.y + b.r2 * r.z; };
  return {row(a.r0), row(a.r1), row(a.r2)};
}

/// A part on its way, to rounding, from a base in the world.
class Course {
 public:
  Course(const Pose* inner, const Stretch* stretch, const Pose* rest, const Wide3& base)
      : inner_(inner), stretch_(stretch) {
    const Pose& from = stretch != nullptr ? *stretch->from : *rest;
    rotation_ = M3(from.rotation());
    start_ = rounded((stretch != nullptr ? stretch->start : Wide3(V3(from.position()))) - base);
    if (stretch == nullptr) return;
    shift_ = rounded(stretch->shift);
    inverse_ = 1.0 / (stretch->end - stretch->begin);
  }
  /// Whether it is a rotation at all times, to rounding.
  bool rigid() const { return stretch_ == nullptr || !stretch_->has_rest; }

  void go_to(double time) {
    if (stretch_ == nullptr && placed_) return;
    placed_ = true;
    M3 map = rotation_;
    at_ = start_;
    V3 to_origin(0, 0, 0);
    if (stretch_ != nullptr) {
      const double share = (time - stretch_->begin) * inverse_;
      if (stretch_->turns) map = product(turn_matrix(stretch_->turn * share), rotation_);
      at_ = start_ + shift_ * share;
      to_origin = -stretch_->pivot;
    }
    if (inner_ != nullptr) to_origin = to_origin + V3(inner_->position());
    origin_ = is_zero(to_origin) ? at_ : at_ + map * to_origin;
    if (inner_ != nullptr) map = product(map, M3(inner_->rotation()));
    map_ = map;
  }
  const V3& origin() const { return origin_; }
  const M3& map() const { return map_; }
  /// Of a point of it.
  V3 velocity(const V3& x) const {
    if (stretch_ == nullptr) return {0, 0, 0};
    const V3 v = stretch_->turns ? shift_ + cross(stretch_->turn, x - at_) : shift_;
    return v * inverse_;
  }
  Pose pose(const V3& position) const {
    Mat3 m;
    m << map_.r0.x, map_.r0.y, map_.r0.z, map_.r1.x, map_.r1.y, map_.r1.z, map_.r2.x, map_.r2.y, map_.r2.z;
    return {m, position.eigen()};
  }

 private:
  const Pose* inner_;
  const Stretch* stretch_;
  M3 rotation_{}, map_{};
  V3 start_{}, shift_{0, 0, 0}, at_{}, origin_{};
  double inverse_ = 0.0;
  bool placed_ = false;
};

/// How far beyond the margin two parts are apart, and how that changes with time.
struct Gap {
  double gap, slope;
};

/// By a query.
class QueriedGap {
 public:
  QueriedGap(const PartPair& pair, double margin, PairState& state) : pair_(pair), margin_(margin), state_(state) {}
  static constexpr int queries = 1, most_steps = 8;
  bool see(const Course& a, const Course& b, Gap& g) {
    const V3 between = b.origin() - a.origin();
    if (!std::isfinite(sum_abs(between))) return false;
    const Result r =
        distance(*pair_.a, a.pose(V3(0, 0, 0)), *pair_.b, b.pose(between), {.tolerance = guess_tolerance}, &state_);
    if (!r.has_distance()) return false;
    const V3 velocity = b.velocity(a.origin() + V3(r.point_b)) - a.velocity(a.origin() + V3(r.point_a));
    g = {r.distance - margin_, dot(V3(r.normal), velocity)};
    return true;
  }
  void end() {}

 private:
  const PartPair& pair_;
  double margin_;
  PairState& state_;
};

/// Of boxes, by separating axes.
class BoxesGap {
 public:
  BoxesGap(const PartPair& pair, double margin, PairState& state)
      : boxes_(pair.a->core(), pair.b->core()), margin_(margin), state_(state) {}
  static constexpr int queries = 0, most_steps = 16;
  /// Along axes boxes are as far apart as they are only where they touch or overlap.
  static bool applies(const PartPair& pair, double margin) {
    const Core &a = pair.a->core(), &b = pair.b->core();
    return BoxMeeting::applies(a, b) && is_zero(a.centre) && is_zero(b.centre) &&
           margin + a.radius * a.unit + b.radius * b.unit <= 0.0;
  }
  bool see(const Course& a, const Course& b, Gap& g) {
    boxes_.place(transposed_times(a.map(), b.map()), transposed_times(a.map(), b.origin() - a.origin()));
    g.gap = boxes_.apart() - margin_;
    if (!std::isfinite(g.gap)) return false;
    const V3 n = boxes_.normal(), at = a.origin() + a.map() * boxes_.spot(n, nullptr);
    g.slope = dot(a.map() * n, b.velocity(at) - a.velocity(at));
    return true;
  }
  /// The corners where they meet are a start for the next query.
  void end() { boxes_.spot(boxes_.normal(), &state_); }

 private:
  BoxMeeting boxes_;
  double margin_;
  PairState& state_;
};

/// A time at which they are clear, and the gap there.
struct Clear {
  double time = 0.0;
  Gap at{};
};

/// Whether the tangents at two times, one where the gap closes and one where it opens again, meet above nothing.
bool seem_to_pass(const Clear& closing, const Clear& opening) {
  const double way = opening.time - closing.time;
  const double share =
      (opening.at.gap - opening.at.slope * way - closing.at.gap) / (closing.at.slope - opening.at.slope);
  return closing.at.gap + closing.at.slope * share > 0.0;
}

template <class Between>
ContactGuess guess_by(Between between, Course& a, Course& b, const Span& span, double off) {
  ContactGuess guess;
  Clear closing{span.begin, {}}, opening{HUGE_VAL, {}};
  double time = span.begin, met = HUGE_VAL, last_step = 0.0;
  for (int count = 0; count < Between::most_steps; ++count) {
    a.go_to(time);
    b.go_to(time);
    Gap g{};
    guess.queries += Between::queries;
    if (!between.see(a, b, g)) return guess;
    const bool apart = g.gap > 0.0, closes = g.slope < 0.0;
    if (!apart)
      met = time;
    else if (closes)
      closing = {time, g};
    else
      opening = {time, g};
    if (met <= span.begin || opening.time <= span.begin) return guess;
    const double until = std::min(met, opening.time);
    double next = time - g.gap / g.slope;
    const bool newton = closes && next > closing.time && next < until;
    if (!newton) {
      // Gone too far: they are in contact or have passed each other.
      if (until < HUGE_VAL && !(met < opening.time) && seem_to_pass(closing, opening)) return guess;
      next = until < HUGE_VAL ? closing.time + 0.5 * (until - closing.time) : span.end;
    }
    if (next > span.end) next = span.end;
    const double step = next - time, bend = last_step != 0.0 ? std::fabs(step / last_step) : 1.0;
    // The next step is expected to be as many times the square of this one as this one is of the last; where a look
    // costs little, to be as many times this one.
    if (newton && std::fabs(step) * (Between::queries > 0 ? bend * bend : bend) <= off) {
      between.end();
      guess.time = next;
      return guess;
    }
    if (next == time) return guess;
    last_step = step;
    time = next;
  }
  return guess;
}

}  // namespace

ContactGuess guess_turning(const PartPair& pair, const Span& span, double margin, double off, PairState& state) {
  const Wide3 base = span.a != nullptr ? span.a->start : Wide3(V3(span.rest_a->position()));
  Course a(pair.inner_a, span.a, span.rest_a, base), b(pair.inner_b, span.b, span.rest_b, base);
  if (!a.rigid() || !b.rigid()) return {};
  if (BoxesGap::applies(pair, margin)) return guess_by(BoxesGap(pair, margin, state), a, b, span, off);
  return guess_by(QueriedGap(pair, margin, state), a, b, span, off);
}

}  // namespace clearance::detail
