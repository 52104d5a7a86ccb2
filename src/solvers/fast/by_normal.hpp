#pragma once

// An ellipsoid against another one or a point, which is a sphere: Newton's method on the normal (ellipsoid_climb.hpp)
// in the frame of a, and a proof by support values along the normal that this ends with. An overlap is the careful
// lane's, from that normal on.

#include "solvers/ellipsoid_climb.hpp"
#include "solvers/fast/settle.hpp"

namespace clearance::detail {

/// What takes a normal in local coordinates to the axes in which a body is a ball; zero for a point at its own centre.
template <Kind kind>
[[gnu::always_inline]] inline V3 radii_of(const Core& core) {
  if constexpr (kind == Kind::point) return {0, 0, 0};
  return core.size;
}

/// The point of a body above a unit vector in the axes in which it is a ball.
template <Kind kind>
[[gnu::always_inline]] inline Member above(const Core& core, const V3& unit) {
  if constexpr (kind == Kind::point) return Members::vertex(plain_body<kind>(core), 0);
  return Members::on_ellipsoid(plain_body<kind>(core), unit);
}

template <Kind kind>
[[gnu::always_inline]] inline Feature feature_of_round() {
  if constexpr (kind == Kind::point) return {1, {0, -1, -1}};
  return {};
}

template <Kind kind_a, Kind kind_b>
[[gnu::flatten]] bool ByNormal<kind_a, kind_b>::answer(const Core& a, const Pose& pose_a, const Core& b,
                                                       const Pose& pose_b, const Options& options, PairMemory* memory,
                                                       Result& r, Handover& handover) {
  const FastQuery query{a, pose_a, b, pose_b, options, memory};
  if ((kind_a == Kind::point && a.reach != 0.0) || (kind_b == Kind::point && b.reach != 0.0)) return false;
  PlainPair pair;
  if (!place_in_frame(pair, query.a, query.pose_a, query.b, query.pose_b)) return false;
  const Goal goal = goal_of(query, pair);
  const V3 of_a = radii_of<kind_a>(a), of_b = radii_of<kind_b>(b);
  const M3 back = pair.map.transposed();
  EllipsoidClimb<double> climb({{of_a.x, 0, 0}, {0, of_a.y, 0}, {0, 0, of_a.z}},
                               {back.r0 * of_b.x, back.r1 * of_b.y, back.r2 * of_b.z}, pair.shift, pair.size, goal.gap,
                               goal.max_distance);
  const bool tracked = memory != nullptr && std::fabs(norm_sq(memory->direction) - 1.0) < 0.5;
  auto here = climb.at(tracked ? memory->direction : norm_sq(pair.shift) > 0.0 ? pair.shift : V3(1, 0, 0));
  const Climb climbed = climb.run(here);
  if (climbed == Climb::stuck) return false;
  if (climbed == Climb::overlapping) {
    handover.turned = true;
    handover.normal = here.n;
    return false;
  }
  const V3 n = climb.normal();
  const CoreLower slab = plain_slab_at<kind_a, kind_b>(pair, a, b, n, -1, -1);
  const PlainPoints points = PlainSpots::of(pair, above<kind_a>(a, here.u), above<kind_b>(b, -here.v));
  const double along = dot(lanes_of(n), points.between());
  if (!enclose(query, pair, points, slab, r) || !are_joined(query, pair, lanes_of(n), points, along, r) ||
      !give_in_frame(query, pair, lanes_of(n), points, along, r))
    return false;
  r.feature_a = feature_of_round<kind_a>();
  r.feature_b = feature_of_round<kind_b>();
  r.method = Method::ellipsoid_newton;
  r.iterations = climb.steps() + 1;
  if (memory != nullptr) remember(*memory, n, {}, {});
  return true;
}

}  // namespace clearance::detail
