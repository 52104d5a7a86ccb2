#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "process.hpp"

// Query streams: the fields of an answer, every type of shape, and who gets which answer when.

namespace clearance::test {
namespace {

const std::string unit_sphere = R"({"type":"sphere","radius":1})";

std::string query(const std::string& id, const std::string& a, const std::string& b) {
  return R"({"id":)" + id + R"(,"a":)" + a + R"(,"b":)" + b + "}\n";
}

/// Whether the answer encloses the value to a relative 1e-9, and keeps the promises that hold for every answer.
void expect_distance(const Json& answer, double expected) {
  ASSERT_TRUE(answer.contains("distance")) << answer;
  const double distance = answer["distance"], lower = answer["lower"], upper = answer["upper"];
  const double slack = 1e-9 * std::max(1.0, std::fabs(expected));
  EXPECT_NEAR(distance, expected, slack) << answer;
  EXPECT_LE(lower, distance) << answer;
  EXPECT_LE(distance, upper) << answer;
  EXPECT_LE(lower, expected + slack) << answer;
  EXPECT_GE(upper, expected - slack) << answer;
  EXPECT_EQ(answer["status"], lower > 0 ? "separated" : upper < 0 ? "penetrating" : "touching") << answer;
  double length_sq = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double n = answer["normal"][i], p = answer["points"][0][i], q = answer["points"][1][i];
    EXPECT_NEAR(q - p, distance * n, 1e-9) << answer;
    length_sq += n * n;
  }
  EXPECT_NEAR(length_sq, 1.0, 1e-12) << answer;
}

TEST(Stream, AnswerHasTheFieldsOfTheContractInOrder) {
  const Output result = run({"distance", "-", "--jsonl"},
                            query("7", unit_sphere, R"({"type":"sphere","radius":2,"pose":{"position":[0,0,10]}})"));
  EXPECT_EQ(result.status, 0) << result.err;
  ASSERT_EQ(result.lines().size(), 1U);
  const Json answer = result.lines()[0];
  std::vector<std::string> keys;
  for (const auto& item : answer.items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"id", "status", "distance", "lower", "upper", "points", "normal", "method",
                                            "iterations", "ending"}));
  EXPECT_EQ(answer["id"], 7);
  EXPECT_TRUE(answer["iterations"].is_number_integer());
  expect_distance(answer, 7.0);
  EXPECT_NEAR(answer["normal"][2], 1.0, 1e-12);
  EXPECT_NEAR(answer["points"][0][2], 1.0, 1e-9);
  EXPECT_NEAR(answer["points"][1][2], 8.0, 1e-9);
}

TEST(Stream, IdComesBackToTheLetter) {
  const std::vector<std::string> ids{
      "null",  "true", "\"\\u00e9\\n\"", "123456789012345678901234567890", "-0.0", "1e2", R"({"k":[1,{"z":[]}],"a":0})",
      "[1,2]", "\"\""};
  std::string input;
  for (const std::string& id : ids) input += query(id, unit_sphere, R"({"type":"point","at":[3,0,0]})");
  const Output result = run({"distance", "--jsonl", "-"}, input);
  EXPECT_EQ(result.status, 0) << result.err;
  std::size_t at = 0;
  for (const std::string& id : ids) {
    const std::size_t found = result.out.find(R"({"id":)" + id + R"(,"status")", at);
    ASSERT_NE(found, std::string::npos) << id;
    at = found + 1;
  }
}

TEST(Stream, QueryWithoutIdHasIdNull) {
  const Output result =
      run({"distance", "--jsonl", "-"}, R"({"a":{"type":"point","at":[0,0,0]},"b":{"type":"point","at":[0,3,4]}})");
  ASSERT_EQ(result.lines().size(), 1U) << result.err;
  EXPECT_TRUE(result.lines()[0]["id"].is_null());
  expect_distance(result.lines()[0], 5.0);
}

struct ShapeCase {
  std::string shape;
  double distance;  ///< from the point (0, 0, 10)
};

TEST(Stream, EveryShapeTypeIsAnswered) {
  const std::vector<ShapeCase> cases{
      {R"({"type":"point","at":[0,0,1]})", 9.0},
      {R"({"type":"segment","points":[[-1,0,2],[1,0,2]]})", 8.0},
      {R"({"type":"ray","origin":[0,0,4],"direction":[0,0,-3]})", 6.0},
      {R"({"type":"line","origin":[5,0,7],"direction":[-2,0,0]})", 3.0},
      {R"({"type":"plane","normal":[0,0,2],"offset":4})", 8.0},
      {R"({"type":"halfspace","normal":[0,0,2],"offset":4})", 8.0},
      {R"({"type":"halfspace","normal":[0,0,1],"offset":12})", -2.0},
      {R"({"type":"triangle","points":[[-1,-1,3],[2,-1,3],[-1,2,3]]})", 7.0},
      {R"({"type":"rectangle","origin":[-1,-1,5],"edges":[[2,0,0],[0,2,0]]})", 5.0},
      {R"({"type":"polygon","points":[[1,0,6],[0,1,6],[-1,0,6],[0,-1,6]]})", 4.0},
      {R"({"type":"tetrahedron","points":[[0,0,4],[1,0,0],[0,1,0],[-1,-1,0]]})", 6.0},
      {R"({"type":"box","size":[1,2,3]})", 8.5},
      {R"({"type":"sphere","radius":1.5})", 8.5},
      {R"({"type":"capsule","radius":1,"length":4})", 7.0},
      {R"({"type":"cylinder","radius":1,"length":4})", 8.0},
      {R"({"type":"cone","radius":1,"length":4})", 8.0},
      {R"({"type":"ellipsoid","radii":[1,2,3]})", 7.0},
      {R"({"type":"hull","points":[[0,0,1],[1,0,0],[0,1,0],[-1,-1,0],[0,0,0.5]]})", 9.0},
      {R"({"type":"polyhedron","halfspaces":[[1,0,0,1],[-1,0,0,1],[0,1,0,1],[0,-1,0,1],[0,0,2,2],[0,0,-1,1]]})", 9.0},
      {R"({"type":"spheres","spheres":[[0,0,0,1],[0,0,3,2]]})", 5.0},
      {R"({"type":"mesh","file":"tip.obj"})", 7.75},
  };
  const TempDirectory files;
  files.write("tip.obj", "# a tetrahedron\nv 0 0 2.25\nv 1 0 0\nv 0 1 0\nv -1 -1 0\nf 1 2 3\nf 1 3 4\n");
  std::string input;
  for (const ShapeCase& c : cases) input += query("0", c.shape, R"({"type":"point","at":[0,0,10]})");
  const Output result = run({"distance", "--jsonl", "-"}, input, files.path());
  EXPECT_EQ(result.status, 0) << result.out;
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(answers.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].shape);
    expect_distance(answers[i], cases[i].distance);
  }
}

