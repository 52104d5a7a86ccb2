// The cases in which the literature reports that Lin and Canny's walk or enhanced GJK cycle, stall or go wrong. Every
// answer is held against exact arithmetic; where the method did not find it, the result must say who did.
//
// Walk: Mirtich, "V-Clip: fast and robust polyhedral collision detection", 1998, section 1 (cycles in degenerate
// configurations, no answer for overlap, tolerances that flare regions). GJK: van den Bergen, "A fast and robust GJK
// implementation for collision detection of convex objects", 1999, section 4 (nearly affinely dependent simplices, flat
// shapes), and Cameron, "Enhancing GJK", 1997 (hill climbing on plateaus).

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

constexpr std::array tracking{Method::feature, Method::egjk, Method::lin_canny};

Placement turned(double angle, const Vec3& axis, const Vec3& position) {
  Placement at;
  at.matrix = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  at.position = position;
  return at;
}

Placement moved(const Vec3& position) {
  Placement at;
  at.position = position;
  return at;
}

struct Share {
  int asked = 0, by_itself = 0, overlapping = 0;
};

/// Asks each method that takes the pair along the path, tracked and cold; b is placed, a rests.
Share expect_right_along(const Shape& a, const Shape& b, const std::vector<Placement>& path) {
  Share share;
  for (const Method method : tracking) {
    if (!info(method).accepts(a, b)) continue;
    PairState state;
    for (const Placement& at : path) {
      const Query q{a, b, {}, at};
      for (PairState* start : {&state, static_cast<PairState*>(nullptr)}) {
        const Result r = distance(a, {}, b, at.pose(), {.method = method}, start);
        SCOPED_TRACE(info(method).name);
        expect_right(q, r);
        EXPECT_TRUE(r.converged());
        // Whoever answered is named: the method itself, or the solver that takes over.
        EXPECT_TRUE(r.method == method || r.method == Method::gjk);
        EXPECT_TRUE(r.status != Status::penetrating || r.method == Method::gjk);
        ++share.asked;
        share.by_itself += r.method == method;
        share.overlapping += r.status == Status::penetrating;
      }
    }
  }
  EXPECT_GT(share.asked, 0);
  return share;
}

Shape cube(double size = 2) { return Box(size * Vec3(1, 1, 1)); }

/// The cube of size 2 as a hull of a grid on its faces: every facet is coplanar with many.
Shape grid_cube(int cells) {
  std::vector<Vec3> points;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j)
      for (int k = 0; k <= cells; ++k)
        if (i % cells == 0 || j % cells == 0 || k % cells == 0)
          points.push_back(2.0 / cells * Vec3(i, j, k) - Vec3(1, 1, 1));
  return Hull(points);
}

/// A prism over a regular polygon, of height 1.
Shape prism(int corners) {
  std::vector<Vec3> points;
  for (int i = 0; i < corners; ++i)
    for (const double z : {-0.5, 0.5}) {
      const double angle = 2.0 * std::numbers::pi * i / corners;
      points.emplace_back(std::cos(angle), std::sin(angle), z);
    }
  return Hull(points);
}

TEST(KnownBadCases, ParallelFaces) {
  // Face over face, with corners over corners, edges over edges, and partly overhanging.
  std::vector<Placement> path;
  for (const double x : {0.0, 0.5, 1.0, 2.0, 2.5})
    for (const double y : {0.0, -1.0, 2.0}) path.push_back(moved({x, y, 3}));
  for (const Shape& a : {cube(), grid_cube(2)})
    for (const Shape& b : {cube(), grid_cube(2), cube(1)}) {
      const Share share = expect_right_along(a, b, path);
      EXPECT_EQ(share.by_itself, share.asked);
    }
}

