#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "process.hpp"

// The command line: exit statuses, formats, methods.

namespace clearance::test {
namespace {

const std::string two_balls = R"({"clearance":1,"bodies":[
    {"name":"left, or so","shape":{"type":"sphere","radius":1}},
    {"name":"right","shape":{"type":"sphere","radius":1},"pose":{"position":[5,0,0]}},
    {"name":"bad","shape":{"type":"sphere","radius":-1}}],
  "pairs":[["left, or so","right"],["right","bad"]]})";

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> split_csv(const std::string& row) {
  std::vector<std::string> fields(1);
  bool in_quotes = false;
  for (const char c : row) {
    if (c == '"')
      in_quotes = !in_quotes;
    else if (c == ',' && !in_quotes)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

TEST(CommandLine, HelpAndVersionSucceed) {
  EXPECT_EQ(run({"--version"}).status, 0);
  EXPECT_EQ(run({"--version"}).out.find("clearance "), 0U);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--help"}, {"distance", "--help"}, {"methods", "--help"}, {"demo", "--help"}}) {
    const Output result = run(arguments);
    EXPECT_EQ(result.status, 0) << arguments[0];
    EXPECT_NE(result.out.find("Usage"), std::string::npos) << arguments[0];
  }
}

TEST(CommandLine, WrongCommandLinesExitWithTwo) {
  const std::vector<std::vector<std::string>> wrong{{},
                                                    {"distence"},
                                                    {"distance"},
                                                    {"distance", "-", "extra"},
                                                    {"distance", "-", "--no-such-option"},
                                                    {"distance", "-", "--json", "--csv"},
                                                    {"distance", "-", "--method"},
                                                    {"distance", "-", "--method", "magic"},
                                                    {"distance", "-", "--tolerance", "-1"},
                                                    {"distance", "-", "--tolerance", "nan"},
                                                    {"distance", "-", "--tolerance", "inf"},
                                                    {"distance", "-", "--tolerance", "1e400"},
                                                    {"distance", "-", "--tolerance", "tight"},
                                                    {"methods", "--xml"},
                                                    {"demo", "--seconds", "0"}};
  for (const std::vector<std::string>& arguments : wrong) {
    const Output result = run(arguments);
    EXPECT_EQ(result.status, 2) << testing::PrintToString(arguments);
    EXPECT_EQ(result.out, "") << testing::PrintToString(arguments);
    EXPECT_NE(result.err, "") << testing::PrintToString(arguments);
  }
}

TEST(CommandLine, AnUnknownMethodIsToldTheKnownOnes) {
  const Output result = run({"distance", "-", "--method", "magic"});
  for (const char* word : {"magic", "gjk", "closed-form"}) EXPECT_NE(result.err.find(word), std::string::npos) << word;
}

TEST(CommandLine, AMisspeltNameIsToldTheNearest) {
  EXPECT_NE(run({"distance", "-", "--method", "dqp4"}).err.find("did you mean 'dqp3'?"), std::string::npos);
  EXPECT_NE(run({"reproduce", "fenger-33"}).err.find("did you mean 'fenger-3.3'?"), std::string::npos);
  EXPECT_EQ(run({"distance", "-", "--method", "magic"}).err.find("did you mean"), std::string::npos);
}

TEST(CommandLine, WhatIsWrongWithItFitsEightyColumnsAndNamesTheCommand) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"distance", "-", "--method", "magic"},
                                             {"distance"},
                                             {"zzz"},
                                             {"fit", "stope"},
                                             {"reproduce", "none"},
                                             {"monitor", "-", "--rate", "5"}}) {
    const Output result = run(arguments);
    EXPECT_EQ(result.err.find("clearance: "), 0U) << result.err;
    for (const std::string& line : split_lines(result.err)) EXPECT_LE(line.size(), 80U) << line;
    std::string help = "Run clearance";
    if (arguments[0] != "zzz") help += " " + arguments[0];
    EXPECT_NE(result.err.find(help), std::string::npos) << result.err;
  }
  EXPECT_NE(run({"fit", "stope"}).err.find("Run clearance fit stope --help"), std::string::npos);
}

