#pragma once

// From a query to its lane, and from the lane to the result.

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "clearance/distance.hpp"
#include "core/core.hpp"
#include "proof/bounds.hpp"
#include "proof/lanes/lane_group.hpp"
#include "proof/plain_look.hpp"

namespace clearance::detail {

/// What a body is to lanes: a box, or points that are the truth: both ends of a segment, all points of a hull, which is
/// one of few if it has at most few_lane_points. None, if there are too many of them, or if it is something else.
enum class LaneForm { none, point, segment, box, few, hull };
inline constexpr std::size_t lane_forms = 6;

/// Bodies that are farther from their origins, in units, are placed in double-double from end to end: one by one.
inline constexpr double near_centre = 32.0;

[[gnu::always_inline]] inline LaneForm lane_form(const Core& core) {
  if (!is_centred(core) && !(max_abs(core.centre) <= near_centre * core.unit)) [[unlikely]]
    return LaneForm::none;
  if (core.kind == Kind::point) return LaneForm::point;
  if (core.kind == Kind::segment) return LaneForm::segment;
  if (core.kind == Kind::box) return LaneForm::box;
  if (core.kind != Kind::polytope || core.polytope.vertices > most_lane_points || !is_scanned(core.polytope))
    return LaneForm::none;
  return core.polytope.vertices <= few_lane_points ? LaneForm::few : LaneForm::hull;
}

/// Empties a group.
inline void clear(LaneGroup& group) {
  group.a.most = group.b.most = 1;
  group.centred = group.exact = true;
}

/// What is left of a rotation that is exact.
inline constexpr double no_rest[9] = {};

/// The lanes before this one get what lanes have where some are not centred.
void leave_centre(LaneGroup& group, int lane);
/// A lane of such a group.
void place_centres(LaneGroup& group, int lane, const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b);
/// A segment or a point as a hull.
void lay_ends(LaneBodies& body, int lane, const Core& core);

[[gnu::always_inline]] inline void place_body(LaneBodies& body, int lane, const Core& core, const Pose& pose,
                                              bool hulls) {
  const double* rotation = pose.rotation().data();
  const double* at = pose.position().data();
  body.rotation[lane] = rotation;
  double* position = body.position[lane];
  const char* const start = reinterpret_cast<const char*>(&pose);
  if (start == reinterpret_cast<const char*>(rotation) && at == rotation + 9) {
    // As it is: in one piece, which the lanes can read before it has reached memory.
    std::memcpy(position, start + 8 * sizeof(double), 4 * sizeof(double));
  } else {
    position[0] = rotation[8];
    std::copy_n(at, 3, position + 1);
  }
  // Four numbers in a row.
  static_assert(offsetof(Core, radius) == offsetof(Core, unit) + sizeof(double) &&
                offsetof(Core, reach) == offsetof(Core, unit) + 2 * sizeof(double) &&
                offsetof(Core, error) == offsetof(Core, unit) + 3 * sizeof(double));
  body.measures[lane] = &core.unit;
  body.defect[lane] = pose.defect();
  if (core.kind == Kind::box) {
    body.form[lane] = &core.size.x;
  } else if (core.kind == Kind::polytope) {
    body.form[lane] = core.polytope.x();
    body.stride[lane] = core.polytope.padded;
    body.most = std::max(body.most, core.polytope.vertices);
  } else if (!hulls) {
    body.form[lane] = &core.ends[0].x;
  } else {
    lay_ends(body, lane, core);
  }
}

/// Puts a pair of such bodies into a lane. `hulls`: whether there may be hulls in other lanes.
[[gnu::always_inline]] inline void place_in_lane(LaneGroup& group, int lane, const Core& a, const Pose& pose_a,
                                                 const Core& b, const Pose& pose_b, bool hulls) {
  place_body(group.a, lane, a, pose_a, hulls);
  place_body(group.b, lane, b, pose_b, hulls);
  if (hulls) {
    const auto rest = [](const Pose& pose) { return pose.exact() ? no_rest : pose.rotation_low().data(); };
    group.a.low[lane] = rest(pose_a);
    group.b.low[lane] = rest(pose_b);
    group.exact &= pose_a.exact();
    group.exact &= pose_b.exact();
  }
  if (group.centred) {
    if (is_centred(a) && is_centred(b)) [[likely]]
      return;
    leave_centre(group, lane);
  }
  place_centres(group, lane, a, pose_a, b, pose_b);
}

/// For lanes that are not used: what is in another one.
void repeat_lane(LaneGroup& group, int from, int to);

/// The numbers of a lane, its bounds among them, and the status that follows. `exchanged`: b of the lane is a.
[[gnu::always_inline]] inline void take_numbers(Result& r, const LaneGroup& group, int lane, bool exchanged) {
  static_assert(offsetof(Result, lower) == offsetof(Result, distance) + offsetof(LaneAnswer, lower) &&
                offsetof(Result, upper) == offsetof(Result, distance) + offsetof(LaneAnswer, upper) &&
                offsetof(Result, point_a) == offsetof(Result, distance) + offsetof(LaneAnswer, point_a) &&
                offsetof(Result, point_b) == offsetof(Result, distance) + offsetof(LaneAnswer, point_b) &&
                offsetof(Result, normal) == offsetof(Result, distance) + offsetof(LaneAnswer, normal));
  const LaneAnswer& answer = group.answer[lane];
  r.status = status_of(answer.lower, answer.upper);
  std::memcpy(reinterpret_cast<char*>(&r) + offsetof(Result, distance), &answer, sizeof answer);
  if (!exchanged) return;
  for (int i = 0; i < 3; ++i) {
    r.point_a[i] = answer.point_b[i];
    r.point_b[i] = answer.point_a[i];
    r.normal[i] = -answer.normal[i];
  }
}

}  // namespace clearance::detail
