// The least distance over time, by the method of Piyavskii and Shubert with slabs in place of a Lipschitz constant: the
// slab of a query proves a bound on both sides of it, which is good to second order, since the slab was the widest
// there. Two neighbouring slabs bound all that is between them; the interval with the least bound is looked at next,
// where its slabs cross. Bodies that are far apart are done with by a slab along the line of their centres, without a
// query.
//
// Cost: at a smooth minimum intervals shrink with their distance from it, so that the looks grow with the logarithm of
// the tolerance. Bounded by MotionOptions::max_queries for each pair of parts; nothing is allocated.

#include "motion/approach.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "motion/shifted_least.hpp"
#include "motion/slab_search.hpp"
#include "numeric/arithmetic_mode.hpp"

namespace clearance::detail {

namespace {

/// Intervals that wait to be looked at, in one span.
constexpr std::size_t most_pieces = 96, best_first = 32;
/// Looks of a scout, along all spans.
constexpr int scout_looks = 9;
/// Bounds of one query are this many times narrower than what is asked of the least distance.
constexpr double query_widths = 4.0;
/// Nearer to an end than this part of a piece, a look would leave too much on the other side.
constexpr double least_share = 0x1p-7, deep_share = 0.25;

struct Piece {
  double begin, end, change, bound;
  SweptSlab left, right;
};
/// Room for pieces that is not filled before it is used.
union Pieces {
  Pieces() {}  // NOLINT(modernize-use-equals-default): there is nothing to begin with
  std::array<Piece, most_pieces> at;
};

class Search {
 public:
  Search(const PartPair& pair, const MotionOptions& options, Nearest& nearest)
      : pair_(pair), options_(options), nearest_(nearest) {}

  /// True if it has found the least so far.
  bool run(const Spans& spans) {
    double time = spans.begin();
    Span span = spans.from(time);
    if (!(span.end > span.begin)) {
      const Look only = look(span, time, {});
      nearest_.least.over(time, time, only.result.lower, nearest_.allowance);
    }
    for (std::size_t i = 0; i < spans.most() && span.end > span.begin; ++i) {
      over(span);
      span = spans.from(span.end);
    }
    return found_;
  }

 private:
  Look look(const Span& span, double time, const Neighbours& near) {
    Look l = look_at(pair_, span, time, {.tolerance = options_.tolerance}, near, state_);
    ++nearest_.queries;
    ++queries_;
    if (nearest_.least.at(time, l.result.upper, nearest_.allowance)) {
      nearest_.sight = static_cast<const Sight&>(l);
      found_ = true;
    }
    width_ = std::max(l.result.upper - l.result.lower, l.slab.error());
    size_ = l.size;
    return l;
  }

  /// What the distance of this pair would have to come down to, to be the least.
  double reached() const { return nearest_.least.reached() + nearest_.allowance; }
  /// What is proven to be no less is near enough.
  double level() const {
    const double upper = reached();
    const double tolerance = std::max(options_.tolerance * size_, query_widths * width_);
    return tolerance < HUGE_VAL ? upper - tolerance : upper;
  }

  void push(const Piece& piece) {
    std::construct_at(&pieces_.at[count_++], piece);
    if (!deep_) std::push_heap(pieces_.at.begin(), pieces_.at.begin() + static_cast<std::ptrdiff_t>(count_), later);
  }
  static bool later(const Piece& p, const Piece& q) { return p.bound > q.bound; }

  void add(double begin, double end, const SweptSlab& left, const SweptSlab& right) {
    const Bridge b = bridge(left, begin, right, end, level());
    const double least = (deep_ ? deep_share : least_share) * (end - begin);
    push({begin, end, std::clamp(b.change, begin + least, end - least), b.bound, left, right});
  }

  void over(const Span& span) {
    if (!(nearest_.allowance < HUGE_VAL))
      return nearest_.least.over(span.begin, span.end, -HUGE_VAL, nearest_.allowance);
    if (is_shifted(pair_, span)) {
      ShiftedLeast search(pair_, span, options_, state_, nearest_);
      found_ = search.run(options_.max_queries - queries_) || found_;
      queries_ += search.queries();
      return;
    }
    if (reached() < HUGE_VAL) {
      const double bound = far_slab(pair_, span, span.begin + 0.5 * (span.end - span.begin)).over(span.begin, span.end);
      if (bound > reached()) return nearest_.least.over(span.begin, span.end, bound, nearest_.allowance);
    }
    deep_ = false;
    const SweptSlab first = look(span, span.begin, {}).slab;
    add(span.begin, span.end, first, look(span, span.end, {&first, nullptr}).slab);
    while (count_ > 0) {
      // The nearest first; but once room is short, the last first, which needs little.
      if (count_ < best_first && !deep_)
        std::pop_heap(pieces_.at.begin(), pieces_.at.begin() + static_cast<std::ptrdiff_t>(count_), later);
      else
        deep_ = true;
      const Piece piece = pieces_.at[--count_];
      const bool near_enough = piece.bound >= level();
      const bool splits = piece.change > piece.begin && piece.change < piece.end && count_ + 2 <= most_pieces &&
                          queries_ < options_.max_queries;
      if (near_enough || !splits) {
        const Interval times = not_above(piece.left, piece.begin, piece.right, piece.end, reached());
        nearest_.least.over(times.lower, times.upper, piece.bound, nearest_.allowance);
        nearest_.finished = nearest_.finished && near_enough;
        continue;
      }
      const SweptSlab middle = look(span, piece.change, {&piece.left, &piece.right}).slab;
      add(piece.begin, piece.change, piece.left, middle);
      add(piece.change, piece.end, middle, piece.right);
    }
  }

