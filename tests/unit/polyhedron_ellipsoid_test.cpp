// A polyhedron of half-spaces against an ellipsoid, as section 5.5.1 of Fenger's thesis sketches it, and the refinement
// of one or both sides, against the proven distances of the library.

#include "literature/ellipsoids/polyhedron_ellipsoid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "clearance/distance.hpp"
#include "literature/ellipsoids/one_sided_refinement.hpp"
#include "models/facet_ball.hpp"
#include "repetitions.hpp"

namespace clearance::detail {
namespace {

class RandomBodies {
 public:
  explicit RandomBodies(unsigned seed) : engine_(seed) {}
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec3 direction() {
    for (;;) {
      const Vec3 v(between(-1, 1), between(-1, 1), between(-1, 1));
      if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
    }
  }

 private:
  std::mt19937 engine_;
};

/// A facet-ball of some order about an ellipsoid, turned and moved, and the data that the search takes.
struct TurnedFacetBall {
  std::vector<HalfspaceRow> rows;
  std::vector<V3> normals;
  std::vector<double> offsets;
  Placement<double> place;
  Pose pose;

  TurnedFacetBall(int order, const Vec3& radii, const Pose& at) : pose(at) {
    rows = models::facet_ball_halfspaces(order, radii);
    for (const HalfspaceRow& row : rows) {
      normals.emplace_back(row.normal);
      offsets.push_back(row.offset);
    }
    place = {M3(at.rotation()), V3(at.position())};
  }
  HalfspaceBody<double> body() const { return {normals, offsets, &place, nullptr}; }
};

TEST(PolyhedronEllipsoid, FindsTheDistanceOfTheLibrary) {
  RandomBodies random(551);
  int optimal = 0, touching = 0;
  constexpr int trials = 300;
  for (int i = 0; i < trials; ++i) {
    const Vec3 radii(random.between(0.2, 3), random.between(0.2, 3), random.between(0.2, 3));
    const Vec3 of_model(random.between(0.5, 3), random.between(0.5, 3), random.between(0.5, 3));
    const Pose at(Mat3(Eigen::AngleAxisd(random.between(0, 3), random.direction())),
                  random.direction() * random.between(1, 9));
    const TurnedFacetBall model(2 + i % 5, of_model, at);
    HeldPoint<double> point{V3(0, 0, 0), {}};
    Dqp3Settings settings;
    settings.length = 10.0;
    const auto found = polyhedron_ellipsoid(model.body(), V3(radii), settings, point);
    const Result right = distance(Polyhedron(model.rows), at, Ellipsoid(radii), {});
    if (found.ending == Dqp3Ending::touching) {
      EXPECT_LE(right.lower, 1e-8) << i;
      ++touching;
    } else if (found.ending == Dqp3Ending::optimal) {
      EXPECT_NEAR(norm(found.difference), right.distance, 1e-8 * settings.length) << i;
      ++optimal;
    }
  }
  // None of the searches on half-spaces is sure to end; nearly all do.
  EXPECT_GE(optimal + touching, trials - 3);
  EXPECT_GT(optimal, trials / 2);
  EXPECT_GT(touching, trials / 20);
}

TEST(PolyhedronEllipsoid, EveryRuleOfRefinementConverges) {
  RandomBodies random(552);
  for (int i = 0; i < oracle::repetitions(40); ++i) {
    const Vec3 of_a(random.between(0.5, 3), random.between(0.5, 3), random.between(0.5, 3)),
        of_b(random.between(0.5, 3), random.between(0.5, 3), random.between(0.5, 3));
    const Vec3 at = random.direction() * random.between(6.5, 9);
    const Result right = distance(Ellipsoid(of_a), {}, Ellipsoid(of_b), Pose::translation(at));
    const PlacedEllipsoid<double> a{{of_a.x(), of_a.y(), of_a.z()}, V3(0, 0, 0)},
        b{{of_b.x(), of_b.y(), of_b.z()}, V3(at)};
    for (const RefinementRule rule : {RefinementRule::four, RefinementRule::seven, RefinementRule::halving}) {
      RefinementSettings settings;
      settings.rule = rule;
      const RefinementOutcome both = refine_ellipsoids<DoubleDouble>(a, b, settings),
                              one = refine_one_ellipsoid<DoubleDouble>(a, b, settings);
      // The points are on the surfaces, so that their distance is one from above, of second order in what they are off.
      EXPECT_NEAR(norm(both.y - both.x), right.distance, 1e-8) << i;
      EXPECT_NEAR(norm(one.y - one.x), right.distance, 1e-8) << i;
    }
  }
}

}  // namespace
}  // namespace clearance::detail
