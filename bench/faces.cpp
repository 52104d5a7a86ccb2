// The two ways to the distance of polyhedra side by side, by faces (dqp3) and by vertices (the default solver), on
// facet-balls and on ellipsoids of 12 to 100,000 facets: cold, and tracked along paths. Answers are checked against
// each other.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numbers>
#include <random>
#include <vector>

#include "clearance/distance.hpp"
#include "models/facet_ball.hpp"
#include "told.hpp"

namespace {

using clearance::Mat3;
using clearance::Method;
using clearance::Options;
using clearance::Pose;
using clearance::Shape;
using clearance::Vec3;

constexpr int steps = 100, repeats = 5;

struct Contestant {
  const char* name;
  Options options;
};
const Contestant contestants[] = {
    {"dqp3 base", {.method = Method::dqp3_base}}, {"dqp3", {.method = Method::dqp3}}, {"default", {}}};

double thread_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

/// One body rests, the other one passes and turns; `step` is the length of a move, relative to the radius.
std::vector<Pose> path(std::mt19937_64& engine, double step) {
  std::normal_distribution<double> normal;
  const auto direction = [&] {
    const double x = normal(engine), y = normal(engine), z = normal(engine);
    return Vec3(x, y, z).normalized();
  };
  const Vec3 axis = direction();
  Vec3 at = 2.5 * direction();
  const Vec3 along = at.cross(direction()).normalized();
  Mat3 turned = Eigen::AngleAxisd(3.0 * normal(engine), direction()).toRotationMatrix();
  std::vector<Pose> poses;
  for (int i = 0; i < steps; ++i) {
    poses.emplace_back(turned, at);
    at = Eigen::AngleAxisd(step, along) * at;
    turned = Eigen::AngleAxisd(step, axis).toRotationMatrix() * turned;
  }
  return poses;
}

struct Timing {
  double cold = 0.0, tracked = 0.0, iterations = 0.0;
  double farthest = 0.0;  ///< from the first contestant's answers
};

Timing run(const Shape& shape, const std::vector<std::vector<Pose>>& paths, const Options& options,
           std::vector<double>& answers, bool first) {
  Timing timing;
  std::vector<double> cold, tracked;
  const Pose here;
  double queries = 0.0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    double cold_time = 0.0, tracked_time = 0.0;
    queries = 0.0;
    std::size_t k = 0;
    for (const auto& poses : paths) {
      double start = thread_nanoseconds();
      for (const Pose& pose : poses) {
        const auto r = clearance::distance(shape, here, shape, pose, options);
        if (repeat == 0) timing.iterations += r.iterations;
        if (first) answers.push_back(r.distance);
        timing.farthest = std::max(timing.farthest, std::fabs(r.distance - answers[k++]));
      }
      cold_time += thread_nanoseconds() - start;
      clearance::PairState state;
      clearance::distance(shape, here, shape, poses.front(), options, &state);
      start = thread_nanoseconds();
      for (const Pose& pose : poses) clearance::distance(shape, here, shape, pose, options, &state);
      tracked_time += thread_nanoseconds() - start;
      queries += static_cast<double>(poses.size());
    }
    first = false;
    cold.push_back(cold_time / queries);
    tracked.push_back(tracked_time / queries);
  }
  std::sort(cold.begin(), cold.end());
  std::sort(tracked.begin(), tracked.end());
  timing.cold = cold[repeats / 2];
  timing.tracked = tracked[repeats / 2];
  timing.iterations /= queries;
  return timing;
}

void table(const char* title, const Vec3& radii, double step) {
  const std::vector<int> orders{3, 4, 6, 9, 15, 28, 50, 89, 160, 280};
  std::printf("\n%s, moves of %g: ns a query, and mean iterations of a cold one\n%9s", title, step, "facets");
  for (const Contestant& c : contestants) std::printf(" %11s cold  tracked   iter", c.name);
  std::printf("  largest difference  construction s\n");
  for (const int order : orders) {
    const double start = thread_nanoseconds();
    const Shape shape = clearance::models::facet_ball(order, radii);
    const double construction = 1e-9 * (thread_nanoseconds() - start);
    const std::size_t facets = clearance::models::facet_ball_normals(order).size();
    std::mt19937_64 engine(1);
    std::vector<std::vector<Pose>> paths;
    for (int i = 0; i < (facets > 5000 ? 5 : 20); ++i) paths.push_back(path(engine, step));
    std::printf("%9zu", facets);
    std::vector<double> answers;
    double farthest = 0.0;
    for (const Contestant& c : contestants) {
      const Timing t = run(shape, paths, c.options, answers, answers.empty());
      std::printf(" %16.0f %8.0f %6.1f", t.cold, t.tracked, t.iterations);
      farthest = std::max(farthest, t.farthest);
    }
    std::printf("  %18.2g  %14.2f\n", farthest, construction);
    std::fflush(stdout);
  }
}

}  // namespace

int main() {
  return bench::told("clearance_bench_faces", [&] {
    const Vec3 ball(1, 1, 1), flat(1, 0.5, 0.1);
    table("balls", ball, 1e-3);
    table("balls", ball, 1e-2);
    table("ellipsoids 1 : 0.5 : 0.1", flat, 1e-3);
    return 0;
  });
}
