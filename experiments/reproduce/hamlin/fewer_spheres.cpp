// The claim of sections 1 and 7: a rounded body needs fewer spheres than points, and its distance is found faster for
// it.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "clearance/distance.hpp"
#include "clearance/stope.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/timing.hpp"

namespace clearance::reproduce {

namespace fewer_spheres {
namespace {

constexpr std::array sphere_counts{4, 8, 16, 32, 64};

/// A body as the points of a fine mesh: a ball of some radius about each of a few corners.
std::vector<Vec3> rounded_body(const std::vector<Vec3>& corners, double radius, int points) {
  std::mt19937_64 engine(1991);
  std::normal_distribution<double> normal;
  std::vector<Vec3> mesh;
  for (int i = 0; i < points; ++i) {
    const double x = normal(engine), y = normal(engine), z = normal(engine);
    const Vec3 n = Vec3(x, y, z).normalized();
    const Vec3* farthest = &corners.front();
    for (const Vec3& corner : corners)
      if (n.dot(corner) > n.dot(*farthest)) farthest = &corner;
    mesh.emplace_back(*farthest + radius * n);
  }
  return mesh;
}

struct Body {
  const char* name;
  std::vector<Vec3> corners;
  double radius;
};
std::vector<Body> bodies() {
  std::vector<Vec3> block;
  for (int i = 0; i < 8; ++i)
    block.emplace_back((i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.25 : -0.25);
  return {{"link", {Vec3(0, 0, -1), Vec3(0, 0, 1)}, 0.3},
          {"finger", {Vec3(0, 0, -1), Vec3(0, 0.6, 0), Vec3(0, 0, 1)}, 0.2},
          {"block with rounded edges", block, 0.2}};
}

/// How much larger one shape is than another, by random points of a box about both.
double volume_ratio(const Shape& larger, const Shape& smaller, int trials) {
  std::mt19937_64 engine(7);
  const auto uniform = [&] { return 4.0 * (static_cast<double>(engine() >> 11) * 0x1p-53 - 0.5); };
  const Shape point = Point(Vec3::Zero());
  int in_larger = 0, in_smaller = 0;
  for (int i = 0; i < trials; ++i) {
    const double x = uniform(), y = uniform(), z = uniform();
    const Pose at = Pose::translation({x, y, z});
    if (distance(larger, {}, point, at, {.penetration = false}).status != Status::penetrating) continue;
    ++in_larger;
    in_smaller += distance(smaller, {}, point, at, {.penetration = false}).status == Status::penetrating ? 1 : 0;
  }
  return in_smaller > 0 ? static_cast<double>(in_larger) / in_smaller : HUGE_VAL;
}

/// Microseconds of a cold query of two such bodies, turned and a diameter apart.
double microseconds(const Shape& shape, Method method) {
  std::vector<Pose> poses;
  for (int i = 0; i < 50; ++i)
    poses.emplace_back(Mat3(Eigen::AngleAxisd(0.37 * i, Vec3(1, 2, 3).normalized())),
                       Vec3(4.0 * std::cos(0.5 * i), 4.0 * std::sin(0.5 * i), 0.1 * (i % 7)));
  volatile double last = 0.0;
  const double seconds = seconds_of([&] {
    for (const Pose& pose : poses) last = distance(shape, {}, shape, pose, {.method = method}).distance;
  });
  return 1e6 * seconds / static_cast<double>(poses.size());
}

std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  const int points = progress.repetitions(600, 60), trials = progress.repetitions(20000, 500);
  const std::vector<Body> all = bodies();
  double done = 0.0;
  for (const Body& body : all) {
    const std::vector<Vec3> mesh = rounded_body(body.corners, body.radius, points);
    const Shape hull = Hull(mesh);
    const double by_points = microseconds(hull, Method::gjk);
    rows.push_back({std::string(body.name) + ", " + std::to_string(points) + " points",
                    {},
                    {{"us", by_points}, {"time over points", 1.0}, {"excess", 0.0}, {"volume over points", 1.0}},
                    {{"gjk", 1}}});
    for (const int count : sphere_counts) {
      if (progress.small() && count > 8) break;
      const StopeFit fit = fit_stope(mesh, count);
      const Shape spheres = fit.shape;
      const double time = microseconds(spheres, Method::stope);
      rows.push_back({std::string(body.name) + ", " + std::to_string(count) + " spheres",
                      {},
                      {{"us", time},
                       {"time over points", time / by_points},
                       {"excess", fit.excess},
                       {"volume over points", volume_ratio(spheres, hull, trials)}}});
      const Result r = distance(spheres, {}, spheres, Pose::translation({4, 0, 0}), {.method = Method::stope});
      rows.back().answered.push_back({std::string(info(r.method).name), 1});
      progress(++done / static_cast<double>(all.size() * sphere_counts.size()));
    }
  }
  return rows;
}

/// Net faster at a volume that is nearly the same.
Verdict judge(const std::vector<Row>& rows) {
  double fastest = HUGE_VAL;
  std::string which;
  for (const Row& row : rows) {
    const double time = figure(row.here, "time over points"), volume = figure(row.here, "volume over points");
    if (row.label.find("spheres") == std::string::npos || !(volume <= 1.1) || time >= fastest) continue;
    fastest = time;
    which = row.label;
  }
  if (which.empty()) return {Verdict::Kind::differs, "no fit within a tenth of the volume"};
  char text[160];
  std::snprintf(text, sizeof text, "%s: %.2f of the time of points, within a tenth of the volume", which.c_str(),
                fastest);
  return {fastest < 1.0 ? Verdict::Kind::agrees : Verdict::Kind::differs, text};
}

}  // namespace
}  // namespace fewer_spheres

const Experiment hamlin_fewer_spheres{
    "hamlin-fewer-spheres",
    "G. J. Hamlin, R. B. Kelley, J. Tornero, Efficient Distance Calculation using the S-tope Model, 1991, sections 1 "
    "and 7",
    "rounded bodies by many points and by few spheres: time, and what the spheres stand off",
    "The report claims that a body of few spheres is faster than one of the many points that its roundings need. "
    "Bodies: "
    "meshes of 600 points of a link, a finger and a block with rounded edges, 2 to 2.4 long; fits by fit_stope, which "
    "hold "
    "every point. us: microseconds of a cold query of two of them by gjk (points) or stope (spheres). excess: how far "
    "the "
    "spheres stand off at most, proven. volume: by 20,000 random points.",
    &fewer_spheres::run,
    &fewer_spheres::judge};

}  // namespace clearance::reproduce
