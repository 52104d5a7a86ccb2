#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "clearance/distance.hpp"
#include "clearance/stope.hpp"
#include "core/simple_stope.hpp"
#include "io/mesh/mesh.hpp"
#include "process.hpp"

// `clearance fit stope`: what comes out holds every vertex of the mesh.

namespace clearance::test {
namespace {

/// Whether the point is in the hull of the spheres, in exact arithmetic: with the hull's nearest swept sphere as a
/// guess, some weights l with |p - sum l c| <= sum l r.
bool exactly_inside(const Vec3& p, const std::vector<Ball>& balls, const std::vector<mpq_class>& weights) {
  mpq_class radius = 0, distance_sq = 0;
  for (std::size_t i = 0; i < balls.size(); ++i) radius += weights[i] * mpq_class(balls[i].radius);
  for (int k = 0; k < 3; ++k) {
    mpq_class apart = mpq_class(p[k]);
    for (std::size_t i = 0; i < balls.size(); ++i) apart -= weights[i] * mpq_class(balls[i].centre[k]);
    distance_sq += apart * apart;
  }
  return distance_sq <= radius * radius;
}

/// Weights that make |p - c| - r least: the working set of spheres, whose result is only a guess here.
std::vector<mpq_class> weights_for(const Vec3& p, const std::vector<Ball>& balls) {
  using detail::V3;
  std::vector<std::size_t> chosen;
  detail::NearestSwept<double> found;
  V3 n(1, 0, 0);
  for (int step = 0; step < 40; ++step) {
    std::size_t best = 0;
    const auto value = [&](std::size_t i) { return n.eigen().dot(balls[i].centre - p) - balls[i].radius; };
    for (std::size_t i = 1; i < balls.size(); ++i)
      if (value(i) < value(best)) best = i;
    if (std::find(chosen.begin(), chosen.end(), best) != chosen.end() || chosen.size() == 4) break;
    chosen.push_back(best);
    std::array<detail::SweptSphere<double>, 4> set;
    for (std::size_t i = 0; i < chosen.size(); ++i) set[i] = {V3(balls[chosen[i]].centre - p), balls[chosen[i]].radius};
    found = detail::SimpleStope<double>(set.data(), 1e-15, n).nearest(static_cast<int>(chosen.size()), n);
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < static_cast<std::size_t>(found.count); ++i)
      kept.push_back(chosen[static_cast<std::size_t>(found.index[i])]);
    chosen = kept;
    n = found.normal;
  }
  std::vector<mpq_class> exact(balls.size(), 0);
  mpq_class rest = 1;
  for (std::size_t i = 0; i + 1 < chosen.size(); ++i) rest -= exact[chosen[i]] = mpq_class(found.weight[i]);
  exact[chosen.back()] = rest;
  return exact;
}

class FitOf : public ::testing::TestWithParam<const char*> {};

TEST_P(FitOf, HoldsEveryVertexExactly) {
  const std::string file = std::string(CLEARANCE_FIXTURES) + "/" + GetParam() + ".obj";
  const Output output = run({"fit", "stope", file, "--spheres", "8", "--json"});
  ASSERT_EQ(output.status, 0);
  const Json fit = Json::parse(output.out);
  std::vector<Ball> balls;
  for (const Json& row : fit.at("shape").at("spheres")) {
    ASSERT_EQ(row.size(), 4U);
    balls.push_back({Vec3(row[0].get<double>(), row[1].get<double>(), row[2].get<double>()), row[3].get<double>()});
  }
  EXPECT_LE(balls.size(), 8U);
  const std::vector<Vec3> points = io::read_mesh_points(file);
  const Shape stope = SphereHull(balls), hull = Hull(points);
  for (const Vec3& p : points) {
    EXPECT_LE(distance(Point(p), Pose(), stope, Pose()).upper, 0.0);
    EXPECT_TRUE(exactly_inside(p, balls, weights_for(p, balls))) << p.transpose();
  }
  // The excess: no point of a sphere is farther out, and it is not much for what the mesh is.
  const double excess = fit.at("excess").get<double>();
  for (const Ball& b : balls) EXPECT_LE(b.radius + distance(Point(b.centre), Pose(), hull, Pose()).lower, excess);
  EXPECT_LT(excess, 0.08 * fit.at("size").get<double>());
}

INSTANTIATE_TEST_SUITE_P(Meshes, FitOf, ::testing::Values("arm_link", "gripper_finger", "helmet"));

TEST_P(FitOf, EllipsoidHoldsEveryVertex) {
  const std::string file = std::string(CLEARANCE_FIXTURES) + "/" + GetParam() + ".obj";
  const Output output = run({"fit", "ellipsoid", file, "--tolerance", "1e-8", "--json"});
  ASSERT_EQ(output.status, 0);
  const Json fit = Json::parse(output.out);
  EXPECT_LE(fit.at("excess").get<double>(), 1e-8);
  // What is printed reads back as a body of a stream, and is the ellipsoid itself.
  const Output answer =
      run({"distance", "-", "--jsonl", "--json"},
          "{\"a\":" + fit.at("shape").dump() + ",\"b\":{\"type\":\"mesh\",\"file\":\"" + file + "\"}}\n");
  ASSERT_EQ(answer.status, 0);
  EXPECT_EQ(Json::parse(answer.out).at("status"), "penetrating");
  // And as a body of a scene, without a word added.
  const std::string printed = run({"fit", "ellipsoid", file, "--tolerance", "1e-8"}).out;
  const Output scene =
      run({"distance", "-"}, R"({"clearance":1,"bodies":[{"name":"e","shape":)" + printed +
                                 R"(},{"name":"m","shape":{"type":"mesh","file":")" + file + R"("}}]})");
  ASSERT_EQ(scene.status, 0) << scene.out << scene.err;
  EXPECT_NEAR(scene.lines().at(0)["distance"], Json::parse(answer.out)["distance"].get<double>(), 1e-9);
  const Json& shape = fit.at("shape");
  std::vector<double> m = shape.at("pose").at("matrix"), c = shape.at("pose").at("position"), r = shape.at("radii");
  const Mat3 axes = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data());
  double farthest = 0.0;
  for (const Vec3& p : io::read_mesh_points(file)) {
    const Vec3 y = axes.inverse() * (p - Vec3(c[0], c[1], c[2]));
    farthest = std::max(farthest, y.cwiseQuotient(Vec3(r[0], r[1], r[2])).norm());
  }
  EXPECT_NEAR(farthest, 1.0, 1e-9);
}

TEST(Fit, FewPointsAreTheirOwnSpheres) {
  const StopeFit fit = fit_stope(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 0}}, 8);
  EXPECT_EQ(fit.shape.spheres.size(), 3U);
  EXPECT_LT(fit.excess, 1e-5);
  EXPECT_THROW(fit_stope(std::vector<Vec3>{}, 8), InvalidInput);
}

}  // namespace
}  // namespace clearance::test
