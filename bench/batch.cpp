// Batches against single queries, on the same pairs, turn by turn: nanoseconds a query of one thread, and of several.
// Each answer of a batch is compared with that of a query of its own.

#include "clearance/batch.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "told.hpp"

namespace bench {
namespace {

using namespace clearance;

constexpr int bodies = 32;  ///< of each row, in many pairs, as in a scene

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec3 direction() {
    std::normal_distribution<double> normal;
    return Vec3(normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  Mat3 rotation() {
    std::normal_distribution<double> normal;
    const Eigen::Quaterniond q(normal(engine_), normal(engine_), normal(engine_), normal(engine_));
    return q.normalized().toRotationMatrix();
  }
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_); }

 private:
  std::mt19937_64 engine_;
};

Shape body(const std::string& name, Draw& draw) {
  const auto size = [&] { return draw.uniform(0.5, 1.5); };
  if (name == "box") return Box({size(), size(), size()});
  if (name == "capsule") return Capsule(draw.uniform(0.1, 0.3), size());
  if (name == "sphere") return Sphere(draw.uniform(0.3, 0.6));
  const Vec3 radii(draw.uniform(0.5, 1), draw.uniform(0.5, 1), draw.uniform(0.5, 1));
  std::vector<Vec3> points(std::stoul(name.substr(5)));
  for (Vec3& p : points) p = draw.direction().cwiseProduct(radii);
  return Hull(points);
}

struct Pairs {
  std::vector<Shape> a, b;
  std::vector<Pose> poses_a, poses_b;
  std::vector<PairQuery> queries;
};

/// At gaps between two bounds, to about a tenth, seen along the line between the origins.
Pairs draw_pairs(const std::string& name_a, const std::string& name_b, int count, double low, double high) {
  Draw draw(42);
  Pairs pairs;
  for (int i = 0; i < bodies; ++i) {
    pairs.a.push_back(body(name_a, draw));
    pairs.b.push_back(body(name_b, draw));
  }
  std::vector<std::pair<std::size_t, std::size_t>> who;
  for (int i = 0; i < count; ++i) {
    const auto [k, l] = who.emplace_back(draw.below(bodies), draw.below(bodies));
    const Pose pose_a(draw.rotation(), draw.direction());
    const Mat3 turn = draw.rotation();
    const Vec3 direction = draw.direction();
    const double gap = draw.uniform(low, high);
    double away = 5.0;
    for (int step = 0; step < 8; ++step) {
      const Result r = distance(pairs.a[k], pose_a, pairs.b[l], Pose(turn, pose_a.position() + away * direction));
      if (std::fabs(r.distance - gap) < 1e-3 * gap) break;
      away -= (r.distance - gap) / std::max(0.3, r.normal.dot(direction));
    }
    pairs.poses_a.push_back(pose_a);
    pairs.poses_b.emplace_back(turn, pose_a.position() + away * direction);
  }
  for (std::size_t i = 0; i < who.size(); ++i)
    pairs.queries.push_back({&pairs.a[who[i].first], &pairs.poses_a[i], &pairs.b[who[i].second], &pairs.poses_b[i]});
  return pairs;
}

/// How long f takes, in nanoseconds, if that is less than before.
template <class F>
void shorten(double& least, F&& f) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  f();
  least = std::min(least, std::chrono::duration<double, std::nano>(Clock::now() - start).count());
}

int run(int argc, char** argv) {
  CLI::App app{"Batches against single queries, ns a query", "clearance_bench_batch"};
  int count = 1024, turns = 25, thread_count = 2;
  app.add_option("--queries", count, "queries a row")->check(CLI::Range(1, 1000000));
  app.add_option("--turns", turns, "the least time of so many turns counts")->check(CLI::Range(1, 1000));
  app.add_option("--threads", thread_count, "threads of the last columns")->check(CLI::Range(1, 256));
  CLI11_PARSE(app, argc, argv);
  const Threads threads(thread_count);

  fmt::print("ns a query, least of {} turns of {} queries; {} threads\n", turns, count, threads.count());
  fmt::print("{:<18}{:<8}{:>8}{:>8}{:>7}{:>9}{:>7}{:>9}{:>5}\n", "pair", "gap", "single", "batch", "ratio", "threads",
             "ratio", "one pair", "off");
  int wrong = 0;
  struct Row {
    const char *a, *b;
  };
  for (const Row row : {Row{"sphere", "sphere"}, Row{"capsule", "capsule"}, Row{"sphere", "capsule"},
                        Row{"box", "sphere"}, Row{"box", "capsule"}, Row{"box", "box"}, Row{"box", "hull-8"},
                        Row{"hull-8", "hull-8"}, Row{"hull-32", "hull-32"}})
    for (const bool near : {false, true}) {
      const Pairs pairs = draw_pairs(row.a, row.b, count, near ? 0.001 : 0.05, near ? 0.01 : 1.0);
      const std::size_t n = pairs.queries.size();
      std::vector<Result> single(n), batch(n), shared(n), one(n);
      // One pair, at poses that keep it apart.
      std::vector<Pose> poses;
      Draw draw(43);
      for (std::size_t i = 0; i < n; ++i)
        poses.emplace_back(draw.rotation(), draw.uniform(near ? 2.5 : 2.8, near ? 2.6 : 4.0) * draw.direction());
      const Pose here;
      double alone = HUGE_VAL, together = HUGE_VAL, in_threads = HUGE_VAL, at_poses = HUGE_VAL;
      for (int turn = 0; turn < turns; ++turn) {
        shorten(alone, [&] {
          for (std::size_t i = 0; i < n; ++i) {
            const PairQuery& q = pairs.queries[i];
            single[i] = distance(*q.a, *q.pose_a, *q.b, *q.pose_b);
          }
        });
        shorten(together, [&] { distance(pairs.queries, batch); });
        shorten(in_threads, [&] { distance(pairs.queries, shared, {}, &threads); });
        shorten(at_poses, [&] { distance(pairs.a[0], std::span(&here, 1), pairs.b[0], poses, one); });
      }
      const auto each = static_cast<double>(n);
      int off = 0;
      for (std::size_t i = 0; i < n; ++i) {
        off += batch[i].lower > single[i].upper || single[i].lower > batch[i].upper;
        off += shared[i].lower != batch[i].lower || shared[i].upper != batch[i].upper;
      }
      wrong += off;
      fmt::print("{:<18}{:<8}{:>8.1f}{:>8.1f}{:>7.2f}{:>9.1f}{:>7.2f}{:>9.1f}{:>5}\n",
                 fmt::format("{} {}", row.a, row.b), near ? "near" : "medium", alone / each, together / each,
                 alone / together, in_threads / each, together / in_threads, at_poses / each, off);
    }
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::told("clearance_bench_batch", [&] { return bench::run(argc, argv); });
}
