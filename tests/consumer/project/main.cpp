#include <clearance/clearance.hpp>
#ifdef HAS_IO
#include <clearance/io.hpp>
#endif
#include <clearance/lcp.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "../layout.hpp"

// A program outside the source tree of the library: it sees the installed package alone, and may be compiled with
// other architecture flags. Its argument is the file that holds the layout of the public types in the library.

namespace cl = clearance;

namespace {

int failures = 0;

void check(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "failed: %s\n", what);
  ++failures;
}

/// The query must give the known distance, within its own enclosure, and pass the independent check.
void check_distance(const char* what, double expected, const cl::Shape& a, const cl::Pose& pose_a, const cl::Shape& b,
                    const cl::Pose& pose_b) {
  const cl::Result result = cl::distance(a, pose_a, b, pose_b);
  std::printf("%-28s %.17g in [%.17g, %.17g]\n", what, result.distance, result.lower, result.upper);
  check(std::abs(result.distance - expected) <= 1e-9, what);
  check(result.lower <= result.distance && result.distance <= result.upper, what);
  const cl::Vec3 gap = result.point_b - result.point_a - result.distance * result.normal;
  check(gap.norm() <= 1e-9 && std::abs(result.normal.norm() - 1.0) <= 1e-12, what);
  check(static_cast<bool>(cl::verify(result, a, pose_a, b, pose_b)), what);
}

void check_layout(const char* file) {
  std::ifstream in(file);
  const std::string expected{std::istreambuf_iterator<char>(in), {}};
  check(!expected.empty(), "the layout file of the library is there");
  const std::string here = layout::describe();
  if (here != expected) std::fprintf(stderr, "library:\n%sconsumer:\n%s", expected.c_str(), here.c_str());
  check(here == expected, "public types are laid out as in the library");
}

constexpr double quarter_pi = 0.78539816339744831;

/// Isometry3d is the one Eigen type at the interface whose alignment depends on the flags: without vectorisation it
/// sits here at an address that no aligned load can take.
struct alignas(64) MemberOfCaller {
  double first = 0.0;
  Eigen::Isometry3d transform =
      Eigen::Translation3d(5, 0, 0) * Eigen::Isometry3d(Eigen::AngleAxisd(quarter_pi, cl::Vec3::UnitZ()));
};

void check_answers() {
  const cl::Shape cube = cl::Box({2.0, 2.0, 2.0});
  const cl::Shape ball = cl::Sphere(0.5);
  const std::vector<cl::Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const cl::Shape tetrahedron = cl::Hull::from_points(corners);
  const cl::Pose origin;

  check_distance("box, sphere", 1.5, cube, origin, ball, cl::Pose::translation({0, 3, 0}));
  check_distance("box, hull", 2.0, cube, origin, tetrahedron, cl::Pose::translation({3, 0.1, 0.2}));
  check_distance("box, box overlapping", -0.5, cube, origin, cube, cl::Pose::translation({1.5, 0.1, 0.2}));

  // A turn by 45 degrees about z puts an edge of the cube in front, sqrt(2) from its centre.
  const cl::Vec3 right{5, 0, 0};
  const double edge_gap = 4.0 - std::sqrt(2.0);
  check_distance("quaternion pose", edge_gap, cube, origin, cube,
                 cl::Pose::from_quaternion(std::cos(quarter_pi / 2), 0, 0, std::sin(quarter_pi / 2), right));
  check_distance("angle-axis pose", edge_gap, cube, origin, cube,
                 cl::pose(right, Eigen::AngleAxisd(quarter_pi, cl::Vec3::UnitZ())));
  const MemberOfCaller member;
  check_distance("isometry pose", edge_gap, cube, origin, cube, member.transform);
}

/// Exact arithmetic, if the library has it, and the templates that need nothing of it.
void check_exact() {
  const cl::Shape cube = cl::Box({2.0, 2.0, 2.0});
  const auto exact = cl::exact_distance(cube, cl::Pose(), cube, cl::Pose::translation({3.0, 3.0, 0.0}));
  check(exact.has_value() == cl::has_exact_arithmetic(), "exact arithmetic is there or not");
  check(!exact || exact->squared_distance.text() == "2/1", "exact squared distance");
  const auto solution = cl::solve_lcp<double, 2>({-1.0, 2.0}, {{{2.0, 0.0}, {0.0, 1.0}}});
  check(solution.outcome == cl::LcpOutcome::solved && solution.z[0] == 0.5, "linear complementarity problem");
}

/// The structs that travel through pointers and containers of the caller.
void check_storage() {
  const cl::Shape cube = cl::Box({2.0, 2.0, 2.0});
  const auto state = std::make_unique<cl::PairState>();
  std::vector<cl::Result> results;
  for (int step = 0; step < 8; ++step) {
    results.push_back(cl::distance(cube, cl::Pose(), cube, cl::Pose::translation({3.0 + 0.25 * step, 0.1, 0.2}),
                                   {.max_distance = 100.0}, state.get()));
    check(std::abs(results.back().distance - (1.0 + 0.25 * step)) <= 1e-9, "warm-started distance");
  }
  try {
    const cl::Shape bad = cl::Sphere(-1.0);
    check(false, "a negative radius is refused");
  } catch (const cl::InvalidInput&) {
  }
}

#ifdef HAS_IO
/// What the command prints, a program reads.
void check_files() {
  const cl::Shape box = cl::parse_shape(R"({"type":"box","size":[1,2,3]})");
  check(box.type() == "box", "a shape from text");
  {
    std::ofstream("consumer.stl") << "solid t\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                                     "vertex 0 1 0\nendloop\nendfacet\nendsolid t\n";
    std::ofstream("consumer.json") << R"({"clearance":1,"bodies":[{"name":"a","shape":{"type":"mesh","file":)"
                                      R"("consumer.stl"}},{"name":"b","shape":{"type":"sphere","radius":1},)"
                                      R"("pose":{"position":[0,0,3]},"uncertainty":{"position":0.25}}]})";
  }
  check(cl::read_mesh("consumer.stl").triangles.size() == 1, "a mesh from a file");
  const cl::SceneFile scene = cl::read_scene("consumer.json");
  check(scene.bodies.size() == 2 && !scene.pairs && scene.times.size() == 1, "a scene from a file");
  check(scene.bodies[1].uncertain.position == 0.25, "how well a body is known");
  check_distance("bodies of a scene", 2.0, scene.bodies[0].shape, scene.bodies[0].pose(0), scene.bodies[1].shape,
                 scene.bodies[1].pose(0));
  try {
    cl::read_mesh("nowhere.stl");
    check(false, "a missing file is refused");
  } catch (const cl::InvalidInput&) {
  }
}
#endif

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: consumer LAYOUT_FILE\n");
    return 2;
  }
  check_layout(argv[1]);
  check_answers();
  check_exact();
  check_storage();
#ifdef HAS_IO
  check_files();
#endif
  return failures == 0 ? 0 : 1;
}
