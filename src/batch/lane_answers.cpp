#include "batch/lane_answers.hpp"

#include "solvers/fast/formulas.hpp"

namespace clearance::detail {

namespace {

Vec3 vector_of(const LaneRow* row, int lane) { return {row[0][lane], row[1][lane], row[2][lane]}; }

Feature corners_of(const Core& core, const LaneRow* vertex, int lane, int count) {
  const std::array<int, 3> index{static_cast<int>(vertex[0][lane]), static_cast<int>(vertex[1][lane]),
                                 static_cast<int>(vertex[2][lane])};
  return core.kind == Kind::polytope ? feature_of<Kind::polytope>(core, index, count)
                                     : feature_of<Kind::box>(core, index, count);
}

Feature on_segment(const Core& core, double parameter) {
  return core.kind == Kind::point ? straight_feature<Kind::point>(parameter)
                                  : straight_feature<Kind::segment>(parameter);
}

Member corner_of(const Core& core, double index) {
  const int i = static_cast<int>(index);
  return core.kind == Kind::polytope  ? vertex_of(plain_body<Kind::polytope>(core), i)
         : core.kind == Kind::box     ? vertex_of(plain_body<Kind::box>(core), i)
         : core.kind == Kind::segment ? vertex_of(plain_body<Kind::segment>(core), i)
                                      : vertex_of(plain_body<Kind::point>(core), 0);
}

/// The distance of two simplices to its last digits, as the fast lane gives it where it is small.
[[gnu::noinline]] double precise_distance(const LaneGroup& group, int lane, const LanePair& pair, int count,
                                          const V3& normal) {
  std::array<Member, 3> of_a, of_b;
  std::array<double, 3> weight;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    of_a[i] = corner_of(pair.a, group.vertex_a[i][lane]);
    of_b[i] = corner_of(pair.b, group.vertex_b[i][lane]);
    weight[i] = group.weight[i][lane];
  }
  const double factor_b = group.factor_b[lane];
  const V3 offset(vector_of(group.offset, lane)), offset_low(vector_of(group.offset_low, lane));
  const double along = precise_gap<Member>({M3(pair.pose_a.rotation()), pair.pose_a, 1.0, of_a.data()},
                                           {M3(pair.pose_b.rotation()) * factor_b, pair.pose_b, factor_b, of_b.data()},
                                           offset, offset_low, normal, weight.data(), count);
  return (along - group.radius[lane]) * group.unit[lane];
}

}  // namespace

bool take_answer(const LaneGroup& group, LaneKind kind, int lane, const LanePair& pair, const Options& options,
                 Result& r) {
  const Core &a = pair.a, &b = pair.b;
  const auto ending = static_cast<LaneEnding>(static_cast<int>(group.ending[lane]));
  if (ending == LaneEnding::open) return false;
  r = {};
  take_bounds(r, group, lane);
  if (r.status == Status::penetrating && !options.penetration) return false;
  r.distance = group.distance[lane];
  r.normal = vector_of(group.normal, lane);
  r.point_a = vector_of(group.point_a, lane);
  r.point_b = vector_of(group.point_b, lane);
  r.ending = ending == LaneEnding::converged      ? Ending::converged
             : ending == LaneEnding::beyond_limit ? Ending::beyond_limit
                                                  : Ending::below_limit;
  if (kind == LaneKind::straight) {
    r.method = Method::closed_form;
    r.feature_a = on_segment(a, group.vertex_a[0][lane]);
    r.feature_b = on_segment(b, group.vertex_b[0][lane]);
  } else if (kind == LaneKind::box_point) {
    r.method = Method::closed_form;
    r.feature_a = box_feature(V3(vector_of(group.vertex_a, lane)));
    r.feature_b = {1, {0, -1, -1}};
  } else {
    r.method = Method::gjk;
    r.iterations = static_cast<int>(group.iterations[lane]);
    const int count = static_cast<int>(group.corners[lane]);
    r.feature_a = corners_of(a, group.vertex_a, lane, count);
    r.feature_b = corners_of(b, group.vertex_b, lane, count);
    const double cores_apart = r.distance * group.scale[lane] + group.radius[lane];
    if (ending == LaneEnding::converged && !(cores_apart > ample_gap * group.size[lane]))
      r.distance = std::clamp(precise_distance(group, lane, pair, count, V3(r.normal)), r.lower, r.upper);
  }
  return true;
}

void exchange(Result& r) { turn_around(r); }

}  // namespace clearance::detail
