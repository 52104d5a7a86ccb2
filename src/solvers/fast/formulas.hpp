#pragma once

// Closed forms of the fast lane: segments and points against each other, which are capsules and spheres, and a point
// against a box, which is a sphere. As closed_form.cpp, which answers where these do not.

#include <cmath>
#include <utility>

#include "proof/plain_ends.hpp"
#include "proof/plain_look.hpp"
#include "solvers/fast/settle.hpp"

namespace clearance::detail {

constexpr bool is_straight(Kind kind) { return kind == Kind::point || kind == Kind::segment; }

/// The first end, what is between the ends, and the second one.
inline constexpr std::array<Feature, 3> straight_features{{{1, {0, -1, -1}}, {2, {0, 1, -1}}, {1, {1, -1, -1}}}};
/// Where on a segment, or on a point, the share of the way from its first end to the second is. Without a branch.
template <Kind kind>
[[gnu::always_inline]] inline const Feature& straight_feature(double share) {
  if constexpr (kind == Kind::point) return straight_features[0];
  return straight_features[static_cast<std::size_t>(share > 0.0) + static_cast<std::size_t>(share >= 1.0)];
}

/// Segments that are nearer than this, relative to the size of the pair, are left out where an end of one is nearest.
inline constexpr double near_segments = 0x1p-6;
/// The square of the sine between two segments from which their crossing is well known.
inline constexpr double crossing_segments = 1e-8;

/// Lumelsky 1985: s from the two lines, clamped; t for that s, clamped; s again for that t. In the axes of the world.
template <Kind kind_a, Kind kind_b>
[[gnu::flatten]] bool segments(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                               const Options& options, PairMemory* memory, Result& r, Handover& /*none*/) {
  const FastQuery query{a, pose_a, b, pose_b, options, memory};
  PlainPair pair;
  PlacedEnds<kind_a, kind_b> ends;
  if (!place_in_world(pair, query.a, query.pose_a, query.b, query.pose_b) ||
      !ends.place(pair, query.a, query.pose_a, query.b, query.pose_b))
    return false;
  const Lanes between = ends.b(0) - ends.a(0), d = ends.a(1) - ends.a(0), e = ends.b(1) - ends.b(0);
  const auto clamped = [](double value) { return smaller(larger(value, 0.0), 1.0); };
  double s = 0.0, t = 0.0;
  Lanes across = lanes_of(0.0);
  bool inner = false;
  if constexpr (kind_a == Kind::segment && kind_b == Kind::segment) {
    const double dd = norm_sq(d), ee = norm_sq(e), de = dot(d, e), dr = dot(d, between), er = dot(e, between);
    across = cross(d, e);
    const double det = norm_sq(across), inverse_d = 1.0 / dd, inverse_e = 1.0 / ee;
    const bool crossing = det > crossing_segments * dd * ee;
    const double start = crossing ? clamped((dr * ee - er * de) / det) : 0.0;  // anywhere, if they are parallel
    t = clamped((start * de - er) * inverse_e);
    s = clamped((dr + t * de) * inverse_d);
    inner = crossing & (s > 0.0) & (s < 1.0) & (t > 0.0) & (t < 1.0);
    across = across * std::copysign(1.0, dot(across, between));
  } else if constexpr (kind_a == Kind::segment) {
    s = clamped(dot(d, between) / norm_sq(d));
  } else if constexpr (kind_b == Kind::segment) {
    t = clamped(-dot(e, between) / norm_sq(e));
  }
  const PlainPoints points = PlainSpots::on_ends(ends, s, t);
  if (!inner) {
    constexpr bool both = kind_a == Kind::point && kind_b == Kind::point;
    if (!(points.length() > (both ? origin_rounding : near_segments) * pair.size)) return false;
    across = points.between();
  }
  PlainGlance::ends(pair, ends, across);
  const CoreLower slab = plain_slab<kind_a, kind_b>(pair, query.a, query.b, vector_of(across));
  const Lanes n = across * (1.0 / norm(across));
  const double along = inner ? dot(n, points.between()) : points.length();
  if (!enclose(query, pair, points, slab, r) || !give(query, pair, n, points.at_a(), points.between(), along, r))
    return false;
  r.method = Method::closed_form;
  r.feature_a = straight_feature<kind_a>(s);
  r.feature_b = straight_feature<kind_b>(t);
  return true;
}

/// The feature of a box on the outer side of which a point is: up to three of its corners.
constexpr Feature box_feature(double x, double y, double z) {
  const int fixed = (x != 0.0 ? 1 : 0) | (y != 0.0 ? 2 : 0) | (z != 0.0 ? 4 : 0);
  const int corner = (x > 0.0 ? 1 : 0) | (y > 0.0 ? 2 : 0) | (z > 0.0 ? 4 : 0);
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
[[gnu::flatten]] bool box_and_point(const Core& a, const Pose& pose_a, const Core& b, const Pose& pose_b,
                                    const Options& options, PairMemory* /*none*/, Result& r, Handover& /*none*/) {
  const FastQuery query =
      box_is_a ? FastQuery{a, pose_a, b, pose_b, options, nullptr} : FastQuery{b, pose_b, a, pose_a, options, nullptr};
  PlainPair pair;
  if (query.b.reach != 0.0 || !measure_frame(pair, query.a, query.pose_a, query.b, query.pose_b)) return false;
  shift_to_frame(pair);
  const PlainPoints points = PlainSpots::in_box(pair, query.a);
  if (!(points.length() > origin_rounding * pair.size)) return false;
  const V3 outward = vector_of(points.between());
  PlainGlance::box_and_point(pair, query.a, outward);
  const CoreLower slab = plain_slab<Kind::box, Kind::point>(pair, query.a, query.b, outward);
  const Lanes n = points.between() * (1.0 / points.length());
  if (!enclose(query, pair, points, slab, r) || !give_in_frame(query, pair, n, points, points.length(), r))
    return false;
  r.feature_a = box_feature(outward.x, outward.y, outward.z);
  r.feature_b = straight_features[0];
  if (!box_is_a) turn_around(r);
  r.method = Method::closed_form;
  return true;
}

}  // namespace clearance::detail
