#pragma once

// Two moving bodies, stretch by stretch and part by part, and a look at a pair of parts at a time: the query there,
// made good for the true poses, and the slab along its normal.

#include <cstddef>

#include "clearance/motion.hpp"
#include "proof/swept_slab.hpp"

namespace clearance::detail {

/// How many times narrower a query is to be than what is asked of the whole.
inline constexpr double query_share = 16.0;

/// A stretch of time within which each body is on one stretch of its motion, or at rest.
struct Span {
  double begin = 0.0, end = 0.0;
  const Stretch* a = nullptr;
  const Stretch* b = nullptr;
  const Pose* rest_a = nullptr;
  const Pose* rest_b = nullptr;
};

/// The spans of two motions, in order, from the first time of either to the last.
class Spans {
 public:
  Spans(const Motion& a, const Motion& b);
  double begin() const { return begin_; }
  double end() const { return end_; }
  std::size_t most() const;
  /// The span that begins at a time before the end; at the end, one of no length.
  Span from(double time) const;

 private:
  const MotionData& a_;
  const MotionData& b_;
  double begin_ = HUGE_VAL, end_ = -HUGE_VAL;
};

struct PartPair {
  const Shape* a = nullptr;
  const Shape* b = nullptr;
  const Pose* inner_a = nullptr;
  const Pose* inner_b = nullptr;
  int name_a = -1, name_b = -1;  ///< as results have them
};

/// All pairs of parts by number, the given pair first.
class PartPairs {
 public:
  PartPairs(const Shape& a, const Shape& b);
  std::size_t count() const { return count_a_ * count_b_; }
  PartPair operator[](std::size_t i) const;
  /// Begins with the pair that a result names.
  void begin_with(const Result& r);

 private:
  const Shape& a_;
  const Shape& b_;
  std::size_t count_a_ = 1, count_b_ = 1, first_ = 0;
};

/// The answer at a time.
struct Sight {
  double time = 0.0;
  Result result;  ///< axes of the world, relative to `origin`
  Wide3 origin{0.0, 0.0, 0.0};
  double size = 0.0;
};
struct Look : Sight {
  SweptSlab slab;
};

Mover mover_a(const PartPair& pair, const Span& span);
Mover mover_b(const PartPair& pair, const Span& span);

Moment moment_at(const PartPair& pair, const Span& span, double time);
/// What is known around a look: slabs before and after it, if there are any.
struct Neighbours {
  const SweptSlab* before = nullptr;
  const SweptSlab* after = nullptr;
};
/// What a look is for.
struct LookFor {
  double tolerance = 0.0;    ///< as in MotionOptions; a query is asked for a part of it
  double below = -HUGE_VAL;  ///< a distance that is proven to be less need not be known any better
  bool before = true;        ///< whether times before it matter, too
};
/// Which way the slab turns is chosen by how well it does half way to the neighbours, or to the ends of the span.
Look look_at(const PartPair& pair, const Span& span, double time, const LookFor& goal, const Neighbours& near,
             PairState& state);
/// The same for what is before: its slab turns with neither body if that stays above goal.below since the beginning of
/// the span, else with what does best half way to there.
Look look_back(const PartPair& pair, const Span& span, double time, const LookFor& goal, PairState& state);
/// Without a slab.
Sight sight_at(const PartPair& pair, const Span& span, double time, const LookFor& goal, PairState& state);
/// The nearest of all pairs of parts at a time, with the bounds of the whole.
Sight sight_of_all(const PartPairs& pairs, const Spans& spans, double time, double tolerance, int& queries);
/// An upper bound of the distance of two boxes that overlap, without a query; infinity where there is none.
double upper_by_axes(const PartPair& pair, const Span& span, double time);
/// A slab along the line of the centres: bodies far apart need no query.
SweptSlab far_slab(const PartPair& pair, const Span& span, double time);
/// The result in the world.
Result in_world(const Sight& sight);

}  // namespace clearance::detail
