#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "process.hpp"

// Scenes: pairs, named shapes, motions, and errors that stay with the body or the pair they belong to.

namespace clearance::test {
namespace {

std::string scene(const std::string& bodies, const std::string& rest = "") {
  return R"({"clearance":1,"bodies":[)" + bodies + "]" + rest + "}";
}

std::string ball(const std::string& name, int x, const std::string& radius = "1") {
  return R"({"name":")" + name + R"(","shape":{"type":"sphere","radius":)" + radius + R"(},"pose":{"position":[)" +
         std::to_string(x) + ",0,0]}}";
}

using Names = std::vector<std::pair<std::string, std::string>>;

Names names(const std::vector<Json>& answers) {
  Names result;
  for (const Json& answer : answers) result.emplace_back(answer["a"], answer["b"]);
  return result;
}

TEST(Scene, NamesThatAreMisspeltAreToldTheNearest) {
  const auto said = [](const std::string& shape, const std::string& pair) {
    const Output result =
        run({"distance", "-"}, R"({"clearance":1,"shapes":{"ball":{"type":"sphere","radius":1}},
        "bodies":[{"name":"left arm","shape":")" +
                                   shape + R"("},{"name":"b","shape":"ball"}],"pairs":[[")" + pair + R"(","b"]]})");
    EXPECT_EQ(result.status, 1);
    return result.out + result.err;
  };
  EXPECT_NE(said("bal", "left arm").find("; did you mean 'ball'?"), std::string::npos);
  EXPECT_NE(said("ball", "left amr").find("; did you mean 'left arm'?"), std::string::npos);
  EXPECT_EQ(said("ball", "c").find("did you mean"), std::string::npos) << "every letter is another";
}

TEST(Scene, AnswersEveryPairInOrderByDefault) {
  const Output result = run({"distance", "-"}, scene(ball("p", 0) + "," + ball("q", 5) + "," + ball("r", 20)));
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<Json> answers = result.lines();
  EXPECT_EQ(names(answers), (Names{{"p", "q"}, {"p", "r"}, {"q", "r"}}));
  EXPECT_NEAR(answers.at(0)["distance"], 3.0, 1e-12);
  EXPECT_NEAR(answers.at(1)["distance"], 18.0, 1e-12);
  EXPECT_NEAR(answers.at(2)["distance"], 13.0, 1e-12);
  std::vector<std::string> keys;
  for (const auto& item : answers[0].items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"a", "b", "status", "distance", "lower", "upper", "points", "normal",
                                            "method", "iterations", "ending"}));
}

TEST(Scene, AnswersThePairsAskedFor) {
  const Output result = run({"distance", "-"}, scene(ball("p", 0) + "," + ball("q", 5) + "," + ball("r", 20),
                                                     R"(,"pairs":[["r","p"],["q","p"]])"));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(names(result.lines()), (Names{{"r", "p"}, {"q", "p"}}));
  EXPECT_NEAR(result.lines().at(0)["normal"][0], -1.0, 1e-12);
}

TEST(Scene, NamedShapesServeManyBodies) {
  const Output result = run({"distance", "-"},
                            R"({"clearance":1,"shapes":{"cube":{"type":"box","size":[2,2,2]}},"bodies":[
                             {"name":"p","shape":"cube"},
                             {"name":"q","shape":"cube","pose":{"position":[0,7,0]}}]})");
  EXPECT_EQ(result.status, 0) << result.err;
  ASSERT_EQ(result.lines().size(), 1U);
  EXPECT_NEAR(result.lines()[0]["distance"], 5.0, 1e-12);
}

TEST(Scene, BadBodyCostsOnlyItsOwnPairs) {
  const Output result = run({"distance", "-"}, scene(ball("p", 0) + "," + ball("q", 5, "-1") + "," + ball("r", 20)));
  EXPECT_EQ(result.status, 1);
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(names(answers), (Names{{"p", "q"}, {"p", "r"}, {"q", "r"}}));
  EXPECT_EQ(answers[1]["status"], "separated");
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
    const std::string error = answers[i]["error"];
    EXPECT_NE(error.find("bodies[1].shape.radius"), std::string::npos) << error;
  }
}

