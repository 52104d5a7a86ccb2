#pragma once

// Two boxes on their way into each other, by separating axes (Gottschalk, Lin and Manocha, "OBBTree", 1996) and to
// rounding: how far apart they are, when they meet in translation, and where. Nothing rests on it.

#include <array>
#include <cstddef>

#include "clearance/distance.hpp"
#include "core/core.hpp"
#include "numeric/vector.hpp"

namespace clearance::detail {

class BoxMeeting {
 public:
  /// Cores that are boxes; the spheres that may sweep them are left to the caller.
  static bool applies(const Core& a, const Core& b) { return a.kind == Kind::box && b.kind == Kind::box; }
  BoxMeeting(const Core& a, const Core& b);
  /// b with respect to a, from centre to centre, in the frame of a.
  void place(const M3& map, const V3& shift);

  /// How far they are apart along the direction that shows most of it; negative in overlap. Chooses that direction.
  double apart();
  /// The share of a translation at which they are about to be `margin` apart, or nearest; zero if they never meet.
  /// Chooses the direction along which they meet last.
  double meeting(const V3& change, double margin);

  /// The direction, from a to b and in the frame of a; its length is 1 but for parallel edges.
  V3 normal() const;
  /// Where along the direction, which is `normal()`, they meet, from the centre of a in its frame, if b is placed near
  /// there; and leaves the corners that are nearest then to the next query.
  V3 spot(const V3& n, PairState* leave_to) const;

 private:
  enum class Axis { face_of_a, face_of_b, edges };
  using Three = std::array<double, 3>;

  template <Axis axis>
  double along(std::size_t i, std::size_t j, const Three& v) const;
  template <class See>
  void each(const See& see) const;
  V3 direction() const;
  void choose(Axis axis, std::size_t i, std::size_t j) {
    axis_ = axis;
    i_ = i;
    j_ = j;
  }

  Three half_a_, half_b_, shift_{};
  std::array<Three, 3> map_{}, size_{};  ///< rows, and their absolute values
  Axis axis_ = Axis::face_of_a;
  std::size_t i_ = 0, j_ = 0;  ///< which of a and which of b
};

}  // namespace clearance::detail
