#include "literature/lcp/lcp.hpp"

#include <algorithm>
#include <cmath>
#include <variant>
#include <vector>

#include "clearance/lcp/primitives.hpp"

namespace clearance::detail {

namespace {

using Primitive3 = clearance::Primitive<double, 3>;
using Point3 = PointN<double, 3>;

/// Problems of distance take some tens of exchanges; one that rounding has misled may go round for thousands.
constexpr LcpOptions in_time{.max_iterations = 1000};
/// Nearer than this, relative to the size of the pair, bodies are left to the solver that knows overlap.
constexpr double near = 1e-12;

Point3 to_point(const V3& v) { return {v.x, v.y, v.z}; }
Point3 to_point(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// The vertices of a body that stand for the parameters of its primitive: the origin first.
std::vector<V3> parameter_points(const Body& body) {
  std::vector<V3> points;
  if (body.kind == Kind::box) {
    for (const int vertex : {0, 1, 2, 4}) points.push_back(vertex_of(body, vertex));
  } else {
    for (int i = 0; i < vertex_count(body); ++i) points.push_back(vertex_of(body, i));
  }
  return points;
}

Primitive3 primitive_of(const Body& body, const std::vector<V3>& points, const V3& offset) {
  std::vector<Point3> at;
  for (const V3& p : points) at.push_back(to_point(body.map * p + offset));
  if (body.kind != Kind::box) return make_hull<double, 3>(at);
  std::vector<Point3> edges;
  for (std::size_t i = 1; i < 4; ++i) edges.push_back(difference<double, 3>(at[i], at[0]));
  return make_primitive<double, 3>(PrimitiveKind::box, at[0], std::move(edges));
}

/// The point of the body with these parameters, which are first made to satisfy the restraints: in the body it is,
/// whatever rounding did to them. `feature`: the vertices it rests on.
Member point_at(const Body& body, const std::vector<V3>& points, const std::vector<double>& x, Feature& feature) {
  if (body.kind == Kind::box) {
    V3 at = points[0];
    for (std::size_t i = 0; i < x.size(); ++i) at = at + (points[i + 1] - points[0]) * x[i];
    return Members::in_box(body, at);
  }
  // A basic solution rests on at most four vertices: the first has what the others leave of one.
  std::array<Member, 4> corner{vertex_of(body, 0)};
  std::array<int, 4> vertex{};
  std::array<double, 4> weight{1.0};
  std::size_t count = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0.0)) continue;
    if (count == corner.size()) return Member::none();
    vertex[count] = static_cast<int>(i) + 1;
    corner[count] = vertex_of(body, vertex[count]);
    weight[count++] = x[i];
    weight[0] -= x[i];
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!(weight[i] > 0.0)) continue;
    if (feature.count == 3) return Member::none();
    const bool listed = body.kind == Kind::polytope;
    feature.vertices[static_cast<std::size_t>(feature.count++)] =
        listed ? body.core->polytope.source[static_cast<std::size_t>(vertex[i])] : vertex[i];
  }
  return Members::mixed(Weights(weight.data(), static_cast<int>(count)),
                        [&](int i) -> const Member& { return corner[static_cast<std::size_t>(i)]; });
}

/// An unbounded shape, or a bounded one by its vertices, in the world less `base`.
Primitive3 primitive_in_world(const Shape& shape, const Pose& pose, const Vec3& base) {
  const auto point = [&](const Vec3& p) { return to_point(Vec3(pose.rotation() * p + (pose.position() - base))); };
  const auto direction = [&](const Vec3& d) { return to_point(Vec3(pose.rotation() * d / d.norm())); };
  const auto flat = [&](const Vec3& normal, double offset, bool solid) {
    const V3 n = V3(normal) * (1.0 / normal.norm()), u = any_perpendicular(n), v = cross(n, u);
    Primitive3 p = make_primitive<double, 3>(PrimitiveKind::plane, point(n.eigen() * (offset / normal.norm())),
                                             {direction(u.eigen()), direction(v.eigen())});
    if (solid) {
      p.directions.push_back(direction(-normal));
      p.free.push_back(0);
    }
    return p;
  };
  const ShapeVariant& description = shape.description();
  if (const auto* s = std::get_if<Line>(&description))
    return make_primitive<double, 3>(PrimitiveKind::line, point(s->origin), {direction(s->direction)});
  if (const auto* s = std::get_if<Ray>(&description))
    return make_primitive<double, 3>(PrimitiveKind::ray, point(s->origin), {direction(s->direction)});
  if (const auto* s = std::get_if<Plane>(&description)) return flat(s->normal, s->offset, false);
  if (const auto* s = std::get_if<Halfspace>(&description)) return flat(s->normal, s->offset, true);
  Body body;
  body.core = &shape.core();
  body.kind = shape.core().kind;
  body.ends = shape.core().ends;
  std::vector<Point3> at;
  for (int i = 0; i < vertex_count(body); ++i)
    at.push_back(point((vertex_of(body, i) * body.core->unit + body.core->centre).eigen()));
  return make_hull<double, 3>(at);
}