TEST(Scene, BadNamedShapeCostsOnlyItsUsers) {
  const Output result =
      run({"distance", "-"},
          R"({"clearance":1,"shapes":{"cube":{"type":"box","size":[2,2]},"ok":{"type":"sphere","radius":1}},
                             "bodies":[{"name":"p","shape":"cube"},{"name":"q","shape":"ok"},
                                       {"name":"r","shape":"ok","pose":{"position":[9,0,0]}}]})");
  EXPECT_EQ(result.status, 1);
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_NE(answers[0]["error"].get<std::string>().find("shapes.cube.size"), std::string::npos) << answers[0];
  EXPECT_TRUE(answers[1].contains("error"));
  EXPECT_NEAR(answers[2]["distance"], 7.0, 1e-12);
}

TEST(Scene, WhatNoPairShowsIsSaidOnStandardError) {
  const Output result = run({"distance", "-"}, scene(ball("p", 0) + "," + ball("q", 5) + "," + ball("r", 9, "-1"),
                                                     R"(,"pairs":[["p","q"]],"shapes":{"x":{"type":"box"}})"));
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.lines().size(), 1U);
  EXPECT_NE(result.err.find("bodies[2].shape.radius"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("shapes.x: missing key \"size\""), std::string::npos) << result.err;
}

TEST(Scene, BadPairsAreErrorsInTheirPlace) {
  const Output result = run({"distance", "-"}, scene(ball("p", 0) + "," + ball("q", 5),
                                                     R"(,"pairs":[["p","x"],["p","p"],["p"],7,["p","q"]])"));
  EXPECT_EQ(result.status, 1);
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(answers.size(), 5U);
  const std::vector<std::string> phrases{"pairs[0][1]: unknown body \"x\"", "pairs[1]: pairs \"p\" with itself",
                                         "pairs[2]: expected 2 names, found 1", "pairs[3]: expected an array"};
  for (std::size_t i = 0; i < phrases.size(); ++i)
    EXPECT_NE(answers[i]["error"].get<std::string>().find(phrases[i]), std::string::npos) << answers[i];
  EXPECT_EQ(answers[4]["status"], "separated");
}

TEST(Scene, DuplicateBodyNamesAreErrors) {
  const Output result = run({"distance", "-"}, scene(ball("p", 0) + "," + ball("p", 5) + "," + ball("q", 9)));
  EXPECT_EQ(result.status, 1);
  for (const Json& answer : result.lines())
    EXPECT_NE(answer.at("error").get<std::string>().find("duplicate body name \"p\""), std::string::npos) << answer;
}

TEST(Scene, MotionIsAnsweredStepByStep) {
  const std::string mover =
      R"({"name":"m","shape":{"type":"sphere","radius":1},"motion":[{},{"position":[1,0,0]},{"position":[2,0,0]}]})";
  const Output result = run({"distance", "-"}, scene(mover + "," + ball("q", 10)));
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(answers.size(), 3U);
  for (std::size_t step = 0; step < 3; ++step) {
    EXPECT_EQ(answers[step]["step"], step);
    EXPECT_NEAR(answers[step]["distance"], 8.0 - static_cast<double>(step), 1e-12);
  }
}

TEST(Scene, MotionsOfDifferentLengthAreErrors) {
  const std::string shape = R"("shape":{"type":"sphere","radius":1},)";
  const Output result =
      run({"distance", "-"}, scene(R"({"name":"m",)" + shape + R"("motion":[{},{}]},{"name":"n",)" + shape +
                                   R"("motion":[{}]},{"name":"o",)" + shape + R"("motion":[]})"));
  EXPECT_EQ(result.status, 1);
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(answers.size(), 6U);
  EXPECT_NE(answers[0]["error"].get<std::string>().find("bodies[1].motion: 1 poses"), std::string::npos) << answers[0];
  EXPECT_NE(answers[1]["error"].get<std::string>().find("bodies[2].motion"), std::string::npos) << answers[1];
}

