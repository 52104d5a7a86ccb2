// Figures 3.2 and 3.3: Bobrow's direct minimisation zigzags across facets, DQP3 goes straight.

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include "clearance/distance.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/line_plot.hpp"

namespace clearance::reproduce {

namespace zigzag {
namespace {

constexpr Method compared[] = {Method::bobrow, Method::dqp3_base};

/// Two plates that face each other, one tilted: facet against facet, as in the figures.
std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  const Shape plate = Box({20, 20, 1});
  for (const double tilt : {0.02, 0.05, 0.1, 0.3}) {
    char label[32];
    std::snprintf(label, sizeof label, "tilt %g", tilt);
    Row row{label, {}, {}};
    std::map<std::string, double> answered;
    for (const Method method : compared) {
      double steps = 0.0, most = 0.0, ended = 0.0, count = 0.0;
      for (const Vec3& axis : {Vec3(1, 0.3, 0), Vec3(1, 1, 0), Vec3(1, 0.1, 0.2)})
        for (const double gap : {0.5, 2.0, 8.0}) {
          const Pose at = pose(Vec3(3, 4, 1.0 + gap + 10.0 * tilt), Eigen::AngleAxisd(tilt, axis.normalized()));
          const Result r = distance(plate, {}, plate, at, {.method = method});
          ++answered[std::string(info(r.method).name)];
          if (r.method != method) continue;
          ++count;
          steps += r.iterations;
          most = std::max(most, static_cast<double>(r.iterations));
          ended += r.converged() ? 1.0 : 0.0;
        }
      const std::string name(info(method).name);
      row.here.push_back({name + " steps", steps / count});
      row.here.push_back({name + " most", most});
      row.here.push_back({name + " ended", ended / count});
    }
    for (const auto& [name, count] : answered) row.answered.push_back({name, count});
    rows.push_back(std::move(row));
    progress(static_cast<double>(rows.size()) / 4.0);
  }
  return rows;
}

Verdict judge(const std::vector<Row>& rows) {
  double least = 1e9, most = 0.0;
  for (const Row& row : rows) {
    const double ratio = figure(row.here, "bobrow steps") / figure(row.here, "dqp3-base steps");
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  char text[100];
  std::snprintf(text, sizeof text, "Bobrow's method takes %.1f to %.1f times the steps of DQP3", least, most);
  return {least > 1.0 ? Verdict::Kind::agrees : Verdict::Kind::differs, text};
}

std::string plot(const std::vector<Row>& rows) {
  LinePlot plot{"Figures 3.2 and 3.3: zigzag", "tilt, radians", "steps of a query", {}, false, true};
  for (const char* key : {"bobrow steps", "bobrow most", "dqp3-base steps", "dqp3-base most"}) {
    PlotLine line{key, {}, {}, std::string(key).ends_with("most")};
    for (const Row& row : rows) {
      line.x.push_back(std::stod(row.label.substr(5)));
      line.y.push_back(figure(row.here, key));
    }
    plot.lines.push_back(std::move(line));
  }
  return to_svg(plot);
}

}  // namespace
}  // namespace zigzag

const Experiment fenger_figure_3_2{
    "fenger-figure-3.2",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, figures 3.2 and 3.3",
    "steps of Bobrow's method, which zigzags across facets, and of DQP3",
    "The figures are drawings; what they show is counted here: steps of a query, mean and most of nine, for two plates "
    "of 20 x "
    "20 x 1 that face each other, one of them tilted. ended: the share that ended before its bound, 1000 steps for "
    "bobrow. "
    "Queries that another method answered are left out.",
    &zigzag::run,
    &zigzag::judge,
    &zigzag::plot};

}  // namespace clearance::reproduce
