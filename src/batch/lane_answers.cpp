#include "batch/lane_answers.hpp"

#include "solvers/fast/formulas.hpp"

namespace clearance::detail {

namespace {

Feature corners_of(const Core& core, const LaneRow* vertex, int lane, int count) {
  const std::array<int, 3> index{static_cast<int>(vertex[0][lane]), static_cast<int>(vertex[1][lane]),
                                 static_cast<int>(vertex[2][lane])};
  return core.kind == Kind::polytope ? feature_of<Kind::polytope>(core, index, count)
                                     : feature_of<Kind::box>(core, index, count);
}

}  // namespace

void take_corners(const LaneGroup& group, int lane, const LanePair& pair, Feature& of_a, Feature& of_b) {
  const int count = static_cast<int>(group.corners[lane]);
  of_a = corners_of(*pair.a, group.vertex_a, lane, count);
  of_b = corners_of(*pair.b, group.vertex_b, lane, count);
}

}  // namespace clearance::detail
