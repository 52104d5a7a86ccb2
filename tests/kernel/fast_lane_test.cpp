// How many ordinary pairs the fast lane answers by itself, and that what it says holds beside the careful lane, which
// shares none of its arithmetic. CLEARANCE_FAST_PAIRS=1000000 makes a stress test of it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "query/engine.hpp"
#include "random.hpp"

namespace oracle {
namespace {

using namespace clearance;

Shape ordinary_hull(Random& random, double size) {
  const int count = random.chance(0.3) ? random.integer(4, 8) : random.integer(9, 300);
  const Vec3 axes(random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5));
  const Vec3 centre = random.chance(0.3) ? Vec3(3.0 * random.vector(1)) : Vec3::Zero();
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(size * (centre + axes.cwiseProduct(random.direction())));
  return Hull(points);
}

/// What robots are made of, where there is a fast way for it.
Shape ordinary_shape(Random& random, double size) {
  const auto length = [&] { return size * random.uniform(0.2, 2.0); };
  switch (random.integer(0, 5)) {
    case 0:
      return Sphere(length());
    case 1:
      return Capsule(length(), length());
    case 2:
      return Box({length(), length(), length()});
    case 3:
      return Segment(size * random.direction(), -size * random.direction());
    default:
      return ordinary_hull(random, size);
  }
}

/// A cylinder or a cone, which have ways among each other and against all that is above.
Shape turned_shape(Random& random, double size) {
  const auto length = [&] { return size * random.uniform(0.2, 2.0); };
  if (random.chance(0.5)) return Cylinder(length(), length());
  return Cone(length(), length());
}

/// An ellipsoid, which has ways among others and against spheres.
Shape round_shape(Random& random, double size) {
  const auto length = [&] { return size * random.uniform(0.2, 2.0); };
  if (random.chance(0.2)) return Ellipsoid(Vec3::Constant(length()));
  return Ellipsoid({length(), length(), length()});
}

struct Tally {
  int asked = 0, careful = 0, wrong = 0, wider = 0;
};

/// One pair with the gap and the ratio of sizes given, both lanes.
void ask(Random& random, const Shape& a, const Shape& b, double gap, double ratio, Tally& tally) {
  const Pose at_a(random.rotation(), random.vector(2));
  const Mat3 turned = random.rotation();
  const Vec3 direction = random.direction();
  const Options plain{.method = Method::gjk};
  // Along a ray from a, convexity lets Newton's method find the gap.
  double along = 12.0 * (1.0 + ratio);
  Result truth;
  for (int k = 0; k < 40; ++k) {
    truth = distance(a, at_a, b, Pose(turned, at_a.position() + along * direction), plain);
    const double slope = truth.normal.dot(direction);
    if (!(slope > 0.05) || !(along > 0.0)) return;
    if (std::abs(truth.distance - gap) < 0.01 * gap) break;
    along -= (truth.distance - gap) / slope;
  }
  if (!(truth.distance > 0.5 * gap) || !(truth.distance < 2.0 * gap)) return;
  const Pose at_b(turned, at_a.position() + along * direction);
  ++tally.asked;
  Result r;
  detail::Handover handover;
  if (!detail::engine().fast_distance({a.core(), at_a, b.core(), at_b, Options{}, nullptr}, r, handover)) {
    ++tally.careful;
    return;
  }
  const bool apart = r.lower <= truth.upper && truth.lower <= r.upper && r.lower <= r.distance && r.distance <= r.upper;
  if (!apart || !verify(r, a, at_a, b, at_b)) ++tally.wrong;
  if (r.upper - r.lower > 1.1 * (truth.upper - truth.lower) + 1e-14 * (1.0 + ratio + along)) ++tally.wider;
}

int pairs() {
  const char* const given = std::getenv("CLEARANCE_FAST_PAIRS");
  return given != nullptr ? std::atoi(given) : 5000;
}

TEST(FastLane, AnswersNearlyAllOrdinaryPairs) {
  Random random(81);
  Tally gaps, small, ratios, turned, turned_small, turned_ratios;
  const auto ordinary = [&](double gap, double ratio, Tally& tally) {
    ask(random, ordinary_shape(random, 1.0), ordinary_shape(random, ratio), gap, ratio, tally);
  };
  const auto curved = [&](double gap, double ratio, Tally& tally) {
    const auto other = [&](double size) {
      return random.chance(0.4) ? turned_shape(random, size) : ordinary_shape(random, size);
    };
    if (random.chance(0.5))
      ask(random, turned_shape(random, 1.0), other(ratio), gap, ratio, tally);
    else
      ask(random, other(1.0), turned_shape(random, ratio), gap, ratio, tally);
  };
  for (int i = 0; i < pairs() / 6; ++i) {
    ordinary(random.magnitude(1e-3, 10.0), 1.0, gaps);
    ordinary(random.magnitude(1e-7, 1e-3), 1.0, small);
    ordinary(random.magnitude(1e-3, 10.0), random.magnitude(1e-3, 1e3), ratios);
    curved(random.magnitude(1e-3, 10.0), 1.0, turned);
    curved(random.magnitude(1e-7, 1e-3), 1.0, turned_small);
    curved(random.magnitude(1e-3, 10.0), random.magnitude(1e-2, 1e2), turned_ratios);
  }
  Tally round, round_small, round_ratios;
  const auto ellipsoids = [&](double gap, double ratio, Tally& tally) {
    const auto other = [&](double size) {
      return random.chance(0.3) ? Shape(Sphere(size * random.uniform(0.2, 2.0))) : round_shape(random, size);
    };
    if (random.chance(0.5))
      ask(random, round_shape(random, 1.0), other(ratio), gap, ratio, tally);
    else
      ask(random, other(1.0), round_shape(random, ratio), gap, ratio, tally);
  };
  for (int i = 0; i < pairs() / 6; ++i) {
    ellipsoids(random.magnitude(1e-3, 10.0), 1.0, round);
    ellipsoids(random.magnitude(1e-7, 1e-3), 1.0, round_small);
    ellipsoids(random.magnitude(1e-3, 10.0), random.magnitude(1e-2, 1e2), round_ratios);
  }
  for (const auto& [name, tally] : {std::pair{"gaps", gaps},
                                    {"small gaps", small},
                                    {"ratios of sizes", ratios},
                                    {"cylinders, cones", turned},
                                    {"their small gaps", turned_small},
                                    {"their ratios of sizes", turned_ratios},
                                    {"ellipsoids", round},
                                    {"their small gaps", round_small},
                                    {"their ratios of sizes", round_ratios}}) {
    std::printf("%s: %d asked, %d left to the careful lane, %d wrong, %d wider\n", name, tally.asked, tally.careful,
                tally.wrong, tally.wider);
    EXPECT_GT(tally.asked, pairs() / 12);
    EXPECT_LE(tally.careful, tally.asked / 100);
    EXPECT_EQ(tally.wrong, 0);
    EXPECT_EQ(tally.wider, 0);
  }
}

/// A corner of one of two boxes is tried first, then the edges that their axes name: there is hardly anything to
/// search.
TEST(FastLane, TakesOneOrTwoLooksAtMostPairsOfBoxes) {
  Random random(82);
  int apart = 0, looks = 0, few = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto length = [&] { return random.uniform(0.2, 2.0); };
    const Shape a = Box({length(), length(), length()}), b = Box({length(), length(), length()});
    const Pose at_a(random.rotation(), random.vector(1)),
        at_b(random.rotation(), at_a.position() + random.uniform(1.0, 6.0) * random.direction());
    const Result r = distance(a, at_a, b, at_b);
    if (r.status != Status::separated) continue;
    ++apart;
    looks += r.iterations;
    few += r.iterations <= 2;
  }
  EXPECT_GT(apart, 1000);
  EXPECT_GT(few, apart * 85 / 100);
  EXPECT_LT(looks, apart * 17 / 10);
}

}  // namespace
}  // namespace oracle