/// The point of a hull with these parameters, which are first made to satisfy the restraints: far from the other shape
/// rounding leaves some that are larger than the hull.
Point3 point_of_hull(const Primitive3& hull, std::vector<double>& x) {
  double sum = 0.0;
  for (double& share : x) sum += share = std::max(share, 0.0);
  Point3 at = hull.origin;
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] /= std::max(sum, 1.0);
    for (std::size_t k = 0; k < 3; ++k) at[k] += x[i] * hull.directions[i][k];
  }
  return at;
}

/// The vertices with a share in a point of a bounded shape; none if these are too many to name.
Feature feature_of(const Shape& shape, const std::vector<double>& x) {
  Feature feature;
  if (!is_bounded(shape.core().kind)) return feature;
  double first = 1.0;
  for (const double share : x) first -= share;
  for (std::size_t i = 0; i <= x.size(); ++i) {
    if (!((i == 0 ? first : x[i - 1]) > 0x1p-50)) continue;
    if (feature.count == 3) return {};
    const bool listed = shape.core().kind == Kind::polytope;
    feature.vertices[static_cast<std::size_t>(feature.count++)] =
        listed ? shape.core().polytope.source[i] : static_cast<int>(i);
  }
  return feature;
}

}  // namespace

std::optional<Proposal> lcp_proposal(const Pair& pair) {
  const std::vector<V3> points_a = parameter_points(pair.a), points_b = parameter_points(pair.b);
  const auto found =
      lcp_distance(primitive_of(pair.a, points_a, {0, 0, 0}), primitive_of(pair.b, points_b, pair.offset), in_time);
  if (!has_solution(found.outcome) && found.outcome != QpOutcome::inaccurate) return std::nullopt;
  Proposal proposal;
  if (found.outcome == QpOutcome::inaccurate) proposal.ending = Ending::iteration_limit;
  proposal.at_a = point_at(pair.a, points_a, found.x_a, proposal.feature_a);
  proposal.at_b = point_at(pair.b, points_b, found.x_b, proposal.feature_b);
  proposal.iterations = found.iterations;
  const V3 between = pair.b.map * proposal.at_b + pair.offset - pair.a.map * proposal.at_a;
  const double length = norm(between);
  if (!(length > near * pair.size)) return std::nullopt;
  proposal.normal = between * (1.0 / length);
  proposal.vertex_a = support(pair.a, transposed_times(pair.a.map, proposal.normal), -1).vertex;
  proposal.vertex_b = support(pair.b, -transposed_times(pair.b.map, proposal.normal), -1).vertex;
  return proposal;
}

std::optional<WorldPoints> lcp_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Vec3& base = pose_a.position();
  const Primitive3 at_a = primitive_in_world(a, pose_a, base), at_b = primitive_in_world(b, pose_b, base);
  auto found = lcp_distance(at_a, at_b, in_time);
  if (!has_solution(found.outcome)) return std::nullopt;
  if (a.bounded()) found.point_a = point_of_hull(at_a, found.x_a);
  if (b.bounded()) found.point_b = point_of_hull(at_b, found.x_b);
  const auto in_world = [&](const Point3& p) { return Vec3(base + Vec3(p[0], p[1], p[2])); };
  return WorldPoints{in_world(found.point_a), in_world(found.point_b), found.iterations, feature_of(a, found.x_a),
                     feature_of(b, found.x_b)};
}

}  // namespace clearance::detail
