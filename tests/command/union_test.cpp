#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "process.hpp"

// Unions as the command reads and answers them.

namespace clearance::test {
namespace {

const std::string stairs = R"({"type":"union","parts":[{"type":"box","size":[1,1,1]},)"
                           R"({"type":"box","size":[1,1,3],"pose":{"position":[2,0,0],"quaternion":[1,0,0,0]}}]})";

std::string scene(const std::string& shape, const std::string& other, double z) {
  return R"({"clearance":1,"bodies":[{"name":"stairs","shape":)" + shape + R"(},{"name":"other","shape":)" + other +
         R"(,"pose":{"position":[2,0,)" + std::to_string(z) + "]}}]}";
}

TEST(UnionCommand, NamesTheNearestParts) {
  const Output result = run({"distance", "-"}, scene(stairs, R"({"type":"sphere","radius":0.5})", 4));
  EXPECT_EQ(result.status, 0) << result.err;
  const Json answer = result.lines().at(0);
  EXPECT_EQ(answer["status"], "separated");
  EXPECT_NEAR(answer["distance"], 2.0, 1e-15);
  EXPECT_EQ(answer["parts"], Json::parse("[1,null]"));
  EXPECT_FALSE(answer.contains("depth_of"));
}

TEST(UnionCommand, SaysWhoseDepthItIs) {
  const Output result = run({"distance", "-"}, scene(stairs, stairs, 1));
  EXPECT_EQ(result.status, 0) << result.err;
  const Json answer = result.lines().at(0);
  EXPECT_EQ(answer["status"], "penetrating");
  EXPECT_EQ(answer["parts"], Json::parse("[1,0]"));
  EXPECT_EQ(answer["depth_of"], "parts");
  const Output table = run({"distance", "-", "--table"}, scene(stairs, stairs, 1));
  EXPECT_NE(table.out.find("  1 0  "), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("that of these two parts alone"), std::string::npos) << table.out;
}

TEST(UnionCommand, HasColumnsOfItsOwnInCsv) {
  const Output result = run({"distance", "-", "--csv"}, scene(stairs, R"({"type":"sphere","radius":0.5})", 4));
  EXPECT_NE(result.out.find(",part_a,part_b,error\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(",1,,\n"), std::string::npos) << result.out;
  const Output without = run({"distance", "-", "--csv"}, scene(R"({"type":"box","size":[1,1,1]})", stairs, 4));
  EXPECT_NE(without.out.find(",,0,\n"), std::string::npos) << without.out;
}

TEST(UnionCommand, TakesMethodsOfItsPartsAndStreams) {
  const std::string line =
      R"({"id":1,"a":)" + stairs + R"(,"b":{"type":"box","size":[1,1,1],"pose":{"position":[9,0,0]}}})";
  const Output result = run({"distance", "--jsonl", "-", "--method", "dqp3"}, line + "\n");
  EXPECT_EQ(result.lines().at(0)["method"], "dqp3") << result.out;
  EXPECT_EQ(result.lines().at(0)["parts"], Json::parse("[1,null]"));
  const Output ellipsoids = run({"distance", "--jsonl", "-", "--method", "ellipsoid-newton"}, line + "\n");
  EXPECT_EQ(ellipsoids.status, 1);
  EXPECT_NE(ellipsoids.out.find("does not take the pair union, box"), std::string::npos) << ellipsoids.out;
}

TEST(UnionCommand, RefusesWhatIsNotAListOfConvexShapes) {
  const std::string nested_deep = [] {
    std::string text = R"({"type":"sphere","radius":1})";
    for (int i = 0; i < 20; ++i) {
      text.insert(0, R"({"type":"union","parts":[)");
      text += "]}";
    }
    return text;
  }();
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({"type":"union"})", "a: missing key \"parts\""},
      {R"({"type":"union","parts":[]})", "a.parts: at least 1 part"},
      {R"({"type":"union","parts":{}})", "a.parts: expected an array"},
      {R"({"type":"union","parts":[7]})", "a.parts[0]"},
      {R"({"type":"union","parts":["box"]})", "a.parts[0]"},
      {R"({"type":"union","parts":[{"type":"sphere","radius":1},{"type":"box","size":[1,-1,1]}]})", "a.parts[1].size"},
      {R"({"type":"union","parts":[{"type":"sphere","radius":1,"pose":{"quaternion":[2,0,0,0]}}]})",
       "a.parts[0].pose.quaternion"},
      {R"({"type":"union","parts":[{"type":"sphere","radius":1,"colour":"red"}]})", "a.parts[0]"},
      {R"({"type":"union","parts":[{"type":"sphere","radius":1}],"points":[]})", "points"},
      {R"({"type":"union","parts":[{"type":"union","parts":[{"type":"sphere","radius":1}]}]})",
       "a.parts[0]: a union in a union"},
      {nested_deep, "a union in a union"},
      {R"({"type":"union","parts":[{"type":"mesh","file":"missing.obj"}]})", "a.parts[0].file"},
  };
  for (const auto& [shape, phrase] : cases) {
    const Output result =
        run({"distance", "--jsonl", "-"}, R"({"id":1,"a":)" + shape + R"(,"b":{"type":"sphere","radius":1}})" + "\n");
    EXPECT_EQ(result.status, 1);
    const std::string error = result.lines().at(0)["error"];
    EXPECT_NE(error.find(phrase), std::string::npos) << error << "\nof " << shape;
  }
}

TEST(UnionCommand, IsNotAnsweredExactly) {
  const Output result = run({"distance", "-", "--exact"}, scene(stairs, R"({"type":"box","size":[1,1,1]})", 4));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_FALSE(result.lines().at(0).contains("exact_squared_distance"));
}

}  // namespace
}  // namespace clearance::test