std::string grouped(const std::string& name, int x, const std::string& group) {
  std::string body = ball(name, x);
  body.pop_back();
  return body + R"(,"group":")" + group + R"("})";
}

TEST(Scene, WhatIsNoSceneIsToldWhatItMayBe) {
  const auto said = [](const char* text) {
    const Output result = run({"distance", "-"}, text);
    EXPECT_EQ(result.status, 1);
    return result.err;
  };
  EXPECT_NE(said("solid wrist\n").find(R"(a mesh goes into one as {"type":"mesh","file":"..."})"), std::string::npos);
  EXPECT_NE(said(R"({"type":"sphere","radius":1})").find("this looks like a shape"), std::string::npos);
  EXPECT_NE(said(R"({"a":{},"b":{}})").find("this looks like a stream"), std::string::npos);
  for (const char* text : {"{", "", "\xFF\xFE{", R"({"bodies":[]})"})
    EXPECT_EQ(said(text).find('('), std::string::npos) << said(text);
}

TEST(Scene, WithoutPairsThatIsSaid) {
  const std::string one = R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":1}}]})";
  const Output distance = run({"distance", "-"}, one);
  EXPECT_EQ(distance.status, 0);
  EXPECT_EQ(distance.out, "");
  EXPECT_NE(distance.err.find("note: no two bodies of the scene are a pair"), std::string::npos) << distance.err;
  const Output certified = run({"certify", "-"}, one);
  EXPECT_EQ(certified.status, 0);
  EXPECT_NE(certified.err.find("are a pair: nothing is proven"), std::string::npos) << certified.err;
}

TEST(Scene, APoseBesideAMotionAndAnEmptyNameAreErrors) {
  const Output both = run({"distance", "-"}, R"({"clearance":1,"bodies":[
      {"name":"a","shape":{"type":"sphere","radius":1},"pose":{"position":[9,0,0]},"motion":[{},{}]},
      {"name":"b","shape":{"type":"sphere","radius":1}}]})");
  EXPECT_EQ(both.status, 1);
  EXPECT_NE(both.out.find("bodies[0]: pose and motion together"), std::string::npos) << both.out;
  const Output nameless = run({"distance", "-"}, R"({"clearance":1,"bodies":[
      {"name":"","shape":{"type":"sphere","radius":1}},{"name":"b","shape":{"type":"sphere","radius":1}}]})");
  EXPECT_EQ(nameless.status, 1);
  EXPECT_NE(nameless.out.find("bodies[0].name: a body has a name"), std::string::npos) << nameless.out;
}

TEST(Scene, AStreamInItsPlaceIsTold) {
  const std::string stream =
      "\n"
      R"({"a":{"type":"point","at":[0,0,0]},"b":{"type":"point","at":[1,0,0]}})"
      "\n";
  for (const char* command : {"distance", "track", "certify"}) {
    const Output one = run({command, "-"}, stream), two = run({command, "-"}, stream + stream);
    EXPECT_EQ(one.status, 1);
    EXPECT_NE(one.err.find("distance --jsonl"), std::string::npos) << one.err;
    EXPECT_NE(two.err.find("distance --jsonl"), std::string::npos) << two.err;
  }
  const std::string scene = R"({"clearance":1,"bodies":[]})";
  EXPECT_NE(run({"distance", "-", "--jsonl"}, scene).err.find("leave out --jsonl"), std::string::npos);
  EXPECT_NE(run({"distance", "-", "--jsonl"}, "{\n" + scene.substr(1)).err.find("leave out --jsonl"),
            std::string::npos);
  EXPECT_EQ(run({"distance", "-", "--jsonl"}, stream + "{}").err, "");
}

