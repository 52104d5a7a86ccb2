#pragma once

// From a lane to a result.

#include "proof/lanes/lane_fill.hpp"
#include "solvers/fast/formulas.hpp"
#include "solvers/lanes/lanes.hpp"

namespace clearance::detail {

/// Who is in a lane.
struct LanePair {
  const Core* a;
  const Pose* pose_a;
  const Core* b;
  const Pose* pose_b;
};

/// The features that a search has left.
void take_corners(const LaneGroup& group, int lane, const LanePair& pair, Feature& of_a, Feature& of_b);

/// The side of a box by the number that the formula leaves.
[[gnu::always_inline]] inline const Feature& side_of_box(double number) {
  static constexpr std::array<Feature, 27> features = [] {
    std::array<Feature, 27> all;
    for (int i = 0; i < 27; ++i) {
      const int y = i / 3, z = y / 3;
      all[static_cast<std::size_t>(i)] = box_feature(i % 3 - 1, y % 3 - 1, z - 1);
    }
    return all;
  }();
  return features[static_cast<std::size_t>(number)];
}

/// The answer of a lane. `exchanged`: b of the lane is a of the query. False if there is none: it is open, or an
/// overlap that is not to be measured.
[[gnu::always_inline]] inline bool take_answer(const LaneGroup& group, LaneKind kind, int lane, const LanePair& pair,
                                               bool exchanged, const Options& options, Result& r) {
  const auto ending = static_cast<LaneEnding>(static_cast<int>(group.ending[lane]));
  if (ending == LaneEnding::open) return false;
  take_numbers(r, group, lane, exchanged);
  if (r.status == Status::penetrating && !options.penetration) return false;
  r.ending = ending == LaneEnding::converged      ? Ending::converged
             : ending == LaneEnding::beyond_limit ? Ending::beyond_limit
                                                  : Ending::below_limit;
  r.part_a = r.part_b = -1;
  r.iterations = 0;
  r.method = Method::closed_form;
  Feature &first = exchanged ? r.feature_b : r.feature_a, &second = exchanged ? r.feature_a : r.feature_b;
  switch (kind) {
    case LaneKind::two_points:
      first = second = straight_features[0];
      break;
    case LaneKind::segment_point:
      first = straight_feature<Kind::segment>(group.vertex_a[0][lane]);
      second = straight_features[0];
      break;
    case LaneKind::two_segments:
      first = straight_feature<Kind::segment>(group.vertex_a[0][lane]);
      second = straight_feature<Kind::segment>(group.vertex_b[0][lane]);
      break;
    case LaneKind::box_point:
      first = side_of_box(group.vertex_a[0][lane]);
      second = straight_features[0];
      break;
    default:
      r.method = Method::gjk;
      r.iterations = static_cast<int>(group.iterations[lane]);
      take_corners(group, lane, pair, first, second);
  }
  return true;
}

}  // namespace clearance::detail
