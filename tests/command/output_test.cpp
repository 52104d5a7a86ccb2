#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "process.hpp"

// Output that cannot be written, readers that leave, and scenes that are large.

namespace clearance::test {
namespace {

const std::string fixtures = CLEARANCE_FIXTURES;

int status_of(const std::string& arguments) {
  const int status = std::system((std::string(CLEARANCE_COMMAND) + " " + arguments).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The processor time that it takes, which other work on the machine does not change.
double seconds_of(const std::string& arguments) {
  const auto used = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  };
  const double before = used();
  EXPECT_GE(status_of(arguments), 0);
  return used() - before;
}

/// A ball that passes another at a distance of 2.
const std::string passing = R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":1}},
    {"name":"b","shape":{"type":"sphere","radius":1},"motion":[{"position":[4,-5,0]},{"position":[4,5,0]}]}]})";

/// One command line of each command that prints, with what it exits with.
struct Call {
  std::vector<std::string> arguments;
  int status = 0;
};
std::vector<Call> every_command(const TempDirectory& files) {
  const std::string scene = files.write("scene.json", passing), mesh = fixtures + "/wedge.obj";
  const std::string certificate = (files.path() / "scene.cert").string();
  EXPECT_EQ(run({"certify", scene, "-o", certificate}).status, 0);
  return {{{"distance", scene}},
          {{"distance", files.write("bad.json", "{}")}, 1},
          {{"track", scene}},
          {{"monitor", scene, "--rate", "10", "--budget-queries", "1"}},
          {{"certify", scene, "--margin", "3"}},
          {{"certify", scene, "-o", "-"}},
          {{"certify", scene, "--margin", "3", "-o", (files.path() / "none.cert").string()}, 1},
          {{"check", certificate}},
          {{"check", scene, "--json"}, 1},
          {{"view", scene, "-o", "-"}},
          {{"decompose", mesh}},
          {{"fit", "stope", mesh}},
          {{"fit", "ellipsoid", mesh, "--json"}},
          {{"generate", "facet-ball", "--order", "5"}},
          {{"demo", "--scene"}},
          {{"demo", "--seconds", "0.01"}},
          {{"methods"}},
          {{"reproduce"}},
          {{"--help"}},
          {{"distance", "--help"}},
          {{"--version"}},
          {{"nope"}, 2},
          {{"distance", "--nope"}, 2}};
}

TEST(Output, AReaderThatHasLeftIsNoErrorOfAnyCommand) {
  const TempDirectory files;
  for (const auto& [arguments, status] : every_command(files)) {
    const std::string said = files.write("err", "");
    EXPECT_EQ(status_with(arguments, abandoned_pipe(), open(said.c_str(), O_WRONLY | O_CLOEXEC)), status)
        << testing::PrintToString(arguments);
    EXPECT_EQ(read_file(said).find("standard output"), std::string::npos) << testing::PrintToString(arguments);
  }
}

TEST(Output, MessagesThatNobodyGetsChangeNothing) {
  const TempDirectory files;
  for (const auto& [arguments, status] : every_command(files))
    for (const char* how : {"full", "closed", "abandoned"}) {
      const std::string out = files.write("out", "");
      const int err = how == std::string("full")     ? open("/dev/full", O_WRONLY | O_CLOEXEC)
                      : how == std::string("closed") ? -1
                                                     : abandoned_pipe();
      EXPECT_EQ(status_with(arguments, open(out.c_str(), O_WRONLY | O_CLOEXEC), err), status)
          << testing::PrintToString(arguments) << how;
      if (arguments[0] == "demo" || arguments[0] == "monitor") continue;  // print times
      EXPECT_EQ(read_file(out), run(arguments).out) << testing::PrintToString(arguments) << how;
    }
}

TEST(Output, WhatCannotBePrintedIsSaidOnceWithTheReason) {
  const TempDirectory files;
  for (const auto& [arguments, status] : every_command(files)) {
    if (status != 0) continue;
    for (const bool closed : {false, true}) {
      const std::string said = files.write("err", "");
      const int out = closed ? -1 : open("/dev/full", O_WRONLY | O_CLOEXEC);
      EXPECT_EQ(status_with(arguments, out, open(said.c_str(), O_WRONLY | O_CLOEXEC)), 1)
          << testing::PrintToString(arguments);
      const std::string text = read_file(said), reason = closed ? "Bad file descriptor" : "No space left on device";
      EXPECT_NE(text.find("clearance: standard output: " + reason + "\n"), std::string::npos) << text;
      EXPECT_EQ(text.find(reason), text.rfind(reason)) << text;
    }
  }
}

