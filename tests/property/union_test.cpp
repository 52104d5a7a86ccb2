// Unions: against the exact distance of every pair of parts, against the library on every pair, tracked, and under
// every option.

#include <gtest/gtest.h>

#include <algorithm>

#include "clearance/tracker.hpp"
#include "pair_states.hpp"
#include "polyhedral.hpp"
#include "random_shapes.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

/// A union as it is written, and where.
struct Body {
  std::vector<Shape> shapes;
  std::vector<Placement> places;
  Placement at;

  Shape shape() const {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < shapes.size(); ++i) parts.push_back({shapes[i], places[i].pose()});
    return Union(parts);
  }
};

Placement anywhere(Random& random, double spread) {
  Placement at;
  at.position = random.vector(spread);
  if (random.chance(0.4)) {
    const Eigen::Quaterniond q(random.rotation());
    at.quaternion = {q.w(), q.x(), q.y(), q.z()};
  } else if (random.chance(0.6)) {
    at.matrix = random.rotation();
  }
  return at;
}

/// Polyhedral parts, exact whatever their matrices do; a capsule or sphere only where its rotations are exact.
Shape any_part(Random& random) {
  switch (random.integer(0, 4)) {
    case 0:
      return Box({random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)});
    case 1:
      return Tetrahedron(random.vector(1), random.vector(1), random.vector(1), random.vector(1));
    case 2:
      return Triangle(random.vector(1), random.vector(1), random.vector(1));
    case 3:
      return Segment(random.vector(1), random.vector(1));
    default: {
      std::vector<Vec3> points;
      for (int i = 0; i < 12; ++i) points.push_back(random.vector(0.5));
      return Hull(points);
    }
  }
}

Body any_body(Random& random, int most, double spread) {
  Body body;
  for (int i = random.integer(1, most); i > 0; --i) {
    body.shapes.push_back(any_part(random));
    body.places.push_back(anywhere(random, spread));
  }
  body.at = anywhere(random, 1);
  return body;
}

Truth truth_of(const Body& a, std::size_t i, const Body& b, std::size_t j) {
  ExactBody p = exact_core(a.shapes[i], a.places[i]).body, q = exact_core(b.shapes[j], b.places[j]).body;
  place(p, a.at);
  place(q, b.at);
  return signed_distance(p, q);
}

TEST(Unions, HoldTheExactDistanceOfEveryPairOfParts) {
  Random random(701);
  int separated = 0, overlapping = 0;
  for (int round = 0; round < 250; ++round) {
    const Body a = any_body(random, 5, 1);
    Body b = any_body(random, 4, 1);
    if (random.chance(0.1)) b.at.position *= 1e6;
    b.at.position += random.uniform(0, 0.5) * random.direction();
    const Shape shape_a = a.shape(), shape_b = b.shape();
    const Result r = distance(shape_a, a.at.pose(), shape_b, b.at.pose());
    SCOPED_TRACE(json_line({shape_a, shape_b, a.at, b.at}, std::to_string(round)));
    ASSERT_GE(r.part_a, 0);
    ASSERT_GE(r.part_b, 0);
    EXPECT_TRUE(r.converged());
    bool reached = false;
    for (std::size_t i = 0; i < a.shapes.size(); ++i)
      for (std::size_t j = 0; j < b.shapes.size(); ++j) {
        const Truth truth = truth_of(a, i, b, j);
        EXPECT_GE(compare(truth, r.lower), 0) << i << " and " << j << " are nearer than lower";
        reached = reached || compare(truth, r.upper) <= 0;
        if (static_cast<int>(i) == r.part_a && static_cast<int>(j) == r.part_b) {
          EXPECT_LE(compare(truth, r.upper), 0);
        }
      }
    EXPECT_TRUE(reached) << "no pair of parts is as near as upper";
    EXPECT_EQ(inconsistency(r, 20 + b.at.position.norm()), "");
    const Verification v = verify(r, shape_a, a.at.pose(), shape_b, b.at.pose());
    EXPECT_TRUE(v) << v.reason;
    separated += r.status == Status::separated;
    overlapping += r.status == Status::penetrating;
  }
  EXPECT_GT(separated, 50);
  EXPECT_GT(overlapping, 50);
}

