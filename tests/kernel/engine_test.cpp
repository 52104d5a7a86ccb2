// The engines for other processors: each that can run here answers, what they prove of a pair agrees, and the one that
// is used is the one that was asked for.

#include "query/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "random.hpp"
#include "repetitions.hpp"

namespace oracle {
namespace {

using namespace clearance;
using detail::Engine;
using detail::Processor;

constexpr std::array processors{Processor::any, Processor::avx2, Processor::avx512};
constexpr std::array<std::string_view, processors.size()> names{"any", "avx2", "avx512"};

/// Those that this machine can run, each once.
std::vector<const Engine*> engines() {
  std::vector<const Engine*> all;
  for (const Processor p : processors)
    if (const Engine* const e = &detail::engine_for(p);
        detail::can_run(p) && std::find(all.begin(), all.end(), e) == all.end())
      all.push_back(e);
  return all;
}

Shape any_shape(Random& random) {
  const auto length = [&] { return random.uniform(0.3, 1.0); };
  switch (random.integer(0, 7)) {
    case 0:
      return Sphere(length());
    case 1:
      return Capsule(length(), length());
    case 2:
      return Box({length(), length(), length()});
    case 3:
      return Cylinder(length(), length());
    case 4:
      return Cone(length(), length());
    case 5:
      return Ellipsoid({length(), length(), length()});
    default:
      break;
  }
  std::vector<Vec3> points;
  for (int count = random.chance(0.2) ? 600 : random.integer(4, 200); count > 0; --count)
    points.push_back(random.direction());
  return Hull(points);
}

TEST(Engine, OfEveryProcessorProvesTheSame) {
  Random random(1501);
  const std::vector<const Engine*> all = engines();
  ASSERT_FALSE(all.empty());
  for (int turn = repetitions(2000); turn > 0; --turn) {
    const Shape a = any_shape(random), b = any_shape(random);
    const Vec3 at = random.vector(5);
    const Pose pose_a(random.rotation(), at);
    std::vector<PairState> states(all.size());
    Vec3 way = random.uniform(0.2, 4.0) * random.direction();
    for (int step = 0; step < 3; ++step, way += 0.02 * random.direction()) {
      const Pose pose_b(random.rotation(), at + way);
      double lower = -HUGE_VAL, upper = HUGE_VAL;
      for (std::size_t i = 0; i < all.size(); ++i) {
        const double margin = random.uniform(-0.5, 2.0);
        const Result r = all[i]->distance(a, pose_a, b, pose_b, {}, &states[i]);
        const MarginCheck check = all[i]->check_margin(a, pose_a, b, pose_b, margin, &states[i]);
        ASSERT_TRUE(verify(r, a, pose_a, b, pose_b)) << turn;
        for (const double bound : {r.lower, check.lower}) lower = std::max(lower, bound);
        for (const double bound : {r.upper, check.upper}) upper = std::min(upper, bound);
        Result fast;
        detail::Handover handover;
        if (all[i]->fast_distance({a.core(), pose_a, b.core(), pose_b, Options{}, nullptr}, fast, handover)) {
          lower = std::max(lower, fast.lower);
          upper = std::min(upper, fast.upper);
        }
        ASSERT_LE(lower, upper) << turn << ", engine " << i;
      }
    }
  }
}

TEST(Engine, IsTheOneThatWasAskedFor) {
  const char* const asked = std::getenv("CLEARANCE_PROCESSOR");
  Processor best = Processor::any;
  for (std::size_t i = 0; i < processors.size(); ++i)
    if (detail::can_run(processors[i])) {
      best = processors[i];
      if (asked != nullptr && names[i] == asked) break;
    }
  EXPECT_EQ(&detail::engine(), &detail::engine_for(best));
}

}  // namespace
}  // namespace oracle