TEST(Output, MessagesWrapOnATerminalAlone) {
  const TempDirectory files;
  const std::string scene =
      files.write("scene.json", R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"bxo"}}]})");
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  ASSERT_TRUE(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
  const int end = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  const winsize size{24, 60, 0, 0};
  ASSERT_EQ(ioctl(terminal, TIOCSWINSZ, &size), 0);
  EXPECT_EQ(status_with({"certify", scene}, open("/dev/null", O_WRONLY | O_CLOEXEC), end), 1);
  std::string seen;
  for (char c = 0; read(terminal, &c, 1) == 1;) seen += c;
  close(terminal);
  std::istringstream lines(seen);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_TRUE(line.size() <= 61 || line.find(scene) != std::string::npos) << line;  // with a carriage return
  EXPECT_GE(count, 4U) << seen;
  const std::string plain = run({"certify", scene}).err;
  EXPECT_EQ(plain.find('\n'), plain.size() - 1);
}

TEST(Output, AFileThatIsAskedForIsWholeWhereNobodyReadsTheRest) {
  const TempDirectory files;
  const std::string scene = files.write("scene.json", passing), plot = (files.path() / "plot.svg").string();
  const std::string certificate = (files.path() / "scene.cert").string();
  EXPECT_EQ(status_with({"certify", scene, "-o", certificate}, abandoned_pipe(), abandoned_pipe()), 0);
  EXPECT_EQ(run({"check", certificate}).status, 0);
  const std::vector<std::string> track{"track", scene, "--rate", "1000", "--svg", plot};
  EXPECT_EQ(run(track).status, 0);
  const std::string whole = read_file(plot);
  EXPECT_EQ(status_with(track, abandoned_pipe(), abandoned_pipe()), 0);
  EXPECT_EQ(read_file(plot), whole);
}

TEST(Output, AFullDiskIsAnErrorOfEveryCommand) {
  for (const std::string& arguments :
       {"distance " + fixtures + "/quickstart.json", "decompose " + fixtures + "/wedge.obj",
        "fit stope " + fixtures + "/wedge.obj", "fit ellipsoid " + fixtures + "/wedge.obj",
        std::string("generate facet-ball --order 5"), std::string("demo --seconds 0.01"), std::string("demo --scene"),
        std::string("methods"), std::string("methods --json"), std::string("reproduce"), std::string("--help"),
        std::string("--version")}) {
    EXPECT_EQ(status_of(arguments + " > /dev/full 2> /dev/null"), 1) << arguments;
    EXPECT_EQ(status_of(arguments + " > /dev/null 2> /dev/null"), 0) << arguments;
  }
}

TEST(Output, AnswersLeaveOneByOneWhereTheInputIsAPipe) {
  // Two questions in one write: the first answer is there before the second line is complete.
  Conversation command({"distance", "--jsonl", "-"});
  const std::string question = R"({"id":1,"a":{"type":"point","at":[0,0,0]},"b":{"type":"point","at":[1,0,0]}})";
  command.say(question + "\n" + question.substr(0, 20));
  EXPECT_NE(command.hear().find("\"distance\":1"), std::string::npos);
  command.say(question.substr(20) + "\n");
  EXPECT_NE(command.hear().find("\"distance\":1"), std::string::npos);
  EXPECT_EQ(command.finish(), 0);
}

std::string many_balls(std::size_t count, const std::string& rest) {
  std::string scene = R"({"clearance":1,"shapes":{"ball":{"type":"sphere","radius":0.4}},"bodies":[)";
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    if (i > 0) scene += ',';
    scene += R"({"name":"b)";
    scene += number;
    scene += R"(","shape":"ball","pose":{"position":[)";
    scene += number;
    scene += ",0,0]}}";
  }
  return scene + "]" + rest + "}";
}

