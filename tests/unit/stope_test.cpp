// Hulls of spheres: what they are made of, and the method that is made for them.

#include "clearance/stope.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/core.hpp"
#include "core/simple_stope.hpp"
#include "families.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::SimpleStope;
using detail::SweptSphere;
using detail::V3;

constexpr double pi = 3.14159265358979323846;
const Vec3 o = Vec3::Zero(), x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();

using Redundancy = std::vector<int>;

TEST(StopeStructure, ASphereInsideAnotherIsRedundant) {
  EXPECT_EQ(structure(SphereHull({{o, 2}, {x, 0.5}})).redundant, Redundancy{1});
  EXPECT_EQ(structure(SphereHull({{x, 1}, {o, 2}})).redundant, Redundancy{0});  // it touches from inside
  EXPECT_EQ(structure(SphereHull({{x, 1.001}, {o, 2}})).redundant, Redundancy{});
  EXPECT_EQ(structure(SphereHull({{o, 1}, {o, 1}, {o, 0.5}})).redundant, (Redundancy{1, 2}));
}

TEST(StopeStructure, ASphereInsideABiTriOrQuadSphereIsRedundant) {
  // On the cone of a bi-sphere, and just outside of it.
  EXPECT_EQ(structure(SphereHull({{-x, 1}, {o, 1.5}, {x, 2}})).redundant, Redundancy{1});
  EXPECT_EQ(structure(SphereHull({{-x, 0.25}, {x, 0.75}, {o, 0.5}})).redundant, Redundancy{2});
  EXPECT_EQ(structure(SphereHull({{-x, 0.25}, {x, 0.75}, {o, 0.5001}})).redundant, Redundancy{});
  // Between the planes of a tri-sphere.
  const Vec3 q(-1, 1, 0), r(-1, -1, 0), p(2, 0, 0);
  EXPECT_EQ(structure(SphereHull({{p, 0.5}, {q, 0.25}, {r, 0.5}, {o, 0.25}})).redundant, Redundancy{3});
  EXPECT_EQ(structure(SphereHull({{p, 0.5}, {q, 0.25}, {r, 0.5}, {o, 0.6}})).redundant, Redundancy{});
  // In a tetrahedron of points, where no swept sphere holds it.
  EXPECT_EQ(
      structure(SphereHull({{{1, 1, 1}, 0}, {{1, -1, -1}, 0}, {{-1, 1, -1}, 0}, {{-1, -1, 1}, 0}, {o, 0.5}})).redundant,
      Redundancy{4});
  EXPECT_EQ(
      structure(SphereHull({{{1, 1, 1}, 0}, {{1, -1, -1}, 0}, {{-1, 1, -1}, 0}, {{-1, -1, 1}, 0}, {o, 0.6}})).redundant,
      Redundancy{});
}

TEST(StopeStructure, OfSimpleStopes) {
  const StopeStructure bi = structure(SphereHull({{o, 1}, {3 * x, 2}}));
  EXPECT_EQ(bi.edges.size(), 1U);
  EXPECT_EQ(bi.facets.size(), 0U);
  const StopeStructure tri = structure(SphereHull({{o, 0.5}, {2 * x, 0.25}, {2 * y, 0.125}}));
  EXPECT_EQ(tri.edges.size(), 3U);
  EXPECT_EQ(tri.facets.size(), 2U);
  const StopeStructure quad = structure(SphereHull({{o, 0.5}, {2 * x, 0.25}, {2 * y, 0.125}, {2 * z, 0}}));
  EXPECT_EQ(quad.edges.size(), 6U);
  EXPECT_EQ(quad.facets.size(), 4U);
  EXPECT_TRUE(quad.box_low.isApprox(Vec3(-0.5, -0.5, -0.5)));
  EXPECT_TRUE(quad.box_high.isApprox(Vec3(2.25, 2.125, 2)));
  // A bump on a sphere: a whole cone and no facet. A rounded cube: four spheres to a facet.
  const StopeStructure bump = structure(SphereHull({{o, 1}, {1.2 * x, 0.1}, {-1.2 * x, 0.1}}));
  EXPECT_EQ(bump.edges, (std::vector<std::array<int, 2>>{{0, 1}, {0, 2}}));
  std::vector<Ball> corners;
  for (int i = 0; i < 8; ++i) corners.push_back({Vec3(i & 1, (i >> 1) & 1, i >> 2), 0.125});
  const StopeStructure cube = structure(SphereHull(corners));
  EXPECT_EQ(cube.edges.size(), 12U);
  ASSERT_EQ(cube.facets.size(), 6U);
  for (const StopeFacet& facet : cube.facets) EXPECT_EQ(facet.spheres.size(), 4U);
}

