#pragma once

// Quadratic functions of a direction that are below support values which are lengths: docs/proof.md, section 8c.

#include "proof/quadratic_cell.hpp"
#include "proof/round_depth.hpp"

namespace clearance::detail {

struct LengthCell : QuadraticCell {
  double out = 0.0;               // what the vector that is linear has along the middle of a bent cell
  double by_d = 0.0, by_w = 0.0;  // how much of the cell is due to either width
  double bend11 = 0.0, bend12 = 0.0, bend22 = 0.0;  // second derivatives in the middle, about

  /// Where the function itself is least, about.
  Place lowest_about() const {
    auto model = static_cast<const QuadraticCell&>(*this);
    model.h11 = bend11, model.h12 = bend12, model.h22 = bend22;
    return model.lowest();
  }
};

/// The middle of a cell and the steps from it; a bent cell curves towards -`inner`.
struct LengthFrame {
  V3 middle, step1, step2, inner;
  bool bent;
};

/// Adds the length of q = form(p).
void add_length(LengthCell& sum, const EllipsoidForm& form, const LengthFrame& at);

/// What cells are widened by, relative to their place.
constexpr double rounded_cell = 0x1p-46;
/// Their widths, relative to the distance from the origin of the point that they are seen from.
constexpr double widest_cell = 0.75;

/// Directions (x, y, up), up = 1 or -1, about the middle.
struct EndCell {
  double x, y, d, w, up;
};

/// By how much the support value exceeds the target times the length, at least, in all of the cell, seen from a point
/// of it.
struct EndLook {
  LengthCell sum;
  V3 at;
  double length;  // of `at`
};
EndLook look_at_end(const RoundPair& pair, const EndCell& cell, const QuadraticCell::Place& from_middle, double target);

}  // namespace clearance::detail
