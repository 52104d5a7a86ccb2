#include "decompose/decompose.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "clearance/distance.hpp"
#include "io/mesh/mesh.hpp"
#include "mesh_files.hpp"
#include "process.hpp"
#include "repetitions.hpp"

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

TriangleMesh mesh_of_u() {
  const TempDirectory directory;
  return io::read_mesh_triangles(directory.write("u.obj", letter_u));
}

/// Whether a point is in the solid: how often a ray from it leaves through the surface, less how often it enters.
bool inside(const TriangleMesh& mesh, const Vec3& point, const Vec3& ray) {
  int crossings = 0;
  for (const std::array<int, 3>& t : mesh.triangles) {
    const auto at = [&](std::size_t i) -> Vec3 { return mesh.points[static_cast<std::size_t>(t[i])] - point; };
    const Vec3 a = at(0), b = at(1), c = at(2);
    const double u = ray.dot(a.cross(b)), v = ray.dot(b.cross(c)), w = ray.dot(c.cross(a));
    const bool front = u > 0 && v > 0 && w > 0, back = u < 0 && v < 0 && w < 0;
    if ((front || back) && a.dot(b.cross(c)) * (front ? 1.0 : -1.0) > 0) crossings += front ? 1 : -1;
  }
  return crossings != 0;
}

