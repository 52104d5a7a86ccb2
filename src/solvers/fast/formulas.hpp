#pragma once

// Closed forms of the fast lane: segments and points against each other, which are capsules and spheres, and a point
// against a box, which is a sphere. As closed_form.cpp, which answers where these do not.

#include <cmath>
#include <utility>

#include "solvers/fast/settle.hpp"

namespace clearance::detail {

constexpr bool is_straight(Kind kind) { return kind == Kind::point || kind == Kind::segment; }

/// A formula's answer, if it is proven to be tight.
[[gnu::always_inline]] inline bool give_formula(const FastQuery& query, const PlainPair& pair, const CoreLower& slab,
                                                const V3& n, const Member& at_a, const Member& at_b, Result& r) {
  const V3 p = pair.map_a * at_a, apart = between_in_world(pair, at_a, at_b);
  if (!(norm(apart) - slab.value() <= settled_gap * pair.size)) return false;
  bound_plain<PlainAxes::world>(r, pair, slab, at_a, at_b);
  if (!give(query, pair, n, p, p + apart, dot(n, apart), r)) return false;
  r.method = Method::closed_form;
  r.ending = Ending::converged;
  r.iterations = 0;
  return true;
}

template <Kind kind>
[[gnu::always_inline]] inline Feature straight_feature(double parameter) {
  if (kind == Kind::point || parameter == 0.0) return {1, {0, -1, -1}};
  if (parameter == 1.0) return {1, {1, -1, -1}};
  return {2, {0, 1, -1}};
}

/// Segments that are nearer than this, relative to the size of the pair, or as good as parallel are left out.
inline constexpr double near_segments = 0x1p-6, crossing_segments = 1e-8;

/// Lumelsky 1985: s from the two lines, clamped; t for that s, clamped; s again for that t.
template <Kind kind_a, Kind kind_b>
[[gnu::flatten]] bool segments(const FastQuery& query, Result& r, Handover& /*none*/) {
  PlainPair pair;
  if (!place_in_world(pair, query.a, query.pose_a, query.b, query.pose_b)) return false;
  const Body a = plain_body<kind_a>(query.a), b = plain_body<kind_b>(query.b);
  const V3 between = pair.map_b * b.ends[0] + pair.offset - pair.map_a * a.ends[0];
  const V3 d = pair.map_a * (a.ends[1] - a.ends[0]), e = pair.map_b * (b.ends[1] - b.ends[0]);
  const auto clamped = [](double value) { return std::fmin(std::fmax(value, 0.0), 1.0); };
  double s = 0.0, t = 0.0;
  V3 n(0, 0, 0);
  bool inner = false;
  if constexpr (kind_a == Kind::segment && kind_b == Kind::segment) {
    const double dd = norm_sq(d), ee = norm_sq(e), de = dot(d, e), dr = dot(d, between), er = dot(e, between);
    n = cross(d, e);
    const double det = norm_sq(n);
    if (!(det > crossing_segments * dd * ee)) return false;
    const double inverse_d = 1.0 / dd, inverse_e = 1.0 / ee;  // beside the quotient that the rest waits for
    const double start = clamped((dr * ee - er * de) / det);
    t = clamped((start * de - er) * inverse_e);
    s = clamped((dr + t * de) * inverse_d);
    inner = s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0;
  } else if constexpr (kind_a == Kind::segment) {
    s = clamped(dot(d, between) / norm_sq(d));
  } else if constexpr (kind_b == Kind::segment) {
    t = clamped(-dot(e, between) / norm_sq(e));
  }
  if (inner) {
    n = n * (std::copysign(1.0, dot(n, between)) / norm(n));
  } else {
    const V3 v = between + e * t - d * s;
    const double distance = norm(v);
    const bool points = kind_a == Kind::point && kind_b == Kind::point;
    if (!(distance > (points ? origin_rounding : near_segments) * pair.size)) return false;
    n = v * (1.0 / distance);
  }
  const CoreLower slab = plain_slab<kind_a, kind_b>(pair, query.a, query.b, n);
  if (!give_formula(query, pair, slab, n, Members::on_segment(a, s), Members::on_segment(b, t), r)) return false;
  r.feature_a = straight_feature<kind_a>(s);
  r.feature_b = straight_feature<kind_b>(t);
  return true;
}

/// The feature of a box on the outer side of which a point is: up to three of its corners.
inline Feature box_feature(const V3& outward) {
  const int fixed = (outward.x != 0.0 ? 1 : 0) | (outward.y != 0.0 ? 2 : 0) | (outward.z != 0.0 ? 4 : 0);
  const int corner = (outward.x > 0.0 ? 1 : 0) | (outward.y > 0.0 ? 2 : 0) | (outward.z > 0.0 ? 4 : 0);
  Feature feature{1, {corner, -1, -1}};
  for (const int bit : {1, 2, 4})
    if ((fixed & bit) == 0 && feature.count < 3)
      feature.vertices[static_cast<std::size_t>(feature.count++)] = corner | bit;
  return feature;
}

/// The same answer with the bodies in the other order.
inline void turn_around(Result& r) {
  r.normal = -r.normal;
  std::swap(r.point_a, r.point_b);
  std::swap(r.feature_a, r.feature_b);
}

/// A point outside a box, clamped in the frame of the box, which comes first here.
template <bool box_is_a>
[[gnu::flatten]] bool box_and_point(const FastQuery& given, Result& r, Handover& /*none*/) {
  const FastQuery query{box_is_a ? given.a : given.b,
                        box_is_a ? given.pose_a : given.pose_b,
                        box_is_a ? given.b : given.a,
                        box_is_a ? given.pose_b : given.pose_a,
                        given.options,
                        nullptr};
  PlainPair pair;
  if (!place_in_frame(pair, query.a, query.pose_a, query.b, query.pose_b)) return false;
  const Member point = vertex_of(plain_body<Kind::point>(query.b), 0);
  const V3 x = pair.map * point + pair.shift;
  const Member foot = Members::in_box(plain_body<Kind::box>(query.a), x);
  const V3 outward = x - foot.at();
  const double length = norm(outward);
  if (!(length > origin_rounding * pair.size)) return false;
  const V3 n = outward * (1.0 / length);
  const CoreLower slab = plain_slab_at<Kind::box, Kind::point>(pair, query.a, query.b, n, 0, 0);
  if (!(length - slab.value() <= settled_gap * pair.size)) return false;
  bound_plain<PlainAxes::frame>(r, pair, slab, foot, point);
  const M3 turn(query.pose_a.rotation());
  const V3 p = turn * foot.at();
  if (!give(query, pair, turn * n, p, p + turn * outward, dot(n, outward), r)) return false;
  r.feature_a = box_feature(outward);
  r.feature_b = {1, {0, -1, -1}};
  if (!box_is_a) turn_around(r);
  r.method = Method::closed_form;
  r.ending = Ending::converged;
  r.iterations = 0;
  return true;
}

}  // namespace clearance::detail
