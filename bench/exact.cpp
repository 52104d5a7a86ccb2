// clearance_bench_exact: exact distances of hulls against CGAL's exact Polytope_distance_d, the same points in one run.
// Times are processor time of this thread, of the fastest of several rounds, so that a busy machine spoils them little.

#include "clearance/exact.hpp"

#include <CGAL/Cartesian.h>
#include <CGAL/Gmpzf.h>
#include <CGAL/Polytope_distance_d.h>
#include <CGAL/Polytope_distance_d_traits_3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "told.hpp"

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
  double microseconds = 0.0;  ///< a query, on average in the fastest of the rounds
};

/// Asks for all of the queries, several times.
template <class Ask>
Tally time_of(std::size_t queries, int rounds, const Ask& ask) {
  Tally tally;
  tally.microseconds = HUGE_VAL;
  for (int round = 0; round < rounds; ++round) {
    const double start = now();
    for (std::size_t i = 0; i < queries; ++i) ask(i, tally);
    tally.microseconds = std::min(tally.microseconds, 1e6 * (now() - start) / static_cast<double>(queries));
  }
  return tally;
}

Tally time_ours(const std::vector<Query>& queries, int rounds, bool posed, bool points) {
  const clearance::Pose here;
  return time_of(queries.size(), rounds, [&](std::size_t i, Tally& tally) {
    const Query& q = queries[i];
    const clearance::Pose& at = posed ? q.pose : here;
    const auto r = clearance::exact_distance(q.a, at, q.b, at, {.points = points});
    ++tally.asked;
    tally.repaired += r->repairs > 0 ? 1 : 0;
    tally.by_lemke += r->by_lemke ? 1 : 0;
  });
}

Tally time_cgal(const std::vector<Query>& queries, int rounds) {
  return time_of(queries.size(), rounds, [&](std::size_t i, Tally& tally) {
    const Query& q = queries[i];
    const PolytopeDistance d(q.points_a.begin(), q.points_a.end(), q.points_b.begin(), q.points_b.end());
    tally.asked += d.squared_distance_denominator() > 0 ? 1 : 0;
  });
}

/// How many of our fractions are not those of CGAL.
int count_different(const std::vector<Query>& queries) {
  const clearance::Pose here;
  const auto whole = [](const std::string& digits) { return CGAL::Gmpzf(CGAL::Gmpz(digits)); };
  int different = 0;
  for (const Query& q : queries) {
    const PolytopeDistance d(q.points_a.begin(), q.points_a.end(), q.points_b.begin(), q.points_b.end());
    const auto ours = clearance::exact_distance(q.a, here, q.b, here);
    const CGAL::Gmpzf n = d.squared_distance_numerator(), m = d.squared_distance_denominator();
    const bool same = n * whole(ours->squared_distance.denominator) == m * whole(ours->squared_distance.numerator);
    different += same ? 0 : 1;
  }
  return different;
}

}  // namespace

int main() {
  return bench::told("clearance_bench_exact", [&] {
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
      const int rounds = count > 1000 ? 10 : 100;
      const Tally ours = time_ours(queries, rounds, false, false), posed = time_ours(queries, rounds, true, false);
      const Tally points = time_ours(queries, rounds, true, true);
      const Tally cgal = time_cgal(queries, 3);
      fmt::print("{:>8} {:>12.2f} {:>12.2f} {:>12.2f} {:>12.0f} {:>10.0f} {:>10} {:>8} {:>10}\n", count,
                 ours.microseconds, posed.microseconds, points.microseconds, cgal.microseconds,
                 cgal.microseconds / ours.microseconds, ours.repaired + posed.repaired, ours.by_lemke + posed.by_lemke,
                 count_different(queries));
    }
    return 0;
  });
}