/// The least over all pairs, each asked by itself.
Result by_brute_force(const Body& a, const Body& b, const Options& options = {}) {
  Result best;
  best.distance = HUGE_VAL;
  for (std::size_t i = 0; i < a.shapes.size(); ++i)
    for (std::size_t j = 0; j < b.shapes.size(); ++j) {
      const Pose outer_a = a.at.pose(), outer_b = b.at.pose(), inner_a = a.places[i].pose(),
                 inner_b = b.places[j].pose();
      const Result r = distance(a.shapes[i], Pose::turned(outer_a, inner_a, outer_a * inner_a.position()), b.shapes[j],
                                Pose::turned(outer_b, inner_b, outer_b * inner_b.position()), options);
      if (r.distance < best.distance) best = r;
    }
  return best;
}

TEST(Unions, OfEveryTypeAgreeWithAllPairsOneByOne) {
  Random random(702);
  int separated = 0, endless = 0;
  for (int round = 0; round < 400; ++round) {
    std::array<Body, 2> bodies;
    for (Body& body : bodies) {
      for (int i = random.integer(1, 12); i > 0; --i) {
        body.shapes.push_back(random_shape(random, random.chance(0.25) ? any_type(random) : bounded_type(random), {}));
        body.places.push_back(anywhere(random, 4));
      }
      body.at = anywhere(random, 1);
    }
    bodies[1].at.position += random.uniform(2, 20) * random.direction();
    const Shape a = bodies[0].shape(), b = bodies[1].shape();
    const Pose pose_a = bodies[0].at.pose(), pose_b = bodies[1].at.pose();
    const Result r = distance(a, pose_a, b, pose_b), all = by_brute_force(bodies[0], bodies[1]);
    SCOPED_TRACE(json_line({a, b, bodies[0].at, bodies[1].at}, std::to_string(round)));
    ASSERT_EQ(r.has_distance(), all.has_distance());
    if (!r.has_distance()) {
      ++endless;
      EXPECT_EQ(r.status, Status::penetrating);
      continue;
    }
    EXPECT_NEAR(r.distance, all.distance, 1e-9 * (20 + std::abs(all.distance)));
    EXPECT_LE(r.lower, all.upper + 1e-13);
    EXPECT_GE(r.upper, all.lower - 1e-13);
    const Verification v = verify(r, a, pose_a, b, pose_b);
    EXPECT_TRUE(v) << v.reason;
    separated += r.status == Status::separated;
  }
  EXPECT_GT(separated, 100);
  EXPECT_GT(endless, 5);
}

TEST(Unions, AgainstAConvexShapeNameOnePartAlone) {
  const Shape stairs = Union({{Box({1, 1, 1})}, {Box({1, 1, 1}), Pose::translation({2, 0, 0})}});
  const Result r = distance(stairs, {}, Sphere(0.5), Pose::translation({2.25, 0, 3}));
  EXPECT_EQ(r.part_a, 1);
  EXPECT_EQ(r.part_b, -1);
  EXPECT_EQ(r.status, Status::separated);
  EXPECT_NEAR(r.distance, 2.0, 1e-15);
  EXPECT_NEAR(r.point_a.x(), 2.25, 1e-15);
  EXPECT_NEAR(r.point_a.z(), 0.5, 1e-15);
  const Result back = distance(Sphere(0.5), Pose::translation({2.25, 0, 3}), stairs, {});
  EXPECT_EQ(back.part_a, -1);
  EXPECT_EQ(back.part_b, 1);
  EXPECT_EQ(back.distance, r.distance);
}

TEST(Unions, OverlapAsDeepAsTheirDeepestParts) {
  // A comb whose teeth are a quarter in; the second tooth meets a deeper part.
  const Shape comb = Union({{Box({1, 1, 1})}, {Box({1, 1, 1}), Pose::translation({3, 0, 0})}});
  const Shape steps = Union({{Box({1, 1, 1})}, {Box({1, 1, 1.5}), Pose::translation({3, 0, 0})}});
  const Result r = distance(comb, {}, steps, Pose::translation({0, 0, 0.75}));
  EXPECT_EQ(r.status, Status::penetrating);
  EXPECT_EQ(r.part_a, 1);
  EXPECT_EQ(r.part_b, 1);
  EXPECT_NEAR(r.distance, -0.5, 1e-15);
  EXPECT_TRUE(verify(r, comb, {}, steps, Pose::translation({0, 0, 0.75})));
  const Result only = distance(comb, {}, steps, Pose::translation({0, 0, 0.75}), {.penetration = false});
  EXPECT_EQ(only.ending, Ending::overlap_only);
  EXPECT_EQ(only.upper, 0.0);
  EXPECT_FALSE(only.has_distance());
}

