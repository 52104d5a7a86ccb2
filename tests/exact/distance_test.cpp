// Exact distances against the oracle, which shares no code with them: the same fraction, the same decision between
// separated, touching and penetrating, and nearest points that are in the shapes.

#include <gtest/gtest.h>

#include <cmath>

#include "clearance/exact.hpp"
#include "families.hpp"
#include "polyhedral.hpp"
#include "reproducer.hpp"
#include "standard_shapes.hpp"

namespace oracle {
namespace {

using clearance::ExactResult;
using clearance::Fraction;
using clearance::Status;

/// Exact distances are those of the stored matrix.
Placement as_stored(const Placement& at) {
  Placement stored = at;
  stored.matrix = at.pose().rotation();
  stored.quaternion.reset();
  return stored;
}

mpq_class number(const Fraction& f) { return mpq_class(f.text()); }

ExactBody point_body(const std::array<Fraction, 3>& point) {
  ExactBody body;
  std::array<mpq_class, 3> c{number(point[0]), number(point[1]), number(point[2])};
  for (const mpq_class& x : c) body.denominator = lcm(body.denominator, x.get_den());
  const auto scaled = [&](const mpq_class& x) { return Int(x.get_num() * (body.denominator / x.get_den())); };
  body.points.push_back({scaled(c[0]), scaled(c[1]), scaled(c[2])});
  return body;
}

Status status_of(const Truth& truth) {
  return truth.sign > 0                       ? Status::separated
         : truth.sign == 0 && !truth.infinite ? Status::touching
                                              : Status::penetrating;
}

/// Checks one pair; false if a shape is not polyhedral.
bool check_exactly(const Query& query, ExactResult& result) {
  if (!query.a.polyhedral() || !query.b.polyhedral()) return false;
  const Placement at_a = as_stored(query.at_a), at_b = as_stored(query.at_b);
  const auto exact = clearance::exact_distance(query.a, at_a.pose(), query.b, at_b.pose());
  EXPECT_TRUE(exact.has_value());
  if (!exact) return false;
  result = *exact;
  const ExactBody a = exact_core(query.a, at_a).body, b = exact_core(query.b, at_b).body;
  const Truth truth = signed_distance(a, b);
  EXPECT_EQ(result.status, status_of(truth)) << json_line(query, "case");
  if (truth.sign < 0 || truth.infinite) return true;
  EXPECT_EQ(number(result.squared_distance), truth.squared) << json_line(query, "case");
  EXPECT_EQ(mpq_class(result.squared_distance.text()).get_str(), result.squared_distance.denominator == "1"
                                                                     ? result.squared_distance.numerator
                                                                     : result.squared_distance.text())
      << "not reduced";
  mpq_class between = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const mpq_class d = number(result.point_a[i]) - number(result.point_b[i]);
    between += d * d;
  }
  EXPECT_EQ(between, truth.squared) << json_line(query, "case");
  EXPECT_EQ(signed_distance(point_body(result.point_a), a).sign, 0) << json_line(query, "point outside a");
  EXPECT_EQ(signed_distance(point_body(result.point_b), b).sign, 0) << json_line(query, "point outside b");
  return true;
}

TEST(ExactDistance, AgreesWithTheOracleInEveryFamily) {
  ASSERT_TRUE(clearance::has_exact_arithmetic());
  int separated = 0, touching = 0, penetrating = 0;
  for (const Family& family : families())
    for (std::uint64_t i = 0; i < 200; ++i) {
      ExactResult result;
      if (!check_exactly(make_query(family, 401, i), result)) continue;
      separated += result.status == Status::separated ? 1 : 0;
      touching += result.status == Status::touching ? 1 : 0;
      penetrating += result.status == Status::penetrating ? 1 : 0;
    }
  EXPECT_GT(separated, 300);
  EXPECT_GT(touching, 20);
  EXPECT_GT(penetrating, 300);
}

TEST(ExactDistance, DecidesTouchingOfEveryPair) {
  const auto shapes = standard_shapes();
  for (const Standard& a : shapes)
    for (const Standard& b : shapes)
      for (const double gap : {0.0, 0.5}) {
        ExactResult result;
        if (!check_exactly({a.shape, b.shape, a.at, facing(b.at, gap)}, result)) continue;
        EXPECT_EQ(result.status, gap == 0.0 ? Status::touching : Status::separated);
        EXPECT_EQ(result.squared_distance.text(), gap == 0.0 ? "0/1" : "1/4");
      }
}

TEST(ExactDistance, IsNothingForCurvedShapes) {
  const clearance::Pose here;
  EXPECT_FALSE(clearance::exact_distance(clearance::Sphere(1), here, clearance::Point(), here).has_value());
}

TEST(ExactDistance, NeedsNoPointsToBeAskedFor) {
  const clearance::Pose here;
  const auto r = clearance::exact_distance(clearance::Point({1, 2, 3}), here, clearance::Point({2, 4, 5}), here,
                                           {.points = false});
  ASSERT_TRUE(r.has_value());
  EXPECT_EQ(r->squared_distance.text(), "9/1");
  EXPECT_EQ(r->point_a[0].text(), "0/1");
}

TEST(ExactDistance, TakesCoordinatesOfAllMagnitudes) {
  const clearance::Pose here;
  const auto ask = [&](const clearance::Shape& a, const clearance::Shape& b) {
    ExactResult result;
    EXPECT_TRUE(check_exactly({a, b, {}, {}}, result));
    return result;
  };
  using namespace clearance;
  ask(Segment({1e300, 0, 1}, {-1e300, 1e-300, 0}), Triangle({0, 5e-324, 2}, {1, 1e200, 3}, {7, 7, 7e-200}));
  ask(Hull({{1e308, 1e308, 1e308}, {-1e308, 1e308, 1e308}, {0, -1e308, 1e308}}), Point({1, 2, 3}));
  ask(Box({5e-324, 1, 1e-310}), Box({1e-320, 1e-322, 1e-320}));
  ask(Box({0, 0, 0}), Rectangle({0, 0, 1e-200}, {1e-200, 0, 0}, {0, 1e-100, 0}));
  EXPECT_EQ(ask(Box({5e-324, 0, 0}), Point({0, 0, 0})).status, Status::touching);
}

}  // namespace
}  // namespace oracle