TEST(CommandLine, AMissingCommandShowsTheList) {
  const Output none = run({});
  EXPECT_EQ(none.status, 2);
  EXPECT_EQ(none.out, "");
  for (const char* word : {"a command is missing", "distance ", "certify "})
    EXPECT_NE(none.err.find(word), std::string::npos) << none.err;
  const Output fit = run({"fit"});
  EXPECT_EQ(fit.status, 2);
  for (const char* word : {"Usage: clearance fit", "stope", "ellipsoid"})
    EXPECT_NE(fit.err.find(word), std::string::npos) << fit.err;
}

TEST(CommandLine, UnreadableFilesAreOneLineErrors) {
  const TempDirectory files;
  for (const std::string& file : {(files.path() / "missing.json").string(), files.path().string()})
    for (const bool stream : {false, true}) {
      const Output result = run(stream ? std::vector<std::string>{"distance", file, "--jsonl"}
                                       : std::vector<std::string>{"distance", file});
      EXPECT_EQ(result.status, 1) << file;
      EXPECT_NE(result.err.find(file), std::string::npos) << result.err;
      EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
      EXPECT_EQ(result.out, "");
    }
}

TEST(CommandLine, ToleranceBoundsTheWidth) {
  const std::string question = R"({"a":{"type":"ellipsoid","radii":[1,2,3]},)"
                               R"("b":{"type":"cone","radius":1,"length":2,"pose":{"position":[5,6,7]}}})";
  const Output tight = run({"distance", "-", "--jsonl"}, question);
  const Output loose = run({"distance", "-", "--jsonl", "--tolerance", "1e-3"}, question);
  ASSERT_EQ(tight.lines().size(), 1U);
  ASSERT_EQ(loose.lines().size(), 1U);
  const Json a = tight.lines()[0], b = loose.lines()[0];
  constexpr double size = 20.0;  // the extent of the pair is less
  EXPECT_LE(a["upper"].get<double>() - a["lower"].get<double>(), 1e-9 * size);
  EXPECT_LE(b["upper"].get<double>() - b["lower"].get<double>(), 1e-3 * size);
  EXPECT_LE(b["lower"], a["upper"]);
  EXPECT_GE(b["upper"], a["lower"]);
}

TEST(Formats, JsonIsTheDefaultWhereNobodyLooks) {
  EXPECT_EQ(run({"distance", "-"}, two_balls).out, run({"distance", "-", "--json"}, two_balls).out);
}

TEST(Formats, NumbersReadBackToTheSameDouble) {
  const Output result =
      run({"distance", "-", "--jsonl"},
          R"({"a":{"type":"point","at":[0.1,0,0]},"b":{"type":"point","at":[0.30000000000000004,0,1e-310]}})");
  ASSERT_EQ(result.lines().size(), 1U);
  EXPECT_EQ(result.lines()[0]["points"], Json::parse("[[0.1,0,0],[0.30000000000000004,0,1e-310]]"));
}

TEST(Formats, CsvSaysWhatJsonSays) {
  const Output csv = run({"distance", "-", "--csv"}, two_balls);
  EXPECT_EQ(csv.status, 1);
  const std::vector<std::string> lines = split_lines(csv.out);
  ASSERT_EQ(lines.size(), 3U) << csv.out;
  EXPECT_EQ(lines[0],
            "a,b,status,distance,lower,upper,point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,"
            "normal_x,normal_y,normal_z,method,iterations,ending,error");
  const Json answer = run({"distance", "-", "--json"}, two_balls).lines().at(0);
  const std::vector<std::string> fields = split_csv(lines[1]);
  ASSERT_EQ(fields.size(), 19U) << lines[1];
  EXPECT_EQ(fields[0], "left, or so");
  EXPECT_EQ(fields[1], "right");
  EXPECT_EQ(fields[2], "separated");
  std::vector<double> numbers{answer["distance"], answer["lower"], answer["upper"]};
  for (const Json& vector : {answer["points"][0], answer["points"][1], answer["normal"]})
    for (const Json& number : vector) numbers.push_back(number);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(std::stod(fields[3 + i]), numbers[i]) << i;
  EXPECT_EQ(fields[15], answer["method"]);
  EXPECT_EQ(fields[17], "converged");
  EXPECT_EQ(fields[18], "");

  const std::vector<std::string> error = split_csv(lines[2]);
  ASSERT_EQ(error.size(), 19U) << lines[2];
  for (std::size_t i = 2; i < 18; ++i) EXPECT_EQ(error[i], "");
  EXPECT_NE(error[18].find("bodies[2].shape.radius"), std::string::npos);
}

