#pragma once

// The first contact of two bodies of which neither turns, within one span. Their distance is convex in time, and every
// slab a line below it. So the way to the first contact is Newton's method, which never passes it, and one look before
// it proves all the time up to there. A formula says where to begin, for the shapes that have one.

#include "motion/shifted_looks.hpp"
#include "proof/first_contact.hpp"

namespace clearance::detail {

class ShiftedImpact {
 public:
  /// `shortest`: as narrow as the time is to be known.
  ShiftedImpact(const PartPair& pair, const Span& span, double margin, double shortest, const MotionOptions& options,
                PairState& state, FirstContact& first)
      : looks_(pair, span, options.tolerance, state),
        span_(span),
        margin_(margin),
        shortest_(shortest),
        first_(first) {}

  /// Looks at most so many times. False if nothing after the span matters.
  bool run(int most);
  int queries() const { return queries_; }
  bool out_of_work() const { return out_of_work_; }
  /// Whether contact is proven.
  bool meets() const { return meets_; }
  /// Of a contact, the last look before it, or else the first in contact; else the last look.
  Sight sight() const;

 private:
  enum class Next { look, clear, settled };
  void look(double time);
  Next judge();
  double next();

  ShiftedLooks looks_;
  const Span& span_;
  double margin_, shortest_;
  FirstContact& first_;
  int queries_ = 0;
  bool out_of_work_ = false;

  double time_ = 0.0;  // of the look at hand
  bool met_ = false;   // it proves contact
  Result result_;
  LinearSlab slab_;
  double clear_ = 0.0, end_ = 0.0;  // before one and after the other they are apart ...
  bool meets_ = false;              // ... but for this: at end_ they are in contact
  bool has_before_ = false;
  LinearSlab before_;
  Result result_before_;
  bool has_after_ = false;
  LinearSlab after_;
  double doubtful_ = -HUGE_VAL;  // the last time at which neither was proven
  double step_ = 0.0, slope_before_ = 0.0, time_before_ = 0.0;
  double back_ = 0.0, way_ = 0.0;  // how near the last look before is to be, and how far its slab reaches
  bool begun_ = false;
  int newton_ = 0, crossed_ = 0;
};

}  // namespace clearance::detail
