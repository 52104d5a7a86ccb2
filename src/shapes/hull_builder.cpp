// The hull of a point set. Nothing that is proven rests on it being right: the faces are moved outwards until they hold
// every input point, and where they would be of no use (flat or hardly thicker than rounding), all points are kept and
// scanned. What Qhull gives is speed.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

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
  double most = distance(points[0]);
  for (std::size_t i = 1; i < points.size(); ++i)
    if (const double d = distance(points[i]); d > most) most = d, best = i;
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
class Enclosing {
 public:
  Enclosing(Polytope& p, const std::vector<V3>& points, const FaceLoops& loops)
      : p_(p), loops_(loops), tree_(rows_of(points)) {}

  void run() {
    // Faces are taken by leaves of the tree, by their first corners: those next to each other are near the same points,
    // which are looked up once for all.
    const std::size_t count = tree_.order().size();
    std::vector<std::size_t> leaf_place(count), first(count + 1, 0);
    for (std::size_t i = 0; i < count; ++i) leaf_place[tree_.order()[i]] = i;
    const auto place = [&](std::size_t f) {
      return leaf_place[static_cast<std::size_t>(p_.source[static_cast<std::size_t>(loops_[f][0])])];
    };
    for (std::size_t f = 0; f < loops_.size(); ++f) ++first[place(f) + 1];
    for (std::size_t i = 0; i < count; ++i) first[i + 1] += first[i];
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    faces_.resize(loops_.size());
    for (std::size_t f = 0; f < loops_.size(); ++f) faces_[next[place(f)]++] = f;
    tree_.visit_leaves([&](std::size_t begin, std::size_t end) {
      if (first[begin] < first[end]) push_out({faces_.data() + first[begin], faces_.data() + first[end]});
    });
    for (double& offset : p_.facet_offset) offset += 6.0 * unit_roundoff * p_.radius;
  }

 private:
  static constexpr std::size_t most_near = 256;
  using Row = ExtremeTree<3>::Point;
  using Faces = std::span<const std::size_t>;

  static std::vector<Row> rows_of(const std::vector<V3>& points) {
    std::vector<Row> rows;
    rows.reserve(points.size());
    for (const V3& at : points) rows.push_back(at.eigen());
    return rows;
  }

  void push_out(Faces faces) {
    if (faces.size() == 1) {
      double& offset = p_.facet_offset[faces[0]];
      tree_.visit_above(p_.facet_normal[faces[0]].eigen(), offset,
                        [&](std::size_t, double value) { return offset = value; });
    } else if (find_near(faces)) {
      for (const std::size_t f : faces) {
        const Farthest found = farthest_in<false>({x_.data(), y_.data(), z_.data(), nullptr}, p_.facet_normal[f], 0.0,
                                                  static_cast<int>(near_));
        p_.facet_offset[f] = std::fmax(p_.facet_offset[f], found.value);
      }
    } else {
      push_out(faces.first(faces.size() / 2));
      push_out(faces.subspan(faces.size() / 2));
    }
  }

  /// The points that may be above one of the faces, and that of one of their corners; false if they are too many.
  bool find_near(Faces faces) {
    V3 sum{0, 0, 0};
    for (const std::size_t f : faces) sum = sum + p_.facet_normal[f];
    const V3 middle = sum * (1.0 / static_cast<double>(faces.size()));
    const V3 at = p_.vertex(loops_[faces[0]][0]);
    double spread = 0.0, floor = std::numeric_limits<double>::infinity();
    for (const std::size_t f : faces) {
      spread = std::fmax(spread, norm(p_.facet_normal[f] - middle));
      floor = std::fmin(floor, p_.facet_offset[f] - dot(p_.facet_normal[f], at));
    }
    spread *= 1.0 + 0x1p-40;
    floor -= 64.0 * unit_roundoff * p_.radius;
    x_[0] = at.x, y_[0] = at.y, z_[0] = at.z;
    near_ = 1;
    const bool all = tree_.visit_bundle({middle.eigen(), at.eigen(), spread, floor}, [&](const Row& point) {
      if (near_ == most_near) return false;
      x_[near_] = point.x(), y_[near_] = point.y(), z_[near_] = point.z();
      ++near_;
      return true;
    });
    for (std::size_t i = near_; i % scan_padding != 0; ++i) x_[i] = x_[0], y_[i] = y_[0], z_[i] = z_[0];
    return all;
  }

  Polytope& p_;
  const FaceLoops& loops_;
  ExtremeTree<3> tree_;
  std::vector<std::size_t> faces_;
  std::array<double, most_near> x_, y_, z_;
  std::size_t near_ = 0;
};

