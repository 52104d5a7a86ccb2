// clearance_bench_exact: exact distances of hulls against CGAL's exact Polytope_distance_d, the same points in one run.
// Times are processor time of this thread, so that a busy machine spoils them little.

#include "clearance/exact.hpp"

#include <CGAL/Cartesian.h>
#include <CGAL/Gmpzf.h>
#include <CGAL/Polytope_distance_d.h>
#include <CGAL/Polytope_distance_d_traits_3.h>
#include <fmt/format.h>

#include <ctime>
#include <random>
#include <vector>

namespace {

using clearance::Vec3;
using Kernel = CGAL::Cartesian<double>;
using Traits = CGAL::Polytope_distance_d_traits_3<Kernel, CGAL::Gmpzf, double>;
using PolytopeDistance = CGAL::Polytope_distance_d<Traits>;

double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class Clouds {
 public:
  explicit Clouds(unsigned seed) : engine_(seed) {}
  double normal() { return std::normal_distribution<double>()(engine_); }
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec3 direction() {
    const double x = normal(), y = normal();
    return Vec3(x, y, normal()).normalized();
  }
  /// Points on the unit sphere about a centre.
  std::vector<Vec3> cloud(int count, const Vec3& centre) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.emplace_back(centre + direction());
    return points;
  }
  clearance::Pose pose() {
    const double w = normal(), x = normal(), y = normal();
    return clearance::pose(Vec3(normal(), normal(), normal()), Eigen::Quaterniond(w, x, y, normal()).normalized());
  }

 private:
  std::mt19937_64 engine_;
};

struct Query {
  clearance::Shape a, b;
  clearance::Pose pose;  ///< of both
  std::vector<Kernel::Point_3> points_a, points_b;
};

std::vector<Kernel::Point_3> to_cgal(const std::vector<Vec3>& points) {
  std::vector<Kernel::Point_3> converted;
  for (const Vec3& p : points) converted.emplace_back(p.x(), p.y(), p.z());
  return converted;
}

struct Tally {
  int asked = 0, repaired = 0, by_lemke = 0;
  double seconds = 0.0;
  double microseconds() const { return 1e6 * seconds / asked; }
};

Tally time_ours(const std::vector<Query>& queries, int rounds, bool posed, bool points) {
  Tally tally;
  const clearance::Pose here;
  const double start = now();
  for (int round = 0; round < rounds; ++round)
    for (const Query& q : queries) {
      const auto r =
          clearance::exact_distance(q.a, posed ? q.pose : here, q.b, posed ? q.pose : here, {.points = points});
      ++tally.asked;
      tally.repaired += r->repairs > 0 ? 1 : 0;
      tally.by_lemke += r->by_lemke ? 1 : 0;
    }
  tally.seconds = now() - start;
  return tally;
}

/// Also counts the fractions that differ from ours.
Tally time_cgal(const std::vector<Query>& queries, int limit, int& different) {
  Tally tally;
  const clearance::Pose here;
  for (const Query& q : queries) {
    if (tally.asked == limit) break;
    const double start = now();
    const PolytopeDistance d(q.points_a.begin(), q.points_a.end(), q.points_b.begin(), q.points_b.end());
    tally.seconds += now() - start;
    ++tally.asked;
    const auto ours = clearance::exact_distance(q.a, here, q.b, here);
    const CGAL::Gmpzf n = d.squared_distance_numerator(), m = d.squared_distance_denominator();
    const auto whole = [](const std::string& digits) { return CGAL::Gmpzf(CGAL::Gmpz(digits)); };
    const bool same = n * whole(ours->squared_distance.denominator) == m * whole(ours->squared_distance.numerator);
    different += same ? 0 : 1;
  }
  return tally;
}

}  // namespace

int main() {
  fmt::print("{:>8} {:>12} {:>12} {:>12} {:>12} {:>10} {:>10} {:>8} {:>10}\n", "points", "exact us", "posed us",
             "+points us", "CGAL us", "ratio", "repaired", "Lemke", "different");
  for (const int count : {8, 200, 10000}) {
    Clouds random(static_cast<unsigned>(count));
    std::vector<Query> queries;
    for (int i = 0; i < (count > 1000 ? 20 : 200); ++i) {
      const std::vector<Vec3> a = random.cloud(count, Vec3::Zero());
      const std::vector<Vec3> b = random.cloud(count, random.uniform(2.05, 4) * random.direction());
      queries.push_back({clearance::Hull(a), clearance::Hull(b), random.pose(), to_cgal(a), to_cgal(b)});
    }
    const int rounds = count > 1000 ? 10 : 50;
    int different = 0;
    const Tally ours = time_ours(queries, rounds, false, false), posed = time_ours(queries, rounds, true, false);
    const Tally points = time_ours(queries, rounds, true, true);
    const Tally cgal = time_cgal(queries, count > 1000 ? 5 : 100, different);
    fmt::print("{:>8} {:>12.2f} {:>12.2f} {:>12.2f} {:>12.0f} {:>10.0f} {:>10} {:>8} {:>10}\n", count,
               ours.microseconds(), posed.microseconds(), points.microseconds(), cgal.microseconds(),
               cgal.microseconds() / ours.microseconds(), ours.repaired + posed.repaired,
               ours.by_lemke + posed.by_lemke, different);
  }
  return 0;
}
