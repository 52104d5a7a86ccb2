#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "process.hpp"

// Bad input gives an error that names place and reason, never a crash, and never costs the good input next to it.

namespace clearance::test {
namespace {

const std::string good = R"({"id":"good","a":{"type":"sphere","radius":1},"b":{"type":"point","at":[5,0,0]}})"
                         "\n";

/// Puts the line between good ones, which must be answered; returns what the command says of the line itself.
Json error_of(const std::string& line) {
  const Output result = run({"distance", "--jsonl", "-"}, good + line + "\n" + good);
  EXPECT_EQ(result.status, 1) << result.err;
  const std::vector<Json> answers = result.lines();
  if (answers.size() != 3) {
    ADD_FAILURE() << answers.size() << " answers";
    return Json::object();
  }
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}}) {
    EXPECT_EQ(answers[i]["id"], "good");
    EXPECT_EQ(answers[i]["status"], "separated");
  }
  EXPECT_EQ(answers[1].size(), 2U) << answers[1];
  return answers[1];
}

struct BadLine {
  std::string name;  ///< of the test
  std::string line;
  std::string id;                    ///< as JSON
  std::vector<std::string> phrases;  ///< what the error must say
};

std::string with_a(const std::string& a) { return R"({"id":9,"a":)" + a + R"(,"b":{"type":"point","at":[5,0,0]}})"; }

class Garbage : public testing::TestWithParam<BadLine> {};

std::string name_of(const testing::TestParamInfo<BadLine>& info) { return info.param.name; }

TEST_P(Garbage, IsAnErrorObjectInItsPlace) {
  const Json answer = error_of(GetParam().line);
  EXPECT_EQ(answer["id"], Json::parse(GetParam().id));
  const std::string error = answer["error"];
  EXPECT_NE(error.find("line 2"), std::string::npos) << error;
  for (const std::string& phrase : GetParam().phrases)
    EXPECT_NE(error.find(phrase), std::string::npos) << "'" << phrase << "' is not in: " << error;
}

const std::vector<BadLine> syntax{
    {"UnclosedObject", R"({"id":1,"a":{"type":"sphere")", "null", {"column", "end of the input"}},
    {"NotANumber", with_a(R"({"type":"sphere","radius":NaN})"), "null", {"column", "NaN"}},
    {"MinusInfinity", with_a(R"({"type":"sphere","radius":-Infinity})"), "null", {"column", "value"}},
    {"LeadingZero", with_a(R"({"type":"sphere","radius":01})"), "null", {"zero"}},
    {"MissingIntegerPart", with_a(R"({"type":"sphere","radius":.5})"), "null", {"value"}},
    {"TrailingComma", with_a(R"({"type":"sphere","radius":1,})"), "null", {"key"}},
    {"SingleQuotes", with_a(R"({'type':"sphere"})"), "null", {"key"}},
    {"InvalidUtf8", with_a("{\"type\":\"sph\xFF\xFE\",\"radius\":1}"), "null", {"UTF-8"}},
    {"LoneSurrogate", with_a("{\"type\":\"sph\\ud800\",\"radius\":1}"), "null", {"surrogate"}},
    {"TextAfterTheObject", good.substr(0, good.size() - 1) + "x", "null", {"end of the input", "'x'"}},
    {"ZeroBytes", std::string("\0\0\0", 3), "null", {"byte 0x00"}},
    {"DeepUnclosedArrays", std::string(10000, '['), "null", {"nested"}},
    {"DeepArrays", std::string(10000, '[') + std::string(10000, ']'), "null", {"nested"}},
    {"ByteOrderMark", "\xEF\xBB\xBF{}", "null", {"value", "a byte-order mark (U+FEFF)"}},
    {"NoBreakSpace", "{\xC2\xA0}", "null", {"U+00A0"}},
    {"Utf16", std::string("\xFF\xFE{\0", 4), "null", {"UTF-16"}},
    {"ArrayForAnObject", "[]", "null", {"object", "array"}},
    {"NumberForAnObject", "3", "null", {"object", "number"}},
};
INSTANTIATE_TEST_SUITE_P(Syntax, Garbage, testing::ValuesIn(syntax), name_of);

