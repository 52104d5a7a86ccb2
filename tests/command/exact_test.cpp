#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "process.hpp"

// --exact: squared distances as fractions, worked out by hand.

namespace clearance::test {
namespace {

const std::string cube = R"({"type":"box","size":[2,2,2])";
const std::string octahedron = R"({"type":"polyhedron","halfspaces":[[1,1,1,1],[1,1,-1,1],[1,-1,1,1],[1,-1,-1,1],)"
                               R"([-1,1,1,1],[-1,1,-1,1],[-1,-1,1,1],[-1,-1,-1,1]])";

std::string at(const std::string& shape, const std::string& position, const std::string& more = "") {
  return shape + R"(,"pose":{"position":)" + position + more + "}}";
}

/// The exact squared distance; "absent" if the answer has none.
std::string ask_exactly(const std::string& a, const std::string& b) {
  const Output result = run({"distance", "-", "--jsonl", "--exact"}, R"({"a":)" + a + R"(,"b":)" + b + "}");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  return result.lines().at(0).value("exact_squared_distance", "absent");
}

TEST(Exact, FractionsAreReduced) {
  const std::string origin = R"({"type":"point","at":[0,0,0]})";
  EXPECT_EQ(ask_exactly(origin, R"({"type":"point","at":[3,4,0]})"), "25/1");
  EXPECT_EQ(ask_exactly(origin, R"({"type":"point","at":[0.75,0,0]})"), "9/16");
  EXPECT_EQ(ask_exactly(origin, R"({"type":"plane","normal":[1,1,1],"offset":1})"), "1/3");
  EXPECT_EQ(ask_exactly(origin, R"({"type":"line","origin":[1,0,0],"direction":[-1,2,0]})"), "4/5");
  // The double next to 0.1 is 3602879701896397 / 2^55.
  EXPECT_EQ(ask_exactly(origin, R"({"type":"point","at":[0.1,0,0]})"),
            "12980742146337070512478121581609/1298074214633706907132624082305024");
}

TEST(Exact, EveryPolyhedralTypeIsTaken) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({"type":"point","at":[0,0,1]})", "81/1"},
      {R"({"type":"segment","points":[[1,0,2],[0,1,2]]})", "129/2"},
      {R"({"type":"ray","origin":[0,0,4],"direction":[0,0,-3]})", "36/1"},
      {R"({"type":"line","origin":[5,0,7],"direction":[-2,0,0]})", "9/1"},
      {R"({"type":"plane","normal":[0,1,2],"offset":4})", "256/5"},
      {R"({"type":"halfspace","normal":[0,1,2],"offset":4})", "256/5"},
      {R"({"type":"triangle","points":[[-1,-1,3],[2,-1,3],[-1,2,3]]})", "49/1"},
      {R"({"type":"rectangle","origin":[1,-1,5],"edges":[[2,0,0],[0,2,0]]})", "26/1"},
      {R"({"type":"polygon","points":[[1,0,6],[0,1,6],[-1,0,6],[0,-1,6]]})", "16/1"},
      {R"({"type":"tetrahedron","points":[[0,0,4],[1,0,0],[0,1,0],[-1,-1,0]]})", "36/1"},
      {R"({"type":"box","size":[1,2,3]})", "289/4"},
      {R"({"type":"hull","points":[[0,0,1],[1,0,0],[0,1,0],[-1,-1,0],[0,0,0.5]]})", "81/1"},
      {octahedron + "}", "81/1"},
      {R"({"type":"mesh","file":"tip.obj"})", "961/16"},
  };
  const TempDirectory files;
  files.write("tip.obj", "v 0 0 2.25\nv 1 0 0\nv 0 1 0\nv -1 -1 0\n");
  std::string input;
  for (const auto& [shape, square] : cases) input += R"({"b":{"type":"point","at":[0,0,10]},"a":)" + shape + "}\n";
  const std::vector<Json> answers = run({"distance", "-", "--jsonl", "--exact"}, input, files.path()).lines();
  ASSERT_EQ(answers.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i)
    EXPECT_EQ(answers[i].value("exact_squared_distance", "absent"), cases[i].second) << cases[i].first;
}

TEST(Exact, EdgesAndVerticesMeetAcrossSpace) {
  EXPECT_EQ(ask_exactly(cube + "}", at(cube, "[5,6,0]")), "25/1");
  EXPECT_EQ(ask_exactly(octahedron + "}", at(octahedron, "[4,4,4]")), "100/3");
  // A quarter turn about z, as a matrix that is used as stored.
  EXPECT_EQ(
      ask_exactly(cube + "}", at(R"({"type":"box","size":[2,4,2])", "[9,0,0]", R"(,"matrix":[0,-1,0,1,0,0,0,0,1])")),
      "36/1");
}

