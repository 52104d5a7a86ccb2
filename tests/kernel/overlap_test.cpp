// Overlaps of bodies with vertices in the fast lane: the surface that proves a depth, boxes by separating axes, and
// overlaps that are tracked; judged in exact arithmetic.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "check.hpp"
#include "proof/inner_surface.hpp"
#include "query/engine.hpp"
#include "random.hpp"
#include "repetitions.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::InnerSurface;
using detail::Kind;
using Face = std::array<std::uint8_t, 3>;

/// The cube of half length 2 about a point, by its corners.
struct Cube {
  explicit Cube(const Vec3& at = Vec3::Zero())
      : box(Box({4, 4, 4})),
        point(Point({0, 0, 0})),
        placed(detail::place_in_frame(pair, point.core(), {}, box.core(), Pose::translation(at))) {
    for (int i = 0; i < 8; ++i) surface.add<Kind::point, Kind::box>(pair, point.core(), box.core(), 0, i);
    // Two triangles a side, counter-clockwise seen from outside; bit k of a corner: on the positive side of axis k.
    faces = {{{0, 4, 6}}, {{0, 6, 2}}, {{1, 3, 7}}, {{1, 7, 5}}, {{0, 1, 5}}, {{0, 5, 4}},
             {{2, 6, 7}}, {{2, 7, 3}}, {{0, 2, 3}}, {{0, 3, 1}}, {{4, 5, 7}}, {{4, 7, 6}}};
  }
  bool closed() { return surface.make_faces(faces.data(), static_cast<int>(faces.size())); }
  double depth() { return -surface.ball(pair.size).value() / pair.scale; }

  Shape box, point;
  detail::PlainPair pair;
  bool placed;
  InnerSurface surface;
  std::vector<Face> faces;
};

TEST(Surface, ProvesTheBallThatItHolds) {
  Cube cube;
  ASSERT_TRUE(cube.placed);
  ASSERT_TRUE(cube.closed());
  EXPECT_LE(cube.depth(), 2.0);
  EXPECT_GE(cube.depth(), 2.0 - 1e-13);
  Cube off({0, 0, 1.5});
  ASSERT_TRUE(off.closed());
  EXPECT_LE(off.depth(), 0.5);
  EXPECT_GE(off.depth(), 0.5 - 1e-13);
  Cube outside({0, 0, 2.5});
  ASSERT_TRUE(outside.closed());
  EXPECT_EQ(outside.surface.ball(outside.pair.size).value(), HUGE_VAL);
}

TEST(Surface, IsOneOnlyIfItIsClosed) {
  for (std::size_t f = 0; f < 12; ++f) {
    Cube open, doubled, flipped, crossed;
    open.faces.erase(open.faces.begin() + static_cast<long>(f));
    EXPECT_FALSE(open.closed()) << f;
    doubled.faces.push_back(doubled.faces[f]);
    EXPECT_FALSE(doubled.closed()) << f;
    std::swap(flipped.faces[f][0], flipped.faces[f][1]);
    EXPECT_FALSE(flipped.closed()) << f;
    crossed.faces[f][0] = crossed.faces[f][1];
    EXPECT_FALSE(crossed.closed()) << f;
    for (const int corner : {8, 63, 255}) {
      Cube astray;
      astray.faces[f][2] = static_cast<std::uint8_t>(corner);
      EXPECT_FALSE(astray.closed()) << f;
    }
    EXPECT_FALSE(open.surface.ball(open.pair.size).overlap());
    EXPECT_FALSE(flipped.surface.ball(flipped.pair.size).overlap());
  }
}

TEST(Surface, InsideOutProvesNothing) {
  Cube cube;
  for (Face& face : cube.faces) std::swap(face[1], face[2]);
  ASSERT_TRUE(cube.closed());
  EXPECT_EQ(cube.surface.ball(cube.pair.size).value(), HUGE_VAL);
}

/// Whatever is covered, and in whatever order, every edge has the face across it, and that one says the same.
TEST(Surface, StaysClosedWhenItIsExpanded) {
  Random random(91);
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 60; ++k) points.push_back(random.direction() * random.uniform(0.2, 1.0));
    const Shape hull = Hull(points), point = Point({0, 0, 0});
    const int many = hull.core().polytope.vertices;
    detail::PlainPair pair;
    ASSERT_TRUE(detail::place_in_frame(pair, point.core(), {}, hull.core(), {}));
    InnerSurface surface;
    const auto add = [&] {
      return surface.add<Kind::point, Kind::polytope>(pair, point.core(), hull.core(), 0, random.integer(0, many - 1));
    };
    for (int k = 0; k < 4; ++k) add();
    if (!surface.make_tetrahedron(1e-15)) continue;
    for (int step = 0; step < 80; ++step) {
      if (add() < 0) break;
      const auto cover = [&] {
        const int face = random.integer(0, surface.faces() - 1);
        return surface.cover(face, random.chance(0.5) ? 1e-15 : random.uniform(-0.1, 0.1));
      };
      const bool covered = cover();
      EXPECT_FALSE(covered && cover()) << "by a corner that is on it already";
      for (int f = 0; f < surface.faces(); ++f)
        for (int k = 0; k < 3; ++k) {
          const int other = surface.across(f, k), from = surface.corner(f, k), to = surface.corner(f, (k + 1) % 3);
          ASSERT_TRUE(other >= 0 && other < surface.faces());
          int back = 0;
          for (int j = 0; j < 3; ++j)
            if (surface.corner(other, j) == to && surface.corner(other, (j + 1) % 3) == from) back += 1;
          ASSERT_EQ(back, 1);
        }
    }
  }
}