const std::vector<BadLine> meaning{
    {"RadiusOverflows", with_a(R"({"type":"sphere","radius":1e400})"), "9", {"a.radius", "overflow"}},
    {"RadiusNegative", with_a(R"({"type":"sphere","radius":-1})"), "9", {"a.radius"}},
    {"RadiusAString", with_a(R"({"type":"sphere","radius":"1"})"), "9", {"a.radius", "expected a number", "string"}},
    {"RadiusNull", with_a(R"({"type":"sphere","radius":null})"), "9", {"a.radius", "null"}},
    {"RadiusMissing", with_a(R"({"type":"sphere"})"), "9", {"a", "missing", "radius"}},
    {"KeyMisspelt", with_a(R"({"type":"sphere","radius":1,"raduis":1})"), "9", {"a", "unknown key", "raduis"}},
    {"KeyTwice", with_a(R"({"type":"sphere","radius":1,"radius":1})"), "9", {"a", "duplicate key", "radius"}},
    {"KeyTwiceOnceEscaped",
     with_a(R"({"type":"sphere","radius":1,"radi\u0075s":1})"),
     "9",
     {"a", "duplicate key", "radius"}},
    {"TypeMisspelt", with_a(R"({"type":"spere","radius":1})"), "9", {"a.type", "spere", "did you mean 'sphere'?"}},
    {"TypeMissing", with_a(R"({"radius":1})"), "9", {"a", "missing", "type"}},
    {"ShapeAString", with_a(R"("sphere")"), "9", {"a", "object", "string"}},
    {"SizeTooShort", with_a(R"({"type":"box","size":[1,2]})"), "9", {"a.size", "3", "2"}},
    {"SizeTooLong", with_a(R"({"type":"box","size":[1,2,3,4]})"), "9", {"a.size", "3", "4"}},
    {"SizeNested", with_a(R"({"type":"box","size":[1,2,[3]]})"), "9", {"a.size[2]", "array"}},
    {"SizeNegative", with_a(R"({"type":"box","size":[1,-2,3]})"), "9", {"a.size"}},
    {"SegmentOfOnePoint", with_a(R"({"type":"segment","points":[[0,0,0]]})"), "9", {"a.points", "2", "1"}},
    {"TriangleWithAPlanarPoint",
     with_a(R"({"type":"triangle","points":[[0,0,0],[1,0],[0,1,0]]})"),
     "9",
     {"a.points[1]", "3", "2"}},
    {"HullOfNothing", with_a(R"({"type":"hull","points":[]})"), "9", {"a.points"}},
    {"PolygonOfTwoPoints", with_a(R"({"type":"polygon","points":[[0,0,0],[1,0,0]]})"), "9", {"a.points"}},
    {"RectangleSkewed", with_a(R"({"type":"rectangle","origin":[0,0,0],"edges":[[1,0,0],[1,1,0]]})"), "9", {"a.edges"}},
    {"RectangleOfOneEdge",
     with_a(R"({"type":"rectangle","origin":[0,0,0],"edges":[[1,0,0]]})"),
     "9",
     {"a.edges", "2", "1"}},
    {"LineWithoutDirection", with_a(R"({"type":"line","origin":[0,0,0],"direction":[0,0,0]})"), "9", {"a.direction"}},
    {"PlaneWithoutNormal", with_a(R"({"type":"plane","normal":[0,0,0],"offset":1})"), "9", {"a.normal"}},
    {"EllipsoidFlat", with_a(R"({"type":"ellipsoid","radii":[1,0,1]})"), "9", {"a.radii"}},
    {"PolyhedronUnbounded", with_a(R"({"type":"polyhedron","halfspaces":[[1,0,0,1]]})"), "9", {"a.halfspaces"}},
    {"HalfspaceWithoutOffset",
     with_a(R"({"type":"polyhedron","halfspaces":[[1,0,0]]})"),
     "9",
     {"a.halfspaces[0]", "4", "3"}},
    {"SpheresRadiusNegative", with_a(R"({"type":"spheres","spheres":[[0,0,0,-1]]})"), "9", {"a.spheres[0]"}},
    {"SpheresOfNothing", with_a(R"({"type":"spheres","spheres":[]})"), "9", {"a.spheres"}},
    {"SpheresWithoutRadius", with_a(R"({"type":"spheres","spheres":[[0,0,0]]})"), "9", {"a.spheres[0]", "4", "3"}},
    {"SpheresRadiusOverflows",
     with_a(R"({"type":"spheres","spheres":[[0,0,0,1],[0,0,0,1e400]]})"),
     "9",
     {"a.spheres[1][3]", "overflow"}},
    {"SpheresCentreOverflows",
     with_a(R"({"type":"spheres","spheres":[[-1e400,0,0,1]]})"),
     "9",
     {"a.spheres[0][0]", "overflow"}},
    {"SpheresRadiusNotANumber", with_a(R"({"type":"spheres","spheres":[[0,0,0,"NaN"]]})"), "9", {"a.spheres[0][3]"}},
    {"MeshFileMissing", with_a(R"({"type":"mesh","file":"nowhere.obj"})"), "9", {"a.file", "nowhere.obj"}},
    {"QuaternionNotUnit",
     with_a(R"({"type":"sphere","radius":1,"pose":{"quaternion":[1,1,0,0]}})"),
     "9",
     {"a.pose.quaternion"}},
    {"QuaternionTooShort",
     with_a(R"({"type":"sphere","radius":1,"pose":{"quaternion":[1,0,0]}})"),
     "9",
     {"a.pose.quaternion", "4", "3"}},
    {"MatrixReflects",
     with_a(R"({"type":"sphere","radius":1,"pose":{"matrix":[1,0,0,0,1,0,0,0,-1]}})"),
     "9",
     {"a.pose.matrix"}},
    {"MatrixScales",
     with_a(R"({"type":"sphere","radius":1,"pose":{"matrix":[2,0,0,0,1,0,0,0,1]}})"),
     "9",
     {"a.pose.matrix"}},
    {"MatrixInRows",
     with_a(R"({"type":"sphere","radius":1,"pose":{"matrix":[[1,0,0],[0,1,0],[0,0,1]]}})"),
     "9",
     {"a.pose.matrix", "nine numbers in one flat list", "translation goes into position"}},
    {"MatrixWithTranslation",
     with_a(R"({"type":"sphere","radius":1,"pose":{"matrix":[1,0,0,5,0,1,0,6,0,0,1,7]}})"),
     "9",
     {"a.pose.matrix", "nine numbers in one flat list"}},
    {"QuaternionTooLong",
     with_a(R"({"type":"sphere","radius":1,"pose":{"quaternion":[0,0,3,4]}})"),
     "9",
     {"a.pose.quaternion", "[w,x,y,z]", "and is 5"}},
    {"QuaternionAndMatrix",
     with_a(R"({"type":"sphere","radius":1,"pose":{"quaternion":[1,0,0,0],"matrix":[1,0,0,0,1,0,0,0,1]}})"),
     "9",
     {"a.pose", "quaternion", "matrix"}},
    {"PoseKeyMisspelt",
     with_a(R"({"type":"sphere","radius":1,"pose":{"positon":[1,0,0]}})"),
     "9",
     {"a.pose", "unknown key", "positon", "did you mean 'position'?"}},
    {"ShapeMissing", R"({"id":9,"a":{"type":"sphere","radius":1}})", "9", {"missing", "\"b\""}},
    {"ShapeTooMany",
     R"({"id":9,"a":{"type":"sphere","radius":1},"b":{"type":"sphere","radius":1},"c":1})",
     "9",
     {"unknown key", "\"c\""}},
    {"IdTwice",
     R"({"id":1,"id":2,"a":{"type":"sphere","radius":1},"b":{"type":"sphere","radius":1}})",
     "null",
     {"duplicate", "id"}},
};
INSTANTIATE_TEST_SUITE_P(Meaning, Garbage, testing::ValuesIn(meaning), name_of);

