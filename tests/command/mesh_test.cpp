#include "io/mesh/mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mesh_files.hpp"
#include "process.hpp"

// Mesh files in each format, and the precision of what is read from them.

namespace clearance::test {
namespace {

// Not a float: read as one, it would be off by 1e-9.
const std::string top = "0.1234567890123456789";
constexpr double top_value = 0.1234567890123456789;

std::string ply_header(const std::string& format, const std::string& type) {
  return "ply\nformat " + format + " 1.0\ncomment made by hand\nelement vertex 4\nproperty uchar flag\nproperty " +
         type + " x\nproperty " + type + " y\nproperty " + type +
         " z\nelement face 0\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string ply_binary(const std::string& format, bool big_endian) {
  std::string out = ply_header(format, "double");
  for (const std::array<double, 3>& p :
       {std::array{0.0, 0.0, top_value}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {-1.0, -1.0, 0.0}})
    out += '\x07' + bytes<double>({p[0], p[1], p[2]}, big_endian);
  return out;
}

/// The distance of the mesh from the point (0, 0, 1).
Json ask(const std::string& name, const std::string& content) {
  const TempDirectory files;
  files.write(name, content);
  const Output result =
      run({"distance", "--jsonl", "-"},
          R"({"a":{"type":"mesh","file":")" + name + R"("},"b":{"type":"point","at":[0,0,1]}})", files.path());
  const std::vector<Json> lines = result.lines();
  return lines.size() == 1 ? lines[0] : Json{{"error", "no answer"}};
}

TEST(Mesh, TextIsReadInDoublePrecision) {
  const std::vector<std::pair<std::string, std::string>> files{
      {"tip.obj", "o tip\nv 0 0 " + top + " 1.0\nv 1 0 0\nv 0 1 0\r\nvn 0 0 5\nv -1 -1 0\nf 1//1 2//1 3//1\n"},
      {"TIP.OBJ", "v 0 +0.0 " + top + "\n  v\t1 0 0\nv 0 1 0\nv -1 -1 0"},
      {"tip.stl", "solid tip\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 " + top +
                      "\n   vertex 1 0 0\n   vertex 0 1 0\n  endloop\n endfacet\nendsolid tip\n"},
      {"tip.ply", ply_header("ascii", "float") + "7 0 0 " + top + "\n7 1 0 0\n7 0 1 0\n7 -1 -1 0\n"},
      {"little.ply", ply_binary("binary_little_endian", false)},
      {"big.ply", ply_binary("binary_big_endian", true)},
  };
  for (const auto& [name, content] : files) {
    const Json answer = ask(name, content);
    ASSERT_TRUE(answer.contains("distance")) << name << ": " << answer;
    EXPECT_NEAR(answer["distance"], 1.0 - top_value, 1e-15) << name;
  }
}

TEST(Mesh, BinaryStlHoldsFloats) {
  std::string content = "solid looks like text, is not";
  content.resize(80, ' ');
  content += bytes<std::uint32_t>({1});
  content += bytes<float>({0, 0, 1, 0, 0, 0.25F, 1, 0, 0, 0, 1, 0}) + std::string(2, '\0');
  const Json answer = ask("tip.stl", content);
  ASSERT_TRUE(answer.contains("distance")) << answer;
  EXPECT_NEAR(answer["distance"], 0.75, 1e-12);
}

TEST(Mesh, OtherFormatsGoThroughAssimp) {
  const Json answer = ask("tip.off", "OFF\n4 2 0\n0 0 0.25\n1 0 0\n0 1 0\n-1 -1 0\n3 0 1 2\n3 0 2 3\n");
  ASSERT_TRUE(answer.contains("distance")) << answer;
  EXPECT_NEAR(answer["distance"], 0.75, 1e-12);
}

const std::string facet =
    "facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 1 0\n endloop\nendfacet\n";

/// A tetrahedron of four vertices and one face as PLY, its face list as given.
std::string ply_with_face(const std::string& face) {
  return "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
         "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0.25\n1 0 0\n0 1 0\n-1 -1 0\n" +
         face + "\n";
}

struct BadFile {
  std::string name, content, phrase;  ///< what the error must say
};

TEST(Mesh, ANameThatLeadsNowhereIsToldWhereItLed) {
  const TempDirectory files;
  const auto error_of = [&](const std::string& name) {
    const std::string stream = files.write(
        "stream.jsonl", R"({"a":{"type":"mesh","file":")" + name + R"("},"b":{"type":"point","at":[0,0,0]}})");
    return run({"distance", "--jsonl", stream}).lines().at(0)["error"].get<std::string>();
  };
  const std::string tried = (files.path() / "link.stl").string();
  EXPECT_EQ(error_of("link.stl"), "line 1: a.file: link.stl: No such file or directory (looked for " + tried + ")");
  EXPECT_EQ(error_of(""), "line 1: a.file: the name of the file is empty");
  EXPECT_NE(error_of("package://robot/link.stl").find("package:// is not resolved: give the path"), std::string::npos);
}

TEST(Mesh, ASceneIsNone) {
  const TempDirectory files;
  for (const char* name : {"scene.json", "scene"}) {
    const std::string scene = files.write(name, "\n {\"clearance\":1,\"bodies\":[]}");
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"decompose", scene}, {"fit", "stope", scene}, {"fit", "ellipsoid", scene}}) {
      const Output result = run(command);
      EXPECT_EQ(result.status, 1);
      EXPECT_EQ(result.err, "clearance: " + scene + ": this is a scene, not a mesh\n");
    }
  }
  const Output other = run({"decompose", files.write("shape.json", R"({"type":"point"})")});
  EXPECT_NE(other.err.find("this is JSON, not a mesh"), std::string::npos) << other.err;
}

