// The hull of a point set. Nothing that is proven rests on it being right: the faces are moved outwards until they hold
// every input point, and where they would be of no use (flat or hardly thicker than rounding), all points are kept and
// scanned. What Qhull gives is speed.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/polytope.hpp"
#include "core/scan.hpp"
#include "shapes/extreme_tree.hpp"
#include "shapes/qhull.hpp"
#include "shapes/spatial_order.hpp"
#include "shapes/whitening.hpp"

namespace clearance::detail {

namespace {

// Thinner than this, relative to the length, a set is taken for flat. All its points still count.
constexpr double flat_tolerance = 1e-14;
constexpr double unit_roundoff = 0x1p-53;

template <class Distance>
std::size_t farthest(const std::vector<V3>& points, Distance distance) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (distance(points[i]) > distance(points[best])) best = i;
  return best;
}

/// Where the points lie: a point, a line, a plane or space, with unit axes along it.
struct Span {
  int dimension = 0;
  V3 origin{}, u{}, v{}, n{};
};

Span span_of(const std::vector<V3>& points) {
  Span span;
  span.origin = points[farthest(points, [&](const V3& p) { return norm_sq(p - points[0]); })];
  const V3 far = points[farthest(points, [&](const V3& p) { return norm_sq(p - span.origin); })] - span.origin;
  const double length = norm(far);
  if (!(length > 0.0)) return span;
  span.u = far * (1.0 / length);
  const auto off_line = [&](const V3& p) { return norm(cross(span.u, p - span.origin)); };
  const V3 aside = points[farthest(points, off_line)] - span.origin;
  span.dimension = 1;
  if (!(norm(cross(span.u, aside)) > flat_tolerance * length)) return span;
  const V3 n = cross(span.u, aside);
  span.n = n * (1.0 / norm(n));
  span.v = cross(span.n, span.u);
  const auto off_plane = [&](const V3& p) { return std::fabs(dot(span.n, p - span.origin)); };
  span.dimension = off_plane(points[farthest(points, off_plane)]) > flat_tolerance * length ? 3 : 2;
  return span;
}

/// The polytope whose first points are the given ones of the input, the others following. Between them the first is
/// repeated, so that a scan of the given ones alone, which takes several at a time, meets none of the others: one that
/// is level with a vertex might win by rounding.
Polytope ordered_polytope(const std::vector<V3>& points, const std::vector<int>& first) {
  std::vector<char> taken(points.size(), 0);
  std::vector<int> order;
  order.reserve(points.size() + scan_padding);
  order = first;
  for (const int i : first) taken[static_cast<std::size_t>(i)] = 1;
  if (first.size() < points.size())
    order.resize((first.size() + scan_padding - 1) / scan_padding * scan_padding, first[0]);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (taken[i] == 0) order.push_back(static_cast<int>(i));
  std::vector<V3> sorted;
  sorted.reserve(order.size());
  for (const int i : order) sorted.push_back(points[static_cast<std::size_t>(i)]);
  Polytope p = plain_polytope(sorted);
  p.vertices = static_cast<int>(first.size());
  p.source = std::move(order);
  return p;
}

std::vector<int> extreme_along(const std::vector<V3>& points, const V3& u) {
  const auto low = farthest(points, [&](const V3& p) { return -dot(u, p); });
  const auto high = farthest(points, [&](const V3& p) { return dot(u, p); });
  if (low == high) return {static_cast<int>(low)};
  return {static_cast<int>(low), static_cast<int>(high)};
}

std::vector<int> extreme_in_plane(const std::vector<V3>& points, const Span& span) {
  std::vector<std::array<double, 2>> flat;
  flat.reserve(points.size());
  double width = 0.0;
  for (const V3& p : points) width = std::fmax(width, std::fabs(dot(span.v, p - span.origin)));
  const double length =
      norm(points[farthest(points, [&](const V3& p) { return norm_sq(p - span.origin); })] - span.origin);
  for (const V3& p : points)
    flat.push_back({dot(span.u, p - span.origin) / length, dot(span.v, p - span.origin) / width});
  if (const auto faces = qhull_planar(flat)) return faces->vertices;
  std::vector<int> all(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) all[i] = static_cast<int>(i);
  return all;
}

/// Moves each face out, from one of its corners, to hold every point, rounding included.
void enclose(Polytope& p, const std::vector<V3>& points) {
  std::vector<Vec3> rows;
  rows.reserve(points.size());
  for (const V3& at : points) rows.push_back(at.eigen());
  const ExtremeTree<3> tree(std::move(rows));
  for (std::size_t f = 0; f < p.facet_normal.size(); ++f) {
    double& offset = p.facet_offset[f];
    tree.visit_above(p.facet_normal[f].eigen(), offset, [&](std::size_t, double value) { return offset = value; });
    offset += 6.0 * unit_roundoff * p.radius;
  }
}

/// The normal of a face from its corners, to the last digit: a narrow face whose normal is off by a little more would
/// not prove a support value to rounding. Points along the normal that Qhull found.
V3 sharp_normal(const std::vector<V3>& points, const std::vector<int>& loop, const V3& about) {
  const auto at = [&](std::size_t i) { return Wide3(points[static_cast<std::size_t>(loop[i])]); };
  Wide3 area{0.0, 0.0, 0.0};
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) area = area + cross(at(i) - at(0), at(i + 1) - at(0));
  const DoubleDouble length = norm(area);
  const V3 normal = length > DoubleDouble(0.0) ? rounded(area * (DoubleDouble(1.0) / length)) : V3(0, 0, 0);
  // Where points were merged into one face, its corners may be too near to each other to tell.
  return dot(normal, about) > 0.9 ? normal : about;
}

