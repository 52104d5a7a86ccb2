// Figures 8 and 9: time against the number of vertices, for hulls of points and of spheres at four distances.

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <random>

#include "clearance/distance.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/line_plot.hpp"

namespace clearance::reproduce {

namespace {

constexpr std::array counts{1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
constexpr std::array<double, 4> gaps{0.0, 1.0, 3.0, 7.0};  // in diameters
constexpr std::array<const char*, 4> keys{"touching us", "1 diameter us", "3 diameters us", "7 diameters us"};
constexpr const char* tracked_key = "tracked default us";
constexpr int bodies = 12, placements = 12, repeats = 5;
constexpr double largest_radius = 0.1;  // of that of the sphere on which the vertices are

class Workload {
 public:
  Workload(int vertices, bool spheres) {
    for (int i = 0; i < 2 * bodies; ++i) {
      std::vector<Ball> balls;
      for (int k = 0; k < vertices; ++k)
        balls.push_back(
            {direction(), spheres ? std::uniform_real_distribution<double>(0, largest_radius)(engine_) : 0.0});
      shapes_.emplace_back(Spheres(std::move(balls)));
    }
    for (int i = 0; i < placements; ++i) directions_.push_back(direction());
  }

  /// Microseconds of a query by the method of the report, cold.
  double cold(double gap) const {
    std::vector<Pose> poses;
    for (int i = 0; i < bodies; ++i)
      for (const Vec3& d : directions_) poses.push_back(Pose::translation(offset(i, d, gap)));
    const Options options{.method = Method::stope};
    return fastest([&] {
      for (int i = 0; i < bodies; ++i)
        for (std::size_t k = 0; k < directions_.size(); ++k)
          keep(distance(a(i), Pose(), b(i), poses[static_cast<std::size_t>(i) * directions_.size() + k], options));
    });
  }

  /// And by the default, along a path of small steps.
  double tracked() const {
    return fastest([&] {
      for (int i = 0; i < bodies; ++i) {
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
  const Shape& a(int i) const { return shapes_[static_cast<std::size_t>(2 * i)]; }
  const Shape& b(int i) const { return shapes_[static_cast<std::size_t>(2 * i + 1)]; }

  Vec3 offset(int i, const Vec3& along, double gap) const {
    const Vec3 apart = (2.0 + 2.0 * gap) * along;
    if (gap > 0.0) return apart;
    const Result r = distance(a(i), Pose(), b(i), Pose::translation(3.0 * along));  // moved in until they touch
    return 3.0 * along - r.distance * r.normal;
  }

  void keep(const Result& r) const { last_ = r.distance; }

  template <class Work>
  double fastest(const Work& work) const {
    double least = HUGE_VAL;
    for (int i = 0; i < repeats; ++i) {
      const auto start = std::chrono::steady_clock::now();
      work();
      least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return 1e6 * least / (bodies * placements);
  }

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

bool is_size(const Row& row) { return row.label.find(" vertices") != std::string::npos; }

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
    const Workload workload(count, spheres);
    Row row{std::to_string(2 * count) + " vertices", {}, {}};
    x.push_back(2.0 * count);
    for (std::size_t i = 0; i < gaps.size(); ++i) {
      y[i].push_back(workload.cold(gaps[i]));
      row.here.push_back({keys[i], y[i].back()});
    }
    row.here.push_back({tracked_key, workload.tracked()});
    rows.push_back(std::move(row));
    progress(static_cast<double>(rows.size()) / static_cast<double>(counts.size()));
  }
  Row at_zero{"fit: at 0", {}, {}}, slope{"fit: for 100 more", {}, {}}, share{"fit: share explained", {}, {}};
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
  const std::vector<Row> points = run(false, [&](double share) { progress(0.5 * share); });
  std::vector<Row> rows = run(true, [&](double share) { progress(0.5 + 0.5 * share); });
  double with = 0.0, without = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (is_size(rows[i]))
      for (const char* key : keys) with += figure_of(rows[i], key), without += figure_of(points[i], key);
  rows.push_back({"time over that of figure 8", {}, {{"ratio", with / without}}});
  return rows;
}

std::string plot(const std::vector<Row>& rows) {
  LinePlot plot{"Time of a query against the number of vertices", "vertices of both bodies", "microseconds", {}};
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

constexpr std::string_view notes =
    "us: microseconds of one cold query by method stope, mean of 144, best of 5 rounds; the last column is the "
    "default\n"
    "method along a path. Vertices are at random on a sphere, a report's diameter is that of this sphere. The report\n"
    "shows its times as curves only, on a Sparcstation I: nothing to put beside ours but their shape, which is linear.";

}  // namespace

const Experiment hamlin_figure_8{
    "hamlin-figure-8",
    "G. J. Hamlin, R. B. Kelley, J. Tornero, Efficient Distance Calculation using the S-tope Model, 1991, figure 8",
    "time against the number of vertices, hulls of points at four distances",
    notes,
    &run_points,
    &plot};

const Experiment hamlin_figure_9{
    "hamlin-figure-9",
    "G. J. Hamlin, R. B. Kelley, J. Tornero, Efficient Distance Calculation using the S-tope Model, 1991, figure 9",
    "time against the number of vertices, hulls of spheres at four distances",
    notes,
    &run_spheres,
    &plot};

}  // namespace clearance::reproduce
