#include "proof/lanes/lane_fill.hpp"

#include <algorithm>
#include <cstddef>

#include "proof/bounds.hpp"
#include "proof/centres.hpp"
#include "proof/plain_look.hpp"

namespace clearance::detail {

namespace {

void set3(LaneRow* row, int lane, const V3& v) {
  row[0][lane] = v.x;
  row[1][lane] = v.y;
  row[2][lane] = v.z;
}

void copy3(const V3& from, double* to) {
  to[0] = from.x;
  to[1] = from.y;
  to[2] = from.z;
}

void place_body(LaneBodies& body, int lane, const Core& core, const Pose& pose, bool hulls) {
  const double* rotation = pose.rotation().data();
  body.rotation[lane] = rotation;
  double* position = body.position[lane];
  position[0] = rotation[8];
  copy3(V3(pose.position()), position + 1);
  // Four numbers in a row.
  static_assert(offsetof(Core, radius) == offsetof(Core, unit) + sizeof(double) &&
                offsetof(Core, reach) == offsetof(Core, unit) + 2 * sizeof(double) &&
                offsetof(Core, error) == offsetof(Core, unit) + 3 * sizeof(double));
  body.measures[lane] = &core.unit;
  body.defect[lane] = pose.defect();
  if (core.kind == Kind::polytope) {
    body.form[lane] = core.polytope.x();
    body.stride[lane] = core.polytope.padded;
    body.most = std::max(body.most, core.polytope.vertices);
  } else if (core.kind == Kind::box) {
    body.form[lane] = &core.size.x;
  } else if (!hulls) {
    body.form[lane] = &core.ends[0].x;
    body.most = core.kind == Kind::segment ? 2 : body.most;
  } else {
    const V3 &p = core.ends[0], &q = core.ends[1];
    double* ends = body.ends[lane];
    ends[0] = ends[2] = ends[3] = p.x;
    ends[4] = ends[6] = ends[7] = p.y;
    ends[8] = ends[10] = ends[11] = p.z;
    ends[1] = q.x;
    ends[5] = q.y;
    ends[9] = q.z;
    body.form[lane] = ends;
    body.stride[lane] = 4;
    body.most = std::max(body.most, 4);
  }
}

void place_centres(LaneGroup& group, int lane, const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  const CentreOffset centres = offset_of_centres(a, pose_a, b, pose_b);
  const V3 high = rounded(centres.offset), low = rounded(centres.offset - Wide3(high));
  const V3 origin = V3(pose_a.position()) + M3(pose_a.rotation()) * a.centre;
  copy3(V3(0, 0, 0), group.a.position[lane] + 1);
  copy3(high, group.b.position[lane] + 1);
  set3(group.origin, lane, origin);
  set3(group.rest, lane, low);
  group.uncertain[lane] = centres.error;
}

}  // namespace

/// Bodies that are farther from their origins, in units, are placed in double-double from end to end: one by one.
constexpr double near_centre = 64.0;

LaneForm lane_form(const Core& core) {
  if (!is_centred(core) && !(max_abs(core.centre) <= near_centre * core.unit)) return LaneForm::none;
  if (core.kind == Kind::point) return LaneForm::point;
  if (core.kind == Kind::segment) return LaneForm::segment;
  if (core.kind == Kind::box) return LaneForm::box;
  const bool few = core.kind == Kind::polytope && core.polytope.vertices <= most_lane_points;
  return few && is_scanned(core.polytope) ? LaneForm::hull : LaneForm::none;
}

void clear(LaneGroup& group) {
  group.a.most = group.b.most = 1;
  group.centred = true;
}

void place_in_lane(LaneGroup& group, int lane, const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                   bool hulls) {
  place_body(group.a, lane, a, pose_a, hulls);
  place_body(group.b, lane, b, pose_b, hulls);
  const bool centred = is_centred(a) && is_centred(b);
  if (group.centred && !centred) {
    for (int i = 0; i < lane; ++i) {
      set3(group.origin, i, {group.a.position[i][1], group.a.position[i][2], group.a.position[i][3]});
      set3(group.rest, i, V3(0, 0, 0));
      group.uncertain[i] = 0.0;
    }
    group.centred = false;
  }
  if (group.centred) return;
  if (!centred) {
    place_centres(group, lane, a, pose_a, b, pose_b);
    return;
  }
  set3(group.origin, lane, V3(pose_a.position()));
  set3(group.rest, lane, V3(0, 0, 0));
  group.uncertain[lane] = 0.0;
}

void repeat_lane(LaneGroup& group, int from, int to) {
  for (LaneBodies* body : {&group.a, &group.b}) {
    body->rotation[to] = body->rotation[from];
    std::copy_n(body->position[from], 4, body->position[to]);
    body->measures[to] = body->measures[from];
    body->defect[to] = body->defect[from];
    body->form[to] = body->form[from];
    body->stride[to] = body->stride[from];
  }
  if (group.centred) return;
  for (int i = 0; i < 3; ++i) {
    group.origin[i][to] = group.origin[i][from];
    group.rest[i][to] = group.rest[i][from];
  }
  group.uncertain[to] = group.uncertain[from];
}

void take_bounds(Result& r, const LaneGroup& group, int lane) {
  r.lower = group.lower[lane];
  r.upper = group.upper[lane];
  r.status = status_of(r.lower, r.upper);
}

}  // namespace clearance::detail
