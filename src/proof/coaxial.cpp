// The difference of two coaxial solids of revolution is one, too; its profile is the difference of their profiles,
// which are polygons (a rectangle, a triangle, a segment). The distance of a polygon's border from a point inside is
// least perpendicular to an edge, and every edge of the difference is parallel to an edge of one of the two: so the
// least depth is among the edge normals of the profiles. What rounding and the poses lack to one axis moves the
// difference by at most `slack`, which is added to the proven bound.

#include "proof/coaxial.hpp"

#include <array>
#include <cmath>

namespace clearance::detail {

namespace {

constexpr double axis_tolerance = 0x1p-46;  // relative to the size of the pair; beyond, the common way is as good

/// A point of the profile: distance across from the axis, to either side, and height along the axis of a.
struct Point2 {
  double across, along;
};
double dot(const Point2& p, const Point2& q) { return p.across * q.across + p.along * q.along; }

/// The corners of a profile on both sides of the axis, in local lengths, and the normal of its slope.
struct Outline {
  int count = 0;
  std::array<Point2, 4> corner{};
  bool sloped = false;
  Point2 slope{};
};

std::optional<Outline> outline_of(const Trapezium& p) {
  Outline outline{
      4, {{{p.top, p.half_length}, {-p.top, p.half_length}, {p.bottom, -p.half_length}, {-p.bottom, -p.half_length}}}};
  const double rise = 2.0 * p.half_length, run = p.bottom - p.top;
  if (run == 0.0) return outline;
  const double slant = std::sqrt(run * run + rise * rise);
  if (!(slant > 0.0)) return std::nullopt;
  outline.sloped = true;
  outline.slope = {rise / slant, run / slant};
  return outline;
}

std::optional<Outline> outline_of(const Body& body) {
  if (const auto profile = profile_of(body.kind, body.core->size)) return outline_of(*profile);
  const auto on_axis = [](const V3& p) { return p.x == 0.0 && p.y == 0.0; };
  if (body.kind == Kind::segment && on_axis(body.ends[0]) && on_axis(body.ends[1]))
    return Outline{2, {{{0, body.ends[0].z}, {0, body.ends[1].z}}}};
  return std::nullopt;
}

/// In the profile of the pair: scaled, turned and moved along the axis.
void place(Outline& outline, double factor, double turned, double shift) {
  for (int i = 0; i < outline.count; ++i) {
    Point2& c = outline.corner[static_cast<std::size_t>(i)];
    c = {c.across * factor, c.along * factor * turned + shift};
  }
  outline.slope.along *= turned;
}

/// The edge or corner that is farthest along n: how far, and from where to where across n.
struct Edge {
  double height = -HUGE_VAL, from = HUGE_VAL, to = -HUGE_VAL;
};
Edge farthest(const Outline& outline, const Point2& n, double tolerance) {
  Edge edge;
  for (int i = 0; i < outline.count; ++i)
    edge.height = std::fmax(edge.height, dot(n, outline.corner[static_cast<std::size_t>(i)]));
  for (int i = 0; i < outline.count; ++i) {
    const Point2& c = outline.corner[static_cast<std::size_t>(i)];
    if (dot(n, c) < edge.height - tolerance) continue;
    const double at = n.across * c.along - n.along * c.across;
    edge.from = std::fmin(edge.from, at);
    edge.to = std::fmax(edge.to, at);
  }
  return edge;
}

V3 axis_of(const Body& body) { return {body.map.r0.z, body.map.r1.z, body.map.r2.z}; }

}  // namespace

std::optional<Proposal> coaxial_overlap(const Pair& pair) {
  if (!pair.rigid_a || !pair.rigid_b) return std::nullopt;
  auto a = outline_of(pair.a);
  if (!a) return std::nullopt;
  auto b = outline_of(pair.b);
  if (!b) return std::nullopt;
  const V3 scaled_a = axis_of(pair.a), scaled_b = axis_of(pair.b);
  const double factor_a = norm(scaled_a), factor_b = norm(scaled_b);
  if (!(factor_a > tiny_length && factor_b > tiny_length)) return std::nullopt;  // one dwarfs the other
  const V3 axis = scaled_a * (1.0 / factor_a), axis_b = scaled_b * (1.0 / factor_b);
  const double shift = dot(axis, pair.offset);
  const double slack = norm(cross(axis, axis_b)) * pair.size + norm(pair.offset - axis * shift);
  if (!(slack <= axis_tolerance * pair.size)) return std::nullopt;
  place(*a, factor_a, 1.0, 0.0);
  place(*b, factor_b, dot(axis, axis_b) < 0.0 ? -1.0 : 1.0, shift);

  // Normals from a to b: sides, ends, the slope of a, and that of b against it.
  std::array<Point2, 5> normals{{{1, 0}, {0, 1}, {0, -1}}};
  std::size_t count = 3;
  if (a->sloped) normals[count++] = a->slope;
  if (b->sloped) normals[count++] = {b->slope.across, -b->slope.along};
  const double tolerance = axis_tolerance * pair.size;
  double least = HUGE_VAL;
  Point2 n{}, p{}, q{};
  for (std::size_t i = 0; i < count; ++i) {
    const Point2 m = normals[i];
    const Edge edge_a = farthest(*a, m, tolerance), edge_b = farthest(*b, {-m.across, -m.along}, tolerance);
    const double depth = edge_a.height + edge_b.height;
    if (!(depth < least)) continue;
    least = depth;
    n = m;
    // Straight across from each other, where the two edges overlap. (Seen along -m, the edge of b runs backwards.)
    const double at = 0.5 * (std::fmax(edge_a.from, -edge_b.to) + std::fmin(edge_a.to, -edge_b.from));
    p = {m.across * edge_a.height - m.along * at, m.along * edge_a.height + m.across * at};
    q = {p.across - m.across * depth, p.along - m.along * depth};
  }
  if (!(least > slack + pair.depth_error)) return std::nullopt;  // the overlap itself is in doubt

  const V3 across = any_perpendicular(axis);
  const auto in_space = [&](const Point2& at) { return across * at.across + axis * at.along; };
  Proposal proposal;
  const V3 normal = in_space(n);
  proposal.normal = normal * (1.0 / norm(normal));
  const auto member = [](const Body& body, const V3& x) {
    if (body.kind != Kind::segment) return Members::in_revolved(body, x);
    const double from = body.ends[0].z, length = body.ends[1].z - from;
    return Members::on_segment(body, length != 0.0 ? (x.z - from) / length : 0.0);
  };
  proposal.at_a = member(pair.a, transposed_times(pair.a.map, in_space(p)) * (1.0 / (factor_a * factor_a)));
  proposal.at_b =
      member(pair.b, transposed_times(pair.b.map, in_space(q) - pair.offset) * (1.0 / (factor_b * factor_b)));
  proposal.upper = CoreUpper(Prover(), -least + slack);
  return proposal;
}

}  // namespace clearance::detail