TEST(Formats, CsvIdsAreTextWhereTheyAreStrings) {
  const auto row_of = [](const std::string& id) {
    const Output csv =
        run({"distance", "-", "--jsonl", "--csv"},
            R"({"id":)" + id + R"(,"a":{"type":"sphere","radius":1},"b":{"type":"point","at":[5,0,0]}})");
    const std::vector<std::string> lines = split_lines(csv.out);
    EXPECT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].find("id,status,distance,"), 0U);
    return lines.back();
  };
  EXPECT_EQ(row_of(R"("grip \"left\", 2")").find(R"("grip ""left"", 2",separated,)"), 0U);
  EXPECT_EQ(row_of(R"("link_3")").find("link_3,separated,"), 0U);
  EXPECT_EQ(row_of(R"("\u00e9")").find("\u00e9,separated,"), 0U);
  EXPECT_EQ(row_of("17").find("17,separated,"), 0U);
  EXPECT_EQ(row_of("null").find(",separated,"), 0U);
  EXPECT_EQ(row_of(R"(["x",1])").find(R"("[""x"",1]",separated,)"), 0U);
}

TEST(Formats, TableIsAlignedAndPlainWhereItIsNotATerminal) {
  const Output table = run({"distance", "-", "--table"}, two_balls);
  const std::vector<std::string> lines = split_lines(table.out);
  ASSERT_GE(lines.size(), 5U);
  EXPECT_EQ(table.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(lines[0], "a            b            status             distance     width  ending");
  EXPECT_EQ(lines[1].find("left, or so  right        separated                 3"), 0U) << lines[1];
  EXPECT_EQ(lines[2].find("right        bad          error: bodies[2].shape.radius"), 0U) << lines[2];
  EXPECT_NE(table.out.find("Least distance 3: left, or so and right.\n1 answer, 1 error, in "), std::string::npos);
  EXPECT_NE(table.out.find("unit of the input"), std::string::npos);
}

TEST(Formats, TablesFitEightyColumnsAndUseMoreWhereThereAreMore) {
  const std::string name(60, 'n');
  const std::string scene = R"({"clearance":1,"bodies":[{"name":")" + name +
                            R"(","shape":{"type":"union","parts":[{"type":"sphere","radius":1}]}},
      {"name":"b","shape":{"type":"sphere","radius":1},"motion":[{"position":[5,0,0]},{"position":[6,0,0]}]}]})";
  for (const std::string& line : split_lines(run({"distance", "-", "--table"}, scene).out))
    EXPECT_LE(line.size(), 80U) << line;
  ::setenv("COLUMNS", "260", 1);
  const std::string wide = run({"distance", "-", "--table"}, scene).out;
  ::unsetenv("COLUMNS");
  EXPECT_NE(wide.find("point on a"), std::string::npos) << wide;
  EXPECT_NE(wide.find("iterations"), std::string::npos) << wide;
}

TEST(Formats, WhatIsPrintedForPeopleFitsEightyColumns) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{"methods"},
                                                  {"reproduce"},
                                                  {"reproduce", "eberly-listing-4"},
                                                  {"demo", "--seconds", "0.02"},
                                                  {"--help"}}) {
    const std::vector<std::string> lines = split_lines(run(command).out);
    EXPECT_GE(lines.size(), 10U);
    for (const std::string& line : lines) EXPECT_LE(line.size(), 80U) << command[0] << ": " << line;
  }
}