/// A part is left alone by the box of the other body, which has to hold the ball that sweeps it.
TEST(Unions, KnowHowFarARoundedBoxReaches) {
  Random random(709);
  for (int round = 0; round < 300; ++round) {
    std::vector<Part> parts;
    for (int i = 0; i < 8; ++i) {
      const Pose at(random.rotation(), Vec3(random.uniform(2.5, 6) * random.direction()));
      if (random.chance(0.5))
        parts.push_back({Sphere(random.uniform(0, 0.2)), at});
      else
        parts.push_back({Segment(2 * random.direction(), 2 * random.direction()), at});
    }
    const Shape body = Union(parts), swept(Box(0.2 * random.direction().cwiseAbs()), random.uniform(0.5, 2));
    const Pose pose(random.rotation(), random.vector(0.3));
    const Result r = distance(body, {}, swept, pose), turned = distance(swept, pose, body, {});
    double lower = INFINITY, upper = INFINITY;
    for (const Part& part : parts) {
      const Result one = distance(part.shape, part.pose, swept, pose);
      lower = std::min(lower, one.lower);
      upper = std::min(upper, one.upper);
    }
    for (const Result& found : {r, turned}) {
      EXPECT_LE(found.lower, upper);
      EXPECT_GE(found.upper, lower);
    }
  }
}

TEST(Unions, ClaimNothingOfPlacesThatOverflow) {
  const Shape far = Union({{Sphere(1), Pose::translation({1.7e308, 0, 0})}});
  for (const double x : {1.7e308, 1e308, 0.0, -1.7e308}) {
    const Result r = distance(far, Pose::translation({-1.7e308, 0, 0}), far, Pose::translation({x, 0, 0}));
    EXPECT_LE(r.lower, r.distance);
    EXPECT_LE(r.distance, r.upper);
    EXPECT_LT(r.lower, INFINITY);
  }
}

TEST(Unions, StopEarlyWithProof) {
  Random random(703);
  int beyond = 0, below = 0;
  for (int round = 0; round < 200; ++round) {
    const Body body_a = any_body(random, 8, 3);
    Body body_b = any_body(random, 8, 3);
    body_b.at.position += random.uniform(0, 12) * random.direction();
    const Shape a = body_a.shape(), b = body_b.shape();
    const Pose pose_a = body_a.at.pose(), pose_b = body_b.at.pose();
    const Result full = distance(a, pose_a, b, pose_b);
    const Result near = distance(a, pose_a, b, pose_b, {.max_distance = 2.0});
    const Result far = distance(a, pose_a, b, pose_b, {.min_distance = 2.0});
    const Result rough = distance(a, pose_a, b, pose_b, {.tolerance = 1e-3});
    for (const Result& r : {near, far, rough}) {
      EXPECT_TRUE(r.finished());
      EXPECT_LE(r.lower, full.upper);
      EXPECT_GE(r.upper, full.lower);
      EXPECT_EQ(inconsistency(r, 100), "");
    }
    EXPECT_EQ(near.lower > 2.0, full.distance > 2.0);
    EXPECT_TRUE(near.ending != Ending::beyond_limit || near.lower > 2.0);
    EXPECT_TRUE(far.ending != Ending::below_limit || far.upper < 2.0);
    beyond += near.ending == Ending::beyond_limit;
    below += far.ending == Ending::below_limit;
    EXPECT_LE(rough.upper - rough.lower, 1e-3 * 40);
  }
  EXPECT_GT(beyond, 10);
  EXPECT_GT(below, 10);
}

