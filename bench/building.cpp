// Building shapes: hulls of points, beside Qhull alone, and polyhedra of half-spaces and hulls of spheres. Seconds of
// the processor, the least of some turns, and bytes for each point: those that the shape keeps, by the allocator's
// count, and the most that the process held while it was built, and before that by Qhull alone, by that of the system.

#include <fmt/core.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <ctime>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "clearance/shapes.hpp"
#include "told.hpp"

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

namespace bench {
namespace {

using namespace clearance;

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::size_t bytes_in_use() {
  const auto now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

/// A line of what the system says of this process, in bytes; 0 if it does not say.
double of_process(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(key + ":")) return 1024.0 * std::stod(line.substr(key.size() + 1));
  return 0.0;
}

/// The most memory that some work takes beyond what is held before it.
template <class Work>
double peak_of(const Work& work) {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;  // the peak is what is held now
  const double before = of_process("VmRSS");
  work();
  return of_process("VmHWM") - before;
}

std::vector<Vec3> points_on_sphere(int count) {
  std::mt19937_64 engine(3);
  std::normal_distribution<double> normal;
  std::vector<Vec3> points(static_cast<std::size_t>(count));
  for (Vec3& p : points) p = Vec3(normal(engine), normal(engine), normal(engine)).normalized();
  return points;
}

/// Qhull with the options of the library: hull and faces, nothing else.
double qhull_time(const std::vector<Vec3>& points) {
  std::vector<double> coordinates;
  for (const Vec3& p : points) coordinates.insert(coordinates.end(), p.begin(), p.end());
  const double start = seconds();
  qhT qh;
  qh_zero(&qh, stderr);
  char options[] = "qhull Pp Q12";
  const int failed =
      qh_new_qhull(&qh, 3, static_cast<int>(points.size()), coordinates.data(), False, options, nullptr, stderr);
  const double taken = seconds() - start;
  qh_freeqhull(&qh, qh_ALL);
  int memory = 0, lists = 0;
  qh_memfreeshort(&qh, &memory, &lists);
  return failed == 0 ? taken : HUGE_VAL;
}

struct Built {
  double seconds = HUGE_VAL, bytes = 0.0, peak = 0.0;
};
template <class Make>
Built build(int turns, const Make& make) {
  Built built;
  for (int turn = 0; turn < turns; ++turn) {
    const std::size_t before = bytes_in_use();
    const double start = seconds();
    const Shape shape = make();
    built.seconds = std::min(built.seconds, seconds() - start);
    built.bytes = static_cast<double>(bytes_in_use() - before);
  }
  built.peak = peak_of([&] { make(); });
  return built;
}

int run(int argc, char** argv) {
  CLI::App app{"Building shapes, beside Qhull", "clearance_bench_building"};
  int largest = 100000;
  app.add_option("--largest", largest, "points of the largest hull")->check(CLI::Range(100, 10000000));
  CLI11_PARSE(app, argc, argv);
  fmt::print("{:<14}{:>9}{:>12}{:>12}{:>8}{:>12}{:>12}{:>12}\n", "shape", "points", "Qhull s", "here s", "ratio",
             "bytes each", "peak each", "Qhull peak");
  for (int count = 100; count <= largest; count *= 10) {
    const std::vector<Vec3> points = points_on_sphere(count);
    const int turns = count <= 1000 ? 40 : count <= 10000 ? 7 : 2;
    double qhull = HUGE_VAL;
    for (int turn = 0; turn < turns; ++turn) qhull = std::min(qhull, qhull_time(points));
    const double qhull_peak = peak_of([&] { qhull_time(points); });
    const auto row = [&](const char* name, const Built& built) {
      fmt::print("{:<14}{:>9}{:>12.4g}{:>12.4g}{:>8.2f}{:>12.0f}{:>12.0f}{:>12.0f}\n", name, count, qhull,
                 built.seconds, built.seconds / qhull, built.bytes / count, built.peak / count, qhull_peak / count);
      std::fflush(stdout);
    };
    row("hull", build(turns, [&] { return Shape(Hull(points)); }));
    if (count > 10000) continue;
    std::vector<HalfspaceRow> rows;
    std::vector<Ball> balls;
    for (const Vec3& p : points) {
      rows.push_back({p, 1.0});
      balls.push_back({p, 0.1});
    }
    row("half-spaces", build(turns, [&] { return Shape(Polyhedron(rows)); }));
    for (std::size_t i = 0; i < balls.size(); ++i) balls[i].radius = 0.1 + 1e-4 * static_cast<double>(i % 7);
    row("spheres", build(turns, [&] { return Shape(SphereHull(balls)); }));
  }
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::told("clearance_bench_building", [&] { return bench::run(argc, argv); });
}