TEST(Formats, HelpFitsEightyColumns) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{{"distance"},
                                                                                       {"track"},
                                                                                       {"monitor"},
                                                                                       {"methods"},
                                                                                       {"demo"},
                                                                                       {"reproduce"},
                                                                                       {"generate"},
                                                                                       {"generate", "facet-ball"},
                                                                                       {"fit"},
                                                                                       {"fit", "stope"},
                                                                                       {"fit", "ellipsoid"},
                                                                                       {"decompose"},
                                                                                       {"certify"},
                                                                                       {"check"},
                                                                                       {"view"}}) {
    std::vector<std::string> words = command;
    words.emplace_back("--help");
    const Output help = run(words);
    EXPECT_EQ(help.status, 0) << words[0];
    for (const std::string& line : split_lines(help.out)) EXPECT_LE(line.size(), 80U) << words[0] << ": " << line;
  }
}

TEST(Formats, ATableWithoutAnswersSaysWhy) {
  const std::string two = R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":1}},
      {"name":"b","shape":{"type":"sphere","radius":1},"pose":{"position":[5,0,0]}}]})";
  const Output none = run({"distance", "-", "--table", "--within", "2.5"}, two);
  EXPECT_EQ(none.status, 0);
  EXPECT_NE(none.out.find(": no pair is within 2.5.\n"), std::string::npos) << none.out;
  EXPECT_EQ(run({"distance", "-", "--table", "--within", "3.5"}, two).out.find("no pair is within"), std::string::npos);
}

TEST(Formats, AnOverlapWithoutADepthIsNoDistance) {
  const std::string two = R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":1}},
      {"name":"b","shape":{"type":"sphere","radius":1}}]})";
  const std::string table = run({"distance", "-", "--table", "--no-penetration"}, two).out;
  EXPECT_NE(table.find("An overlap: a and b.\n"), std::string::npos) << table;
  EXPECT_EQ(table.find("inf"), std::string::npos) << table;
}

TEST(Formats, APlotOnStandardOutputIsAlone) {
  const std::string scene = R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":1}},
      {"name":"b","shape":{"type":"sphere","radius":1},"motion":[{"position":[5,0,0]},{"position":[6,0,0]}]}]})";
  const Output plot = run({"track", "-", "--svg", "-"}, scene);
  EXPECT_EQ(plot.out.find("<svg"), 0U) << plot.out;
  EXPECT_EQ(plot.err.find(R"({"t":0,"closest":)"), 0U) << plot.err;
  EXPECT_EQ(run({"reproduce", "fenger-5.1", "--svg", "-", "--html", "-"}).status, 2);
}

TEST(Formats, ATableSaysAtMostWhereALimitStoppedTheSearch) {
  const auto boxes = [](const std::string& x) {
    return R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"box","size":[1,1,1]}},
      {"name":"c","shape":{"type":"ellipsoid","radii":[1,2,3]},"pose":{"position":[)" +
           x + R"(,0.3,0.2]}}]})";
  };
  const auto table = [&](const std::string& x, const std::string& limit) {
    return run({"distance", "-", "--table", "--max-distance", limit}, boxes(x)).out;
  };
  EXPECT_NE(table("9", "0.05").find("\nLeast distance at most 7."), std::string::npos) << table("9", "0.05");
  EXPECT_NE(table("9", "50").find("\nLeast distance 7."), std::string::npos) << table("9", "50");
  EXPECT_EQ(table("9", "50").find("at most"), std::string::npos);
}

TEST(Formats, ColumnsCountTheCellsOfATerminal) {
  const auto table = [](const std::string& name) {
    return split_lines(run({"distance", "-", "--table"}, R"({"clearance":1,"bodies":[{"name":")" + name +
                                                             R"(","shape":{"type":"sphere","radius":1}},
      {"name":"b","shape":{"type":"sphere","radius":1},"pose":{"position":[5,0,0]}}]})")
                           .out);
  };
  EXPECT_EQ(table("日本語")[0].find("a       b "), 0U) << table("日本語")[0];
  EXPECT_EQ(table("日本語")[1].find("日本語  b "), 0U) << table("日本語")[1];
  EXPECT_EQ(table("e\xcc\x81tude")[1].find("e\xcc\x81tude  b "), 0U);
  std::string longer;
  for (int i = 0; i < 30; ++i) longer += "語";
  // Of a column of as many cells as fit, two are the dots and one is left over where a wide character does not fit.
  EXPECT_EQ(table(longer)[1].find("語語"), 0U);
  EXPECT_NE(table(longer)[1].find("..語"), std::string::npos) << table(longer)[1];
}