TEST(KnownBadCases, ParallelEdges) {
  // Two roofs ridge to ridge, sliding along it; then ridges that are parallel but for the last bits.
  std::vector<Placement> path;
  for (const double y : {0.0, 0.25, 1.0, 2.0, 3.0})
    path.push_back(turned(0.25 * std::numbers::pi, {0, 1, 0}, {0, y, 4}));
  for (const double tilt : {1e-16, 1e-13, 1e-9, 1e-5})
    path.push_back(turned(0.25 * std::numbers::pi + tilt, {tilt, 1, tilt}, {0, 0.5, 4}));
  const Shape roof = Hull({{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}, {0, -1, 1}, {0, 1, 1}});
  const Share share = expect_right_along(roof, cube(), path);
  EXPECT_EQ(share.by_itself, share.asked);
}

TEST(KnownBadCases, NearlyParallelFaces) {
  std::vector<Placement> path;
  for (int power = -17; power <= -3; ++power) {
    const double tilt = std::pow(10.0, power);
    path.push_back(turned(tilt, {1, 0, 0}, {0.3, 0.1, 3}));
    path.push_back(turned(tilt, {1, 1, 0}, {1, 1, 2 + tilt}));
  }
  const Share share = expect_right_along(cube(), cube(), path);
  EXPECT_GT(share.by_itself, share.asked * 2 / 3);  // those that touch are left to the default
  expect_right_along(grid_cube(2), prism(12), path);
}

TEST(KnownBadCases, Interpenetration) {
  // From apart through contact to one inside of the other, and out on the far side, where the old features are hidden.
  std::vector<Placement> path;
  for (double x = 3; x >= -3; x -= 0.25) path.push_back(turned(0.1 * x, {1, 2, 3}, {x, 0.1 * x, 0}));
  const Share share = expect_right_along(cube(), prism(5), path);
  EXPECT_GT(share.overlapping, share.asked / 3);
  EXPECT_GT(share.by_itself, share.asked / 4);
  const Share inside = expect_right_along(cube(4), cube(0.5), {moved({0, 0, 0}), moved({1, 1, 1}), moved({0, 0, 0})});
  EXPECT_EQ(inside.by_itself, 0);
}

TEST(KnownBadCases, StartOnTheFarSide) {
  // A local minimum for a walk that starts from a hidden face: the body jumps through the other one.
  std::vector<Placement> path;
  for (int i = 0; i < 12; ++i) {
    const double side = i % 2 == 0 ? 1 : -1;
    path.push_back(moved(side * Vec3(i % 3 == 0 ? 3 : 0.2, i % 3 == 1 ? 3 : -0.1, i % 3 == 2 ? 3 : 0.3)));
  }
  for (const Shape& a : {cube(), prism(40), grid_cube(3)}) {
    const Share share = expect_right_along(a, prism(7), path);
    EXPECT_GT(share.by_itself, share.asked / 2);
  }
}

TEST(KnownBadCases, CoplanarFacets) {
  // Grids on faces: the walk from facet to facet goes on in one plane, and no step is shorter than the last.
  std::vector<Placement> path;
  for (const double x : {-0.9, -0.3, 0.0, 0.4, 1.0, 1.7})
    for (const double angle : {0.0, 0.3}) path.push_back(turned(angle, {0, 0, 1}, {x, 0.7 * x, 2.5}));
  const Share share = expect_right_along(grid_cube(6), grid_cube(5), path);
  EXPECT_EQ(share.by_itself, share.asked);
}

TEST(KnownBadCases, DegenerateFeatures) {
  // Corners cut off by 1e-12, so that edges and facets are next to nothing, and a sliver on every side.
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    for (int axis = 0; axis < 3; ++axis) points.push_back(corner - 1e-12 * corner[axis] * Vec3::Unit(axis));
  }
  std::vector<Placement> path;
  for (double t = 0; t < 6.3; t += 0.35)
    path.push_back(turned(t, {1, 2, -1}, {3 * std::cos(t), 3 * std::sin(t), std::sin(2 * t)}));
  path.push_back(moved({2, 2, 2}));         // corner against corner
  path.push_back(moved({2 + 1e-9, 0, 0}));  // and face against face, nearly touching
  const Share share = expect_right_along(Hull(points), Hull(points), path);
  EXPECT_GT(share.by_itself, share.asked / 2);
}

