// The quadratic-programming methods against the default solver and exact arithmetic.

#include <algorithm>
#include <string>

#include "models/facet_ball.hpp"
#include "random_shapes.hpp"
#include "repetitions.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using namespace clearance;

Shape any_solid(Random& random, int kind) {
  switch (kind) {
    case 0:
      return models::facet_ball(random.integer(2, 8));
    case 1:
      return models::facet_ball(random.integer(2, 6), {random.magnitude(0.01, 1), random.magnitude(0.01, 1), 1.0});
    case 2:
      return Box({random.magnitude(0.1, 2), random.magnitude(0.1, 2), random.magnitude(0.1, 2)});
    case 3:
      return redundant_polyhedron(random, 1.0);
    case 4:
      return near_parallel_shape(random, 1.0);
    case 5:
      return random_shape(random, Type::tetrahedron, {});
    default: {
      std::vector<Vec3> points;
      for (int i = random.integer(6, 40); i > 0; --i) points.push_back(random.direction());
      return Hull(std::move(points));
    }
  }
}

struct Tally {
  int separated = 0;
  int unfinished = 0;  ///< stopped at the bound, or left to the default solver
};

/// Pairs at gaps of a range of sizes. Every enclosure must hold the true value, every converged answer be right; what
/// may vary is how many stop at the bound on their iterations.
Tally run(Method method, int pairs, double least_gap, double most_gap) {
  Random random(3001);
  Tally tally;
  for (int i = 0; i < pairs; ++i) {
    Query q{any_solid(random, i % 7), any_solid(random, (i / 7) % 7), {}, {}};
    if (!info(method).accepts(q.a, q.b)) continue;
    const Vec3 direction = random.direction();
    q.at_a.matrix = random.chance(0.3) ? random.cube_rotation() : random.rotation();
    q.at_b.matrix = random.chance(0.3) ? random.cube_rotation() : random.rotation();
    q.at_b.position = 8.0 * direction;
    const Result far = answer(q);
    q.at_b.position -= far.normal * (far.distance - random.magnitude(least_gap, most_gap));
    const Result truth = answer(q);
    const Result r = answer(q, {.method = method});
    EXPECT_LE(r.lower, truth.upper) << json_line(q, "case");
    EXPECT_GE(r.upper, truth.lower) << json_line(q, "case");
    EXPECT_TRUE(verify(r, q.a, q.at_a.pose(), q.b, q.at_b.pose())) << json_line(q, "case");
    if (truth.status != Status::separated) continue;
    ++tally.separated;
    if (r.converged()) {
      tally.unfinished += r.method == method ? 0 : 1;  // handed to the default solver
      EXPECT_NEAR(r.distance, truth.distance, 1e-8) << json_line(q, "case");
      if (i % 4 == 0) expect_right(q, r);
    } else {
      ++tally.unfinished;
      EXPECT_FALSE(check(r, q).enclosure_misses) << json_line(q, "case");
    }
  }
  return tally;
}

class QpMethods : public ::testing::TestWithParam<Method> {};

TEST_P(QpMethods, AreRightOnSolidPolyhedra) {
  const int pairs = repetitions(105);
  const Tally tally = run(GetParam(), pairs, 1e-2, 5.0);
  EXPECT_GT(tally.separated, pairs - 5);
  EXPECT_LE(tally.unfinished, GetParam() == Method::bobrow ? tally.separated / 5 : 1);
}

TEST_P(QpMethods, AreRightNearContact) {
  const int pairs = repetitions(63);
  const Tally tally = run(GetParam(), pairs, 1e-9, 1e-3);
  EXPECT_GT(tally.separated, pairs - 3);
  EXPECT_LE(tally.unfinished, GetParam() == Method::bobrow ? tally.separated / 2 : 1);
}

TEST_P(QpMethods, HandOverlapsToTheDefaultSolver) {
  Query q{Box({2, 2, 2}), models::facet_ball(6), {}, {}};
  q.at_b.position = {1.5, 0.25, 0.125};
  const Result r = answer(q, {.method = GetParam()});
  EXPECT_EQ(r.status, Status::penetrating);
  EXPECT_EQ(r.method, Method::gjk);
  expect_right(q, r);
}

TEST_P(QpMethods, TakeSolidPolyhedraOnly) {
  EXPECT_TRUE(info(GetParam()).accepts(Box({1, 2, 3}), Tetrahedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1})));
  EXPECT_FALSE(info(GetParam()).accepts(Box({1, 2, 3}), Sphere(1)));
  EXPECT_FALSE(info(GetParam()).accepts(Box({1, 2, 0}), Box({1, 1, 1})));
  EXPECT_EQ(answer({Box({1, 2, 3}), Sphere(1), {}, {}}, {.method = GetParam()}).ending, Ending::unsupported);
}

/// Sizes that differ by far: tolerances are relative to the pair.
TEST_P(QpMethods, KeepTheirDigitsAtAnyScale) {
  for (const double scale : {1e-9, 1.0, 1e9}) {
    Query q{Box(Vec3(2, 2, 2) * scale), models::facet_ball(4, Vec3(1, 1, 1) * scale), {}, {}};
    q.at_b.position = Vec3(3, 0.5, 0.25) * scale;
    const Result r = answer(q, {.method = GetParam()});
    EXPECT_EQ(r.method, GetParam());
    EXPECT_TRUE(r.converged());
    EXPECT_NEAR(r.distance / scale, 1.0, 1e-12);  // the pole of the ball is a facet
  }
}

INSTANTIATE_TEST_SUITE_P(Baselines, QpMethods,
                         ::testing::Values(Method::qp_active_set, Method::qp_interior_point, Method::bobrow),
                         [](const auto& param_info) {
                           std::string name(clearance::info(param_info.param).name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace oracle