TEST(Mesh, BadFilesAreErrorsThatNameThem) {
  const TriangleMesh ball = bumpy_ball(3, 0.0, 1);
  const std::string binary = stl_binary(ball), text = stl_text(ball);
  const std::string little = ply(ball, "binary_little_endian", "float");
  std::string no_number = binary;
  no_number.replace(84 + 12, 4, bytes<std::uint32_t>({0x7FC00000U}));
  const std::vector<BadFile> cases{
      {"empty.obj", "", "no vertices"},
      {"short.obj", "v 0 0 0\nv 1 2\n", "line 2"},
      {"word.obj", "v 0 0 nan\n", "line 1"},
      {"huge.obj", "v 0 0 1e999\n", "line 1"},
      {"unknown.obj", "v 0 0 0\nvertex 1 2 3\n", "line 2: unknown keyword 'vertex'"},
      {"surface.obj", "v 0 0 0\ncstype bezier\n", "free-form"},
      {"corner.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "line 4: corner 4 of a face is none of the 3 vertices"},
      {"corner0.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n", "corner 0"},
      {"back.obj", "v 0 0 0\nf -1 -2 -3\n", "corner -2"},
      {"slash.obj", "v 0 0 0\nf 1/x 1 1\n", "no corner"},
      {"cut.ply", ply_header("ascii", "float") + "7 0 0 1\n", "ends before"},
      {"cut_binary.ply", ply_header("binary_little_endian", "double") + "abc", "ends before"},
      {"cut_faces.ply", little.substr(0, little.size() - 5), "a list longer than the file"},
      {"cut_vertices.ply", little.substr(0, little.find("end_header") + 40), "ends before this vertex"},
      {"longer.ply", little + "more", "4 bytes follow"},
      {"nul.ply",
       std::string("ply\nformat binary_little_endian 1.0\nelement ") + '\0' + "v 1\nproperty int v\nend_header\n",
       R"(\x00v 0: the file ends before this \x00v of 1)"},
      {"header.ply", "ply\nformat ascii 1.0\n", "header"},
      {"format.ply", "ply\nend_header\n", "no 'format'"},
      {"noise.ply", "\x01\x02", "not a PLY"},
      {"index.ply", ply_with_face("3 0 1 4"), "corner 4 of a face is none of the 4 vertices"},
      {"negative.ply", ply_with_face("3 0 1 -1"), "corner -1"},
      {"list.ply", ply_with_face("200 0 1 2"), "longer than the file"},
      {"two.ply", ply_with_face("2 0 1"), "fewer than 3"},
      {"many.ply",
       "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\n"
       "property float z\nend_header\n",
       "more than can be counted"},
      {"billion.ply",
       "ply\nformat binary_little_endian 1.0\nelement vertex 1000000000\nproperty float x\nproperty float y\n"
       "property float z\nend_header\n1234",
       "ends before"},
      {"strips.ply",
       "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\n"
       "element tristrips 1\nproperty list int int vertex_indices\nend_header\n3 0 1 2\n",
       "strips"},
      {"noise.stl", "\x01\x02", "noise.stl"},
      {"cut_text.stl", text.substr(0, text.size() / 2), "line"},
      {"cut_facet.stl", "solid x\n" + facet, "without 'endsolid': it is cut short"},
      {"cut_vertex.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2", "line 4"},
      {"four.stl",
       "solid x\n" + facet.substr(0, facet.find(" endloop")) + "vertex 1 1 1\nendloop\nendfacet\nendsolid\n",
       "expected 'endloop'"},
      {"nan.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", "'nan' is not a finite number"},
      {"nan_binary.stl", no_number, "triangle 0: a coordinate is not a finite number"},
      {"cut_binary.stl", binary.substr(0, binary.size() - 10), "triangles it would have"},
      {"long_binary.stl", binary + "x", "triangles it would have"},
      {"unknown.xyzzy", "hello", "unknown.xyzzy"},
  };
  for (const BadFile& file : cases) {
    const Json answer = ask(file.name, file.content);
    const std::string error = answer.value("error", "");
    EXPECT_NE(error.find("a.file"), std::string::npos) << file.name << ": " << answer;
    EXPECT_NE(error.find(file.name), std::string::npos) << file.name << ": " << answer;
    EXPECT_NE(error.find(file.phrase), std::string::npos) << file.name << ": " << answer;
  }
}

TEST(Mesh, LineEndsMarksAndCaseAreNoObstacle) {
  std::string carriage = "solid x\n" + facet + "endsolid x\n";
  for (char& c : carriage) c = c == '\n' ? '\r' : c;
  std::string upper = "SOLID X\n" + facet + "ENDSOLID\n";
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::vector<std::pair<std::string, std::string>> files{
      {"carriage.stl", carriage},
      {"upper.stl", upper},
      {"two.stl", "solid a\n" + facet + "endsolid a\nsolid b c\n" + facet + "endsolid b c\n"},
      {"nan_normal.stl", "solid x\nfacet normal nan nan nan" + facet.substr(facet.find('\n')) + "endsolid\n"},
      {"mark.obj", "\xEF\xBB\xBFv 0 0 0\rv 1 0 0\rv 0 1 0\r"},
      {"goes_on.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 \\\n 3 # a face\n"},
      {"colours.obj", "v 0 0 0 1 0.5 0.5 0.5\nv 1 0 0 0.1 0.1 0.1\nv 0 1 0\nvt 0 0\nusemtl steel\ns off\nl 1 2\n"},
      {"windows.ply",
       "ply\r\nformat ascii 1.0\r\nelement vertex 3\r\nproperty int x\r\nproperty int y\r\nproperty int z\r\n"
       "property list uchar float extra\r\nend_header\r\n0 0 0 0\r\n1 0 0 2 0.5 0.5\r\n0 1 0 1 9\r\n"},
  };
  for (const auto& [name, content] : files) {
    const Json answer = ask(name, content);
    ASSERT_TRUE(answer.contains("distance")) << name << ": " << answer;
    EXPECT_NEAR(answer["distance"], 1.0, 1e-15) << name;
  }
}

/// Every vertex of one mesh has one of the other at the same place, to float precision.
void expect_same_points(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const std::string& name) {
  ASSERT_EQ(a.size(), b.size()) << name;
  const auto before = [](const Vec3& p, const Vec3& q) {
    return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end());
  };
  std::vector<Vec3> p = a, q = b;
  std::sort(p.begin(), p.end(), before);
  std::sort(q.begin(), q.end(), before);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_LE((p[i] - q[i]).norm(), 1e-6) << name;
}