TEST(KnownBadCases, ExactContact) {
  // Corner on corner, edge on edge, face on face, and a corner on a face: the distance is zero to the last bit.
  const std::vector<Placement> path{moved({2, 2, 2}), moved({2, 2, 0}), moved({2, 0, 0}),
                                    turned(0.25 * std::numbers::pi, {0, 0, 1}, {1 + std::numbers::sqrt2, 0, 0})};
  for (const Shape& a : {cube(), grid_cube(2)}) expect_right_along(a, cube(), path);
}

TEST(KnownBadCases, NearlyAffinelyDependentSimplices) {
  // Corners so close to one plane, or to one line, that the determinants of the sub-simplices are rounding alone.
  std::vector<Placement> path;
  for (double t = 0; t < 3; t += 0.3) path.push_back(turned(t, {3, 1, 2}, {1.5 * std::cos(t), 0.5, 1 + t}));
  for (const double thin : {1e-4, 1e-8, 1e-12, 1e-15}) {
    const Shape sheet = Hull({{-1, -1, 0}, {1, -1, thin}, {1, 1, 0}, {-1, 1, thin}, {0.1, 0.2, 2 * thin}});
    const Shape needle = Hull({{0, 0, -1}, {thin, 0, 1}, {0, thin, 1}, {-thin, -thin, 1}});
    for (const Shape& a : {sheet, needle})
      for (const Shape& b : {sheet, needle, cube()}) expect_right_along(a, b, path);
  }
}

TEST(KnownBadCases, FlatBodiesInOnePlane) {
  // All of b - a is flat: no simplex has a volume, and touching and overlap are one.
  const Shape triangle = Triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const Shape star = Hull({{0, 0, 0}, {1, 0, 0}, {1.5, 1, 0}, {0.5, 1.8, 0}, {-0.5, 1, 0}});
  std::vector<Placement> path;
  for (double t = 0; t < 6.3; t += 0.4) path.push_back(turned(t, {0, 0, 1}, {2.5 * std::cos(t), 2.5 * std::sin(t), 0}));
  path.push_back(moved({0.25, 0.25, 0}));
  path.push_back(moved({1, 0, 0}));
  expect_right_along(triangle, triangle, path);
  expect_right_along(triangle, star, path);
  expect_right_along(star, Segment({-1, 0, 0}, {1, 0, 0}), path);
}

TEST(KnownBadCases, NearlyParallelNeedles) {
  std::vector<Placement> path;
  for (int power = -15; power <= -1; power += 2)
    path.push_back(turned(std::pow(10.0, power), {0, 1, 0}, {0, 1e-3, std::pow(10.0, power)}));
  const Shape rod = Box({1e-6, 1e-6, 2}), segment = Segment({0, 0, -1}, {0, 0, 1});
  expect_right_along(rod, rod, path);
  expect_right_along(segment, rod, path);
  expect_right_along(Capsule(1e-4, 2), segment, path);
}

TEST(KnownBadCases, PlateausOfEqualSupport) {
  // A disc of many corners over a face: hill climbing sees neighbours of equal height all around.
  std::vector<Placement> path;
  for (double t = 0; t < 1; t += 0.125) path.push_back(turned(t, {0, 0, 1}, {t, -t, 2}));
  for (const int corners : {8, 64, 140}) {
    const Share share = expect_right_along(prism(corners), grid_cube(4), path);
    EXPECT_EQ(share.by_itself, share.asked) << corners;
  }
}

TEST(KnownBadCases, LargeAgainstSmall) {
  std::vector<Placement> path;
  for (double t = 0; t < 6.3; t += 0.5)
    path.push_back(turned(t, {1, 1, 2}, {1.25 * std::cos(t), 1.25 * std::sin(t), 0.7}));
  const Shape grain =
      Tetrahedron(1e-9 * Vec3(1, 1, 1), 1e-9 * Vec3(1, -1, -1), 1e-9 * Vec3(-1, 1, -1), 1e-9 * Vec3(-1, -1, 1));
  expect_right_along(prism(60), grain, path);
  expect_right_along(grain, cube(), path);
}

}  // namespace
}  // namespace oracle