TEST(GarbageBulk, AMarkBeforeTheFirstLineIsSkipped) {
  EXPECT_EQ(run({"distance", "--jsonl", "-"}, "\xEF\xBB\xBF" + good).status, 0);
  EXPECT_EQ(run({"distance", "-"}, "\xEF\xBB\xBF{\"clearance\":1,\"bodies\":[]}").status, 0);
}

TEST(GarbageBulk, ALineOf100Megabytes) {
  constexpr std::size_t length = 100'000'000;
  const std::string error = error_of(std::string(length, '7'))["error"];
  EXPECT_NE(error.find("line 2: longer than"), std::string::npos) << error;
}

TEST(GarbageBulk, ALongLineWithinTheLimit) {
  std::string line = "[0";
  while (line.size() < 8'000'000) line += ",0";
  EXPECT_TRUE(error_of(line + "]")["id"].is_null());
}

TEST(GarbageBulk, BinaryNoise) {
  std::mt19937 random(20240229);
  std::string noise;
  std::size_t lines = 1;
  for (int i = 0; i < 100'000; ++i) {
    const char c = static_cast<char>(random() & 0xFFU);
    lines += c == '\n' ? 1 : 0;
    noise += c;
  }
  const Output result = run({"distance", "--jsonl", "-"}, good + noise + "\n" + good);
  EXPECT_EQ(result.status, 1);
  const std::vector<Json> answers = result.lines();
  ASSERT_GE(answers.size(), 3U);
  EXPECT_LE(answers.size(), lines + 2);
  EXPECT_EQ(answers.front()["status"], "separated");
  EXPECT_EQ(answers.back()["status"], "separated");
  for (std::size_t i = 1; i + 1 < answers.size(); ++i) EXPECT_TRUE(answers[i].contains("error"));
}

