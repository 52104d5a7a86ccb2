// An ellipsoid and a line, a facet or a polyhedron: known places, and random pairs against 113-bit bounds.

#include <gtest/gtest.h>

#include "check.hpp"
#include "clearance/distance.hpp"
#include "random_shapes.hpp"
#include "repetitions.hpp"
#include "reproducer.hpp"

namespace oracle {
namespace {

using namespace clearance;

Result answer_to(const Query& q, const Options& options = {.method = Method::dqp3_ellipsoid}) {
  return distance(q.a, q.at_a.pose(), q.b, q.at_b.pose(), options);
}

TEST(Dqp3Ellipsoid, PointLineAndFacetAreDeltaSteps) {
  const Shape egg = Ellipsoid({3, 2, 1});
  const Result line = distance(egg, Pose(), Line({0, 5, 0}, {1, 0, 0}), Pose(), {.method = Method::dqp3_ellipsoid});
  EXPECT_EQ(line.method, Method::dqp3_ellipsoid);
  EXPECT_NEAR(line.distance, 3.0, 1e-14);
  EXPECT_EQ(line.iterations, 1);
  const Result oblique = distance(egg, Pose(), Line({0, 0, 2}, {1, 1, 0}), Pose(), {.method = Method::dqp3_ellipsoid});
  EXPECT_NEAR(oblique.distance, 1.0, 1e-14);
  const Result facet =
      distance(Triangle({-9, -9, 4}, {9, -9, 4}, {0, 9, 4}), Pose(), egg, Pose(), {.method = Method::dqp3_ellipsoid});
  EXPECT_EQ(facet.method, Method::dqp3_ellipsoid);
  EXPECT_NEAR(facet.distance, 3.0, 1e-14);
  EXPECT_NEAR((facet.point_b - Vec3(0, 0, 1)).norm(), 0.0, 1e-14);
  EXPECT_EQ(facet.feature_a.count, 3);
  const Result edge = distance(egg, Pose(), Box({2, 2, 20}), Pose::translation({6, 0, 0}));
  EXPECT_EQ(edge.method, Method::dqp3_ellipsoid);
  EXPECT_NEAR(edge.distance, 2.0, 1e-14);
}

/// The pair moved along its normal until this is the gap.
Query at_gap(Query q, double gap) {
  const Result r = answer_to(q, {});
  q.at_b.position += (gap - r.distance) * r.normal;
  return q;
}

/// An ellipsoid of radii up to 1e4 apart and a shape of the type, 1e-9 to 1e3 from each other.
Query random_pair(Random& random, Type type, bool swapped) {
  const double ratio = random.magnitude(1.1, 1e4);
  const auto radius = [&] { return random.magnitude(1.0 / ratio, 1.0); };
  Query q{Ellipsoid({radius(), radius(), radius()}),
          random_shape(random, type, {}),
          {random.vector(1), Mat3::Identity(), random.quaternion()},
          {random.vector(6), random.rotation(), std::nullopt}};
  if (swapped) std::swap(q.a, q.b);
  return at_gap(q, random.magnitude(1e-9, 1e3));
}

/// True, consistent, and as narrow as wanted.
Result expect_true(const Query& q, const Options& options, double narrow) {
  const Result r = answer_to(q, options);
  SCOPED_TRACE(json_line(q, "case"));
  const Verdict verdict = check(r, q);
  EXPECT_TRUE(verdict.ok()) << verdict.describe();
  EXPECT_EQ(inconsistency(r, verdict.size), "");
  EXPECT_LE(r.upper - r.lower, narrow * verdict.size);
  return r;
}

class EllipsoidAgainst : public ::testing::TestWithParam<Type> {};
std::string type_name(const ::testing::TestParamInfo<Type>& type) { return std::string(name_of(type.param)); }

TEST_P(EllipsoidAgainst, IsTightAtEveryGapAndShape) {
  Random random(hash_of(name_of(GetParam())));
  for (int i = 0; i < repetitions(40); ++i) {
    const Query q = random_pair(random, GetParam(), i % 2 != 0);
    expect_true(q, {}, 1e-10);
  }
}
INSTANTIATE_TEST_SUITE_P(Others, EllipsoidAgainst,
                         ::testing::Values(Type::point, Type::plane, Type::halfspace, Type::sphere, Type::cylinder,
                                           Type::cone, Type::spheres),
                         &type_name);

class Dqp3EllipsoidAgainst : public ::testing::TestWithParam<Type> {};

TEST_P(Dqp3EllipsoidAgainst, IsTightAtEveryGapAndShape) {
  Random random(hash_of(name_of(GetParam())));
  int own = 0;
  const int count = repetitions(60);
  for (int i = 0; i < count; ++i) {
    const Query q = random_pair(random, GetParam(), i % 2 != 0);
    const Result r = expect_true(q, {.method = Method::dqp3_ellipsoid}, 1e-11);
    own += r.method == Method::dqp3_ellipsoid ? 1 : 0;
    // The same for an overlap, which the method leaves to others.
    const Query deep = at_gap(q, -0.05 * random.magnitude(0.01, 1.0));
    if (i % 8 == 0) {
      EXPECT_TRUE(check(answer_to(deep), deep).ok());
    }
  }
  EXPECT_GE(own, count - 3);
}
INSTANTIATE_TEST_SUITE_P(HullsOfPoints, Dqp3EllipsoidAgainst,
                         ::testing::Values(Type::segment, Type::ray, Type::line, Type::triangle, Type::rectangle,
                                           Type::polygon, Type::tetrahedron, Type::box, Type::capsule, Type::hull,
                                           Type::polyhedron),
                         &type_name);

TEST(Dqp3Ellipsoid, TracksAMotionInFewSteps) {
  Random random(3);
  const Shape egg = Ellipsoid({1, 0.5, 0.2}), rock = random_shape(random, Type::hull, {});
  PairState state;
  int cold = 0, warm = 0;
  for (int i = 0; i < 200; ++i) {
    const Pose at = pose({4.0, 0.01 * i, 0.0}, Eigen::AngleAxisd(0.01 * i, Vec3::UnitZ()));
    const Result first = distance(egg, Pose(), rock, at), second = distance(egg, Pose(), rock, at, {}, &state);
    EXPECT_NEAR(first.distance, second.distance, 1e-13);
    cold += first.iterations;
    warm += second.iterations;
  }
  EXPECT_LT(warm, 0.7 * cold);
}

}  // namespace
}  // namespace oracle