TEST(Formats, LongErrorsOfATableFitTheWidth) {
  const std::string name(30, 'n');
  for (const std::string& first : {std::string("a"), name}) {
    std::string scene = R"({"clearance":1,"bodies":[{"name":")";
    scene += first;
    scene += R"(","shape":{"type":"bxo"}},{"name":")";
    scene += name;
    scene += R"(2","shape":{"type":"point","at":[0,0,0]}}]})";
    const std::string table = run({"distance", "-", "--table"}, scene).out;
    EXPECT_NE(table.find("error:"), std::string::npos) << table;
    EXPECT_NE(table.find("spheres, mesh, union)"), std::string::npos) << table;
    for (const std::string& line : split_lines(table)) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST(Formats, ClosingLinesShortenNames) {
  const std::string name(60, 'n');
  const std::string scene = R"({"clearance":1,"bodies":[{"name":")" + name + R"(","shape":{"type":"sphere","radius":1}},
      {"name":"b","shape":{"type":"sphere","radius":1},"motion":[{"position":[5,0,0]},{"position":[6,0,0]}]}]})";
  ::setenv("COLUMNS", "80", 1);
  for (const std::vector<std::string>& command : {std::vector<std::string>{"track", "-", "--table"}, {"certify", "-"}})
    for (const std::string& line : split_lines(run(command, scene).out)) EXPECT_LE(line.size(), 80U) << line;
  ::unsetenv("COLUMNS");
}

TEST(CommandLine, AMisspeltOptionIsToldTheNearest) {
  const auto said = [](const std::vector<std::string>& words) {
    const Output result = run(words);
    EXPECT_EQ(result.status, 2);
    std::string text = result.err;
    for (char& c : text) c = c == '\n' ? ' ' : c;
    return text;
  };
  const std::string most = said({"distance", "x", "--maxdistance", "4"});
  EXPECT_EQ(most.find("clearance: unknown option '--maxdistance'; did you mean '--max-distance'? Run"), 0U) << most;
  const std::string group = said({"fit", "stope", "x", "--mesh-byte=4"});
  EXPECT_NE(group.find("did you mean '--mesh-bytes'?"), std::string::npos) << group;
  EXPECT_NE(said({"--hlep"}).find("unknown option '--hlep'; did you mean '--help'?"), std::string::npos);
  EXPECT_NE(said({"distance", "x", "y", "z"}).find("unexpected arguments 'y', 'z'"), std::string::npos);
}

TEST(CommandLine, HelpIsACommandToo) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "fit", "stope"}).out, run({"fit", "stope", "--help"}).out);
  EXPECT_EQ(run({"help"}).status, 0);
  EXPECT_EQ(run({"help", "nope"}).status, 2);
}

TEST(CommandLine, HelpMarksWhatIsRequired) {
  for (const auto& [words, option] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"monitor"}, "--rate HZ REQUIRED"},
           {{"view"}, "--output FILE.html REQUIRED"},
           {{"generate", "facet-ball"}, "--order N REQUIRED"}}) {
    std::vector<std::string> help = words;
    help.emplace_back("--help");
    EXPECT_NE(run(help).out.find(option), std::string::npos) << option;
  }
}

TEST(CommandLine, WhatWouldBeIgnoredIsRefused) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"demo", "--scene", "--json"},
                                                {"demo", "--scene", "-o", "page.html"},
                                                {"distance", ""},
                                                {"certify", "x", "-o", ""},
                                                {"track", "x", "--svg", ""}}) {
    const Output result = run(words);
    EXPECT_EQ(result.status, 2) << testing::PrintToString(words);
    EXPECT_TRUE(result.out.empty());
  }
}