/// The normal of a face from its corners, to the last digit: a narrow face whose normal is off by a little more would
/// not prove a support value to rounding. Points along the normal that Qhull found.
V3 sharp_normal(const Polytope& p, std::span<const int> loop, const V3& about) {
  const auto at = [&](std::size_t i) { return Wide3(p.vertex(loop[i])); };
  Wide3 area{0.0, 0.0, 0.0};
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) area = area + cross(at(i) - at(0), at(i + 1) - at(0));
  const DoubleDouble length = norm(area);
  const V3 normal = length > DoubleDouble(0.0) ? rounded(area * (DoubleDouble(1.0) / length)) : V3(0, 0, 0);
  // Where points were merged into one face, its corners may be too near to each other to tell.
  return dot(normal, about) > 0.9 ? normal : about;
}

/// The loops in the order of their lowest corners.
std::vector<int> by_lowest_corner(const FaceLoops& loops, std::size_t vertices) {
  std::vector<int> first(vertices + 1, 0), order(loops.size());
  const auto lowest = [&](std::size_t f) {
    return static_cast<std::size_t>(*std::min_element(loops[f].begin(), loops[f].end()));
  };
  for (std::size_t f = 0; f < loops.size(); ++f) ++first[lowest(f) + 1];
  for (std::size_t v = 0; v < vertices; ++v) first[v + 1] += first[v];
  for (std::size_t f = 0; f < loops.size(); ++f)
    order[static_cast<std::size_t>(first[lowest(f)]++)] = static_cast<int>(f);
  return order;
}

Polytope solid_polytope(const std::vector<V3>& points) {
  const auto at = [](auto& list, auto i) -> auto& { return list[static_cast<std::size_t>(i)]; };
  const M3 map = whitening(points);
  std::vector<V3> round;
  round.reserve(points.size());
  for (const V3& p : points) round.push_back(map * p);
  // Many points are sorted by place: Qhull is the faster for it, and vertices and faces keep that order.
  const bool sorted = points.size() > static_cast<std::size_t>(scan_limit);
  std::vector<int> number(points.size());
  std::iota(number.begin(), number.end(), 0);
  if (sorted) {
    number = spatial_order(round);
    std::vector<V3> by_place;
    by_place.reserve(round.size());
    for (const int i : number) by_place.push_back(at(round, i));
    round = std::move(by_place);
  }
  const auto faces = qhull_solid(round);
  if (!faces) return plain_polytope(points);

  std::vector<int> vertices;
  vertices.reserve(faces->vertices.size());
  for (const int v : faces->vertices) vertices.push_back(at(number, v));
  const bool walked = vertices.size() > static_cast<std::size_t>(scan_limit);
  if (!walked) std::sort(vertices.begin(), vertices.end());
  Polytope p = ordered_polytope(points, vertices);
  std::vector<int> rank(points.size(), -1);
  for (std::size_t i = 0; i < vertices.size(); ++i) at(rank, vertices[i]) = static_cast<int>(i);
  FaceLoops named = faces->loops, loops;
  for (int& corner : named.corner) corner = at(rank, at(number, corner));
  std::vector<int> order(named.size());
  std::iota(order.begin(), order.end(), 0);
  if (walked) order = by_lowest_corner(named, vertices.size());
  loops.first.reserve(order.size() + 1);
  loops.corner.reserve(named.corner.size());
  p.facet_normal.reserve(order.size());
  p.facet_offset.reserve(order.size());
  std::vector<char> by_corner;
  by_corner.reserve(order.size());
  for (const int f : order) {
    const std::span<const int> loop = named[static_cast<std::size_t>(f)];
    const V3 mapped = transposed_times(map, at(faces->normals, f)), about = mapped * (1.0 / norm(mapped));
    V3 normal{0, 0, 0};
    if (loop.size() == 3) normal = corner_normal(p.vertex(loop[0]), p.vertex(loop[1]), p.vertex(loop[2]));
    by_corner.push_back(dot(normal, about) > 0.9 ? 1 : 0);
    if (by_corner.back() == 0) normal = sharp_normal(p, loop, about);
    p.facet_normal.push_back(normal);
    p.facet_offset.push_back(dot(normal, p.vertex(loop[0])));
    loops.corner.insert(loops.corner.end(), loop.begin(), loop.end());
    loops.close();
  }
  Enclosing(p, points, loops).run();
  if (!connect(p, loops)) return plain_polytope(points);
  p.stars = measure_stars(p, by_corner);
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
