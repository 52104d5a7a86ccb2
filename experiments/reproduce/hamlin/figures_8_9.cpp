// Figures 8 and 9: time against the number of vertices, for hulls of points and of spheres at four distances.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <random>
#include <string>

#include "clearance/distance.hpp"
#include "clearance/stope.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/line_plot.hpp"

namespace clearance::reproduce {

namespace {

constexpr std::array counts{1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
/// Smaller bodies are no more than one simplex: they are left out of the fit.
constexpr int least_fitted = 5;
/// And for the default method, which does not look at all of them.
constexpr std::array large_counts{1000, 10000};
constexpr std::array<double, 4> gaps{0.0, 1.0, 3.0, 7.0};  // in diameters
constexpr std::array<const char*, 4> keys{"touching us", "1 diameter us", "3 diameters us", "7 diameters us"};
constexpr const char *kept_key = "kept", *tracked_key = "tracked default us";
/// What counts as touching: nearer than this two bodies are together for the report, which stops at a tolerance.
constexpr double contact = 1e-9;
constexpr int bodies = 12, placements = 12, repeats = 15;
constexpr double largest_radius = 0.1;  // of that of the sphere on which the vertices are

class Workload {
 public:
  Workload(int vertices, bool spheres, int pairs = bodies, int rounds = repeats) : pairs_(pairs), rounds_(rounds) {
    for (int i = 0; i < 2 * pairs; ++i) {
      std::vector<Ball> balls;
      for (int k = 0; k < vertices; ++k)
        balls.push_back(
            {direction(), spheres ? std::uniform_real_distribution<double>(0, largest_radius)(engine_) : 0.0});
      const SphereHull stope(std::move(balls));
      kept_ += static_cast<double>(structure(stope).vertices.size()) / pairs;
      shapes_.emplace_back(stope);
    }
    for (int i = 0; i < placements; ++i) directions_.push_back(direction());
  }

  /// Who answered the cold queries.
  std::vector<Figure> answered() const {
    std::vector<Figure> by;
    for (const auto& [name, count] : answered_) by.push_back({name, count});
    return by;
  }

  /// How many vertices of a pair are not redundant, on average.
  double kept() const { return kept_; }

  /// Microseconds of a query by the method of the report, cold.
  double cold(double gap) const {
    std::vector<Pose> poses;
    for (int i = 0; i < pairs_; ++i)
      for (const Vec3& d : directions_) poses.push_back(Pose::translation(offset(i, d, gap)));
    const Options options{.method = Method::stope};
    for (int i = 0; i < pairs_; ++i)
      for (std::size_t k = 0; k < directions_.size(); ++k) {
        const Result r =
            distance(a(i), Pose(), b(i), poses[static_cast<std::size_t>(i) * directions_.size() + k], options);
        ++answered_[std::string(info(r.method).name)];
      }
    return fastest([&] {
      for (int i = 0; i < pairs_; ++i)
        for (std::size_t k = 0; k < directions_.size(); ++k)
          keep(distance(a(i), Pose(), b(i), poses[static_cast<std::size_t>(i) * directions_.size() + k], options));
    });
  }

  /// And by the default, along a path of small steps.
  double tracked() const {
    return fastest([&] {
      for (int i = 0; i < pairs_; ++i) {
        PairState state;
        for (std::size_t k = 0; k < directions_.size(); ++k) {
          const double turn = 0.01 * static_cast<double>(k);
          keep(distance(a(i), Pose(), b(i), Pose::translation(Vec3(4.0 * std::cos(turn), 4.0 * std::sin(turn), 0.5)),
                        {}, &state));
        }
      }
    });
  }

 private:
  Vec3 direction() {
    std::normal_distribution<double> normal;
    const double u = normal(engine_), v = normal(engine_);
    return Vec3(u, v, normal(engine_)).normalized();
  }
  const Shape& a(int i) const { return shapes_[2 * static_cast<std::size_t>(i)]; }
  const Shape& b(int i) const { return shapes_[2 * static_cast<std::size_t>(i) + 1]; }

  Vec3 offset(int i, const Vec3& along, double gap) const {
    const Vec3 apart = (2.0 + 2.0 * gap) * along;
    if (gap > 0.0) return apart;
    const Result r = distance(a(i), Pose(), b(i), Pose::translation(3.0 * along));  // moved in until they touch
    return 3.0 * along - (r.distance - contact) * r.normal;
  }

  void keep(const Result& r) const { last_ = r.distance; }

  template <class Work>
  double fastest(const Work& work) const {
    double least = HUGE_VAL;
    for (int i = 0; i < rounds_; ++i) {
      const double start = now();
      work();
      least = std::min(least, now() - start);
    }
    return 1e6 * least / (pairs_ * placements);
  }

  /// Processor time of this thread, in seconds: what others do on the machine hardly counts.
  static double now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  int pairs_, rounds_;
  mutable std::map<std::string, double> answered_;
  double kept_ = 0.0;
  std::mt19937_64 engine_{8};
  std::vector<Shape> shapes_;
  std::vector<Vec3> directions_;
  mutable volatile double last_ = 0.0;
};

double figure_of(const Row& row, std::string_view key) {
  for (const Figure& figure : row.here)
    if (figure.key == key) return figure.value;
  return 0.0;
}

bool is_size(const Row& row) { return row.label.ends_with(" vertices"); }

/// y = offset + slope x by least squares, and the share of the variance that it explains.
struct Line {
  double offset, slope, share;
};
Line fit(const std::vector<double>& x, const std::vector<double>& y) {
  const auto count = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i], syy += y[i] * y[i];
  const double slope = (count * sxy - sx * sy) / (count * sxx - sx * sx);
  const double share = (count * sxy - sx * sy) * slope / (count * syy - sy * sy);
  return {(sy - slope * sx) / count, slope, share};
}

std::vector<Row> run(bool spheres, const Progress& progress) {
  std::vector<Row> rows;
  std::vector<double> x;
  std::array<std::vector<double>, 4> y;
  for (const int count : counts) {
    const Workload workload(count, spheres, progress.repetitions(bodies, 3), progress.repetitions(repeats, 2));
    Row row{std::to_string(2 * count) + " vertices", {}, {}};
    row.here.push_back({kept_key, workload.kept()});
    if (count >= least_fitted) x.push_back(workload.kept());
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      row.here.push_back({keys[i], workload.cold(gaps[i])});
      if (count >= least_fitted) y[i].push_back(row.here.back().value);
    }
    row.here.push_back({tracked_key, workload.tracked()});
    row.answered = workload.answered();
    rows.push_back(std::move(row));
    progress(static_cast<double>(rows.size()) / static_cast<double>(counts.size()));
  }
  Row at_zero{"fit: intercept", {}, {}}, slope{"fit: slope, for 100", {}, {}}, share{"fit: R^2", {}, {}};
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const Line l = fit(x, y[i]);
    at_zero.here.push_back({keys[i], l.offset});
    slope.here.push_back({keys[i], 100.0 * l.slope});
    share.here.push_back({keys[i], l.share});
  }
  rows.insert(rows.end(), {at_zero, slope, share});
  return rows;
}

