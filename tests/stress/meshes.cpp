// Meshes in every format that holds them: the hull must be the same from each, to float precision. Meshes are those of
// the files that are named, and others made by formulas.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "clearance/distance.hpp"
#include "io/mesh/mesh.hpp"
#include "mesh_files.hpp"
#include "solid_meshes.hpp"

namespace clearance::test {
namespace {

class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}
  int whole(int least, int most) { return std::uniform_int_distribution(least, most)(random_); }
  double real(double least, double most) { return std::uniform_real_distribution(least, most)(random_); }

 private:
  std::mt19937 random_;
};

/// One of six families, of some size from a millimetre to a kilometre, and somewhere.
TriangleMesh random_mesh(unsigned seed) {
  Random random(seed);
  TriangleMesh mesh;
  switch (seed % 6) {
    case 0:
      mesh = bumpy_ball(random.whole(3, 20), random.real(0.0, 0.5), seed);
      break;
    case 1:
      mesh = torus(random.whole(3, 40), random.whole(3, 20), 2.0, random.real(0.05, 1.0));
      break;
    case 2: {
      const double turns = random.whole(1, 5), wave = random.real(0.0, 0.5);
      mesh = tube(random.whole(3, 12), random.whole(20, 80), 0.1, [&](double t) {
        const double a = 6.283185307179586 * t;
        return Vec3(2 * std::cos(a), 2 * std::sin(a), wave * std::cos(turns * a));
      });
      break;
    }
    case 3:
      mesh = turned(random.whole(3, 40),
                    {{0.0, 0.0}, {random.real(0.5, 1.0), 0.0}, {1.0, 2.0}, {0.0, random.real(1.0, 3.0)}});
      break;
    case 4: {
      std::vector<std::pair<double, double>> outline;
      const int corners = random.whole(3, 60);
      for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * i / corners, radius = random.real(0.5, 1.0);
        outline.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
      }
      mesh = prism(outline, random.real(-0.5, 0.5), random.real(0.01, 3.0));
      break;
    }
    default:
      mesh = cubes(6, 5, 4, [&](int x, int y, int z) { return (x * y + z * static_cast<int>(seed)) % 3 != 1; });
  }
  const double scale = std::pow(10.0, random.real(-3.0, 3.0));
  const Vec3 offset(random.real(-2, 2), random.real(-2, 2), random.real(-2, 2));
  for (Vec3& p : mesh.points) p = scale * (p + offset);
  return mesh;
}

double size_of(const std::vector<Vec3>& points) {
  double most = 0.0;
  for (const Vec3& p : points) most = std::max(most, p.cwiseAbs().maxCoeff());
  return most;
}

/// How far points are outside of a hull at most; proven.
double outside(const std::vector<Vec3>& points, const Shape& hull) {
  double most = 0.0;
  for (const Vec3& p : points) most = std::max(most, distance(hull, {}, Point(p), {}, {.penetration = false}).upper);
  return most;
}

struct Row {
  int files = 0, bad = 0;
  double worst = 0.0;
};

/// All formats against the first; points of each hull within the other.
void compare(const std::string& name, const TriangleMesh& mesh, const std::filesystem::path& folder,
             std::map<std::string, Row>& rows) {
  constexpr double float_precision = 0x1p-23;
  std::vector<Vec3> expected;
  std::optional<Shape> hull;
  for (const auto& [file, content] : mesh_files(mesh)) {
    Row& row = rows[file];
    ++row.files;
    try {
      const std::filesystem::path path = folder / file;
      std::ofstream(path, std::ios::binary) << content;
      const std::vector<Vec3> points = io::read_mesh_points(path.string());
      const Shape here = Hull(points);
      if (!hull) expected = points, hull = here;
      const double off = std::max(outside(points, *hull), outside(expected, here)) / size_of(expected);
      row.worst = std::max(row.worst, off);
      if (off <= float_precision) continue;
      fmt::print(stderr, "{} as {}: off by {:.3g} of its size\n", name, file, off);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{} as {}: {}\n", name, file, error.what());
    }
    ++row.bad;
  }
}

int run(int generated, const std::vector<std::string>& files) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("clearance-meshes-{}", std::random_device()());
  std::filesystem::create_directory(folder);
  std::map<std::string, Row> rows;
  for (const std::string& file : files) compare(file, io::read_mesh_triangles(file), folder, rows);
  for (int i = 0; i < generated; ++i)
    compare(fmt::format("mesh {}", i), random_mesh(static_cast<unsigned>(i)), folder, rows);
  std::filesystem::remove_all(folder);
  fmt::print("{:<14} {:>6} {:>6}  {}\n", "format", "files", "bad", "off by at most, of the size");
  int bad = 0, count = 0;
  for (const auto& [name, row] : rows) {
    fmt::print("{:<14} {:>6} {:>6}  {:.2g}\n", name, row.files, row.bad, row.worst);
    bad += row.bad;
    count += row.files;
  }
  fmt::print("{} files of {} meshes, {} bad\n", count, files.size() + static_cast<std::size_t>(generated), bad);
  return bad == 0 ? 0 : 1;
}

}  // namespace
}  // namespace clearance::test

int main(int argc, char** argv) {
  int generated = 200;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--generated" && i + 1 < argc)
      generated = std::atoi(argv[++i]);
    else
      files.emplace_back(argv[i]);
  }
  return clearance::test::run(generated, files);
}