TEST(Stream, ShapesMayBeRounded) {
  const std::string ball = R"({"type":"sphere","radius":1,"pose":{"position":[5,0,0]}})";
  const Output result =
      run({"distance", "-", "--jsonl"},
          query("1", R"({"type":"box","size":[2,2,2],"rounding":0.5})", ball) +
              query("2", R"({"type":"union","parts":[{"type":"box","size":[2,2,2],"rounding":0.25}]})", ball) +
              query("3", R"({"type":"box","size":[2,2,2],"rounding":-1})", ball) +
              query("4", R"({"type":"line","origin":[0,0,0],"direction":[0,0,1],"rounding":1})", ball));
  EXPECT_EQ(result.status, 1) << result.err;
  ASSERT_EQ(result.lines().size(), 4U);
  expect_distance(result.lines()[0], 2.5);
  expect_distance(result.lines()[1], 2.75);
  EXPECT_EQ(result.lines()[2]["error"], "line 3: a.rounding: must be finite and not negative");
  EXPECT_EQ(result.lines()[3]["error"], "line 4: a.rounding: not of an unbounded shape");
}

TEST(Stream, PosesPlaceShapes) {
  const std::string point = R"({"type":"point","at":[0,0,0]})";
  const std::string turned = R"({"type":"box","size":[2,4,6],"pose":{"position":[10,0,0],)";
  const std::string plain = R"({"type":"box","size":[2,4,6],"pose":{)";
  const Output result =
      run({"distance", "--jsonl", "-"},
          query("1", point, turned + R"("quaternion":[0.7071067811865476,0,0,0.7071067811865476]}})") +
              query("2", point, turned + R"("matrix":[0,0,1,0,1,0,-1,0,0]}})") +
              query("3", point, plain + R"("position":[10,0,0]}})") + query("4", point, plain + "}}"));
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(answers.size(), 4U) << result.out;
  expect_distance(answers[0], 8.0);
  expect_distance(answers[1], 7.0);
  expect_distance(answers[2], 9.0);
  expect_distance(answers[3], -1.0);
}

TEST(Stream, NoPenetrationOnlyDetectsOverlap) {
  const Output result = run({"distance", "--jsonl", "-", "--no-penetration"}, query("1", unit_sphere, unit_sphere));
  ASSERT_EQ(result.lines().size(), 1U) << result.err;
  const Json answer = result.lines()[0];
  EXPECT_EQ(answer["status"], "penetrating");
  EXPECT_EQ(answer["upper"], 0);
  for (const char* key : {"distance", "lower", "points", "normal"}) EXPECT_TRUE(answer.at(key).is_null()) << key;
}

TEST(Stream, OverlapThatNoTranslationEndsHasNulls) {
  const Output result =
      run({"distance", "--jsonl", "-"}, query("1", R"({"type":"line","origin":[0,0,0],"direction":[0,0,1]})",
                                              R"({"type":"halfspace","normal":[0,0,1],"offset":0})"));
  ASSERT_EQ(result.lines().size(), 1U) << result.err;
  const Json answer = result.lines()[0];
  EXPECT_EQ(answer["status"], "penetrating");
  for (const char* key : {"distance", "lower", "upper", "points", "normal"})
    EXPECT_TRUE(answer.at(key).is_null()) << key;
}

TEST(Stream, AnswersComeBeforeTheInputEnds) {
  Conversation command({"distance", "--jsonl", "-"});
  for (int i = 1; i <= 3; ++i) {
    command.say(query(std::to_string(i), unit_sphere, R"({"type":"point","at":[5,0,0]})"));
    const std::string line = command.hear();
    ASSERT_FALSE(line.empty()) << "no answer to question " << i;
    EXPECT_EQ(Json::parse(line)["id"], i);
  }
  EXPECT_EQ(command.finish(), 0);
}

TEST(Stream, AReaderThatLeavesIsNoCrash) {
  Conversation command({"distance", "--jsonl", "-"});
  const std::string question = query("1", unit_sphere, unit_sphere);
  command.say(question);
  ASSERT_FALSE(command.hear().empty());
  command.hang_up();
  for (int i = 0; i < 2000; ++i) command.say(question);
  EXPECT_GE(command.finish(), 0);
}

TEST(Stream, BlankLinesAndAMissingLastNewlineAreFine) {
  const std::string one = query("1", unit_sphere, R"({"type":"point","at":[5,0,0]})");
  const Output result = run({"distance", "--jsonl", "-"}, "\n  \t\r\n" + one + "\n\n" + one.substr(0, one.size() - 1));
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.lines().size(), 2U);
}

}  // namespace
}  // namespace clearance::test