std::vector<Row> run_points(const Progress& progress) { return run(false, progress); }

/// Both, as the report compares them: how much more spheres take than points.
std::vector<Row> run_spheres(const Progress& progress) {
  const std::vector<Row> points = run(false, progress.part(0, 0.5));
  std::vector<Row> rows = run(true, progress.part(0.5, 1));
  double with = 0.0, without = 0.0, kept = 0.0, kept_points = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!is_size(rows[i])) continue;
    kept += figure_of(rows[i], kept_key), kept_points += figure_of(points[i], kept_key);
    for (const char* key : keys) with += figure_of(rows[i], key), without += figure_of(points[i], key);
  }
  for (const int count : large_counts) {
    if (progress.small()) break;
    rows.push_back(
        {std::to_string(2 * count) + " vertices, tracked", {}, {{tracked_key, Workload(count, true, 1).tracked()}}});
  }
  rows.push_back({"time over that of figure 8", {}, {{"ratio", with / without}}});
  rows.push_back({"the same for each vertex kept", {}, {{"ratio", with / without * kept_points / kept}}});
  return rows;
}

/// Linear in the number of vertices, and answered by stope itself.
Verdict judge(const std::vector<Row>& rows) {
  double own = 0.0, all = 0.0, least = 1.0, ratio = 0.0;
  for (const Row& row : rows) {
    for (const Figure& by : row.answered) {
      all += by.value;
      if (by.key == "stope") own += by.value;
    }
    if (row.label == "fit: R^2")
      for (const char* key : keys) least = std::min(least, figure(row.here, key));
    if (row.label == "time over that of figure 8") ratio = figure(row.here, "ratio");
  }
  char text[200];
  int length = std::snprintf(text, sizeof text, "linear, R^2 at least %.3f; %.1f %% answered by stope", least,
                             100.0 * own / all);
  if (ratio > 0.0 && length > 0)
    std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length),
                  "; spheres at %.2f of points, slightly more in the report", ratio);
  const bool agrees = least > 0.9 && own > 0.98 * all && !(ratio > 0.0 && ratio < 1.0);
  return {agrees ? Verdict::Kind::agrees : Verdict::Kind::differs, text};
}

