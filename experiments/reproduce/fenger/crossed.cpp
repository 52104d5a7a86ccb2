#include "reproduce/fenger/crossed.hpp"

#include <cmath>
#include <vector>

#include "literature/dqp3/dqp3.hpp"
#include "literature/ellipsoids/polyhedron_ellipsoid.hpp"
#include "models/facet_ball.hpp"
#include "numeric/counted.hpp"

namespace clearance::reproduce::fenger {

using detail::Counted;
using detail::V3;

Crossed crossed_at(double gap) {
  const auto solve = [](const Vec3& at) {
    return distance(Ellipsoid(radii_a), Pose(), Ellipsoid(radii_b), Pose(Mat3::Identity(), at));
  };
  const Vec3 start(4, 4, 4);
  const Result standard = solve(start);
  const Vec3 at = gap == standard_gap ? start : Vec3(start + (gap - standard.distance) * standard.normal);
  return {at, solve(at)};
}

double point_error(const Result& exact, const Vec3& x, const Vec3& y) {
  return std::hypot((x - exact.point_a).norm(), (y - exact.point_b).norm());
}

Polyhedral polyhedral(int order, const Crossed& pair, bool against_ellipsoid) {
  std::vector<V3> normals;
  std::vector<double> offsets_a, offsets_b;
  const V3 at(pair.position);
  // Against an ellipsoid, that one is about the origin.
  const V3 of_a = against_ellipsoid ? -at : V3(0, 0, 0), of_b = against_ellipsoid ? V3(0, 0, 0) : at;
  for (const HalfspaceRow& row : models::facet_ball_halfspaces(order, radii_a)) {
    normals.emplace_back(Vec3(-row.normal));  // the directions of the thesis are inward normals
    offsets_a.push_back(row.offset - dot(V3(row.normal), of_a));
  }
  for (const HalfspaceRow& row : models::facet_ball_halfspaces(order, radii_b))
    offsets_b.push_back(row.offset - dot(V3(row.normal), of_b));
  detail::HalfspaceBody<Counted> a, b;
  a.normals = b.normals = normals;
  a.offsets = offsets_a;
  b.offsets = offsets_b;
  detail::Dqp3State<Counted> state;
  state.a.at = detail::Vector<Counted>(of_a);
  state.b.at = detail::Vector<Counted>(of_b);
  detail::Dqp3Settings settings;
  settings.length = pair.position.norm();
  const detail::OperationCount count;
  const auto found = against_ellipsoid
                         ? polyhedron_ellipsoid(a, detail::Vector<Counted>(V3(radii_b)), settings, state.a)
                         : dqp3(a, b, settings, state);
  const auto flops = static_cast<double>(count.count());
  const Vec3 x = state.a.at.eigen(), between = found.difference.eigen();
  const Vec3 moved = against_ellipsoid ? pair.position : Vec3::Zero();
  return {point_error(pair.exact, x + moved, x + between + moved), std::fabs(between.norm() - pair.exact.distance),
          flops, found.ending == detail::Dqp3Ending::optimal, x + moved};
}

}  // namespace clearance::reproduce::fenger
