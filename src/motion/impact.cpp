// The first time at which two bodies are no more than a margin apart: conservative advancement (Mirtich 1996; directed,
// as in Tang, Kim and Manocha 2009) with the slab of each query, which is good to second order in time. All that is
// passed is proven to be clear. Where a step gets nowhere, the bodies are about to meet, or graze each other: a look a
// little later tells which; what stays in doubt is remembered, and the search goes on for a time of which contact is
// proven.
//
// Cost: three queries where bodies translate until they meet; at a grazing contact each step is a constant part of the
// time that is left. Bounded by MotionOptions::max_queries; nothing is allocated.

#include <algorithm>
#include <cmath>
#include <optional>

#include "motion/pair_path.hpp"
#include "motion/shifted_impact.hpp"
#include "motion/slab_search.hpp"
#include "motion/turning_guess.hpp"
#include "numeric/arithmetic_mode.hpp"
#include "proof/first_contact.hpp"

namespace clearance::detail {

namespace {

/// Looks on both sides of a contact are so near it, in parts of what the time may be off by.
constexpr double backing = 0.25;

class Advance {
 public:
  Advance(const PartPair& pair, const Spans& spans, double margin, const MotionOptions& options, FirstContact& first)
      : pair_(pair),
        spans_(spans),
        margin_(margin),
        options_(options),
        first_(first),
        shortest_(options.tolerance * (spans.end() - spans.begin())) {}

  void run() {
    double time = spans_.begin();
    Span span = spans_.from(time);
    if (!(span.end > span.begin)) {
      const Look only = look(span, time, nullptr);
      if (!(only.result.lower > margin_)) first_.doubt(time, time);
    }
    for (std::size_t i = 0; i < spans_.most() && span.end > span.begin && span.begin < first_.upper(); ++i) {
      if (!through(span)) return;
      span = spans_.from(span.end);
    }
  }

  int queries() const { return queries_; }
  /// The look to answer with: of a contact the last before it, else the nearest of all.
  const std::optional<Sight>& sight() const { return contact_ ? contact_ : nearest_; }

 private:
  Look look(const Span& span, double time, const SweptSlab* before) {
    // Where the motion begins in contact, all is to be known of it.
    const double below = last_ ? margin_ : -HUGE_VAL;
    Look l = look_at(pair_, span, time, {options_.tolerance, below, false}, {before, nullptr}, state_);
    ++queries_;
    if (first_.contact(time, l.result.upper, margin_))
      contact_ = last_ ? last_ : l;
    else
      see(l);
    return l;
  }

  void see(const Sight& sight) {
    last_ = sight;
    if (!nearest_ || sight.result.distance < nearest_->result.distance) nearest_ = sight;
  }

  bool out_of_work(double time) {
    if (queries_ < options_.max_queries) return false;
    first_.doubt(time, spans_.end());
    first_.stop_short();
    return true;
  }

  /// The same where neither body turns.
  bool through_shifted(const Span& span) {
    ShiftedImpact search(pair_, span, margin_, shortest_, options_, state_, first_);
    const bool on = search.run(options_.max_queries - queries_);
    queries_ += search.queries();
    if (search.out_of_work()) first_.stop_short();
    if (search.meets())
      contact_ = search.sight();
    else
      see(search.sight());
    return on;
  }

  /// A look just before a contact that is guessed, and since when its slab proves the bodies to be apart.
  struct Ahead {
    double since = HUGE_VAL;
    Look look;
  };
  Ahead look_ahead(const Span& span) {
    Ahead ahead;
    const ContactGuess guess = guess_turning(pair_, span, margin_, backing * shortest_, state_);
    queries_ += guess.queries;
    const double time = guess.time - backing * shortest_;
    if (!(time > span.begin && time < std::min(span.end, first_.upper()))) return ahead;
    ahead.look = look_back(pair_, span, time, {options_.tolerance, margin_, true}, state_);
    ++queries_;
    if (ahead.look.slab(time) > margin_) ahead.since = advance(ahead.look.slab, span.begin, margin_);
    return ahead;
  }

  /// Whether contact is proven as soon after a look as the time is to be known; all before the look is clear.
  bool meets_after(const Span& span, const Look& before) {
    const double time = std::min(before.time + 2.0 * backing * shortest_, span.end);
    // Of boxes, axes prove it without a query.
    double upper = margin_ <= 0.0 ? upper_by_axes(pair_, span, time) : HUGE_VAL;
    if (!(upper <= margin_)) {
      upper = sight_at(pair_, span, time, {options_.tolerance, margin_, false}, state_).result.upper;
      ++queries_;
    }
    if (!(upper <= margin_)) return false;
    first_.doubt(before.time, time);
    if (first_.contact(time, upper, margin_)) contact_ = before;
    return true;
  }