Shape hull_of(Random& random, int count, double size) {
  const Vec3 axes(random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5));
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(size * axes.cwiseProduct(random.direction()));
  return Hull(points);
}

Shape cornered(Random& random, double size) {
  const auto length = [&] { return size * random.uniform(0.2, 2.0); };
  const double rounding = random.chance(0.2) ? 0.1 * length() : 0.0;
  switch (random.integer(0, 4)) {
    case 0:
      return Shape(Box({length(), length(), length()}), rounding);
    case 1:
      return Shape(Segment(size * random.direction(), -size * random.direction()), rounding);
    default:
      return hull_of(random, random.chance(0.5) ? random.integer(4, 12) : random.integer(13, 160), size);
  }
}

Placement anywhere(Random& random) {
  Placement at{random.vector(1.0), random.rotation(), {}};
  if (random.chance(0.5)) at.quaternion = random.quaternion();
  return at;
}

struct Overlaps {
  int asked = 0, careful = 0, wrong = 0, wide = 0;
  void ask(const Query& query) {
    ++asked;
    const Pose at_a = query.at_a.pose(), at_b = query.at_b.pose();
    Result r;
    detail::Handover handover;
    if (!detail::engine().fast_distance({query.a.core(), at_a, query.b.core(), at_b, Options{}, nullptr}, r,
                                        handover)) {
      ++careful;
      return;
    }
    const Verdict verdict = check(r, query);
    if (!verdict.ok() || !verify(r, query.a, at_a, query.b, at_b) || !inconsistency(r, verdict.size).empty()) ++wrong;
    if (r.upper - r.lower > 1e-13 * verdict.size) ++wide;
  }
};

TEST(FastOverlap, OfOrdinaryBodiesIsRight) {
  Random random(92);
  Overlaps overlaps;
  while (overlaps.asked < repetitions(1000)) {
    Query query{
        cornered(random, 1.0), cornered(random, random.chance(0.7) ? 1.0 : random.magnitude(0.01, 100)), {}, {}};
    query.at_a = anywhere(random);
    query.at_b = anywhere(random);
    const Result r = distance(query.a, query.at_a.pose(), query.b, query.at_b.pose());
    if (r.distance < 0.0) overlaps.ask(query);
  }
  EXPECT_EQ(overlaps.wrong, 0);
  EXPECT_EQ(overlaps.wide, 0);
  EXPECT_LE(overlaps.careful, overlaps.asked / 50);
}

TEST(FastOverlap, OfBoxesIsRightHoweverNearlyParallel) {
  Random random(93);
  Overlaps overlaps;
  for (int i = 0; i < repetitions(1500); ++i) {
    const auto length = [&] { return random.chance(0.2) ? 1.0 : random.uniform(0.3, 2.0); };
    Query query{Box({length(), length(), length()}), Box({length(), length(), length()}), {}, {}};
    if (random.chance(0.3)) query.b = query.a;
    query.at_a = anywhere(random);
    const double angle = random.chance(0.2) ? 0.0 : random.magnitude(1e-17, 1.0);
    const Mat3 tilt = Eigen::AngleAxisd(angle, random.direction()).toRotationMatrix();
    const double far = random.chance(0.3) ? 0.0 : random.chance(0.5) ? random.magnitude(1e-17, 0.1) : 0.3;
    const Pose at_a = query.at_a.pose();
    query.at_b = {at_a.position() + far * random.direction(), at_a.rotation() * tilt * random.cube_rotation(), {}};
    overlaps.ask(query);
  }
  EXPECT_EQ(overlaps.wrong, 0);
  EXPECT_EQ(overlaps.wide, 0);
  EXPECT_LE(overlaps.careful, overlaps.asked / 50);
}