TEST(Mesh, EveryFormatGivesTheSameBody) {
  const TempDirectory files;
  for (const TriangleMesh& mesh : {bumpy_ball(7, 0.3, 5), torus(11, 7, 2.0, 0.5), hollow_box(2.0, 1.0)}) {
    std::vector<Vec3> expected;
    std::size_t triangles = 0;
    for (const auto& [name, content] : mesh_files(mesh)) {
      const TriangleMesh read = io::read_mesh_triangles(files.write(name, content));
      if (expected.empty()) expected = read.points, triangles = read.triangles.size();
      expect_same_points(read.points, expected, name);
      EXPECT_EQ(read.triangles.size(), triangles) << name;
    }
  }
}

TEST(Mesh, ColladaIsTakenAsRobotsTakeIt) {
  // Coordinates as written whatever the up-axis; the unit applied; and the output says so.
  const TempDirectory files;
  const TriangleMesh mesh = hollow_box(2.0, 1.0);
  files.write("z.dae", collada(mesh, "Z_UP", "0.001"));
  std::vector<std::string> notes;
  ReadOptions options;
  options.directory = files.path();
  options.note = [&](const std::string& note) { notes.push_back(note); };
  const std::vector<Vec3> points = io::read_mesh_points("z.dae", options);
  for (const Vec3& p : points) EXPECT_LE((p.cwiseAbs() - Vec3::Constant(p.cwiseAbs().x())).norm(), 1e-12);
  double highest = 0.0;
  for (const Vec3& p : points) highest = std::max(highest, p.z());
  EXPECT_NEAR(highest, 1e-3, 1e-9);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("not turned by up_axis; unit of 0.001 m applied"), std::string::npos) << notes[0];

  const Output said = run({"distance", "--jsonl", "-"},
                          R"({"a":{"type":"mesh","file":"z.dae"},"b":{"type":"point","at":[0,0,1]}})", files.path());
  EXPECT_NE(said.err.find("note: z.dae: Collada"), std::string::npos) << said.err;
}

