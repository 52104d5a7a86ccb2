#pragma once

#include <optional>
#include <vector>

#include "clearance/distance.hpp"
#include "exact/body.hpp"
#include "exact/nearest.hpp"

namespace clearance::exact {

/// How two bodies are to each other, exactly.
struct Answer {
  Status status = Status::separated;
  std::vector<Generator>
      generators;         ///< of the difference b - a; a and b index points, or directions from `points()` on
  Nearest nearest;        ///< its carriers are among the generators; of an overlap: nothing
  int repairs = 0;        ///< generators that the proposal lacked
  bool by_lemke = false;  ///< Lemke's method found it
  int exchanges = 0;      ///< of Lemke's method
};

/// Two polyhedral bodies, measured in one unit.
class Bodies {
 public:
  Bodies(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

  /// The difference of point i of a and point j of b.
  Generator point(int i, int j) const;
  /// A direction in which the difference goes on for ever and that leans against n; if there is none, the points that
  /// are farthest against n, or the incumbents if those are.
  Generator lowest(const Vector& n, int incumbent_a, int incumbent_b);
  /// Twice the cone of the directions: a generator for each.
  std::vector<Generator> directions() const;

  Body a, b;
};

/// The points of the difference from which the solver starts: what a solver in double believes to carry the nearest
/// point. Anything will do; what is wrong is repaired.
using Start = std::vector<std::array<int, 2>>;

Answer solve(Bodies& bodies, const Start& start);

/// By Lemke's method in rational numbers: on all points of small bodies; else on the points of the start, which those
/// that lie beyond its answer join until there are none.
Answer solve_by_lemke(Bodies& bodies, const Start& start);

/// What the default solver proposes.
Start propose_start(Bodies& bodies, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// A witness point: the exact weighted sum of points (and directions) of one of the bodies.
struct Witness {
  Vector v;
  Integer h;  ///< the point is v / h times 2^unit
  int unit = 0;
};
Witness witness_in_world(const Bodies& bodies, const Answer& answer, bool of_b);

}  // namespace clearance::exact
