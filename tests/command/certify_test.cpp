#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "process.hpp"

// Scenes in motion: verdicts, certificates, and what is refused.

namespace clearance::test {
namespace {

/// A ball that passes a box at a distance of 0.5, and another one that stays far off.
std::string passing(const std::string& of_ball = "", const std::string& rest = "") {
  return R"({"clearance":1,"times":[0,2],"bodies":[{"name":"box","shape":{"type":"box","size":[1,1,1]}},
    {"name":"ball","shape":{"type":"sphere","radius":0.5},"motion":[{"position":[-4,0,1.5]},{"position":[4,0,1.5]}])" +
         of_ball + R"(},
    {"name":"far","shape":{"type":"box","size":[1,1,1]},"pose":{"position":[0,50,0]}}])" +
         rest + "}";
}

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

TEST(Certify, FindsTheLeastDistanceBetweenTheSamples) {
  const Output result = run({"certify", "-", "--json"}, passing());
  EXPECT_EQ(result.status, 0) << result.err;
  const Json answer = result.lines().at(0);
  EXPECT_EQ(answer["verdict"], "clear");
  EXPECT_EQ(answer["margin"], 0.0);
  EXPECT_LE(answer["lower"].get<double>(), 0.5);
  EXPECT_GE(answer["upper"].get<double>(), 0.5);
  EXPECT_NEAR(answer["lower"], 0.5, 1e-7);
  EXPECT_NEAR(answer["upper"], 0.5, 1e-7);
  EXPECT_EQ(answer["a"], "box");
  EXPECT_EQ(answer["b"], "ball");
  EXPECT_GE(answer["t"][0].get<double>(), 0.85);
  EXPECT_LE(answer["t"][1].get<double>(), 1.15);
  EXPECT_FALSE(answer.contains("in_doubt"));
}

TEST(Certify, VerdictFollowsTheMargin) {
  const auto verdict = [](const std::string& margin, const std::string& scene) {
    const Output result = run({"certify", "-", "--json", "--margin", margin}, scene);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.lines().at(0);
  };
  EXPECT_EQ(verdict("0.49", passing())["verdict"], "clear");
  EXPECT_EQ(verdict("0.51", passing())["verdict"], "violated");
  const Json open = verdict("0.5", passing());
  EXPECT_EQ(open["verdict"], "undecided");
  EXPECT_NEAR(open["in_doubt"][0], 0.875, 1e-6);
  const std::string uncertain = R"(,"uncertainty":{"position":0.1,"angle":0.5,"surface":0.01})";
  const Json wide = verdict("0.2", passing(uncertain));
  EXPECT_EQ(wide["verdict"], "undecided");
  EXPECT_LE(wide["lower"].get<double>(), 0.39 - 0.5 * 0.49);
  EXPECT_GE(wide["upper"].get<double>(), 0.61);
}

TEST(Certify, CertificatesHoldUntilTheyAreTouched) {
  const TempDirectory directory;
  const std::string scene = directory.write("scene.json", passing()), file = (directory.path() / "cert.json").string();
  const Output made = run({"certify", scene, "--margin", "0.4", "-o", file});
  ASSERT_EQ(made.status, 0) << made.err;
  const Output held = run({"check", file, "--scene", scene, "--json"});
  EXPECT_EQ(held.status, 0) << held.err;
  EXPECT_EQ(held.lines().at(0)["claim"], 0.4);
  EXPECT_EQ(held.lines().at(0)["pairs"], 3);

  const std::string other = directory.write("other.json", passing(R"(,"uncertainty":{"position":0.001})"));
  const Output foreign = run({"check", file, "--scene", other});
  EXPECT_EQ(foreign.status, 1);
  EXPECT_NE(foreign.err.find("\"ball\" is another one"), std::string::npos) << foreign.err;

  const std::string whole = content_of(file);
  const auto refused = [&](const std::string& text) {
    const Output result = run({"check", directory.write("changed.json", text)});
    EXPECT_TRUE(result.out.empty());
    EXPECT_NE(result.err.find("changed.json: "), std::string::npos) << result.err;
    return result.status == 1;
  };
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused(whole.substr(0, whole.size() / 2)));
  EXPECT_TRUE(refused(whole.substr(0, whole.size() - 1)));
  EXPECT_TRUE(refused(passing()));
  for (std::size_t at = 7; at < whole.size(); at += whole.size() / 23) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_TRUE(refused(changed)) << at;
  }
}

TEST(Certify, AnOlderFileIsSaidToBeLeft) {
  const TempDirectory directory;
  const std::string stale = directory.write("stale.cert", "old"), scene = directory.write("scene.json", passing());
  const std::string left = "; " + stale + " is left as it was\n";
  const Output violated = run({"certify", scene, "--margin", "0.6", "-o", stale});
  EXPECT_EQ(violated.status, 1);
  EXPECT_NE(violated.err.find("no certificate: the verdict is violated" + left), std::string::npos) << violated.err;
  for (const std::string command : {"certify", "view"}) {
    const Output bad = run({command, directory.write("bad.json", "{}"), "-o", stale});
    EXPECT_EQ(bad.status, 1);
    EXPECT_NE(bad.err.find(left), std::string::npos) << bad.err;
  }
  EXPECT_EQ(content_of(stale), "old");
  for (const std::string& none : {(directory.path() / "none.cert").string(), std::string("-")}) {
    const Output result = run({"certify", scene, "--margin", "0.6", "-o", none});
    EXPECT_EQ(result.err.find("left as it was"), std::string::npos) << result.err;
    EXPECT_EQ(result.status, 1);
  }
}

