#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "process.hpp"

// `clearance reproduce` and `clearance generate`.

namespace clearance::test {
namespace {

TEST(Reproduce, ListsTheExperiments) {
  const Output people = run({"reproduce"});
  EXPECT_EQ(people.status, 0);
  EXPECT_NE(people.out.find("fenger-4.8"), std::string::npos);

  const Output machines = run({"reproduce", "--json"});
  EXPECT_EQ(machines.status, 0);
  const Json list = Json::parse(machines.out);
  std::set<std::string> names;
  for (const Json& entry : list) {
    EXPECT_FALSE(entry.at("source").get<std::string>().empty());
    EXPECT_FALSE(entry.at("title").get<std::string>().empty());
    EXPECT_TRUE(names.insert(entry.at("experiment").get<std::string>()).second) << entry;
  }
  EXPECT_EQ(names.count("fenger-4.8"), 1U);
}

TEST(Reproduce, PutsThePapersFiguresBesideOurs) {
  const Output result = run({"reproduce", "fenger-3.2", "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "") << "a progress bar is for terminals";
  const Json experiment = Json::parse(result.out);
  EXPECT_EQ(experiment.at("experiment"), "fenger-3.2");
  EXPECT_FALSE(experiment.at("source").get<std::string>().empty());
  ASSERT_EQ(experiment.at("rows").size(), 13U);
  const Json& row = experiment.at("rows").at(9);
  EXPECT_EQ(row.at("label"), "edge-edge");
  EXPECT_EQ(row.at("paper").at("flops"), 125);
  EXPECT_GT(row.at("here").at("flops"), 50);

  const Output table = run({"reproduce", "fenger-3.2"});
  EXPECT_EQ(table.status, 0);
  EXPECT_NE(table.out.find("edge-edge"), std::string::npos);
  EXPECT_NE(table.out.find("here"), std::string::npos);
}

TEST(Reproduce, TimesPathsThatAreAnsweredRightly) {
  const Json experiment = Json::parse(run({"reproduce", "fenger-4.2", "--json"}).out);
  ASSERT_EQ(experiment.at("rows").size(), 8U);
  for (const Json& row : experiment.at("rows")) {
    EXPECT_EQ(row.at("here").at("failed"), 0) << row;
    EXPECT_GT(row.at("here").at("base ns"), 0.0) << row;
  }
}

/// Operation counts are the same on every machine. What tables 3.3 and 3.4 count has its ranges in experiments_test.
TEST(Reproduce, CountsFewerOperationsThanTheThesis) {
  const Json delta = Json::parse(run({"reproduce", "fenger-3.2", "--json"}).out);
  EXPECT_EQ(delta.at("rows").size(), 13U);
  for (const Json& row : delta.at("rows")) EXPECT_LE(row.at("here").at("flops"), row.at("paper").at("flops")) << row;
}

/// Eberly's document, whose answers are known exactly.
TEST(Reproduce, FindsTheExactAnswersOfEberly) {
  const auto rows = [](const std::string& name) {
    return Json::parse(run({"reproduce", name, "--json"}).out).at("rows");
  };
  for (const std::string name : {"1", "2", "3", "4", "5"})
    for (const Json& row : rows("eberly-example-" + name))
      for (const auto& [key, value] : row.at("paper").items())
        EXPECT_NEAR(row.at("here").at(key).get<double>(), value.get<double>(), 1e-6) << name << row;

  const Json triangle_and_box = rows("eberly-listing-4");
  ASSERT_EQ(triangle_and_box.size(), 10U);
  for (const std::size_t i : {4U, 5U, 6U, 8U, 9U})
    EXPECT_NEAR(triangle_and_box[i].at("here").at("squared distance").get<double>(), 2179.449826527813, 3e-12);
  for (const std::size_t i : {8U, 9U}) EXPECT_EQ(triangle_and_box[i].at("answered").size(), 1U) << triangle_and_box[i];
  EXPECT_EQ(triangle_and_box[8].at("answered").count("lcp-exact"), 1U);
  for (const Json& row : triangle_and_box) {  // right, or known not to be
    const double off = std::abs(row.at("here").at("squared distance").get<double>() - 2179.449826527813);
    EXPECT_TRUE(off < 1e-8 || row.at("here").value("solved", 1) == 0) << row;
  }

  const Json eight = rows("eberly-listing-8").at(2).at("here"), nine = rows("eberly-listing-9").at(2).at("here");
  EXPECT_EQ(eight.at("numerator"), 11);
  EXPECT_EQ(eight.at("denominator"), 30);
  EXPECT_EQ(eight.at("numerator of root"), 0);
  EXPECT_EQ(nine.at("numerator"), 1);
  EXPECT_EQ(nine.at("numerator of root"), -1);
  EXPECT_EQ(nine.at("denominator of root"), 7);
  EXPECT_EQ(nine.at("under the root"), 14);
}

/// Figures of times: that they are there, fitted and drawn. What they are depends on the machine.
TEST(Reproduce, PlotsTheFiguresOfHamlin) {
  const TempDirectory files;
  for (const std::string figure : {"8", "9"}) {
    const std::string plot = (files.path() / "figure.svg").string();
    const Output result = run({"reproduce", "hamlin-figure-" + figure, "--small", "--json", "--svg", plot});
    ASSERT_EQ(result.status, 0) << result.err;
    const Json rows = Json::parse(result.out).at("rows");
    std::map<std::string, Json> by_label;
    for (const Json& row : rows) by_label[row.at("label")] = row.at("here");
    for (const char* label : {"2 vertices", "200 vertices", "fit: intercept", "fit: slope, for 100", "fit: R^2"})
      EXPECT_EQ(by_label.count(label), 1U) << label;
    EXPECT_LE(by_label["fit: R^2"].at("touching us"), 1.0);
    EXPECT_GT(by_label["200 vertices"].at("tracked default us"), 0.0);
    std::ifstream file(plot);
    const std::string svg{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(svg.rfind("<svg ", 0), 0U);
    EXPECT_NE(svg.find("Figure " + figure), std::string::npos);
    EXPECT_NE(svg.find("7 diameters"), std::string::npos);
    EXPECT_NE(svg.find("</svg>"), std::string::npos);
  }
  EXPECT_EQ(run({"reproduce", "fenger-3.2", "--svg", (files.path() / "none.svg").string()}).status, 2);
}

TEST(Reproduce, NamesTheKnownOnesIfItKnowsNone) {
  const Output result = run({"reproduce", "fenger-9.9"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("fenger-9.9"), std::string::npos);
  EXPECT_NE(result.err.find("fenger-4.8"), std::string::npos);
  EXPECT_EQ(run({"reproduce", "fenger-4.8", "fenger-4.8"}).status, 2);
}

TEST(Generate, PrintsAFacetBallThatDistanceTakes) {
  const Output ball = run({"generate", "facet-ball", "--order", "15"});
  EXPECT_EQ(ball.status, 0);
  const Json shape = Json::parse(ball.out);
  EXPECT_EQ(shape.at("type"), "polyhedron");
  EXPECT_EQ(shape.at("halfspaces").size(), 288U);

  const Output egg = run({"generate", "facet-ball", "--order", "2", "--radii", "1,2,5"});
  EXPECT_EQ(egg.status, 0);
  Json other = Json::parse(egg.out);  // a box of 2 x 4 x 10
  other["pose"] = {{"position", {5, 0, 0}}};
  const Json query = {{"a", shape}, {"b", other}};
  const Output answer = run({"distance", "-", "--jsonl"}, query.dump());
  EXPECT_EQ(answer.status, 0);
  EXPECT_NEAR(answer.lines().at(0).at("distance"), 3.0, 1e-12);  // the pole of the ball is a facet
}

TEST(Generate, RefusesBadArguments) {
  const std::vector<std::vector<std::string>> wrong{
      {"generate"},
      {"generate", "facet-cube"},
      {"generate", "facet-ball"},
      {"generate", "facet-ball", "--order", "1"},
      {"generate", "facet-ball", "--order", "1001"},
      {"generate", "facet-ball", "--order", "2.5"},
      {"generate", "facet-ball", "--order", "many"},
      {"generate", "facet-ball", "--order", "4", "--radii", "1,2"},
      {"generate", "facet-ball", "--order", "4", "--radii", "1,2,3,4"},
      {"generate", "facet-ball", "--order", "4", "--radii", "1,2,-3"},
      {"generate", "facet-ball", "--order", "4", "--radii", "1,2,inf"},
  };
  for (const std::vector<std::string>& arguments : wrong) {
    const Output result = run(arguments);
    EXPECT_EQ(result.status, 2) << arguments.back();
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err, "");
  }
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"generate", "--help"}, {"generate", "facet-ball", "--help"}, {"reproduce", "--help"}}) {
    const Output result = run(arguments);
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.out.find("Usage"), std::string::npos);
  }
}

}  // namespace
}  // namespace clearance::test
