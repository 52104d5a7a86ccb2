#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "process.hpp"

// What the command makes of whole scenes: the nearest pairs, over time, and under a budget.

namespace clearance::test {
namespace {

std::string ball(const std::string& name, const std::string& x, const std::string& more = "") {
  return R"({"name":")" + name + R"(","shape":{"type":"sphere","radius":1},"pose":{"position":[)" + x + ",0,0]}" +
         more + "}";
}

const std::string row = R"({"clearance":1,"bodies":[)" + ball("p", "0") + "," + ball("q", "5") + "," + ball("r", "9") +
                        "," + ball("s", "30") + "]}";

const std::string moving =
    R"({"clearance":1,"times":[10,11,13],"bodies":[{"name":"m","shape":{"type":"box","size":[2,2,2]},"motion":[
       {"position":[0,0,0]},{"position":[1,0,0]},{"position":[1,0,4],"quaternion":[0.7071067811865476,0,0,0.7071067811865476]}]},)" +
    ball("q", "10") + "," + ball("r", "-7") + "]}";

TEST(Nearest, PairsComeNearestFirst) {
  const Output result = run({"distance", "-", "--closest", "3"}, row);
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0]["a"], "q");
  EXPECT_EQ(answers[0]["b"], "r");
  EXPECT_NEAR(answers[0]["distance"], 2.0, 1e-12);
  EXPECT_NEAR(answers[1]["distance"], 3.0, 1e-12);
  EXPECT_NEAR(answers[2]["distance"], 7.0, 1e-12);
  EXPECT_EQ(run({"distance", "-", "--closest", "99"}, row).lines().size(), 6U);
}

TEST(Nearest, WithinIsWhatIsNotProvenFarther) {
  EXPECT_EQ(run({"distance", "-", "--within", "3"}, row).lines().size(), 2U) << "3 is not proven to exceed 3";
  EXPECT_EQ(run({"distance", "-", "--within", "2.9"}, row).lines().size(), 1U);
  EXPECT_EQ(run({"distance", "-", "--within", "-1"}, row).lines().size(), 0U);
  EXPECT_EQ(run({"distance", "-", "--jsonl", "--within", "1"}, "").status, 2);
  EXPECT_EQ(run({"distance", "-", "--closest", "0"}, row).status, 2);
}

TEST(Nearest, PairsAreAnsweredAsAsked) {
  const std::string boxes = R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"box","size":[1,1,1]}},
    {"name":"b","shape":{"type":"box","size":[1,1,1]},"pose":{"position":[3,0,0]}},
    {"name":"far","shape":{"type":"ellipsoid","radii":[1,2,3]},"pose":{"position":[9,0,0]}}]})";
  for (const std::vector<std::string>& which : {std::vector<std::string>{"--closest", "2"}, {"--within", "5"}}) {
    const auto asked = [&](const std::vector<std::string>& more) {
      std::vector<std::string> words{"distance", "-"};
      words.insert(words.end(), which.begin(), which.end());
      words.insert(words.end(), more.begin(), more.end());
      return run(words, boxes);
    };
    const Output by_feature = asked({"--method", "feature"});
    EXPECT_EQ(by_feature.status, 1);
    const std::vector<Json> answers = by_feature.lines();
    ASSERT_EQ(answers.size(), 2U) << by_feature.out;
    EXPECT_EQ(answers[0]["method"], "feature");
    EXPECT_EQ(answers[0]["b"], "b");
    EXPECT_EQ(answers[1]["error"], "method feature does not take the pair box, ellipsoid");
    EXPECT_EQ(asked({"--min-distance", "50"}).lines().at(1)["ending"], "below_limit");
    EXPECT_EQ(asked({"--max-distance", "1"}).lines().at(1)["ending"], "beyond_limit");
  }
}

/// A box that turns by this quaternion and back, near a ball.
std::string turning(const std::string& quaternion) {
  return R"({"clearance":1,"bodies":[{"name":"arm","shape":{"type":"box","size":[4,1,1]},"motion":[{},)"
         R"({"quaternion":)" +
         quaternion + "},{}]}," + ball("q", "9") + "]}";
}

TEST(HalfTurns, AreSaidWhereTheWayRoundMatters) {
  const TempDirectory files;
  const std::string half = files.write("half.json", turning("[0,0,0,1]"));
  const std::string nearly = files.write("nearly.json", turning("[1e-6,0,0,1]"));
  const std::string page = (files.path() / "page.html").string();
  for (const std::vector<std::string>& words : {std::vector<std::string>{"track", "--rate", "5"},
                                                {"monitor", "--rate", "5", "--budget-queries", "1"},
                                                {"certify"},
                                                {"view", "-o", page}}) {
    std::vector<std::string> command = words;
    command.push_back(half);
    const std::string said = run(command).err,
                      note = "\"arm\" makes half a turn between its samples 0 and 1 (t = 0 to 1)";
    EXPECT_NE(said.find(note + " and in 1 other place: "), std::string::npos) << words[0] << said;
    EXPECT_NE(said.find("add a sample in between"), std::string::npos) << said;
    EXPECT_EQ(said.find(note), said.rfind(note)) << said;
    command.back() = nearly;
    EXPECT_EQ(run(command).err, "") << words[0];
  }
  for (const std::string command : {"distance", "track"})  // at the samples alone
    EXPECT_EQ(run({command, half}).err, "");
}