TEST(GarbageBulk, UnderflowAndHugeIntegersAreNumbers) {
  const std::string tiny = R"({"id":1,"a":{"type":"sphere","radius":1e-400},"b":{"type":"point","at":[5,0,0]}})";
  const std::string huge =
      R"({"id":2,"a":{"type":"point","at":[0,0,0]},"b":{"type":"point","at":[100000000000000000000000000000,0,0]}})";
  const Output result = run({"distance", "--jsonl", "-"}, tiny + "\n" + huge + "\n");
  EXPECT_EQ(result.status, 0) << result.out;
  const std::vector<Json> answers = result.lines();
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0]["distance"], 5.0);
  EXPECT_NEAR(answers[1]["distance"].get<double>(), 1e29, 1e14);
}

TEST(GarbageScene, IsAOneLineErrorWithPlaceAndReason) {
  const TempDirectory files;
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "line 1, column 1"},
      {"{\n  \"clearance\": 1,\n  \"bodies\": [,]\n}", "line 3, column 14"},
      {std::string(10000, '['), "nested"},
      {"\x80\x81\n\x82", "byte 0x80"},
      {R"({"bodies":[]})", "missing key \"clearance\""},
      {R"({"clearance":2,"bodies":[]})", "clearance: unknown version 2"},
      {R"({"clearance":1})", "missing key \"bodies\""},
      {R"({"clearance":1,"bodies":[],"body":1})", "unknown key \"body\""},
      {R"({"clearance":1,"bodies":[],"bodies":[]})", "duplicate key \"bodies\""},
      {R"({"clearance":1,"bodies":{}})", "bodies: expected an array"},
  };
  for (const auto& [text, phrase] : cases) {
    const std::string file = files.write("scene.json", text);
    const Output result = run({"distance", file});
    EXPECT_EQ(result.status, 1) << text.substr(0, 100);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(file + ": "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(phrase), std::string::npos) << result.err;
    EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
  }
}

}  // namespace
}  // namespace clearance::test
