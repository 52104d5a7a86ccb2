#include "batch/lane_answers.hpp"

#include "solvers/fast/formulas.hpp"

namespace clearance::detail {

namespace {

V3 vector_of(const LaneRow* row, int lane) { return {row[0][lane], row[1][lane], row[2][lane]}; }

Feature corners_of(const Core& core, const LaneRow* vertex, int lane, int count) {
  const std::array<int, 3> index{static_cast<int>(vertex[0][lane]), static_cast<int>(vertex[1][lane]),
                                 static_cast<int>(vertex[2][lane])};
  return core.kind == Kind::polytope ? feature_of<Kind::polytope>(core, index, count)
                                     : feature_of<Kind::box>(core, index, count);
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
    of_a[i] = corner_of(*pair.a, group.vertex_a[i][lane]);
    of_b[i] = corner_of(*pair.b, group.vertex_b[i][lane]);
    weight[i] = group.weight[i][lane];
  }
  const double factor_b = group.factor_b[lane];
  const V3 offset(vector_of(group.offset, lane)), offset_low(vector_of(group.offset_low, lane));
  const double along =
      precise_gap<Member>({M3(pair.pose_a->rotation()), *pair.pose_a, 1.0, of_a.data()},
                          {M3(pair.pose_b->rotation()) * factor_b, *pair.pose_b, factor_b, of_b.data()}, offset,
                          offset_low, normal, weight.data(), count);
  return (along - group.radius[lane]) * group.unit[lane];
}

}  // namespace

void take_corners(const LaneGroup& group, int lane, const LanePair& pair, Result& r) {
  r.method = Method::gjk;
  r.iterations = static_cast<int>(group.iterations[lane]);
  const int count = static_cast<int>(group.corners[lane]);
  r.feature_a = corners_of(*pair.a, group.vertex_a, lane, count);
  r.feature_b = corners_of(*pair.b, group.vertex_b, lane, count);
  const double cores_apart = r.distance * group.scale[lane] + group.radius[lane];
  if (r.ending == Ending::converged && !(cores_apart > ample_gap * group.size[lane]))
    r.distance = std::clamp(precise_distance(group, lane, pair, count, V3(r.normal)), r.lower, r.upper);
}

}  // namespace clearance::detail