TEST(Certify, ASceneIsNoCertificateAndIsToldWhatMakesOne) {
  EXPECT_NE(run({"check", "-"}, passing()).err.find("`clearance certify -o` makes one"), std::string::npos);
  EXPECT_EQ(run({"check", "-"}, "{}").err.find("certify -o"), std::string::npos);
  const std::string certificate = run({"certify", "-", "-o", "-"}, passing()).out;
  for (const std::string command : {"distance", "track"})
    EXPECT_NE(run({command, "-"}, certificate).err.find("a certificate, which `clearance check` and `clearance view`"),
              std::string::npos);
}

TEST(Certify, TheWholeMotionOfTheDemo) {
  const Output scene = run({"demo", "--scene", "--rate", "25"}, "");
  ASSERT_EQ(scene.status, 0) << scene.err;
  const TempDirectory directory;
  const std::string file = (directory.path() / "demo.cert").string();
  const Output made = run({"certify", "-", "--margin", "0.005", "--json", "-o", file}, scene.out);
  EXPECT_EQ(made.status, 0) << made.err;
  const Json answer = made.lines().at(0);
  EXPECT_EQ(answer["verdict"], "clear");
  EXPECT_EQ(answer["a"], "right finger");
  EXPECT_EQ(answer["b"], "workpiece");
  EXPECT_NEAR(answer["lower"], 0.0066764, 1e-7);
  EXPECT_EQ(run({"check", file}, "").status, 0);
  EXPECT_EQ(run({"demo", "--rate", "25"}, "").status, 2);
  EXPECT_EQ(run({"demo", "--scene", "--rate", "1e9"}, "").status, 1);
}

TEST(Certify, WritesTheCertificateToStandardOutputAlone) {
  const Output made = run({"certify", "-", "--margin", "0.4", "-o", "-"}, passing());
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.err.find("clear: 3 pairs, margin 0.4"), std::string::npos) << made.err;
  const Output held = run({"check", "-"}, made.out);
  EXPECT_EQ(held.status, 0) << held.err;
  EXPECT_EQ(held.out.find("holds: 3 pairs of 3 bodies stay at least 0.4 apart ("), 0U) << held.out;
  EXPECT_EQ(run({"certify", "-", "--margin", "0.6", "-o", "-"}, passing()).out, "");
}

TEST(Certify, AFailedCheckIsAnObjectToo) {
  const TempDirectory directory;
  const std::string certificate = run({"certify", "-", "-o", "-"}, passing()).out;
  const std::string other = directory.write("other.json", passing(R"(,"uncertainty":{"position":0.001})"));
  const std::string cut = certificate.substr(0, certificate.size() / 2);
  const auto reason = [](const Output& failed) {
    EXPECT_EQ(failed.status, 1);
    EXPECT_FALSE(failed.err.empty());
    const Json answer = failed.lines().at(0);
    EXPECT_EQ(answer["holds"], false);
    return answer["reason"].get<std::string>();
  };
  EXPECT_NE(reason(run({"check", "-", "--json"}, cut)).find("line "), std::string::npos);
  EXPECT_NE(reason(run({"check", "-", "--json"}, passing())).find("no certificate"), std::string::npos);
  EXPECT_NE(reason(run({"check", "-", "--json", "--scene", other}, certificate)).find("another one"),
            std::string::npos);
  EXPECT_EQ(reason(run({"check", "nowhere", "--json"})), "No such file or directory");
  EXPECT_EQ(reason(run({"check", "-", "--json", "--scene", "nowhere"}, certificate)),
            "nowhere: No such file or directory");
}

TEST(Certify, MakesNoCertificateOfWhatIsNotClear) {
  const TempDirectory directory;
  const std::string file = (directory.path() / "cert.json").string();
  const Output result = run({"certify", "-", "--margin", "0.6", "-o", file}, passing());
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("the verdict is violated"), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Certify, SaysWhatIsWrong) {
  const Output bad = run({"certify", "-"}, passing(R"(,"uncertainty":{"position":-1})"));
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.err.find("uncertainty.position"), std::string::npos) << bad.err;
  EXPECT_EQ(run({"certify", "-", "--margin", "much"}, passing()).status, 2);
}

TEST(Certify, UncertaintyWidensDistances) {
  const Output sure = run({"distance", "-", "--json"}, passing("", R"(,"pairs":[["box","ball"]])"));
  const Output unsure = run({"distance", "-", "--json"}, passing(R"(,"uncertainty":{"position":0.25,"surface":0.125})",
                                                                 R"(,"pairs":[["box","ball"]])"));
  ASSERT_EQ(unsure.status, 0) << unsure.err;
  EXPECT_NEAR(unsure.lines()[0]["lower"].get<double>(), sure.lines()[0]["lower"].get<double>() - 0.375, 1e-12);
  EXPECT_NEAR(unsure.lines()[0]["upper"].get<double>(), sure.lines()[0]["upper"].get<double>() + 0.375, 1e-12);
}

/// Where lengths overflow nothing is known of any pair; still, one that there is is named.
TEST(Certify, NamesAPairWhateverIsKnown) {
  const Output result = run(
      {"certify", "-", "--json"},
      R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":1},"pose":{"position":[1.7e308,0,0]}},)"
      R"({"name":"b","shape":{"type":"sphere","radius":1},"pose":{"position":[-1.7e308,0,0]}},)"
      R"({"name":"c","shape":{"type":"sphere","radius":1},"pose":{"position":[-1.7e308,1e308,0]}}],"pairs":[["b","a"],["a","c"]]})");
  EXPECT_NE(result.out.find(R"("a":"b","b":"a")"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace clearance::test
