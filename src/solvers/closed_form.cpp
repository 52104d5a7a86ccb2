#include "solvers/closed_form.hpp"

#include <algorithm>
#include <cmath>

#include "proof/point_depth.hpp"

namespace clearance::detail {

namespace {

/// Nearer than this, relative to the size of the pair, the difference of the witness points has too few digits to make
/// a normal that is perpendicular to an edge.
constexpr double near = 0x1p-6;
/// Segments that are no farther apart than this meet, but for rounding, and are no farther apart along their normal;
/// between this and `near` support functions take over.
constexpr double meeting = 0x1p-49;

bool is_segment(Kind kind) { return kind == Kind::point || kind == Kind::segment; }

void set_feature(Feature& feature, Kind kind, double parameter) {
  if (kind == Kind::point || parameter == 0.0 || parameter == 1.0) {
    feature = {1, {parameter == 1.0 ? 1 : 0, -1, -1}};
  } else {
    feature = {2, {0, 1, -1}};
  }
}

/// Squared sines of the angle between two segments: from the first on, two lines tell where they are nearest; up to the
/// second, the ends of the segments do, to rounding. Between the two support functions take over.
constexpr double crossing = 1e-8, parallel = 1e-15;

/// How far two segments, along d and along e from r on, are apart along n.
double gap_along(const V3& n, const V3& d, const V3& e, const V3& r) {
  return dot(n, r) + std::fmin(dot(n, e), 0.0) - std::fmax(dot(n, d), 0.0);
}

/// The normal of two segments that all but meet, and v between them: across one of them, or both, or as v says.
V3 farthest_along(const V3& d, const V3& e, const V3& r, const V3& v) {
  V3 best(1, 0, 0);
  double gap = -HUGE_VAL;
  const auto consider = [&](const V3& direction) {
    const double length = norm(direction);
    if (!(length > 0.0)) return;
    const V3 n = direction * (1.0 / length);
    const double along = gap_along(n, d, e, r);
    if (along > gap) best = n, gap = along;
  };
  consider(v);
  consider(cross(d, e));
  consider(cross(e, d));
  for (const V3& edge : {d, e}) {
    const double square = norm_sq(edge);
    if (!(square > 0.0)) continue;
    consider(v - edge * (dot(v, edge) / square));
    consider(any_perpendicular(edge * (1.0 / std::sqrt(square))));
  }
  return best;
}

/// Segments p + s d and q + t e, s and t in [0, 1] (Lumelsky 1985): s from the two lines, clamped; t for that s,
/// clamped; s again for that t. Points are segments of length zero. Of parallel segments, from either end of the first.
std::optional<Proposal> segments(const Pair& pair) {
  const Body& a = pair.a;
  const Body& b = pair.b;
  const V3 p = a.map * a.ends[0], q = b.map * b.ends[0] + pair.offset;
  const V3 d = a.map * (a.ends[1] - a.ends[0]), e = b.map * (b.ends[1] - b.ends[0]), r = q - p;
  const double dd = norm_sq(d), ee = norm_sq(e), de = dot(d, e), dr = dot(d, r), er = dot(e, r);
  const V3 n = cross(d, e);
  const double det = norm_sq(n);
  const bool crossed = det > crossing * dd * ee;
  if (!crossed && det > parallel * dd * ee) return std::nullopt;
  double s = 0.0, t = 0.0, distance = HUGE_VAL;
  V3 v(0, 0, 0);
  const auto try_from = [&](double start) {
    const double at_e = ee > 0.0 ? std::clamp((start * de - er) / ee, 0.0, 1.0) : 0.0;
    const double at_d = dd > 0.0 ? std::clamp((dr + at_e * de) / dd, 0.0, 1.0) : 0.0;
    const V3 between = r + e * at_e - d * at_d;
    const double length = norm(between);
    if (!(length < distance)) return;
    s = at_d, t = at_e, v = between, distance = length;
  };
  try_from(crossed ? std::clamp((dr * ee - er * de) / det, 0.0, 1.0) : 0.0);
  if (!crossed && dd > 0.0 && ee > 0.0) try_from(1.0);

  Proposal proposal;
  proposal.at_a = Members::on_segment(a, s);
  proposal.at_b = Members::on_segment(b, t);
  set_feature(proposal.feature_a, a.kind, s);
  set_feature(proposal.feature_b, b.kind, t);
  if (dd == 0.0 && ee == 0.0) {
    proposal.normal = distance > 0.0 ? v * (1.0 / distance) : V3(1, 0, 0);
  } else if (crossed && s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
    proposal.normal = n * (std::copysign(1.0, dot(n, r)) / norm(n));
  } else if (distance > near * pair.size) {
    proposal.normal = v * (1.0 / distance);
  } else {
    if (distance > meeting * pair.size) return std::nullopt;
    proposal.normal = farthest_along(d, e, r, v);
    if (!(distance - gap_along(proposal.normal, d, e, r) <= meeting * pair.size)) return std::nullopt;
  }
  return proposal;
}

/// What a formula says of a point x against a body in the body's own frame.
struct Local {
  V3 at;                // nearest point of the body, or where the point leaves it
  V3 outward;           // from there, not of unit length
  double depth = -1.0;  // of a point inside
  Feature feature;
};

/// A box: clamp the point; inside, leave through the nearest face.
Local point_in_box(const V3& x, const V3& h) {
  Local r;
  r.at = {std::clamp(x.x, -h.x, h.x), std::clamp(x.y, -h.y, h.y), std::clamp(x.z, -h.z, h.z)};
  r.outward = x - r.at;
  if (norm_sq(r.outward) == 0.0) {
    const V3 depth(h.x - std::fabs(x.x), h.y - std::fabs(x.y), h.z - std::fabs(x.z));
    r.depth = std::fmin(depth.x, std::fmin(depth.y, depth.z));
    r.outward = V3(0, 0, 0);
    if (depth.x == r.depth) {
      r.outward.x = std::copysign(1.0, x.x);
      r.at.x = std::copysign(h.x, x.x);
    } else if (depth.y == r.depth) {
      r.outward.y = std::copysign(1.0, x.y);
      r.at.y = std::copysign(h.y, x.y);
    } else {
      r.outward.z = std::copysign(1.0, x.z);
      r.at.z = std::copysign(h.z, x.z);
    }
  }
  // The face, edge or corner, by up to three corners.
  const int fixed = (r.outward.x != 0.0 ? 1 : 0) | (r.outward.y != 0.0 ? 2 : 0) | (r.outward.z != 0.0 ? 4 : 0);
  const int corner = (r.outward.x > 0.0 ? 1 : 0) | (r.outward.y > 0.0 ? 2 : 0) | (r.outward.z > 0.0 ? 4 : 0);
  r.feature.vertices[static_cast<std::size_t>(r.feature.count++)] = corner;
  for (const int bit : {1, 2, 4})
    if ((fixed & bit) == 0 && r.feature.count < 3)
      r.feature.vertices[static_cast<std::size_t>(r.feature.count++)] = corner | bit;
  return r;
}

/// A point of the half-plane through the axis: distance from the axis, and height.
struct Profile {
  double across, up;
};

/// Turns a profile point and an outward profile direction back into space, on the side of x.
Local revolve(const V3& x, double across, const Profile& at, const Profile& outward, double depth) {
  const bool aside = across > tiny_length;
  const double ux = aside ? x.x / across : 1.0, uy = aside ? x.y / across : 0.0;
  Local r;
  r.at = {at.across * ux, at.across * uy, at.up};
  r.outward = {outward.across * ux, outward.across * uy, outward.up};
  r.depth = depth;
  return r;
}

Local point_in_cylinder(const V3& x, double radius, double half) {
  const double across = std::sqrt(x.x * x.x + x.y * x.y);
  const Profile nearest{std::fmin(across, radius), std::clamp(x.z, -half, half)};
  const Profile out{across - nearest.across, x.z - nearest.up};
  if (out.across != 0.0 || out.up != 0.0) return revolve(x, across, nearest, out, -1.0);
  const double to_side = radius - across, to_cap = half - std::fabs(x.z), sign = std::copysign(1.0, x.z);
  if (to_side <= to_cap) return revolve(x, across, {radius, x.z}, {1.0, 0.0}, to_side);
  return revolve(x, across, {across, sign * half}, {0.0, sign}, to_cap);
}

/// The profile of a cone is a triangle: the base from the axis to (radius, -half), the slope from there to (0, half).
Local point_in_cone(const V3& x, double radius, double half) {
  const double across = std::sqrt(x.x * x.x + x.y * x.y);
  const double slant = std::sqrt(radius * radius + 4.0 * half * half);
  const Profile normal{slant > 0.0 ? 2.0 * half / slant : 1.0, slant > 0.0 ? radius / slant : 0.0};
  const double above_slope = normal.across * across + normal.up * (x.z - half), below_base = -half - x.z;
  // Where along the slope, from the apex (0) to the rim (slant).
  const double along = normal.up * across - normal.across * (x.z - half);
  // The slope goes on beyond the apex and the rim, and is the base or the axis itself where the cone is flat or thin.
  const bool within = across <= radius && x.z <= half;
  if (within && above_slope <= 0.0 && below_base <= 0.0) {
    if (above_slope >= below_base)
      return revolve(x, across, {across - above_slope * normal.across, x.z - above_slope * normal.up}, normal,
                     -above_slope);
    return revolve(x, across, {across, -half}, {0.0, -1.0}, -below_base);
  }
  if (below_base > 0.0 && across <= radius) return revolve(x, across, {across, -half}, {0.0, -1.0}, -1.0);
  if (along <= 0.0) return revolve(x, across, {0.0, half}, {across, x.z - half}, -1.0);
  if (along >= slant) {
    // Next to the rim rounding may turn the way out into the slope or the base.
    Profile out{std::fmax(across - radius, 0.0), x.z + half};
    if (!(out.across * normal.up - out.up * normal.across > 0.0)) out = normal;
    return revolve(x, across, {radius, -half}, out, -1.0);
  }
  return revolve(x, across, {normal.up * along, half - normal.across * along}, normal, -1.0);
}

/// A vector scaled so that its square does not underflow: next to a flat body a point may be as near as a double can
/// be.
V3 normalised(const V3& v) {
  const double largest = max_abs(v);
  return largest > tiny_length || largest == 0.0 ? v : V3(v.x / largest, v.y / largest, v.z / largest);
}

Local locate(const V3& x, PointFormula formula, const V3& size) {
  switch (formula) {
    case PointFormula::box:
      return point_in_box(x, size);
    case PointFormula::cylinder:
      return point_in_cylinder(x, size.x, size.z);
    case PointFormula::cone:
      return point_in_cone(x, size.x, size.z);
    case PointFormula::none:
      break;
  }
  return {};
}

/// A point against a box, cylinder or cone, in the frame of that body.
Proposal point_in(const Pair& pair, bool point_is_a) {
  const Body& point = point_is_a ? pair.a : pair.b;
  const Body& body = point_is_a ? pair.b : pair.a;
  const V3 x = point_in_body(pair, point_is_a);
  const Local local = locate(x, traits_of(body.kind).point_formula, body.core->size);
  Proposal proposal;
  const V3 n = body.map * normalised(local.outward);
  proposal.normal = n * ((point_is_a ? -1.0 : 1.0) / norm(n));
  (point_is_a ? proposal.at_b : proposal.at_a) =
      body.kind == Kind::box ? Members::in_box(body, local.at) : Members::in_revolved(body, local.at);
  (point_is_a ? proposal.at_a : proposal.at_b) = vertex_of(point, 0);
  (point_is_a ? proposal.feature_b : proposal.feature_a) = local.feature;
  (point_is_a ? proposal.feature_a : proposal.feature_b) = {1, {0, -1, -1}};
  if (local.depth >= 0.0) proposal.upper = point_depth(pair, point_is_a);
  return proposal;
}

bool holds_points(Kind kind) { return traits_of(kind).point_formula != PointFormula::none; }

}  // namespace

bool has_closed_form(Kind a, Kind b) {
  return (is_segment(a) && is_segment(b)) || (holds_points(a) && b == Kind::point) ||
         (a == Kind::point && holds_points(b));
}

std::optional<Proposal> closed_form(const Pair& pair) {
  if (pair.a.inflate > 0.0 || pair.b.inflate > 0.0) return std::nullopt;
  if (is_segment(pair.a.kind) && is_segment(pair.b.kind)) return segments(pair);
  // Next to a ball that dwarfs the body, the square of its scale is nothing.
  const auto has_scale = [](double factor) { return factor > tiny_length; };
  if (pair.a.kind == Kind::point && holds_points(pair.b.kind) && pair.rigid_b && has_scale(pair.factor_b))
    return point_in(pair, true);
  if (pair.b.kind == Kind::point && holds_points(pair.a.kind) && pair.rigid_a && has_scale(pair.factor_a))
    return point_in(pair, false);
  return std::nullopt;
}

}  // namespace clearance::detail