TEST(Mesh, AReaderThatHangsOrCrashesIsOneErrorObject) {
  const TempDirectory files;
  // Four hundred million faces in 40 bytes; and a time that no file can be read in.
  files.write("many.off", "OFF\n3 400000000 0\n0 0 0\n1 0 0\n0 1 0\n");
  files.write("slow.off", off_text(bumpy_ball(5, 0.1, 3)));
  const std::string good = R"({"id":7,"a":{"type":"point","at":[0,0,0]},"b":{"type":"point","at":[0,0,1]}})";
  const auto ask_for = [](const std::string& name) {
    return R"({"a":{"type":"mesh","file":")" + name + R"("},"b":{"type":"point","at":[0,0,1]}})";
  };
  const Output many = run({"distance", "--jsonl", "-", "--mesh-memory", "1G"},
                          good + "\n" + ask_for("many.off") + "\n" + good + "\n", files.path());
  ASSERT_EQ(many.lines().size(), 3U) << many.out << many.err;
  EXPECT_EQ(many.status, 1);
  EXPECT_TRUE(many.lines()[1].contains("error")) << many.out;
  EXPECT_EQ(many.lines()[2]["distance"], 1.0);
  const Output slow = run({"distance", "--jsonl", "-", "--mesh-seconds", "1e-6"}, ask_for("slow.off"), files.path());
  EXPECT_NE(slow.out.find("not read within"), std::string::npos) << slow.out;
}

TEST(Mesh, ALimitOnTheSizeCanBeRaised) {
  const TempDirectory files;
  files.write("ball.obj", obj_text(bumpy_ball(9, 0.1, 3)));
  const std::string question = R"({"a":{"type":"mesh","file":"ball.obj"},"b":{"type":"point","at":[0,0,9]}})";
  EXPECT_NE(run({"distance", "--jsonl", "-", "--mesh-bytes", "1K"}, question, files.path()).out.find("limit of 1024"),
            std::string::npos);
  EXPECT_EQ(run({"distance", "--jsonl", "-", "--mesh-bytes", "1M"}, question, files.path()).status, 0);
  EXPECT_EQ(run({"distance", "--jsonl", "-", "--mesh-bytes", "1Q"}, question, files.path()).status, 2);
}

TEST(Mesh, ScaleStretchesTheFile) {
  const std::string tip = "v 0 0 0.25\nv 1 0 0\nv 0 1 0\nv -1 -1 0\n";
  const auto scaled = [&](const std::string& scale) {
    const TempDirectory files;
    files.write("tip.obj", tip);
    return run({"distance", "--jsonl", "-"},
               R"({"a":{"type":"mesh","file":"tip.obj","scale":)" + scale + R"(},"b":{"type":"point","at":[0,0,3]}})",
               files.path());
  };
  EXPECT_NEAR(scaled("2").lines().at(0)["distance"], 2.5, 1e-12);
  EXPECT_NEAR(scaled("[1,1,4]").lines().at(0)["distance"], 2.0, 1e-12);
  EXPECT_NEAR(scaled("[1,1,-4]").lines().at(0)["distance"], 3.0, 1e-12);
  EXPECT_NE(scaled("0").out.find("a.scale: a scale must not be zero"), std::string::npos);
  EXPECT_NE(scaled("[1,2]").out.find("a.scale: expected 3 numbers"), std::string::npos);
  EXPECT_NE(scaled("\"mm\"").out.find("a.scale: expected a number"), std::string::npos);
}

}  // namespace
}  // namespace clearance::test
