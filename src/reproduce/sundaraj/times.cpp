// Section 6, figures 1 to 3: time against the number of vertices, with and without tracking, and against the speed of
// rotation. The paper plots seconds for 10e4 steps on an SGI Octane of 195 MHz; it names two values in its text.

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "clearance/clearance.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/timing.hpp"

namespace clearance::reproduce {

namespace {

/// The paper's number of steps; fewer are run, and the time is given for as many.
constexpr double paper_steps = 1e5;
constexpr int steps = 1000;

/// The hull of random points on a sphere of radius one: all of them are vertices.
Shape random_hull(int vertices, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  while (static_cast<int>(points.size()) < vertices) {
    const double x = normal(engine), y = normal(engine), z = normal(engine);
    const Vec3 p(x, y, z);
    if (p.norm() > 0.1) points.push_back(p.normalized());
  }
  return Hull(points);
}

/// Seconds that the paper's number of steps along a path takes.
double seconds_along(const Shape& a, const Shape& b, const std::vector<Pose>& path, Method method, bool tracked) {
  const double once = seconds_of([&] {
    PairState state;
    for (const Pose& at : path) distance(a, {}, b, at, {.method = method}, tracked ? &state : nullptr);
  });
  return once * paper_steps / static_cast<double>(path.size());
}

std::vector<Row> over_complexity(Method method, double paper_tracked, const Progress& progress) {
  std::mt19937_64 engine(2000);
  std::vector<Pose> path;  // a small translation a step
  path.reserve(steps);
  for (int i = 0; i < steps; ++i) path.push_back(Pose::translation({2.5, 1e-3 * i - 0.5, 2e-4 * i}));
  std::vector<Row> rows;
  const int counts[] = {10, 20, 50, 100, 200, 500, 1000, 10000};
  for (const int count : counts) {
    const Shape a = random_hull(count, engine), b = random_hull(count, engine);
    Row row{std::to_string(count) + " vertices",
            {},
            {{"tracked s", seconds_along(a, b, path, method, true)},
             {"untracked s", seconds_along(a, b, path, method, false)},
             {"default tracked s", seconds_along(a, b, path, Method::automatic, true)}}};
    if (count <= 100) row.paper = {{"tracked s", paper_tracked}};
    rows.push_back(row);
    progress(static_cast<double>(rows.size()) / std::size(counts));
  }
  return rows;
}

std::vector<Row> over_speed(const Progress& progress) {
  std::mt19937_64 engine(2001);
  const Shape a = random_hull(50, engine), b = random_hull(50, engine);
  std::vector<Row> rows;
  const double speeds[] = {0.1, 0.5, 1, 2, 5, 10, 20, 45, 90};
  for (const double degrees : speeds) {
    std::vector<Pose> path;
    path.reserve(steps);
    for (int i = 0; i < steps; ++i)
      path.emplace_back(Mat3(Eigen::AngleAxisd(degrees * i * std::numbers::pi / 180.0, Vec3(1, 2, 3).normalized())),
                        Vec3(2.5, 0, 0));
    std::string label = std::to_string(degrees);
    label.resize(label.find('.') + 2);
    rows.push_back({label + " degrees a step",
                    {},
                    {{"feature s", seconds_along(a, b, path, Method::feature, true)},
                     {"egjk s", seconds_along(a, b, path, Method::egjk, true)},
                     {"lin-canny s", seconds_along(a, b, path, Method::lin_canny, true)},
                     {"default s", seconds_along(a, b, path, Method::automatic, true)}}});
    progress(static_cast<double>(rows.size()) / std::size(speeds));
  }
  return rows;
}

}  // namespace

const Experiment sundaraj_figure_1{
    "sundaraj-figure-1", "Sundaraj, d'Aulignac and Mazer 2000, figure 1",
    "egjk: seconds for 10e4 small translations, with and without tracking",
    "The paper plots its curves and names 0.36 s, the average with tracking, on an SGI Octane of 195 MHz. It has up to "
    "some hundred vertices.",
    [](const Progress& progress) { return over_complexity(Method::egjk, 0.36, progress); }};

const Experiment sundaraj_figure_2{
    "sundaraj-figure-2", "Sundaraj, d'Aulignac and Mazer 2000, figure 2",
    "feature: seconds for 10e4 small translations, with and without tracking",
    "The paper plots its curves and names 0.24 s, the average with tracking, on an SGI Octane of 195 MHz.",
    [](const Progress& progress) { return over_complexity(Method::feature, 0.24, progress); }};

const Experiment sundaraj_figure_3{
    "sundaraj-figure-3", "Sundaraj, d'Aulignac and Mazer 2000, figure 3",
    "two bodies of 50 vertices: seconds for 10e4 steps against the speed of rotation, tracked",
    "The paper plots its curves and names no value.", &over_speed};

}  // namespace clearance::reproduce