Polytope solid_polytope(const std::vector<V3>& points) {
  const M3 map = whitening(points);
  std::vector<V3> round;
  round.reserve(points.size());
  for (const V3& p : points) round.push_back(map * p);
  const auto faces = qhull_solid(round);
  if (!faces) return plain_polytope(points);

  const auto at = [](const auto& list, int i) -> const auto& { return list[static_cast<std::size_t>(i)]; };
  std::vector<int> vertices = faces->vertices, order(faces->loops.size());
  std::iota(order.begin(), order.end(), 0);
  if (vertices.size() > static_cast<std::size_t>(scan_limit)) {
    store_by_place(vertices, [&](int v) { return at(round, v); });
    store_by_place(order, [&](int f) { return at(round, at(faces->loops, f)[0]); });
  }
  Polytope p = ordered_polytope(points, vertices);
  std::vector<int> rank(points.size(), -1);
  for (std::size_t i = 0; i < vertices.size(); ++i) rank[static_cast<std::size_t>(vertices[i])] = static_cast<int>(i);
  std::vector<std::vector<int>> loops;
  loops.reserve(order.size());
  p.facet_normal.reserve(order.size());
  p.facet_offset.reserve(order.size());
  for (const int f : order) {
    const std::vector<int>& loop = at(faces->loops, f);
    const V3 about = transposed_times(map, at(faces->normals, f));
    const V3 normal = sharp_normal(points, loop, about * (1.0 / norm(about)));
    p.facet_normal.push_back(normal);
    p.facet_offset.push_back(dot(normal, at(points, loop[0])));
    loops.emplace_back().reserve(loop.size());
    for (const int v : loop) loops.back().push_back(at(rank, v));
  }
  enclose(p, points);
  if (!connect(p, loops)) return plain_polytope(points);
  p.stars = measure_stars(p);
  return p;
}

}  // namespace

Polytope hull_polytope(const std::vector<V3>& points) {
  const Span span = span_of(points);
  if (span.dimension == 0) return ordered_polytope(points, {0});
  if (span.dimension == 1) return ordered_polytope(points, extreme_along(points, span.u));
  if (span.dimension == 2) return ordered_polytope(points, extreme_in_plane(points, span));
  return solid_polytope(points);
}

}  // namespace clearance::detail