TEST(Output, AHundredThousandBodiesAndOnePairTakeNoTime) {
  const TempDirectory files;
  const std::string good = files.write("good.json", many_balls(100'000, R"(,"pairs":[["b0","b99999"]])"));
  EXPECT_LT(seconds_of("distance " + good + " > /dev/null"), 20.0);
  // Nor do as many errors, each with its place.
  std::string text = many_balls(100'000, R"(,"pairs":[["b0","b1"]])");
  for (std::size_t at = text.find("\"pose\""); at != std::string::npos; at = text.find("\"pose\"", at))
    text[at + 1] = 'P';
  const std::string bad = files.write("bad.json", text);
  EXPECT_LT(seconds_of("distance " + bad + " > /dev/null 2> /dev/null"), 20.0);
}

TEST(Output, AReaderThatLeavesStopsTheWork) {
  // Fifty million pairs, of which one is read.
  const TempDirectory files;
  const std::string scene = files.write("scene.json", many_balls(10'000, ""));
  EXPECT_LT(seconds_of("distance " + scene + " | head -1 > /dev/null"), 20.0);
}

TEST(Output, AMotionIsTrackedAndGivesTheSameAnswers) {
  std::string motion, stream;
  for (int i = 0; i < 40; ++i) {
    const std::string x = std::to_string(3.0 - 0.1 * i);
    motion += (i > 0 ? R"(,{"position":[)" : R"({"position":[)") + x + ",0.3,0.2]}";
    stream += R"({"a":{"type":"ellipsoid","radii":[1,0.5,0.3]},"b":{"type":"box","size":[1,1,1],"pose":{"position":[)" +
              x + ",0.3,0.2]}}}\n";
  }
  const Output moved =
      run({"distance", "-"}, R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"ellipsoid",)"
                             R"("radii":[1,0.5,0.3]}},{"name":"b","shape":{"type":"box","size":[1,1,1]},)"
                             R"("motion":[)" +
                                 motion + "]}]}");
  const Output single = run({"distance", "-", "--jsonl"}, stream);
  ASSERT_EQ(moved.lines().size(), 40U) << moved.err;
  for (std::size_t i = 0; i < 40; ++i) {
    const Json a = moved.lines()[i], b = single.lines()[i];
    EXPECT_EQ(a["step"], i);
    EXPECT_LE(a["lower"], b["upper"]);
    EXPECT_GE(a["upper"], b["lower"]);
    EXPECT_NEAR(a["distance"], b["distance"], 1e-9);
  }
}

/// What a table says of all answers holds for those that a tolerance stopped, too; and no interval is wider than it
/// says.
TEST(Output, TablesRoundOutwards) {
  const std::string spheres =
      R"({"id":1,"a":{"type":"sphere","radius":1},"b":{"type":"sphere","radius":1,"pose":{"position":[3,0,0]}}})";
  const std::string exact = run({"distance", "-", "--jsonl", "--table"}, spheres).out;
  EXPECT_NE(exact.find("5.4e-14"), std::string::npos) << exact;  // of 5.329e-14
  const std::string hulls =
      R"({"id":1,"a":{"type":"ellipsoid","radii":[0.9,0.5,0.2]},"b":{"type":"hull","points":[[-0.3,0,0.4],[-0.5,-0.4,-0.5],)"
      R"([0.5,0.5,0.3],[-0.8,-0.3,-0.8],[0.1,0.6,0.7],[-0.3,0.1,-0.5],[0.7,0.2,0.4],[0.6,0.8,0.4],[0.7,-0.9,0.4]],)"
      R"("pose":{"position":[-2.6,0.4,-0.3]}}})";
  const std::string rough = run({"distance", "-", "--jsonl", "--table", "--tolerance", "1"}, hulls).out;
  EXPECT_NE(rough.find("Least distance at most"), std::string::npos) << rough;
  const std::string fine = run({"distance", "-", "--jsonl", "--table"}, hulls).out;
  EXPECT_EQ(fine.find("at most"), std::string::npos) << fine;
}

TEST(Output, FileNamesHoldNoNul) {
  const std::string line = R"({"id":1,"a":{"type":"mesh","file":"x\u0000.stl"},"b":{"type":"sphere","radius":0}})";
  EXPECT_NE(run({"distance", "-", "--jsonl"}, line).out.find("cannot hold the character NUL"), std::string::npos);
}

TEST(Output, ADemoOfTooManyCyclesIsRefused) {
  for (const char* seconds : {"1e9", "1e300"}) {
    const Output output = run({"demo", "--seconds", seconds, "--json"});
    EXPECT_EQ(output.status, 1);
    EXPECT_TRUE(output.out.empty());
    EXPECT_NE(output.err.find("are too many: at most 10000"), std::string::npos) << output.err;
  }
}

}  // namespace
}  // namespace clearance::test