double value_along(const Ball& ball, const Vec3& n) { return ball.centre.dot(n) + ball.radius; }

std::size_t farthest(const std::vector<Ball>& balls, const Vec3& n) {
  return static_cast<std::size_t>(
      std::max_element(balls.begin(), balls.end(),
                       [&](const Ball& a, const Ball& b) { return value_along(a, n) < value_along(b, n); }) -
      balls.begin());
}

TEST(StopeStructure, AgreesWithDenseSampling) {
  Random random(61);
  for (int round = 0; round < 60; ++round) {
    std::vector<Ball> balls;
    for (int i = random.integer(2, 20); i > 0; --i) balls.push_back({random.direction(), random.uniform(0, 0.6)});
    const StopeStructure s = structure(SphereHull(balls));
    std::set<int> vertices(s.vertices.begin(), s.vertices.end());
    EXPECT_EQ(s.vertices.size() + s.redundant.size(), balls.size());
    // Whatever is farthest is a vertex, and where that changes along a short way, there is an edge.
    const std::set<std::array<int, 2>> edges(s.edges.begin(), s.edges.end());
    int crossings = 0, known = 0;
    for (int k = 0; k < 2000; ++k) {
      const Vec3 n = random.direction(), m = (n + 1e-4 * random.direction()).normalized();
      const int i = static_cast<int>(farthest(balls, n)), j = static_cast<int>(farthest(balls, m));
      EXPECT_TRUE(vertices.contains(i));
      if (i == j) continue;
      ++crossings;
      known += edges.contains({std::min(i, j), std::max(i, j)});
    }
    EXPECT_EQ(known, crossings);
    for (const StopeFacet& facet : s.facets)
      for (const int i : facet.spheres)
        EXPECT_NEAR(value_along(balls[static_cast<std::size_t>(i)], facet.normal),
                    value_along(balls[farthest(balls, facet.normal)], facet.normal), 1e-11);
  }
}

TEST(StopeMap, FindsTheFarthestOfManySpheres) {
  Random random(62);
  for (const double spread : {0.5, 0.01, 0.0001}) {
    std::vector<Ball> balls;
    for (int i = 0; i < 2000; ++i) balls.push_back({random.direction(), random.uniform(0, spread)});
    const Shape stope = SphereHull(balls);
    ASSERT_EQ(stope.core().kind, detail::Kind::balls);
    const detail::BallHull& hull = stope.core().balls;
    EXPECT_EQ(hull.map.empty(), hull.count <= detail::ball_scan_limit);
    for (int k = 0; k < 5000; ++k) {
      Vec3 n = random.direction();
      if (k % 5 == 0) n = Vec3(random.integer(-2, 2), random.integer(-2, 2), random.integer(-1, 1) + 0.5);
      const detail::FarthestBall mapped = farthest_ball(hull, V3(n), n.norm());
      const double truth = value_along(balls[farthest(balls, n.normalized())], n.normalized()) * n.norm();
      EXPECT_NEAR(mapped.value * stope.core().unit, truth, 1e-14 * n.norm());
    }
  }
}

/// Why large s-topes are not searched by walking from neighbour to neighbour.
TEST(StopeMap, AWalkAmongNeighboursCanEndTooEarly) {
  // On the ball i a ring of three bumps, and k, which reaches farther than i outside of the ring: along -z, i is
  // better than the bumps, its only neighbours, and k is better than i.
  const double cap = 40 * pi / 180, ring = 33 * pi / 180;
  std::vector<Ball> balls{{o, 1}};
  for (int b = 0; b < 3; ++b) {
    const double turn = 2 * pi * b / 3, half = std::sqrt(0.5);
    balls.push_back({0.5 * Vec3(half * std::cos(turn), half * std::sin(turn), half), 1 - 0.5 * std::cos(cap)});
  }
  balls.push_back({-0.5 * z, 1 + 0.5 * std::cos(ring)});
  const StopeStructure s = structure(SphereHull(balls));
  ASSERT_EQ(s.vertices.size(), 5U);
  for (const auto& [i, j] : s.edges) {
    if (i != 0) continue;
    EXPECT_NE(j, 4);
    EXPECT_LT(value_along(balls[static_cast<std::size_t>(j)], -z), value_along(balls[0], -z));
  }
  EXPECT_EQ(farthest(balls, -z), 4U);
}