TEST(Nearest, StepsOfAMotionAreAnsweredOneByOne) {
  const std::vector<Json> answers = run({"distance", "-", "--closest", "1"}, moving).lines();
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0]["b"], "r");
  EXPECT_EQ(answers[1]["step"], 1);
  EXPECT_NEAR(answers[0]["distance"], 5.0, 1e-12);
}

TEST(Nearest, WhatIsWrongWithABodyIsSaidAndTheRestAnswered) {
  std::string bad = row;
  bad.replace(bad.find("\"radius\":1"), 10, "\"radius\":-1");
  const Output result = run({"distance", "-", "--closest", "1"}, bad);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.lines().size(), 1U);
  EXPECT_NE(result.err.find("bodies[0].shape.radius"), std::string::npos) << result.err;
}

TEST(Track, AnswersAtTheTimesOfTheScene) {
  const Output result = run({"track", "-"}, moving);
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<Json> steps = result.lines();
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0]["t"], 10.0);
  EXPECT_EQ(steps[2]["t"], 13.0);
  EXPECT_EQ(steps[0]["closest"].size(), 1U);
  EXPECT_NEAR(steps[0]["closest"][0]["distance"], 5.0, 1e-12);
}

TEST(Track, GoesBetweenTheSamplesAtARate) {
  const std::vector<Json> steps = run({"track", "-", "--rate", "4", "--closest", "2"}, moving).lines();
  ASSERT_EQ(steps.size(), 13U);
  EXPECT_NEAR(steps[2]["closest"][0]["distance"], 5.5, 1e-12) << "half way to the second sample, to r";
  EXPECT_EQ(steps[2]["closest"][0]["a"], "m");
  EXPECT_EQ(steps[2]["closest"].size(), 2U);
  // An eighth of a turn: the box shows an edge of length sqrt 2 to both sides.
  const double across = 10 - 1 - std::sqrt(2.0), up = 2.0 - 1.0;
  EXPECT_NEAR(steps[8]["closest"][0]["distance"], std::hypot(7 + 1 - std::sqrt(2.0), up) - 1, 1e-9);
  EXPECT_NEAR(steps[8]["closest"][1]["distance"], std::hypot(across, up) - 1, 1e-9);
}

TEST(Track, PrintsTablesAndCsvAndPlots) {
  const TempDirectory files;
  const std::string plot = (files.path() / "plot.svg").string();
  const Output table = run({"track", "-", "--table", "--svg", plot}, moving);
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_NE(table.out.find("Least distance"), std::string::npos);
  std::size_t widest = 0, start = 0;
  for (std::size_t end = 0; (end = table.out.find('\n', start)) != std::string::npos; start = end + 1)
    widest = std::max(widest, end - start);
  EXPECT_LE(widest, 80U);
  std::ifstream in(plot);
  const std::string svg(std::istreambuf_iterator<char>(in), {});
  EXPECT_NE(svg.find("<polygon"), std::string::npos) << "the proven band";
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  const Output csv = run({"track", "-", "--csv"}, moving);
  EXPECT_EQ(csv.out.rfind("t,a,b,status", 0), 0U) << csv.out;
  EXPECT_EQ(run({"track", "-", "--svg", "/nowhere/at/all.svg"}, moving).status, 1);
}

TEST(MonitorCommand, BoundsEveryCycle) {
  const Output result =
      run({"monitor", "-", "--rate", "100", "--budget-queries", "1", "--margin", "4", "--json"}, moving);
  EXPECT_EQ(result.status, 0) << result.err;
  const std::vector<Json> cycles = result.lines();
  ASSERT_EQ(cycles.size(), 302U);
  const std::vector<Json> truth = run({"track", "-", "--rate", "100"}, moving).lines();
  ASSERT_EQ(truth.size(), 301U);
  for (std::size_t i = 0; i < truth.size(); ++i) {
    EXPECT_LE(cycles[i]["lower"].get<double>(), truth[i]["closest"][0]["upper"].get<double>());
    EXPECT_GE(cycles[i]["lower"].get<double>(), truth[i]["closest"][0]["lower"].get<double>() - 0.5);
    EXPECT_EQ(cycles[i]["refreshed"], 1);
  }
  const Json& summary = cycles.back()["summary"];
  EXPECT_EQ(summary["pairs"], 3);
  EXPECT_EQ(summary["cycles"], 301);
}

TEST(MonitorCommand, ChecksItsInput) {
  EXPECT_EQ(run({"monitor", "-", "--rate", "10"}, moving).status, 2) << "no budget";
  EXPECT_EQ(run({"monitor", "-", "--budget-us", "100"}, moving).status, 2) << "no rate";
  EXPECT_EQ(run({"monitor", "-", "--rate", "10", "--budget-us", "5", "--budget-queries", "5"}, moving).status, 2);
  const Output empty = run({"monitor", "-", "--rate", "10", "--budget-us", "5"}, R"({"clearance":1,"bodies":[]})");
  EXPECT_EQ(empty.status, 1);
  EXPECT_NE(empty.err.find("no pairs"), std::string::npos) << empty.err;
  EXPECT_EQ(run({"track", "nowhere.json"}).status, 1);
}

}  // namespace
}  // namespace clearance::test