TEST(Scene, BodiesOfOneGroupAndIgnoredPairsAreLeftOut) {
  const std::string bodies = grouped("p", 0, "arm") + "," + grouped("q", 5, "arm") + "," + ball("r", 10) + "," +
                             ball("s", 20) + "," + grouped("t", 30, "other");
  const Output result = run({"distance", "-"}, scene(bodies, R"(,"ignore":[["s","p"],["q","p"],["p","s"]])"));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(names(result.lines()),
            (Names{{"p", "r"}, {"p", "t"}, {"q", "r"}, {"q", "s"}, {"q", "t"}, {"r", "s"}, {"r", "t"}, {"s", "t"}}));
  const Output listed = run({"distance", "-"}, scene(bodies, R"(,"ignore":[["s","p"]],"pairs":[["p","s"],["r","p"]])"));
  EXPECT_EQ(names(listed.lines()), (Names{{"r", "p"}}));
}

TEST(Scene, BadGroupsIgnoresAndTimesNameTheirPlace) {
  const std::string bodies = grouped("p", 0, "arm") + "," + grouped("q", 5, "arm") + "," + ball("r", 10);
  const Output group = run({"distance", "-"}, scene(bodies, R"(,"pairs":[["p","q"],["p","r"]])"));
  EXPECT_EQ(group.status, 1);
  ASSERT_EQ(group.lines().size(), 2U);
  EXPECT_NE(group.lines()[0]["error"].get<std::string>().find("pairs[0]"), std::string::npos);
  EXPECT_NE(group.lines()[0]["error"].get<std::string>().find("group \"arm\""), std::string::npos);
  EXPECT_TRUE(group.lines()[1].contains("distance"));

  const Output ignore = run({"distance", "-"}, scene(bodies, R"(,"ignore":[["p","x"],["q"]])"));
  EXPECT_EQ(ignore.status, 1);
  EXPECT_EQ(ignore.lines().size(), 2U) << "what is right is answered";
  EXPECT_NE(ignore.err.find("ignore[0][1]: unknown body \"x\""), std::string::npos) << ignore.err;
  EXPECT_NE(ignore.err.find("ignore[1]: expected 2 names, found 1"), std::string::npos) << ignore.err;

  const std::string mover = R"({"name":"m","shape":{"type":"sphere","radius":1},"motion":[{},{}]})";
  const Output times = run({"distance", "-"}, scene(mover + "," + ball("q", 10), R"(,"times":[0,1,1])"));
  EXPECT_EQ(times.status, 1);
  EXPECT_NE(times.err.find("times[2]: times must increase"), std::string::npos) << times.err;
  const Output count = run({"distance", "-"}, scene(mover + "," + ball("q", 10), R"(,"times":[0,1,2])"));
  EXPECT_EQ(count.status, 1);
  EXPECT_NE((count.out + count.err).find("bodies[0].motion: 2 poses, but 3 times"), std::string::npos) << count.out;
  EXPECT_EQ(run({"distance", "-"}, scene(mover + "," + ball("q", 10), R"(,"times":[0.5,2])")).status, 0);
}

TEST(Scene, MeshPathsAreRelativeToTheSceneFile) {
  const TempDirectory files, elsewhere;
  files.write("ball.obj", "v 0 0 0\nv 0 0 1\nv 0 1 0\nv 1 0 0\n");
  const std::string file =
      files.write("scene.json", scene(R"({"name":"m","shape":{"type":"mesh","file":"ball.obj"}},)" + ball("q", 5)));
  const Output result = run({"distance", file}, "", elsewhere.path());
  EXPECT_EQ(result.status, 0) << result.out;
  ASSERT_EQ(result.lines().size(), 1U);
  EXPECT_NEAR(result.lines()[0]["distance"], 3.0, 1e-12);
}

}  // namespace
}  // namespace clearance::test
