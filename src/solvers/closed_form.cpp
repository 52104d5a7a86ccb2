#include "solvers/closed_form.hpp"

#include <algorithm>
#include <cmath>

namespace clearance::detail {

namespace {

/// Nearer than this, relative to the size of the pair, the difference of the witness points has too few digits to make
/// a normal that is perpendicular to an edge; support functions take over.
constexpr double near = 0x1p-6;

bool is_segment(Kind kind) { return kind == Kind::point || kind == Kind::segment; }

void set_feature(Feature& feature, Kind kind, double parameter) {
  if (kind == Kind::point || parameter == 0.0 || parameter == 1.0) {
    feature = {1, {parameter == 1.0 ? 1 : 0, -1, -1}};
  } else {
    feature = {2, {0, 1, -1}};
  }
}

/// Segments p + s d and q + t e, s and t in [0, 1] (Lumelsky 1985): s from the two lines, clamped; t for that s,
/// clamped; s again for that t. Points are segments of length zero.
std::optional<Proposal> segments(const Pair& pair) {
  const Body& a = pair.a;
  const Body& b = pair.b;
  const V3 p = a.map * a.ends[0], q = b.map * b.ends[0] + pair.offset;
  const V3 d = a.map * (a.ends[1] - a.ends[0]), e = b.map * (b.ends[1] - b.ends[0]), r = q - p;
  const double dd = norm_sq(d), ee = norm_sq(e), de = dot(d, e), dr = dot(d, r), er = dot(e, r);
  const double det = dd * ee - de * de;
  const bool crossed = det > 1e-8 * dd * ee;
  double s = crossed ? std::clamp((dr * ee - er * de) / det, 0.0, 1.0) : 0.0;
  double t = ee > 0.0 ? std::clamp((s * de - er) / ee, 0.0, 1.0) : 0.0;
  if (dd > 0.0) s = std::clamp((dr + t * de) / dd, 0.0, 1.0);
  const V3 v = r + e * t - d * s;
  const double distance = norm(v);

  Proposal proposal;
  proposal.at_a = a.ends[0] + (a.ends[1] - a.ends[0]) * s;
  proposal.at_b = b.ends[0] + (b.ends[1] - b.ends[0]) * t;
  set_feature(proposal.feature_a, a.kind, s);
  set_feature(proposal.feature_b, b.kind, t);
  if (dd == 0.0 && ee == 0.0) {
    proposal.normal = distance > 0.0 ? v * (1.0 / distance) : V3(1, 0, 0);
  } else if (crossed && s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
    const V3 n = cross(d, e);
    proposal.normal = n * (std::copysign(1.0, dot(n, r)) / norm(n));
  } else if (distance > near * pair.size) {
    proposal.normal = v * (1.0 / distance);
  } else {
    return std::nullopt;
  }
  return proposal;
}

/// A point against a box: clamp it; inside, leave through the nearest face.
std::optional<Proposal> point_box(const Pair& pair, bool box_is_a) {
  const Body& box = box_is_a ? pair.a : pair.b;
  const Body& point = box_is_a ? pair.b : pair.a;
  // The point in the frame of the box: the map is a rotation times a scale, so its inverse is its transpose over the
  // square of the scale.
  const V3 from_a = point.map * point.ends[0];
  const V3 world = box_is_a ? from_a + pair.offset : from_a - pair.offset;
  const double scale_sq = norm_sq(box.map.r0);
  const V3 x = transposed_times(box.map, world) * (1.0 / scale_sq);
  const V3& h = box.core->size;
  const V3 nearest(std::clamp(x.x, -h.x, h.x), std::clamp(x.y, -h.y, h.y), std::clamp(x.z, -h.z, h.z));
  const V3 out = x - nearest;
  const double distance_sq = norm_sq(out);

  Proposal proposal;
  V3 outward = out, at = nearest;
  if (distance_sq == 0.0) {
    const V3 depth(h.x - std::fabs(x.x), h.y - std::fabs(x.y), h.z - std::fabs(x.z));
    const double least = std::fmin(depth.x, std::fmin(depth.y, depth.z));
    outward = V3(0, 0, 0);
    if (depth.x == least) {
      outward.x = std::copysign(1.0, x.x);
      at.x = std::copysign(h.x, x.x);
    } else if (depth.y == least) {
      outward.y = std::copysign(1.0, x.y);
      at.y = std::copysign(h.y, x.y);
    } else {
      outward.z = std::copysign(1.0, x.z);
      at.z = std::copysign(h.z, x.z);
    }
    proposal.upper = -least * std::sqrt(scale_sq);
  }
  V3 n = box.map * outward;
  n = n * ((box_is_a ? 1.0 : -1.0) / norm(n));
  proposal.normal = n;
  (box_is_a ? proposal.at_a : proposal.at_b) = at;
  (box_is_a ? proposal.at_b : proposal.at_a) = point.ends[0];
  (box_is_a ? proposal.feature_b : proposal.feature_a) = {1, {0, -1, -1}};
  // The face, edge or corner of the box, by up to three of its corners.
  Feature& feature = box_is_a ? proposal.feature_a : proposal.feature_b;
  const int fixed = (outward.x != 0.0 ? 1 : 0) | (outward.y != 0.0 ? 2 : 0) | (outward.z != 0.0 ? 4 : 0);
  const int corner = (outward.x > 0.0 ? 1 : 0) | (outward.y > 0.0 ? 2 : 0) | (outward.z > 0.0 ? 4 : 0);
  feature.vertices[static_cast<std::size_t>(feature.count++)] = corner;
  for (const int bit : {1, 2, 4})
    if ((fixed & bit) == 0 && feature.count < 3) feature.vertices[static_cast<std::size_t>(feature.count++)] = corner | bit;
  return proposal;
}

}  // namespace

bool has_closed_form(Kind a, Kind b) {
  return (is_segment(a) && is_segment(b)) || (a == Kind::box && b == Kind::point) ||
         (a == Kind::point && b == Kind::box);
}

std::optional<Proposal> closed_form(const Pair& pair) {
  if (pair.a.inflate > 0.0 || pair.b.inflate > 0.0) return std::nullopt;
  if (is_segment(pair.a.kind) && is_segment(pair.b.kind)) return segments(pair);
  const bool box_is_a = pair.a.kind == Kind::box && pair.b.kind == Kind::point;
  const bool box_is_b = pair.b.kind == Kind::box && pair.a.kind == Kind::point;
  if (box_is_a || box_is_b) return point_box(pair, box_is_a);
  return std::nullopt;
}

}  // namespace clearance::detail