TEST(Exact, TouchingIsZeroAndPenetratingAbsent) {
  EXPECT_EQ(ask_exactly(cube + "}", at(cube, "[2,0,0]")), "0/1");    // faces
  EXPECT_EQ(ask_exactly(cube + "}", at(cube, "[2,2,0.5]")), "0/1");  // edges
  EXPECT_EQ(ask_exactly(cube + "}", at(cube, "[2,2,2]")), "0/1");    // corners
  EXPECT_EQ(ask_exactly(cube + "}", at(cube, "[1.9,0,0]")), "absent");
  EXPECT_EQ(ask_exactly(cube + "}", at(cube, "[1.9999999999999998,0,0]")), "absent");
  EXPECT_EQ(ask_exactly(cube + "}", cube + "}"), "absent");
  EXPECT_EQ(ask_exactly(octahedron + "}", at(octahedron, "[1,1,0]")), "0/1");
  EXPECT_EQ(ask_exactly(octahedron + "}", at(octahedron, "[0.5,0.5,0]")), "absent");
  // Flat shapes that cross touch; a line through a half-space overlaps it for ever.
  EXPECT_EQ(ask_exactly(R"({"type":"segment","points":[[-1,0,0],[1,0,0]]})",
                        R"({"type":"segment","points":[[0,-1,0],[0,1,0]]})"),
            "0/1");
  EXPECT_EQ(ask_exactly(R"({"type":"plane","normal":[0,0,1],"offset":0})",
                        R"({"type":"line","origin":[0,0,0],"direction":[1,0,0]})"),
            "0/1");
  EXPECT_EQ(ask_exactly(R"({"type":"halfspace","normal":[0,0,1],"offset":0})",
                        R"({"type":"line","origin":[0,0,0],"direction":[0,0,1]})"),
            "absent");
}

TEST(Exact, CurvedShapesHaveNone) {
  EXPECT_EQ(ask_exactly(cube + "}", R"({"type":"sphere","radius":1,"pose":{"position":[9,0,0]}})"), "absent");
}

TEST(Exact, FormatsShowIt) {
  const std::string question = R"({"a":{"type":"point","at":[0,0,0]},"b":{"type":"point","at":[3,0,0]}})";
  const Output csv = run({"distance", "-", "--jsonl", "--exact", "--csv"}, question);
  EXPECT_NE(csv.out.find(",iterations,ending,exact_squared_distance,part_a,part_b,error\n"), std::string::npos)
      << csv.out;
  EXPECT_NE(csv.out.find(",9/1,,,\n"), std::string::npos) << csv.out;
  const Output table = run({"distance", "-", "--jsonl", "--exact", "--table"}, question);
  EXPECT_NE(table.out.find("9/1\n"), std::string::npos) << table.out;
}

/// Bounds and status are those of the exact value, also where doubles could not tell.
TEST(Exact, StatusAndBoundsFollowTheValue) {
  const auto answer = [](const std::string& a, const std::string& b) {
    const Output result = run({"distance", "-", "--jsonl", "--exact"}, R"({"a":)" + a + R"(,"b":)" + b + "}");
    return result.lines().at(0);
  };
  // Two edges that pass each other by 2^-60 of their size.
  const std::string edge = R"({"type":"segment","points":[[-1,-1,0.25],[1.25,1.25,0.25]]})";
  const Json near =
      answer(edge, R"({"type":"segment","points":[[1,-1.125,0.25000000000000006],[-1,1.3,0.25000000000000006]]})");
  EXPECT_EQ(near.at("status"), "separated") << near;
  EXPECT_EQ(near.at("lower"), 5.551115123125783e-17);
  EXPECT_EQ(near.at("upper"), near.at("lower"));
  EXPECT_EQ(near.at("distance"), near.at("lower"));
  const Json touching = answer(edge, R"({"type":"segment","points":[[1,-1.125,0.25],[-1,1.3,0.25]]})");
  EXPECT_EQ(touching.at("status"), "touching");
  EXPECT_EQ(touching.at("lower"), 0);
  EXPECT_EQ(touching.at("upper"), 0);
  // Two cubes that overlap by one unit in the last place.
  const Json deep = answer(at(cube, "[0,0,0]"), at(cube, "[1.9999999999999998,0.3,0]"));
  EXPECT_EQ(deep.at("status"), "penetrating") << deep;
  EXPECT_LT(deep.at("upper").get<double>(), 0.0);
  EXPECT_FALSE(deep.contains("exact_squared_distance"));
  // A root that is no double lies between two of them.
  const Json root = answer(R"({"type":"point","at":[0,0,0]})", R"({"type":"point","at":[1,1,0]})");
  EXPECT_EQ(root.at("lower"), 1.4142135623730949);
  EXPECT_EQ(root.at("upper"), 1.4142135623730951);
}

}  // namespace
}  // namespace clearance::test