  /// False if nothing after it matters.
  bool through(const Span& span) {
    if (is_shifted(pair_, span)) return through_shifted(span);
    // Bodies far apart need no query, but one of the whole motion.
    const double middle = span.begin + 0.5 * (span.end - span.begin);
    if (last_ && far_slab(pair_, span, middle).over(span.begin, span.end) > margin_) return true;
    const Ahead ahead = look_ahead(span);
    double time = span.begin, step = shortest_;
    // Nor does the way to a look ahead.
    if (time < ahead.since && ahead.since < HUGE_VAL && far_slab(pair_, span, time).over(time, ahead.since) > margin_)
      time = ahead.since;
    Look here;
    if (!(ahead.since <= time)) here = look(span, time, nullptr);
    while (time < span.end) {
      if (time >= ahead.since && time < ahead.look.time) {
        if (meets_after(span, ahead.look)) return false;
        here = ahead.look;
        time = here.time;
        see(here);
      }
      if (time >= first_.upper()) return false;
      if (out_of_work(time)) return false;
      const double reached = advance(here.slab, span.end, margin_);
      if (reached >= span.end) return true;
      if (reached - time > shortest_) {
        time = reached;
        const SweptSlab before = here.slab;
        here = look(span, time, &before);
        step = shortest_;
        continue;
      }
      double next = std::min(std::max(time + step, std::nextafter(time, HUGE_VAL)), span.end);
      const Look there = look(span, next, &here.slab);
      // From both sides the gap may close.
      if (there.result.upper > margin_ && bridge(here.slab, time, there.slab, next, margin_).bound > margin_) {
        step = shortest_;
      } else {
        first_.doubt(time, next);
        step *= 2.0;
      }
      time = next;
      here = there;
    }
    return true;
  }

  const PartPair& pair_;
  const Spans& spans_;
  double margin_;
  const MotionOptions& options_;
  FirstContact& first_;
  PairState state_;
  double shortest_ = 0.0;
  int queries_ = 0;
  std::optional<Sight> last_, nearest_, contact_;
};

[[gnu::noinline]] Approach first_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                        double margin, const MotionOptions& options) {
  const Spans spans(motion_a, motion_b);
  PartPairs pairs(a, b);
  FirstContact first;
  Approach answer;
  std::optional<Sight> sight;
  for (std::size_t i = 0; i < pairs.count(); ++i) {
    const PartPair pair = pairs[i];
    Advance search(pair, spans, margin, options, first);
    search.run();
    answer.queries += search.queries();
    sight = search.sight();
  }
  answer.time = first.times();
  if (pairs.count() > 1 || !sight) {
    const double time = std::min(answer.time.lower, spans.end());
    sight = sight_of_all(pairs, spans, time, options.tolerance, answer.queries);
  }
  answer.distance = {sight->result.lower, sight->result.upper};
  answer.at_time = sight->time;
  answer.at = in_world(*sight);
  const double width = answer.time.upper - answer.time.lower;
  const bool narrow =
      !(answer.time.lower < HUGE_VAL) || width <= 4.0 * options.tolerance * (spans.end() - spans.begin());
  answer.ending = narrow && first.finished() ? Ending::converged : Ending::iteration_limit;
  return answer;
}

}  // namespace

}  // namespace clearance::detail

namespace clearance {

Approach time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, double margin,
                        const MotionOptions& options) {
  return detail::in_standard_arithmetic(
      [&] { return detail::first_impact(a, motion_a, b, motion_b, margin, options); });
}

std::optional<Interval> keeps(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                              double margin, const MotionOptions& options) {
  const Approach first = time_of_impact(a, motion_a, b, motion_b, margin, options);
  if (!(first.time.lower < std::numeric_limits<double>::infinity())) return std::nullopt;
  double last = -std::numeric_limits<double>::infinity();
  for (const Motion* motion : {&motion_a, &motion_b})
    if (!motion->at_rest()) last = std::max(last, motion->times().back());
  return Interval{first.time.lower, std::min(first.time.upper, std::max(last, first.time.lower))};
}

}  // namespace clearance