/// |c| - r at the best of many weights: no better than the answer, and not much worse.
TEST(SimpleStope, HasNoBetterWeights) {
  Random random(63);
  for (int round = 0; round < 2000; ++round) {
    std::array<SweptSphere<double>, 4> s;
    const bool lattice = random.chance(0.3);
    for (auto& sphere : s) {
      const Vec3 c = lattice ? Vec3(random.vector(2).array().round()) : Vec3(random.vector(1) + 0.7 * x);
      sphere = {V3(c), lattice ? 0.5 * random.integer(0, 3) : random.uniform(0, 0.8)};
    }
    const int count = random.integer(1, 4);
    const auto found = SimpleStope<double>(s.data(), 1e-15, V3(0, 0, 1)).nearest(count, V3(1, 0, 0));
    const auto value = [&](const std::array<double, 4>& w) {
      Vec3 c = o;
      double r = 0;
      for (std::size_t i = 0; i < 4; ++i) c += w[i] * s[i].c.eigen(), r += w[i] * s[i].r;
      return c.norm() - r;
    };
    std::array<double, 4> best{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i)
      best[static_cast<std::size_t>(found.index[i])] += found.weight[i];
    EXPECT_NEAR(value(best), found.value, 1e-14);
    for (int k = 0; k < 200; ++k) {  // weights anywhere, and near those found
      std::array<double, 4> w{};
      double sum = 0;
      for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        sum += w[i] = (k % 2 == 0 ? best[i] : 0) + random.uniform(0, k % 2 == 0 ? 0.01 : 1);
      for (double& part : w) part /= sum;
      EXPECT_GE(value(w), found.value - 1e-12);
    }
  }
}

TEST(Stope, AgreesWithTheOracleAndTheDefault) {
  const auto family =
      std::find_if(families().begin(), families().end(), [](const Family& f) { return f.name == "stopes"; });
  ASSERT_NE(family, families().end());
  int by_stope = 0, penetrating = 0;
  for (std::uint64_t i = 0; i < repetitions(400U); ++i) {
    const Query q = make_query(*family, 64, i);
    if (!info(Method::stope).accepts(q.a, q.b)) continue;
    const Result r = answer(q, {.method = Method::stope}), usual = answer(q);
    expect_right(q, r);
    EXPECT_LE(r.lower, usual.upper);
    EXPECT_LE(usual.lower, r.upper);
    by_stope += r.method == Method::stope;
    penetrating += r.method == Method::stope && r.status == Status::penetrating;
    EXPECT_TRUE(r.method == Method::stope || r.status != Status::separated) << json_line(q, "case");
  }
  EXPECT_GT(by_stope, repetitions(200));
  EXPECT_GT(penetrating, repetitions(30));
}

TEST(Stope, ProvesOverlapsThatAreEquallyDeepAllAround) {
  const SphereHull cone({{-x, 0.5}, {x, 1}, {3 * x, 1.5}});
  const Result inside = distance(cone, Pose(), SphereHull({{o, 0.125}, {x, 0.25}}), Pose());
  EXPECT_LE(inside.upper - inside.lower, 1e-13);
  const Result concentric = distance(SphereHull({{o, 2}, {3 * x, 0}}), Pose(), Sphere(0.5), Pose());
  EXPECT_NEAR(concentric.distance, -2.5, 1e-13);
  EXPECT_LE(concentric.upper - concentric.lower, 1e-13);
}

TEST(Stope, TracksByTheSpheresOfLastTime) {
  Random random(65);
  std::vector<Ball> a, b;
  for (int i = 0; i < repetitions(3000); ++i) {
    a.push_back({random.direction(), random.uniform(0, 1e-3)});
    b.push_back({random.direction(), random.uniform(0, 1e-3)});
  }
  const Shape first = SphereHull(a), second = SphereHull(b);
  PairState state;
  int steps = 0;
  for (int k = 0; k < 200; ++k) {
    const Pose at = Pose::translation(Vec3(2.5 + 0.001 * k, 0.002 * k, 0));
    const Result tracked = distance(first, Pose(), second, at, {}, &state), cold = distance(first, Pose(), second, at);
    EXPECT_NEAR(tracked.distance, cold.distance, 1e-14);
    EXPECT_EQ(tracked.method, Method::stope);
    if (k > 0) steps += tracked.iterations;
  }
  EXPECT_LT(steps, 500);
}

}  // namespace
}  // namespace oracle
