#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "process.hpp"

// --free-margin: the measure of Rimon and Boyd for two ellipsoids, by hand where they are balls.

namespace clearance::test {
namespace {

std::string ellipsoid(const std::string& radii, const std::string& position, const std::string& more = "") {
  return R"({"type":"ellipsoid","radii":)" + radii + R"(,"pose":{"position":)" + position + "}" + more + "}";
}

Json answer(const std::string& a, const std::string& b) {
  const Output result = run({"distance", "-", "--jsonl", "--free-margin"}, R"({"a":)" + a + R"(,"b":)" + b + "}");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  return result.lines().at(0);
}

TEST(FreeMargin, OfBallsIsTheSquareOfTheGrowthLessOne) {
  const std::string unit = ellipsoid("[1,1,1]", "[0,0,0]");
  EXPECT_NEAR(answer(unit, ellipsoid("[1,1,1]", "[3,0,0]")).at("free_margin").get<double>(), 3.0, 1e-14);
  EXPECT_NEAR(answer(unit, ellipsoid("[2,2,2]", "[0,0,5]")).at("free_margin").get<double>(), 8.0, 1e-14);
  // Not symmetric: here the other of the two grows.
  EXPECT_NEAR(answer(ellipsoid("[2,2,2]", "[0,0,5]"), unit).at("free_margin").get<double>(), 3.0, 1e-14);
  EXPECT_NEAR(answer(unit, ellipsoid("[1,1,1]", "[0,2,0]")).at("free_margin").get<double>(), 0.0, 1e-14);
  EXPECT_NEAR(answer(unit, ellipsoid("[1,1,1]", "[1.5,0,0]")).at("free_margin").get<double>(), -0.75, 1e-14);
  EXPECT_EQ(answer(unit, ellipsoid("[1,1,1]", "[0.5,0,0]")).at("free_margin"), -1) << "b holds the centre of a";
}

/// It has the sign of the distance.
TEST(FreeMargin, HasTheSignOfTheDistance) {
  for (const double x : {1.0, 2.0, 3.0, 4.0, 6.0}) {
    const Json r = answer(ellipsoid("[1,2,5]", "[0,0,0]"), ellipsoid("[5,2,1]", "[" + std::to_string(x) + ",4,4]"));
    const double margin = r.at("free_margin").get<double>(), distance = r.at("distance").get<double>();
    EXPECT_EQ(margin > 0.0, distance > 0.0) << r;
    EXPECT_TRUE(std::isfinite(margin)) << r;
  }
}

TEST(FreeMargin, IsOfEllipsoidsAlone) {
  const std::string unit = ellipsoid("[1,1,1]", "[0,0,0]"), far = ellipsoid("[1,1,1]", "[3,0,0]");
  EXPECT_EQ(answer(unit, R"({"type":"sphere","radius":1,"pose":{"position":[3,0,0]}})").count("free_margin"), 0U);
  EXPECT_EQ(answer(unit, ellipsoid("[1,1,1]", "[3,0,0]", R"(,"rounding":0.1)")).count("free_margin"), 0U);
  const Output without = run({"distance", "-", "--jsonl"}, R"({"a":)" + unit + R"(,"b":)" + far + "}");
  EXPECT_EQ(without.lines().at(0).count("free_margin"), 0U) << "not asked for";
}

TEST(FreeMargin, HasAColumnAndALine) {
  const std::string pairs = R"({"a":)" + ellipsoid("[1,1,1]", "[0,0,0]") + R"(,"b":)" +
                            ellipsoid("[1,1,1]", "[3,0,0]") + "}\n" +
                            R"({"a":{"type":"point","at":[0,0,0]},"b":{"type":"point","at":[1,0,0]}})";
  const Output csv = run({"distance", "-", "--jsonl", "--free-margin", "--csv"}, pairs);
  EXPECT_NE(csv.out.find("ending,free_margin,part_a"), std::string::npos) << csv.out;
  EXPECT_NE(csv.out.find(",converged,3,,,"), std::string::npos) << csv.out;
  EXPECT_NE(csv.out.find(",converged,,,,"), std::string::npos) << csv.out;
  const Output table = run({"distance", "-", "--jsonl", "--free-margin", "--table"}, pairs);
  EXPECT_NE(table.out.find("    free margin 3\n"), std::string::npos) << table.out;
}

}  // namespace
}  // namespace clearance::test
