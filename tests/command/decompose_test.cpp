#include "decompose/decompose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "clearance/distance.hpp"
#include "process.hpp"

// A mesh to a union of convex parts, and back into a query.

namespace clearance::test {
namespace {

/// The letter U of three bars, as wide as deep as high as 3, 1 thick; two faces are squares, one of them has a corner
/// counted from the end.
constexpr const char* letter_u = R"(# U
v 0 0 0
v 3 0 0
v 3 0 3
v 2 0 3
v 2 0 1
v 1 0 1
v 1 0 3
v 0 0 3
v 0 1 0
v 3 1 0
v 3 1 3
v 2 1 3
v 2 1 1
v 1 1 1
v 1 1 3
v 0 1 3
f 1 2 5
f 1 5 6
f 1 6 7
f 1 7 8
f 2 3 4
f 2 4 5
f 9 13 10
f 9 14 13
f 9 15 14
f 9 16 15
f 10 12 11
f 10 13 12
f 1/1 9/2 10/3 2/4
f 2 10 11 3
f 3 11 12 4
f 4 12 13 5
f 5 13 14 6
f 6 14 15 7
f 7 15 16 8
f 8 -1 9 1
)";

std::vector<Vec3> vertices_of_u() {
  std::vector<Vec3> points;
  for (const double y : {0.0, 1.0})
    for (const auto& [x, z] :
         std::vector<std::pair<double, double>>{{0, 0}, {3, 0}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}})
      points.emplace_back(x, y, z);
  return points;
}

TEST(Decompose, MakesAUnionThatADistanceQueryReads) {
  const TempDirectory directory;
  const std::string file = directory.write("u.obj", letter_u);
  const Output made = run({"decompose", file, "--parts", "3"});
  if (!decompose::available()) {
    EXPECT_EQ(made.status, 1);
    EXPECT_NE(made.err.find("libbullet-extras-dev"), std::string::npos) << made.err;
    return;
  }
  ASSERT_EQ(made.status, 0) << made.err;
  const Json shape = Json::parse(made.out);
  EXPECT_EQ(shape["type"], "union");
  EXPECT_EQ(shape["parts"].size(), 3U);

  // A ball in the gap of the letter touches its hull, but not its parts.
  Json scene{{"clearance", 1}};
  scene["bodies"] =
      Json::array({Json{{"name", "u"}, {"shape", shape}}, Json{{"name", "ball"},
                                                               {"shape", Json{{"type", "sphere"}, {"radius", 0.25}}},
                                                               {"pose", Json{{"position", {1.5, 0.5, 2.5}}}}}});
  const Output answer = run({"distance", "-"}, scene.dump());
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_NEAR(answer.lines().at(0)["distance"], 0.25, 1e-12) << answer.out;
  EXPECT_GE(answer.lines().at(0)["parts"][0], 0);
}

TEST(Decompose, LosesNoPointOfTheSurface) {
  if (!decompose::available()) return;
  const TempDirectory directory;
  const std::string file = directory.write("u.obj", letter_u);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"decompose", file}, {"decompose", file, "--parts", "1"}}) {
    const Json shape = Json::parse(run(arguments).out);
    std::vector<Part> parts;
    for (const Json& part : shape["parts"]) {
      std::vector<Vec3> points;
      for (const Json& p : part["points"]) points.emplace_back(p[0], p[1], p[2]);
      parts.push_back({Hull(points)});
    }
    const Union whole(parts);
    const std::vector<Vec3> corners = vertices_of_u();
    for (const std::array<std::size_t, 3>& f :
         {std::array<std::size_t, 3>{0, 1, 4}, {0, 4, 5}, {8, 12, 9}, {4, 12, 13}})
      EXPECT_LE(distance(whole, {}, Point((corners[f[0]] + corners[f[1]] + corners[f[2]]) / 3), {}).lower, 0.0);
    for (const Vec3& corner : corners) EXPECT_LE(distance(whole, {}, Point(corner), {}).lower, 0.0);
  }
}

TEST(Decompose, SaysWhatIsWrongWithAMesh) {
  const TempDirectory directory;
  const auto error_of = [&](const char* text) {
    const Output result = run({"decompose", directory.write("bad.obj", text)});
    EXPECT_EQ(result.status, 1);
    return result.err;
  };
  EXPECT_NE(error_of("v 0 0 0\nv 1 0 0\nv 0 1 0\n").find("no faces"), std::string::npos);
  EXPECT_NE(error_of("v 0 0 0\nf 1 2 3\n").find("line 2"), std::string::npos);
  EXPECT_NE(error_of("v 0 0 0\nf 1 x 3\n").find("not an integer"), std::string::npos);
  EXPECT_NE(error_of("v 0 0 0\nf 1 1\n").find("fewer than 3"), std::string::npos);
  EXPECT_EQ(run({"decompose", (directory.path() / "none.obj").string()}).status, 1);
  EXPECT_EQ(run({"decompose", "x.obj", "--parts", "0"}).status, 2);
}

TEST(Decompose, TakesFlatAndScatteredTriangles) {
  if (!decompose::available()) return;
  const TempDirectory directory;
  // Two triangles apart, and a sliver without area that hangs on one of them.
  const Output made = run({"decompose", directory.write("flat.obj",
                                                        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 0.5 "
                                                        "0 0\nf 1 2 3\nf 4 5 6\nf 1 7 2\n")});
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(Json::parse(made.out)["parts"].size(), 2U) << made.out;
}

}  // namespace
}  // namespace clearance::test
