#include "motion/shifted_impact.hpp"

#include <algorithm>
#include <cmath>

#include "motion/contact_guess.hpp"

namespace clearance::detail {

namespace {

/// Bounds of a query are this many times narrower than the gap that is aimed at.
constexpr double query_widths = 8.0;
/// A look before the contact is to be so near it, in parts of what the time may be off by.
constexpr double backing = 0x1p-3;
/// After so many steps of Newton's method in a row the bodies may only graze each other.
constexpr int steps_to_graze = 3;
/// Looks between the two sides of a contact that is not proven.
constexpr int looks_between = 4;

}  // namespace

void ShiftedImpact::look(double time) {
  time_ = time;
  // Of boxes, axes prove it without a query.
  met_ = has_before_ && time > clear_ && margin_ <= 0.0 &&
         first_.contact(time, looks_.pair().upper_by_axes(time), margin_);
  if (met_) return;
  // Where the motion begins in contact, all is to be known of it.
  looks_.look(time, time > span_.begin ? margin_ : -HUGE_VAL, result_, slab_);
  ++queries_;
  first_.contact(time, result_.upper, margin_);
  met_ = result_.upper <= margin_;
}

ShiftedImpact::Next ShiftedImpact::judge() {
  const bool apart = slab_(time_) > margin_;
  if (met_) {
    end_ = time_;
    meets_ = true;
  } else if (apart && slab_.slope() <= 0.0 && slab_(span_.begin) > margin_) {
    clear_ = std::max(clear_, reach_of(slab_, margin_, span_.end));
    slope_before_ = before_.slope();
    time_before_ = before_.time();
    newton_ = has_before_ ? newton_ + 1 : 0;
    before_ = slab_;
    result_before_ = result_;
    has_before_ = true;
    const double steepness = std::fabs(slab_.slope());
    back_ = std::max(backing * shortest_, query_widths * (result_.upper - result_.lower) / steepness);
    way_ = clear_ - time_;
  } else if (apart && slab_(span_.end) > margin_) {
    const double from = reach_of(slab_, margin_, span_.begin);
    if (from < end_) {
      end_ = from;
      meets_ = false;
      after_ = slab_;
      has_after_ = true;
    }
  } else {
    doubtful_ = time_;
  }
  if (meets_) {
    const double begin = has_before_ ? before_.time() : span_.begin;
    const double narrow = has_before_ ? std::max(shortest_, 4.0 * back_) : shortest_;
    if (end_ - std::max(begin, doubtful_) > narrow) return Next::look;
    first_.doubt(begin, end_);
    return Next::settled;
  }
  return clear_ >= end_ ? Next::clear : Next::look;
}

/// Where to look next: beyond the end, or where it was, leads nowhere.
double ShiftedImpact::next() {
  const double middle = clear_ + 0.5 * (end_ - clear_);
  if (!has_before_ && !begun_) return span_.begin;
  if (has_before_ && has_after_ && !meets_) {
    // Where the two lines cross; bodies that touch all the way between them are not worth many looks.
    if (doubtful_ >= clear_ && crossed_ >= looks_between) return time_;
    const double from = before_.time(), to = after_.time();
    const double cross =
        from + (after_(to) - before_(from) - after_.slope() * (to - from)) / (before_.slope() - after_.slope());
    return cross > clear_ && cross < end_ && ++crossed_ % 3 != 0 ? cross : middle;
  }
  if (has_before_ && way_ > 2.0 * back_) {
    step_ = back_;
    if (newton_ >= steps_to_graze && !meets_ && newton_ % 2 == 1) {
      // Where the slope, going on as it does, comes to nothing; if they touch there, about as far as that is.
      const double least =
          before_.time() - before_.slope() * (before_.time() - time_before_) / (before_.slope() - slope_before_);
      const double twice = before_.time() + 1.9 * way_;
      if (doubtful_ > twice) return twice;
      if (least > clear_ && least < end_ && !(doubtful_ >= clear_)) return least;
    }
    return clear_ - back_;
  }
  // As good as there: contact is proven a little later, or the bodies part again.
  const double from = std::max(clear_, doubtful_), later = std::max(from + step_, std::nextafter(from, HUGE_VAL));
  step_ *= 2.0;
  if (meets_) return later < end_ ? later : from + 0.5 * (end_ - from);
  return std::min(later, end_);
}

bool ShiftedImpact::run(int most) {
  clear_ = span_.begin;
  end_ = span_.end;
  step_ = backing * shortest_;
  double time = span_.begin;
  if (const double guess = guess_contact(looks_.pair(), margin_, looks_.state()) - backing * shortest_;
      guess > span_.begin && guess < span_.end)
    time = guess;
  for (;;) {
    look(time);
    begun_ = begun_ || time == span_.begin;
    const Next what = judge();
    if (what == Next::clear) return true;
    if (what == Next::settled) return false;
    if (clear_ >= first_.upper() && !meets_) return false;
    if (queries_ >= most) {
      out_of_work_ = true;
      first_.doubt(clear_, span_.end);
      return false;
    }
    time = next();
    if (!(time >= span_.begin && time <= end_) || time == time_ || (meets_ && time == end_)) break;
  }
  first_.doubt(has_before_ && meets_ ? before_.time() : clear_, end_);
  return !meets_;
}

Sight ShiftedImpact::sight() const {
  return has_before_ ? looks_.sight(before_.time(), result_before_) : looks_.sight(time_, result_);
}

}  // namespace clearance::detail
