#include "proof/boxes_overlap.hpp"

#include <cmath>

#include "proof/box_axes.hpp"
#include "proof/plain_depth.hpp"

namespace clearance::detail {

double upper_by_axes(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  if (a.kind != Kind::box || b.kind != Kind::box) return HUGE_VAL;
  PlainPair pair;
  if (!place_in_frame(pair, a, pose_a, b, pose_b)) return HUGE_VAL;
  BoxAxes axes(pair, a, b);
  if (!axes.overlap()) return HUGE_VAL;
  axes.look_at_edges();
  const CoreUpper depth = axes.depth();
  if (!depth.overlap()) return HUGE_VAL;
  Result r;
  bound_overlap(r, pair, axes.slab(0), depth);
  return r.upper;
}

}  // namespace clearance::detail
