#include "proof/lanes/lane_fill.hpp"

#include "proof/centres.hpp"

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

}  // namespace

void lay_ends(LaneBodies& body, int lane, const Core& core) {
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

void leave_centre(LaneGroup& group, int lane) {
  for (int i = 0; i < lane; ++i) {
    set3(group.origin, i, {group.a.position[i][1], group.a.position[i][2], group.a.position[i][3]});
    set3(group.rest, i, V3(0, 0, 0));
    group.uncertain[i] = 0.0;
  }
  group.centred = false;
}

void place_centres(LaneGroup& group, int lane, const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b) {
  if (is_centred(a) && is_centred(b)) {
    set3(group.origin, lane, V3(pose_a.position()));
    set3(group.rest, lane, V3(0, 0, 0));
    group.uncertain[lane] = 0.0;
    return;
  }
  const CentreOffset centres = offset_of_centres(a, pose_a, b, pose_b);
  const V3 high = rounded(centres.offset), low = rounded(centres.offset - Wide3(high));
  const V3 origin = V3(pose_a.position()) + M3(pose_a.rotation()) * a.centre;
  copy3(V3(0, 0, 0), group.a.position[lane] + 1);
  copy3(high, group.b.position[lane] + 1);
  set3(group.origin, lane, origin);
  set3(group.rest, lane, low);
  group.uncertain[lane] = centres.error;
}

void repeat_lane(LaneGroup& group, int from, int to) {
  for (LaneBodies* body : {&group.a, &group.b}) {
    body->rotation[to] = body->rotation[from];
    body->low[to] = body->low[from];
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

}  // namespace clearance::detail