TEST(CommandLine, AnUnknownCommandIsToldTheNearest) {
  EXPECT_NE(run({"distence", "-"}).err.find("did you mean 'distance'?"), std::string::npos);
  EXPECT_NE(run({"fit", "elipsoid", "x.obj"}).err.find("did you mean 'ellipsoid'?"), std::string::npos);
  EXPECT_NE(run({"dist", "-"}).err.find("did you mean 'distance'?"), std::string::npos);
  EXPECT_EQ(run({"zzz"}).err.find("did you mean"), std::string::npos);
  EXPECT_EQ(run({"zzz"}).status, 2);
}

TEST(CommandLine, LimitsOfTheDistanceEndAQueryEarly) {
  const std::string question = R"({"a":{"type":"box","size":[1,1,5]},"b":{"type":"box","size":[1,1,5],)"
                               R"("pose":{"position":[9,0,0],"quaternion":[0.8,0,0,0.6]}}})";
  const Json far = run({"distance", "-", "--jsonl", "--max-distance", "2"}, question).lines().at(0);
  EXPECT_EQ(far["ending"], "beyond_limit");
  EXPECT_GT(far["lower"], 2.0);
  const Json near = run({"distance", "-", "--jsonl", "--min-distance", "20"}, question).lines().at(0);
  EXPECT_EQ(near["ending"], "below_limit");
  EXPECT_LT(near["upper"], 20.0);
  EXPECT_EQ(run({"distance", "-", "--jsonl", "--max-distance", "far"}, question).status, 2);
}

TEST(Methods, JsonListsEachWithItsShapes) {
  const Output result = run({"methods", "--json"});
  EXPECT_EQ(result.status, 0);
  const Json methods = Json::parse(result.out);
  ASSERT_TRUE(methods.is_array());
  std::set<std::string> names;
  for (const Json& method : methods) {
    names.insert(method.at("name"));
    EXPECT_FALSE(method.at("summary").get<std::string>().empty());
    EXPECT_FALSE(method.at("shapes").empty()) << method["name"];
    for (const Json& pair : method.at("pairs")) EXPECT_EQ(pair.size(), 2U);
  }
  EXPECT_TRUE(names.contains("gjk"));
  EXPECT_TRUE(names.contains("closed-form"));
  const std::string people = run({"methods"}).out;
  for (const std::string& name : names) EXPECT_NE(people.find(name), std::string::npos) << name;
}

TEST(Methods, LemkesMethodNamesItsLimit) {
  const auto asked = [](int vertices) {
    std::string points;
    for (int i = 0; i < vertices; ++i) {
      const double turn = 2.0 * 3.14159265358979 * i / vertices;
      points += (i > 0 ? ",[" : "[") + std::to_string(std::cos(turn)) + "," + std::to_string(std::sin(turn)) + ",0]";
    }
    return run({"distance", "-", "--jsonl", "--method", "lcp"},
               R"({"a":{"type":"hull","points":[)" + points +
                   R"(]},"b":{"type":"box","size":[1,1,1],"pose":{"position":[9,0,0]}}})")
        .lines()
        .at(0);
  };
  EXPECT_EQ(asked(101)["error"], "method lcp does not take the pair hull, box: one has more than 100 vertices");
  EXPECT_EQ(asked(100)["status"], "separated");
  EXPECT_NE(run({"methods"}).out.find("of at most 100 vertices"), std::string::npos);
}

TEST(Methods, APairThatAMethodDoesNotTakeIsAnErrorThatSaysSo) {
  const std::string hulls = R"({"id":1,"a":{"type":"hull","points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]},)"
                            R"("b":{"type":"ellipsoid","radii":[1,2,3],"pose":{"position":[9,0,0]}}})";
  const Output result = run({"distance", "-", "--jsonl", "--method", "closed-form"}, hulls);
  EXPECT_EQ(result.status, 1);
  ASSERT_EQ(result.lines().size(), 1U);
  EXPECT_EQ(result.lines()[0]["error"], "method closed-form does not take the pair hull, ellipsoid");
  const Output by_gjk = run({"distance", "-", "--jsonl", "--method", "gjk"}, hulls);
  EXPECT_EQ(by_gjk.status, 0);
  EXPECT_EQ(by_gjk.lines().at(0)["method"], "gjk");
}

}  // namespace
}  // namespace clearance::test
