// The ways of a box against a box, a hull or a segment.

#include "solvers/fast/by_corners.hpp"

namespace clearance::detail {

namespace {

/// Boxes that did in the last query, or that hold balls which do: the search that would find it out can be left out.
[[gnu::always_inline]] inline bool surely_overlap(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                                                  const PairMemory* memory) {
  const auto ball = [](const Core& box) { return smaller(box.size.x, smaller(box.size.y, box.size.z)) * box.unit; };
  const Lanes way = load_three(pose_b.position().data()) - load_three(pose_a.position().data());
  const double balls = ball(a) + ball(b);
  return norm_sq(way) < balls * balls || (memory != nullptr && memory->overlapped());
}

[[gnu::noinline, gnu::flatten]] bool overlapping_boxes(const FastQuery& query, Result& r) {
  PlainPair pair;
  return place_in_frame(pair, query.a, query.pose_a, query.b, query.pose_b) && box_overlap(query, pair, r);
}

}  // namespace

bool two_boxes(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b, const Options& options,
               PairMemory* memory, Result& r, Handover& handover) {
  if (surely_overlap(a, pose_a, b, pose_b, memory) && overlapping_boxes({a, pose_a, b, pose_b, options, memory}, r))
    return true;
  return ByCorners<Kind::box, Kind::box>::answer(a, pose_a, b, pose_b, options, memory, r, handover);
}

template struct ByCorners<Kind::box, Kind::box>;
template struct ByCorners<Kind::box, Kind::polytope>;
template struct ByCorners<Kind::polytope, Kind::box>;
template struct ByCorners<Kind::box, Kind::segment>;
template struct ByCorners<Kind::segment, Kind::box>;

}  // namespace clearance::detail
