// The local methods and the sub-algorithms of the methods that track features, each against its definition.

#include <gtest/gtest.h>

#include <vector>

#include "clearance/distance.hpp"
#include "literature/tracking/johnson.hpp"
#include "literature/tracking/surface.hpp"
#include "random.hpp"
#include "solvers/feature_pair.hpp"
#include "solvers/local_methods.hpp"

namespace clearance::detail {
namespace {

using oracle::Random;

constexpr double noise = 1e-15;

V3 random_point(Random& random) { return V3(random.vector(1)); }
V3 mix(const V3& p, const V3& q, double t) { return p * (1.0 - t) + q * t; }
V3 mix(const std::array<V3, 3>& f, const OnFacet& on) {
  return f[0] * on.weight[0] + f[1] * on.weight[1] + f[2] * on.weight[2];
}

/// The link x - y is the shortest of a set if no vertex of the set is farther along it than x. Coordinates are of about
/// unit size, so that a very short link is rounded.
void expect_shortest(const V3& x, const V3& y, const std::vector<V3>& set, double tolerance) {
  for (const V3& v : set) EXPECT_LE(dot(y - x, v - x), tolerance * norm(y - x) + 4e-15);
}

TEST(LocalMethods, PointEdge) {
  Random random(71);
  int ends = 0;
  for (int i = 0; i < 20000; ++i) {
    const V3 p = random_point(random), base = random_point(random), tip = random_point(random);
    const double t = point_edge(p, base, tip, noise).t;
    ASSERT_GE(t, 0.0);
    ASSERT_LE(t, 1.0);
    ends += t == 0.0 || t == 1.0;
    expect_shortest(mix(base, tip, t), p, {base, tip}, 1e-14);
  }
  EXPECT_GT(ends, 5000);
  EXPECT_LT(ends, 15000);
}

TEST(LocalMethods, PointEdgeTakesAShortEdgeForAPoint) {
  const V3 p(1, 2, 3), base(0.5, 0, 0);
  EXPECT_EQ(point_edge(p, base, base, noise).t, 0.0);
  EXPECT_EQ(point_edge(p, base, base + V3(1e-16, 0, 0), noise).t, 0.0);
}

TEST(LocalMethods, PointFacet) {
  Random random(72);
  std::array<int, 4> corners{};
  for (int i = 0; i < 40000; ++i) {
    const std::array<V3, 3> f{random_point(random), random_point(random), random_point(random)};
    const V3 p = random_point(random);
    const OnFacet on = point_facet(p, f, noise);
    double sum = 0.0;
    std::size_t used = 0;
    for (const double w : on.weight) {
      ASSERT_GE(w, 0.0);
      sum += w;
      used += w > 0.0;
    }
    EXPECT_NEAR(sum, 1.0, 1e-14);
    ++corners[used];
    expect_shortest(mix(f, on), p, {f[0], f[1], f[2]}, 1e-12);
  }
  for (std::size_t used = 1; used <= 3; ++used) EXPECT_GT(corners[used], 3000);
}

TEST(LocalMethods, PointFacetTakesDependentEdgesForTheLongest) {
  const std::array<V3, 3> f{V3(0, 0, 0), V3(1, 1, 1), V3(3, 3, 3)};
  const V3 foot = mix(f, point_facet(V3(2, 2, 8), f, noise));
  EXPECT_NEAR(norm(foot - V3(3, 3, 3)), 0.0, 1e-15);
  const OnFacet one = point_facet(V3(5, 0, 0), {V3(1, 1, 1), V3(1, 1, 1), V3(1, 1, 1)}, noise);
  EXPECT_EQ(one.weight[0] + one.weight[1] + one.weight[2], 1.0);
}

TEST(LocalMethods, EdgeEdge) {
  Random random(73);
  std::array<int, 3> inside{};
  for (int i = 0; i < 40000; ++i) {
    const V3 p0 = random_point(random), p1 = random_point(random), q0 = random_point(random), q1 = random_point(random);
    const OnEdges on = edge_edge(p0, p1, q0, q1, noise);
    const V3 x = mix(p0, p1, on.s), y = mix(q0, q1, on.t);
    expect_shortest(x, y, {p0, p1}, 1e-12);
    expect_shortest(y, x, {q0, q1}, 1e-12);
    ++inside[static_cast<std::size_t>((on.s > 0 && on.s < 1) + (on.t > 0 && on.t < 1))];
  }
  for (const int count : inside) EXPECT_GT(count, 3000);
}

TEST(LocalMethods, ParallelEdges) {
  Random random(74);
  for (int i = 0; i < 5000; ++i) {
    // On a lattice, so that the edges are parallel exactly; in all orders, of all lengths, zero included.
    const V3 along(random.integer(-2, 2), random.integer(-2, 2), random.integer(-2, 2));
    const V3 p0(random.integer(-4, 4), random.integer(-4, 4), random.integer(-4, 4));
    const V3 q0(random.integer(-4, 4), random.integer(-4, 4), random.integer(-4, 4));
    const V3 p1 = p0 + along * static_cast<double>(random.integer(-2, 2));
    const V3 q1 = q0 + along * static_cast<double>(random.integer(-2, 2));
    const OnEdges on = edge_edge(p0, p1, q0, q1, noise);
    const V3 x = mix(p0, p1, on.s), y = mix(q0, q1, on.t);
    expect_shortest(x, y, {p0, p1}, 1e-13);
    expect_shortest(y, x, {q0, q1}, 1e-13);
  }
}

FeatureSet feature_of(const std::vector<V3>& points) {
  FeatureSet f;
  for (const V3& p : points) f.add(f.count, p);
  return f;
}

TEST(FeaturePair, EveryPairIsSolvedOrCrosses) {
  Random random(75);
  int crossings = 0;
  for (int i = 0; i < 60000; ++i) {
    const std::array<std::array<std::size_t, 2>, 9> kinds{
        {{1, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1}, {2, 2}, {2, 3}, {3, 2}, {4, 1}}};
    const auto& [count_a, count_b] = kinds[static_cast<std::size_t>(i) % kinds.size()];
    std::vector<V3> a, b;
    for (std::size_t k = 0; k < count_a; ++k) a.push_back(random_point(random));
    for (std::size_t k = 0; k < count_b; ++k) b.push_back(random_point(random));
    if (count_a == 4) {  // a fourth point is always on the side of the other feature
      const V3 n = cross(a[1] - a[0], a[2] - a[0]);
      const double height = dot(n, a[3] - a[0]);
      if (height * dot(n, b[0] - a[0]) < 0.0) a[3] = a[3] - n * (2.0 * height / norm_sq(n));
    }
    const Link link = link_features(feature_of(a), feature_of(b), noise);
    if (link.crossing) {
      ++crossings;
      continue;
    }
    const V3 x = link.a.point(), y = link.b.point();
    // The base of four points is not looked at: the search came from there.
    if (count_a < 4) expect_shortest(x, y, a, 1e-11);
    expect_shortest(y, x, b, 1e-11);
    EXPECT_LE(norm(cross(link.direction, y - x)), 1e-9 * norm(link.direction));
    EXPECT_GT(dot(link.direction, y - x), 0.0);
    EXPECT_LE(link.a.count + link.b.count, 4);
  }
  EXPECT_GT(crossings, 500);
}

TEST(Johnson, FindsTheNearestPoint) {
  Random random(76);
  std::array<int, 16> seen{};
  for (int i = 0; i < 40000; ++i) {
    const int count = 1 + i % 4;
    std::array<V3, 4> y;
    const V3 shift = random_point(random) * 0.7;
    for (V3& p : y) p = random_point(random) + shift;
    const JohnsonPoint point = johnson(y, count);
    ASSERT_NE(point.subset, 0U);
    ++seen[point.subset];
    if (point.subset == 15U) continue;  // the origin is inside
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
      EXPECT_GE(dot(point.nearest, y[k] - point.nearest), -1e-11 * norm(point.nearest));
  }
  for (std::size_t set = 1; set < 16; ++set) EXPECT_GT(seen[set], 50) << set;
}

/// Around every vertex: the face left of an edge is right of it seen from the other end, and borders close.
void expect_closed_surface(const Shape& shape, int edges, int faces) {
  const Core& core = shape.core();
  Body body;
  body.core = &core;
  body.kind = core.kind;
  const Surface surface(body);
  int half_edges = 0, corners = 0;
  std::vector<int> seen(static_cast<std::size_t>(faces), 0);
  for (int v = 0; v < surface.vertices(); ++v)
    for (int k = 0; k < surface.degree(v); ++k) {
      const SurfaceEdge e = surface.edge(v, k);
      ++half_edges;
      bool back = false;
      for (int j = 0; j < surface.degree(e.to); ++j) {
        const SurfaceEdge other = surface.edge(e.to, j);
        back = back || (other.to == v && other.left == e.right && other.right == e.left);
      }
      EXPECT_TRUE(back) << v << " to " << e.to;
      SurfaceEdge border = e;
      int length = 0;
      do {
        border = surface.edge_of_face(border.to, e.left);
        EXPECT_EQ(border.left, e.left);
      } while (border.from != v && ++length < 100);
      EXPECT_LT(length, 100);
      const V3 n = surface.normal(e.left), run = surface.vertex(e.to) - surface.vertex(v);
      EXPECT_NEAR(dot(n, run), 0.0, 1e-12);
      // Counter-clockwise: the inside is to the left of the run, below the face on the right.
      EXPECT_LT(dot(surface.normal(e.right), cross(n, run)), 1e-12);
      seen[static_cast<std::size_t>(e.left)] = 1;
    }
  for (const int f : seen) corners += f;
  EXPECT_EQ(half_edges, 2 * edges);
  EXPECT_EQ(corners, faces);
}

TEST(Surface, IsClosed) {
  expect_closed_surface(Box({1, 2, 3}), 12, 6);
  expect_closed_surface(Hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), 6, 4);
  expect_closed_surface(Hull({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}), 12, 8);
  expect_closed_surface(
      Polyhedron({{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, -1, 0}, 1}, {{0, 0, 1}, 1}, {{0, 0, -1}, 1}}),
      12, 6);
}

}  // namespace
}  // namespace clearance::detail