TEST(Unions, TrackedAgreeWithEveryPairOneByOne) {
  Random random(704);
  const Body body_a = any_body(random, 30, 3);
  Body body_b = any_body(random, 30, 3);
  const Shape a = body_a.shape(), b = body_b.shape();
  Tracker tracker(a, b);
  PairState state;
  int nearest_changed = 0;
  for (int step = 0; step < 150; ++step) {
    const double t = 0.02 * step;
    body_b.at.matrix = Eigen::AngleAxisd(t, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    body_b.at.quaternion.reset();
    body_b.at.position = Vec3(9 - 2 * t, 3 - t, 0.5 * t);
    const Pose pose_a = body_a.at.pose(), pose_b = body_b.at.pose();
    const Result tracked = tracker.distance(pose_a, pose_b), warm = distance(a, pose_a, b, pose_b, {}, &state),
                 cold = distance(a, pose_a, b, pose_b);
    nearest_changed += tracked.part_a != warm.part_a || tracked.part_a != cold.part_a;
    for (const Result& r : {tracked, warm}) {
      EXPECT_LE(r.lower, cold.upper);
      EXPECT_GE(r.upper, cold.lower);
      EXPECT_TRUE(verify(r, a, pose_a, b, pose_b));
    }
    EXPECT_FALSE(is_empty(tracker.state()));
  }
  EXPECT_LT(nearest_changed, 3);  // ties apart, all three name the same part
  tracker.forget();
  EXPECT_TRUE(is_empty(tracker.state()));
}

TEST(Unions, LookAtFewOfManyParts) {
  std::vector<Part> row;
  for (int i = 0; i < 1000; ++i) row.push_back({Box({0.5, 0.5, 0.5}), Pose::translation({1.0 * i, 0.001 * i, 0})});
  const Shape fence = Union(row);
  const Result r = distance(fence, {}, fence, Pose::translation({400.25, 0, 3}));
  EXPECT_EQ(r.status, Status::separated);
  EXPECT_NEAR(r.distance, 2.5, 1e-9);
  // A million pairs, each some iterations: what was looked at is a small share.
  EXPECT_LT(r.iterations, 100000);
}

TEST(Unions, StayExactFarFromTheirOrigin) {
  const Vec3 far(1e8, -3e8, 2e8);
  const Shape a = Union({{Box({1, 1, 1}), Pose::translation(far)}});
  const Result r = distance(a, Pose::translation(-far), Box({1, 1, 1}), Pose::translation({3, 0, 0}));
  EXPECT_EQ(r.distance, 2.0);
  EXPECT_LT(r.upper - r.lower, 1e-13);
  EXPECT_TRUE(verify(r, a, Pose::translation(-far), Box({1, 1, 1}), Pose::translation({3, 0, 0})));
}

TEST(Unions, OfAnySize) {
  for (const double size : {1e-150, 1e-30, 1.0, 1e30, 1e150}) {
    const Shape a = Union({{Box(size * Vec3(1, 1, 1))}, {Sphere(size), Pose::translation({0, 4 * size, 0})}});
    const Result r = distance(a, {}, a, Pose::translation({4 * size, 0, 0}));
    EXPECT_EQ(r.status, Status::separated);
    EXPECT_NEAR(r.distance / size, 2.0, 1e-14);
    EXPECT_EQ(r.part_a, 1);
    EXPECT_EQ(r.part_b, 1);
  }
}

TEST(Unions, TakeWhatAMethodTakesOfTheirParts) {
  const Shape boxes = Union({{Box({1, 1, 1})}, {Box({1, 1, 1}), Pose::translation({2, 0, 0})}});
  const Shape mixed = Union({{Box({1, 1, 1})}, {Sphere(1), Pose::translation({2, 0, 0})}});
  EXPECT_TRUE(info(Method::dqp3).accepts(boxes, boxes));
  EXPECT_FALSE(info(Method::dqp3).accepts(boxes, mixed));
  const Pose at = Pose::translation({0, 0, 3});
  EXPECT_EQ(distance(boxes, {}, boxes, at, {.method = Method::dqp3}).method, Method::dqp3);
  EXPECT_EQ(distance(boxes, {}, mixed, at, {.method = Method::dqp3}).ending, Ending::unsupported);
  EXPECT_EQ(Tracker(boxes, mixed, {.method = Method::dqp3}).distance({}, at).ending, Ending::unsupported);
}

TEST(Unions, AreVerifiedPairByPair) {
  const Shape a = Union({{Box({1, 1, 1})}, {Box({1, 1, 1}), Pose::translation({0, 0, 1.5})}});
  const Shape b = Sphere(1);
  const Pose at = Pose::translation({0, 0, 4});
  const Result right = distance(a, {}, b, at);
  ASSERT_EQ(right.part_a, 1);
  ASSERT_TRUE(verify(right, a, {}, b, at));
  Result wrong = distance(Box({1, 1, 1}), {}, b, at);  // right of the first part, which is not the nearest
  wrong.part_a = 0;
  EXPECT_EQ(verify(wrong, a, {}, b, at).reason, "lower exceeds what is shown of another pair of parts");
  wrong.part_a = 2;
  EXPECT_FALSE(verify(wrong, a, {}, b, at));
  wrong.part_a = -1;
  EXPECT_FALSE(verify(wrong, a, {}, b, at));
}

}  // namespace
}  // namespace oracle
