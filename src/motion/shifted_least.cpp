#include "motion/shifted_least.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

/// Bounds of one query are this many times narrower than what is asked of the least distance.
constexpr double query_widths = 4.0;
/// How far from the least the slope is looked at, in parts of the span, where nothing else is known of it.
constexpr double aside = 0x1p-10;

/// What is rounded on the way to where a line meets a level.
constexpr double rounding = 0x1p-51;

/// From an end of the span on, up to where a slab is above a level all the way; the end itself, if it is not.
double excluded(const LinearSlab& slab, double end, double level) {
  const double at = slab(slab.time()), towards = std::copysign(1.0, slab.time() - end);
  const double gap = at - level - rounding * (std::fabs(at) + std::fabs(level));
  const double way = gap / (std::fabs(slab.slope()) + std::copysign(slab.slack(), gap));
  const double time = slab.time() + towards * (way - rounding * (std::fabs(slab.time()) + std::fabs(way)));
  return (time - end) * towards > 0.0 && slab(time) > level && slab(end) > level ? time : end;
}

}  // namespace

void ShiftedLeast::look(double time) {
  looks_.look(time, -HUGE_VAL, result_, slab_);
  time_ = time;
  size_ = looks_.pair().size(time);
  ++queries_;
  ++nearest_.queries;
  if (nearest_.least.at(time, result_.upper, nearest_.allowance)) {
    nearest_.sight = looks_.sight(time, result_);
    found_ = true;
  }
  // Where bodies touch, the normal may be any, and its slab tell nothing.
  blunt_ = !(slab_(time) >= result_.lower - tolerance());
  if (slab_.slope() < 0.0) {
    first_ = std::max(first_, excluded(slab_, span_.begin, reached()));
    if (!blunt_ && (!falls_ || time > falls_->time())) falls_ = slab_;
  } else {
    last_ = std::min(last_, excluded(slab_, span_.end, reached()));
    if (!blunt_ && (!rises_ || time < rises_->time())) rises_ = slab_;
  }
  find_bound();
}

void ShiftedLeast::find_bound() {
  const double begin = span_.begin, end = span_.end;
  cross_ = falls_ ? end : begin;
  if (falls_ && rises_) {
    const double from = falls_->time(), to = rises_->time();
    const double at =
        from + ((*rises_)(to) - (*falls_)(from)-rises_->slope() * (to - from)) / (falls_->slope() - rises_->slope());
    if (std::isfinite(at)) cross_ = std::clamp(at, begin, end);
  }
  bound_ = falls_ || rises_ ? HUGE_VAL : -HUGE_VAL;
  if (falls_) bound_ = falls_->over(begin, cross_);
  if (rises_) bound_ = std::min(bound_, rises_->over(cross_, end));
}

double ShiftedLeast::tolerance() const {
  const double width = std::max(result_.upper - result_.lower, looks_.pair().slab_error());
  const double most = std::max(options_.tolerance * size_, query_widths * width);
  return most < HUGE_VAL ? most : 0.0;
}

std::optional<double> ShiftedLeast::next() {
  ++steps_;
  double time = cross_;
  if (blunt_) {
    // Aside of it, on one side and the other, slabs tell more.
    const double begin = falls_ && falls_->time() < time_ ? falls_->time() : span_.begin,
                 end = rises_ && rises_->time() > time_ ? rises_->time() : span_.end;
    time = 0.5 * time_ + 0.5 * (steps_ % 2 == 0 ? begin : end);
    return time != time_ ? std::optional(time) : std::nullopt;
  }
  if (falls_ && rises_) {
    const double from = falls_->time(), to = rises_->time();
    if (steps_ % 2 == (result_.distance > 0.0 ? 1 : 0))
      time = from - (to - from) * falls_->slope() / (rises_->slope() - falls_->slope());
    if (steps_ % 8 == 0) time = from + 0.5 * (to - from);
    if (!(time > from && time < to)) time = cross_;
    if (!(time > from && time < to)) return std::nullopt;
    return time;
  }
  if (steps_ == 1 && result_.distance > 0.0) {
    // Of two points that stay the nearest.
    const V3& change = looks_.pair().change();
    const double share = -result_.distance * dot(V3(result_.normal), change) / norm_sq(change);
    const double there = time_ + share * (span_.end - span_.begin);
    if (there > span_.begin && there < span_.end && there != time_) return there;
  }
  // It may go on to the end.
  if (time_ == time) return std::nullopt;
  return time;
}

/// At a flat minimum slabs tell little of the time: looks aside of it tell more, the nearer the better, as far as
/// rounding lets them.
void ShiftedLeast::narrow(int most) {
  const double length = span_.end - span_.begin, least = nearest_.sight.time;
  for (const double towards : {-1.0, 1.0}) {
    double by = aside * length;
    for (int i = 0; i < 2 && queries_ < most; ++i) {
      const double wide = towards < 0.0 ? least - first_ : last_ - least, time = least + towards * by;
      if (!(wide > std::max(options_.tolerance * length, by)) || !(time > span_.begin && time < span_.end)) break;
      look(time);
      const double bend = std::fabs(slab_.slope()) / by;
      by = 4.0 * std::sqrt((result_.upper - slab_(time)) / bend);
    }
  }
}

bool ShiftedLeast::run(int most) {
  const V3 apart = looks_.pair().between(span_.begin) + looks_.pair().centres(), &change = looks_.pair().change();
  const double share = -dot(apart, change) / norm_sq(change);
  const double begin = span_.begin, end = span_.end;
  first_ = begin;
  last_ = end;
  double time = share > 0.0 ? std::min(begin + share * (end - begin), end) : begin;
  if (reached() < HUGE_VAL) {
    // Bodies far apart need no query.
    const V3 at_least = apart + change * std::clamp(share, 0.0, 1.0);
    const double bound = looks_.pair().slab(at_least, time).over(begin, end);
    if (bound > reached()) {
      nearest_.least.over(begin, end, bound, nearest_.allowance);
      return false;
    }
  }
  bool enough = false;
  for (;;) {
    look(time);
    enough = bound_ >= reached() - tolerance();
    if (enough || queries_ >= most) break;
    const std::optional<double> at = next();
    if (!at) break;
    time = *at;
  }
  const bool short_of_work = !enough && queries_ >= most;
  if (found_ && result_.distance > 0.0) narrow(most);
  if (first_ <= last_)
    nearest_.least.over(first_, last_, bound_, nearest_.allowance);
  else
    nearest_.least.over(begin, end, bound_, nearest_.allowance);
  nearest_.finished = nearest_.finished && !short_of_work && (enough || bound_ >= reached() - tolerance());
  return found_;
}

}  // namespace clearance::detail