std::string plot(const std::vector<Row>& rows, const char* title) {
  LinePlot plot{title, "vertices of both bodies", "microseconds a query", {}};
  std::vector<const char*> all(keys.begin(), keys.end());
  all.push_back(tracked_key);
  for (const char* key : all) {
    PlotLine line{std::string(key).substr(0, std::string(key).size() - 3), {}, {}, key == tracked_key};
    for (const Row& row : rows) {
      if (!is_size(row)) continue;
      line.x.push_back(std::stod(row.label));
      line.y.push_back(figure_of(row, key));
    }
    plot.lines.push_back(std::move(line));
  }
  return to_svg(plot);
}

std::string plot_points(const std::vector<Row>& rows) { return plot(rows, "Figure 8: hulls of points, method stope"); }
std::string plot_spheres(const std::vector<Row>& rows) {
  return plot(rows, "Figure 9: hulls of spheres, method stope");
}

constexpr std::string_view notes =
    "us: microseconds of one cold query by method stope, mean of 144, best of 15 rounds; the last column is the "
    "default\n"
    "method along a path. Vertices, those of both bodies, are at random on a sphere, whose diameter is the report's. "
    "Kept\n"
    "are those that are not inside the hull of the others; against these is the fit, of 10 or more: microseconds at 0 "
    "and\n"
    "for 100 vertices. The report shows its times as curves only, on a Sparcstation I: nothing to put beside ours but\n"
    "their shape, which is linear. Touching is 1e-9 of the radius apart: the report stops at a tolerance, and bodies "
    "that\n"
    "meet to the last digit are for a solver of overlap. The report finds spheres slightly dearer than points; here "
    "they\n"
    "are cheaper, since spheres inside the hull of the others are dropped as a shape is built, and fewer are kept.";

}  // namespace

const Experiment hamlin_figure_8{
    "hamlin-figure-8",
    "G. J. Hamlin, R. B. Kelley, J. Tornero, Efficient Distance Calculation using the S-tope Model, 1991, figure 8",
    "time against the number of vertices, hulls of points at four distances",
    notes,
    &run_points,
    &judge,
    &plot_points};

const Experiment hamlin_figure_9{
    "hamlin-figure-9",
    "G. J. Hamlin, R. B. Kelley, J. Tornero, Efficient Distance Calculation using the S-tope Model, 1991, figure 9",
    "time against the number of vertices, hulls of spheres at four distances",
    notes,
    &run_spheres,
    &judge,
    &plot_spheres};

}  // namespace clearance::reproduce