  const PartPair& pair_;
  const MotionOptions& options_;
  Nearest& nearest_;
  PairState state_;
  Pieces pieces_;
  std::size_t count_ = 0;
  int queries_ = 0;
  double width_ = 0.0, size_ = 0.0;
  bool found_ = false, deep_ = false;
};

/// The least among a few times of the whole bodies, which names the parts to begin with.
Result scouted(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, const Spans& spans,
               int looks) {
  Result best;
  for (int i = 0; i < looks; ++i) {
    const double share = looks > 1 ? static_cast<double>(i) / (looks - 1) : 0.0;
    const double time = spans.begin() + share * (spans.end() - spans.begin());
    const Result r = distance(a, motion_a.at(time).pose, b, motion_b.at(time).pose);
    if (i == 0 || r.distance < best.distance) best = r;
  }
  return best;
}

[[gnu::noinline]] bool search_parts(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                    const MotionOptions& options, Nearest& nearest) {
  const Spans spans(motion_a, motion_b);
  PartPairs pairs(a, b);
  if (pairs.count() > 1) pairs.begin_with(scouted(a, motion_a, b, motion_b, spans, 3));
  bool found = false;
  for (std::size_t i = 0; i < pairs.count(); ++i) {
    const PartPair pair = pairs[i];
    if (Search(pair, options, nearest).run(spans)) found = true;
  }
  return found;
}

[[gnu::noinline]] bool scout_parts(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                   Nearest& nearest) {
  const Spans spans(motion_a, motion_b);
  PartPairs pairs(a, b);
  if (pairs.count() > 1) pairs.begin_with(scouted(a, motion_a, b, motion_b, spans, 3));
  const PartPair pair = pairs[0];
  PairState state;
  bool found = false;
  for (int i = 0; i < scout_looks; ++i) {
    const double time = spans.begin() + (spans.end() - spans.begin()) * (static_cast<double>(i) / (scout_looks - 1));
    const Look look = look_at(pair, spans.from(time), time, {.tolerance = 1e-9}, {}, state);
    ++nearest.queries;
    nearest.scouted = std::min(nearest.scouted, look.result.upper);
    if (!nearest.least.at(time, look.result.upper, nearest.allowance)) continue;
    nearest.sight = static_cast<const Sight&>(look);
    found = true;
  }
  return found;
}

[[gnu::noinline]] Approach closest(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                                   const MotionOptions& options) {
  Nearest nearest;
  if (motion_a.poses().size() + motion_b.poses().size() > 3) scout_parts(a, motion_a, b, motion_b, nearest);
  search_parts(a, motion_a, b, motion_b, options, nearest);
  PartPairs pairs(a, b);
  if (pairs.count() > 1) {  // parts that are not the nearest were left alone
    pairs.begin_with(nearest.sight.result);
    const Spans spans(motion_a, motion_b);
    nearest.sight = sight_of_all(pairs, spans, nearest.sight.time, options.tolerance, nearest.queries);
    nearest.least.at(nearest.sight.time, nearest.sight.result.upper, nearest.allowance);
  }
  Approach answer;
  answer.time = nearest.least.times();
  answer.distance = {nearest.least.lower(), nearest.least.upper()};
  answer.at_time = nearest.sight.time;
  answer.at = in_world(nearest.sight);
  answer.queries = nearest.queries;
  answer.ending = nearest.finished ? Ending::converged : Ending::iteration_limit;
  return answer;
}

}  // namespace

bool scout(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b, Nearest& nearest) {
  return in_standard_arithmetic([&] { return scout_parts(a, motion_a, b, motion_b, nearest); });
}

bool find_least(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                const MotionOptions& options, Nearest& nearest) {
  return in_standard_arithmetic([&] { return search_parts(a, motion_a, b, motion_b, options, nearest); });
}

}  // namespace clearance::detail

namespace clearance {

Approach closest_approach(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                          const MotionOptions& options) {
  return detail::in_standard_arithmetic([&] { return detail::closest(a, motion_a, b, motion_b, options); });
}

}  // namespace clearance
