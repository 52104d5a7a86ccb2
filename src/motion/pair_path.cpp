#include "motion/pair_path.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "proof/part_bounds.hpp"

namespace clearance::detail {

namespace {

const Union* as_union(const Shape& shape) { return std::get_if<Union>(&shape.description()); }

struct OnMotion {
  const Stretch* stretch;
  const Pose* rest;
  double until;
};

/// Where a motion is at a time, and until when it goes on like that.
OnMotion on_motion(const MotionData& data, double time) {
  if (data.stretches.empty()) return {nullptr, &data.poses.front(), HUGE_VAL};
  if (time < data.times.front()) return {nullptr, &data.poses.front(), data.times.front()};
  if (time >= data.times.back()) return {nullptr, &data.poses.back(), HUGE_VAL};
  const auto after = std::upper_bound(data.times.begin(), data.times.end(), time);
  return {&data.stretches[static_cast<std::size_t>(after - data.times.begin()) - 1], nullptr, *after};
}

/// The slab along n that turns with whatever keeps it widest: with neither body, with one of them, or as the normals of
/// the neighbours tell.
SweptSlab best_slab(const Moment& moment, const V3& n, double proven, const Span& span, const Neighbours& near,
                    bool before_matters) {
  const V3 none(0, 0, 0);
  const MovingPlace &a = moment.a.place, &b = moment.b.place;
  SweptSlab best = swept_slab(moment, n, proven, none);
  if (!(a.speed > 0.0 || b.speed > 0.0) || !(moment.a.bounded || moment.b.bounded)) return best;
  const double before = near.before != nullptr ? near.before->time() : span.begin;
  const double after = near.after != nullptr ? near.after->time() : span.end;
  const double left = moment.time - 0.5 * (moment.time - before), right = moment.time + 0.5 * (after - moment.time);
  const auto worth = [&](const SweptSlab& slab) {
    return !before_matters && right > moment.time      ? slab(right)
           : left < moment.time && right > moment.time ? slab.over(left, right)
           : left < moment.time                        ? slab(left)
                                                       : slab(right);
  };
  double most = worth(best);
  const auto consider = [&](const V3& carried) {
    const SweptSlab slab = swept_slab(moment, n, proven, carried);
    const double value = worth(slab);
    if (!(value > most)) return;
    best = slab;
    most = value;
  };
  if (a.speed > 0.0) consider(a.rate);
  if (b.speed > 0.0) consider(b.rate);
  if (near.before != nullptr || near.after != nullptr) {
    const V3 first = near.before != nullptr ? near.before->normal() : n,
             last = near.after != nullptr ? near.after->normal() : n;
    const double start = near.before != nullptr ? before : moment.time,
                 stop = near.after != nullptr ? after : moment.time;
    const V3 turned = cross(n, (last - first) * (1.0 / (stop - start)));
    if (std::isfinite(norm_sq(turned))) consider(turned);
  }
  return best;
}

}  // namespace

Spans::Spans(const Motion& a, const Motion& b) : a_(a.data()), b_(b.data()) {
  for (const MotionData* data : {&a_, &b_}) {
    if (data->stretches.empty()) continue;
    begin_ = std::min(begin_, data->times.front());
    end_ = std::max(end_, data->times.back());
  }
  if (begin_ > end_) begin_ = end_ = 0.0;
}

std::size_t Spans::most() const { return a_.stretches.size() + b_.stretches.size() + 1; }

Span Spans::from(double time) const {
  const OnMotion a = on_motion(a_, time), b = on_motion(b_, time);
  return {time, std::max(time, std::min({a.until, b.until, end_})), a.stretch, b.stretch, a.rest, b.rest};
}

PartPairs::PartPairs(const Shape& a, const Shape& b) : a_(a), b_(b) {
  if (const Union* whole = as_union(a)) count_a_ = whole->parts().size();
  if (const Union* whole = as_union(b)) count_b_ = whole->parts().size();
}

void PartPairs::begin_with(const Result& r) {
  const auto i = static_cast<std::size_t>(std::max(r.part_a, 0)), j = static_cast<std::size_t>(std::max(r.part_b, 0));
  if (i < count_a_ && j < count_b_) first_ = i * count_b_ + j;
}

PartPair PartPairs::operator[](std::size_t i) const {
  i = i == 0 ? first_ : i <= first_ ? i - 1 : i;
  PartPair pair{&a_, &b_, nullptr, nullptr, -1, -1};
  if (const Union* whole = as_union(a_)) {
    const Part& part = whole->parts()[i / count_b_];
    pair.a = &part.shape;
    pair.inner_a = &part.pose;
    pair.name_a = static_cast<int>(i / count_b_);
  }
  if (const Union* whole = as_union(b_)) {
    const Part& part = whole->parts()[i % count_b_];
    pair.b = &part.shape;
    pair.inner_b = &part.pose;
    pair.name_b = static_cast<int>(i % count_b_);
  }
  return pair;
}

Mover mover_a(const PartPair& pair, const Span& span) { return {pair.a, pair.inner_a, span.a, span.rest_a}; }
Mover mover_b(const PartPair& pair, const Span& span) { return {pair.b, pair.inner_b, span.b, span.rest_b}; }

Moment moment_at(const PartPair& pair, const Span& span, double time) {
  return make_moment(mover_a(pair, span), mover_b(pair, span), time);
}

namespace {

Sight sight_at(const PartPair& pair, const Moment& moment, const LookFor& goal, PairState& state) {
  Sight sight;
  sight.time = moment.time;
  sight.origin = moment.a.origin;
  sight.size = moment.size;
  if (std::isfinite(moment.entering))
    sight.result = distance(
        *pair.a, query_pose(moment.a, Vec3::Zero()), *pair.b, query_pose(moment.b, moment.between.eigen()),
        {.tolerance = goal.tolerance / query_share, .min_distance = goal.below - 4.0 * moment.pose_error}, &state);
  else
    sight.result.ending = Ending::iteration_limit;
  allow_for_motion(sight.result, moment);
  sight.result.part_a = pair.name_a;
  sight.result.part_b = pair.name_b;
  return sight;
}

}  // namespace

Sight sight_at(const PartPair& pair, const Span& span, double time, const LookFor& goal, PairState& state) {
  return sight_at(pair, moment_at(pair, span, time), goal, state);
}

Sight sight_of_all(const PartPairs& pairs, const Spans& spans, double time, double tolerance, int& queries) {
  const Span span = spans.from(time);
  UnionBounds bounds;
  Sight best;
  for (std::size_t i = 0; i < pairs.count(); ++i) {
    const PartPair pair = pairs[i];
    if (const double apart = i > 0 ? far_slab(pair, span, time)(time) : -HUGE_VAL; apart > bounds.upper()) {
      bounds.leave(apart);
      continue;
    }
    PairState state;
    const Sight sight = sight_at(pair, span, time, {.tolerance = tolerance}, state);
    ++queries;
    bounds.take(sight.result);
    if (i == 0 || sight.result.upper < best.result.upper) best = sight;
  }
  bounds.set(best.result);
  return best;
}

double upper_by_axes(const PartPair& pair, const Span& span, double time) {
  if (pair.a->core().kind != Kind::box || pair.b->core().kind != Kind::box) return HUGE_VAL;
  return upper_by_axes(moment_at(pair, span, time));
}

Look look_at(const PartPair& pair, const Span& span, double time, const LookFor& goal, const Neighbours& near,
             PairState& state) {
  const Moment moment = moment_at(pair, span, time);
  Look look{sight_at(pair, moment, goal, state), {}};
  look.slab = best_slab(moment, V3(look.result.normal), look.result.lower, span, near, goal.before);
  return look;
}

Look look_back(const PartPair& pair, const Span& span, double time, const LookFor& goal, PairState& state) {
  const Moment moment = moment_at(pair, span, time);
  Look look{sight_at(pair, moment, goal, state), {}};
  const V3 n(look.result.normal), none(0, 0, 0);
  look.slab = swept_slab(moment, n, look.result.lower, none);
  double at_begin = look.slab(span.begin);
  if (at_begin > goal.below || !(moment.a.bounded || moment.b.bounded)) return look;
  // What falls short turning with nothing may do so with a body; half way tells which reaches farther.
  const double middle = span.begin + 0.5 * (time - span.begin);
  double half_way = look.slab(middle);
  for (const MovingPlace* place : {&moment.a.place, &moment.b.place}) {
    if (!(place->speed > 0.0)) continue;
    const SweptSlab slab = swept_slab(moment, n, look.result.lower, place->rate);
    const double value = slab(middle);
    if (!(value > half_way)) continue;
    look.slab = slab;
    half_way = value;
    at_begin = slab(span.begin);
    if (at_begin > goal.below) break;
  }
  return look;
}

SweptSlab far_slab(const PartPair& pair, const Span& span, double time) {
  const Moment moment = moment_at(pair, span, time);
  return swept_slab(moment, moment.apart, -HUGE_VAL, V3(0, 0, 0));
}

Result in_world(const Sight& sight) {
  Result r = sight.result;
  r.point_a = rounded(sight.origin + Wide3(V3(r.point_a))).eigen();
  r.point_b = rounded(sight.origin + Wide3(V3(r.point_b))).eigen();
  return r;
}

}  // namespace clearance::detail