/// Along a path a state changes how an answer is found, and not what is right.
TEST(FastOverlap, IsTracked) {
  Random random(94);
  int asked = 0, at_once = 0;
  for (int i = 0; i < repetitions(60); ++i) {
    const Shape a = hull_of(random, random.integer(6, 140), 1.0), b = hull_of(random, random.integer(6, 400), 1.0);
    const Pose at_a(random.rotation(), random.vector(1));
    Mat3 turned = random.rotation();
    Vec3 position = at_a.position() + random.uniform(0.0, 1.2) * random.direction();
    const Vec3 speed = 0.005 * random.direction(), axis = random.direction();
    PairState state;
    for (int step = 0; step < 60; ++step) {
      const Pose at_b(turned, position);
      const Result tracked = distance(a, at_a, b, at_b, {}, &state), cold = distance(a, at_a, b, at_b);
      const double size = 4.0 + position.norm();
      ASSERT_LE(tracked.lower, cold.upper);
      ASSERT_LE(cold.lower, tracked.upper);
      ASSERT_LE(tracked.upper - tracked.lower, 1e-12 * size);
      ASSERT_TRUE(verify(tracked, a, at_a, b, at_b)) << verify(tracked, a, at_a, b, at_b).reason;
      if (tracked.distance < 0.0) {
        ++asked;
        if (tracked.iterations <= 2) ++at_once;
      }
      position += speed;
      turned = Eigen::Quaterniond(Eigen::AngleAxisd(0.005, axis) * turned).normalized().toRotationMatrix();
    }
  }
  EXPECT_GT(asked, repetitions(1500));
  EXPECT_GT(at_once, asked / 2);
}

/// Bytes of no meaning in the place of a surface cost time alone.
/// Surfaces of some fifty corners are kept: with other features, too, there is little left to find.
TEST(FastOverlap, OfLargeHullsIsTracked) {
  Random random(96);
  long cold = 0, tracked = 0;
  for (int path = 0; path < 10; ++path) {
    const Shape a = hull_of(random, 128, 1.0), b = hull_of(random, 128, 1.0);
    const Vec3 axis = random.direction(), position = 0.4 * random.direction();
    PairState state;
    for (int step = 0; step < 40; ++step) {
      const Pose at_b = pose(position, Eigen::AngleAxisd(0.003 * step, axis));
      const Result r = distance(a, {}, b, at_b, {}, &state);
      ASSERT_EQ(r.status, Status::penetrating);
      if (step == 0) continue;
      tracked += r.iterations;
      cold += distance(a, {}, b, at_b).iterations;
    }
  }
  EXPECT_LT(tracked, cold / 6);
}

TEST(FastOverlap, DoesNotBelieveAState) {
  Random random(95);
  for (int i = 0; i < repetitions(3000); ++i) {
    const Shape a = hull_of(random, 12, 1.0), b = hull_of(random, 12, 1.0);
    const Pose at_a(random.rotation(), random.vector(0.3)), at_b(random.rotation(), random.vector(0.3));
    PairState state;
    const Result cold = distance(a, at_a, b, at_b, {}, &state);
    detail::PairMemory& memory = detail::PairMemory::of(state);
    const int changes = random.integer(1, 6);
    for (int k = 0; k < changes; ++k)
      memory.surface.data[static_cast<std::size_t>(random.integer(0, 80))] =
          static_cast<std::uint8_t>(random.integer(0, 255));
    if (random.chance(0.3)) memory.surface.corners = static_cast<std::uint8_t>(random.integer(0, 255));
    const Pose there(random.rotation(), random.vector(0.3));
    for (const Pose& pose_b : {at_b, there}) {
      const Result truth = distance(a, at_a, b, pose_b), tracked = distance(a, at_a, b, pose_b, {}, &state);
      ASSERT_LE(tracked.lower, truth.upper);
      ASSERT_LE(truth.lower, tracked.upper);
    }
    ASSERT_TRUE(cold.distance < 0.0 || cold.distance >= 0.0);
  }
}

TEST(FastOverlap, StopsAtALimit) {
  Random random(96);
  int below = 0, deep = 0;
  for (int i = 0; i < repetitions(1000); ++i) {
    const Shape a = cornered(random, 1.0), b = cornered(random, 1.0);
    const Pose at_a(random.rotation(), random.vector(0.3)), at_b(random.rotation(), random.vector(0.3));
    const Result whole = distance(a, at_a, b, at_b);
    if (!(whole.distance < -1e-3)) continue;
    ++deep;
    const Result r = distance(a, at_a, b, at_b, {.min_distance = 0.5 * whole.distance});
    EXPECT_TRUE(r.converged() || r.ending == Ending::below_limit);
    EXPECT_LT(r.upper, 0.5 * whole.distance);
    EXPECT_LE(r.lower, whole.upper);
    EXPECT_LE(whole.lower, r.upper);
    EXPECT_TRUE(verify(r, a, at_a, b, at_b)) << verify(r, a, at_a, b, at_b).reason;
    if (r.ending == Ending::below_limit) ++below;
    const Result whether = distance(a, at_a, b, at_b, {.penetration = false});
    EXPECT_EQ(whether.status, Status::penetrating);
    EXPECT_EQ(whether.ending, Ending::overlap_only);
    EXPECT_FALSE(whether.has_distance());
  }
  EXPECT_GT(deep, repetitions(500));
  EXPECT_GT(below, repetitions(100));
}

}  // namespace
}  // namespace oracle