/// Of `samples` random points of the solid, how many are in no part.
int uncovered(const TriangleMesh& mesh, const Union& parts, int samples, unsigned seed) {
  std::mt19937 random(seed);
  Vec3 low = mesh.points.front(), high = low;
  for (const Vec3& p : mesh.points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  const Shape whole(parts);
  int missed = 0;
  for (int found = 0; found < samples;) {
    const Vec3 point = low + Vec3(share(random), share(random), share(random)).cwiseProduct(high - low);
    const Vec3 ray = Vec3(share(random) - 0.5, share(random) - 0.5, share(random) - 0.5);
    if (!inside(mesh, point, ray)) continue;
    ++found;
    missed += distance(whole, {}, Point(point), {}, {.penetration = false}).lower > 0.0 ? 1 : 0;
  }
  return missed;
}

TEST(Decompose, MakesAUnionThatADistanceQueryReads) {
  const TempDirectory directory;
  const std::string file = directory.write("u.obj", letter_u);
  const Output made = run({"decompose", file, "--parts", "3"});
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

TEST(Decompose, HoldsEveryPointOfTheSolid) {
  const std::vector<TriangleMesh> meshes{mesh_of_u(), bumpy_ball(12, 0.35, 2), torus(24, 12, 2.0, 0.5),
                                         hollow_box(2.0, 1.5)};
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const decompose::Decomposition made = decompose::convex_parts(meshes[i], {.tolerance = 0.05});
    EXPECT_EQ(made.open_edges, 0U) << i;
    EXPECT_GT(made.shape.parts().size(), 1U) << i;
    EXPECT_LE(made.excess, 0.05 * made.extent) << i;
    EXPECT_EQ(uncovered(meshes[i], made.shape, 3000, static_cast<unsigned>(i)), 0) << i;
    for (const Vec3& p : meshes[i].points) EXPECT_LE(distance(Shape(made.shape), {}, Point(p), {}).lower, 0.0) << i;
  }
}

TEST(Decompose, HoldsEveryPointOfTwentySolidsTheSpongeAmongThem) {
  // Coarsely, so that it takes little time; finely, and with more points, by `./dev stress decompose`.
  const std::vector<NamedMesh> solids = twenty_solids();
  ASSERT_EQ(solids.size(), 20U);
  for (std::size_t i = 0; i < solids.size(); i += solids.size() / oracle::repetitions(solids.size())) {
    const NamedMesh& solid = solids[i];
    const decompose::Decomposition made = decompose::convex_parts(solid.mesh, {.tolerance = 0.15});
    EXPECT_EQ(made.open_edges, 0U) << solid.name;
    EXPECT_LE(made.excess, 0.15 * made.extent) << solid.name;
    EXPECT_EQ(uncovered(solid.mesh, made.shape, 300, 5), 0) << solid.name;
  }
}

TEST(Decompose, ABallInsideAWristIsNotSeparated) {
  // The void of a hollow box is none of the solid; its walls are.
  const TriangleMesh box = hollow_box(2.0, 1.0);
  const Shape parts = decompose::convex_parts(box).shape;
  const Shape ball = Sphere(0.005);
  EXPECT_EQ(distance(parts, {}, ball, Pose::translation({0.75, 0.1, 0.2})).status, Status::penetrating);
  EXPECT_EQ(distance(parts, {}, ball, Pose::translation({0.1, 0.1, 0.2})).status, Status::separated);
}

TEST(Decompose, ExcessIsABoundOnWhatStandsOff) {
  const TriangleMesh mesh = torus(30, 16, 2.0, 0.6);
  const decompose::Decomposition made = decompose::convex_parts(mesh, {.tolerance = 0.04});
  std::mt19937 random(7);
  std::exponential_distribution<double> weight;
  double farthest = 0.0;
  for (int i = 0; i < 3000; ++i) {
    // A random point of a random part, and its distance to the torus by formula; facets are within 0.04 of it.
    const auto parts = made.shape.parts();
    const auto& points = std::get<Hull>(parts[random() % parts.size()].shape.description()).points;
    Vec3 p = Vec3::Zero();
    double sum = 0.0;
    for (const Vec3& q : points) {
      const double w = weight(random);
      p += w * q;
      sum += w;
    }
    p /= sum;
    farthest = std::max(farthest, std::hypot(std::hypot(p.x(), p.y()) - 2.0, p.z()) - 0.6);
  }
  EXPECT_LE(farthest, made.excess);
  EXPECT_LE(made.excess, 0.04 * made.extent);
}

TEST(Decompose, PartsAreAsManyAsAskedForOrItSaysWhyNot) {
  const TempDirectory directory;
  const std::string u = directory.write("u.obj", letter_u);
  for (const char* count : {"1", "2", "3"}) {
    const Output made = run({"decompose", u, "--parts", count, "--json"});
    EXPECT_EQ(Json::parse(made.out)["parts"], std::stoi(count)) << made.err;
  }
  const std::string ball = directory.write("ball.stl", stl_text(bumpy_ball(5, 0.0, 1)));
  const Output convex = run({"decompose", ball, "--parts", "70"});
  const std::size_t parts = Json::parse(convex.out)["parts"].size();
  const std::string said = std::to_string(parts) + (parts == 1 ? " part" : " parts") + ", not 70: cutting on would not";
  EXPECT_EQ(convex.err.find(said) == std::string::npos, parts == 70) << convex.err;
  // A convex mesh is one part, if nobody asks for more.
  EXPECT_EQ(Json::parse(run({"decompose", ball}).out)["parts"].size(), 1U);
}

TEST(Decompose, AnOpenMeshIsSaidToBeOpen) {
  const TempDirectory directory;
  TriangleMesh mesh = bumpy_ball(8, 0.0, 4);
  mesh.triangles.resize(mesh.triangles.size() - 5);
  const Output open = run({"decompose", directory.write("open.stl", stl_binary(mesh)), "--json"});
  ASSERT_EQ(open.status, 0) << open.err;
  EXPECT_EQ(Json::parse(open.out)["closed"], false);
  EXPECT_NE(open.err.find("the mesh is open at"), std::string::npos) << open.err;
  std::istringstream said(open.err);
  for (std::string line; std::getline(said, line);) EXPECT_LE(line.size(), 80U) << line;
  // A face turned over makes no mesh open.
  mesh = bumpy_ball(8, 0.0, 4);
  std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
  const Output turned = run({"decompose", directory.write("turned.stl", stl_binary(mesh)), "--json"});
  EXPECT_EQ(Json::parse(turned.out)["closed"], true);
  EXPECT_EQ(Json::parse(turned.out)["turned_faces"], 1);
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
  EXPECT_EQ(run({"decompose", "x.obj", "--tolerance", "2"}).status, 2);
}

TEST(Decompose, TakesFlatAndScatteredTriangles) {
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
