// Figures 3.2 and 3.3: Bobrow's direct minimisation zigzags across facets, DQP3 goes straight.

#include <cstdio>
#include <map>
#include <string>

#include "reproduce/experiments.hpp"
#include "reproduce/fenger/path_runs.hpp"
#include "reproduce/line_plot.hpp"

namespace clearance::reproduce {

namespace {

constexpr Method compared[] = {Method::bobrow, Method::dqp3_base};

std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  for (const int order : {2, 3, 4, 6, 8, 10}) {
    const Shape ball = models::facet_ball(order, Vec3(1, 2, 5));
    const auto positions = fenger::trajectories(progress.repetitions(100, 20));
    Row row{"order " + std::to_string(order), {}, {}};
    std::map<std::string, double> answered;
    for (const Method method : compared) {
      double steps = 0.0, most = 0.0, ended = 0.0;
      for (const fenger::Trajectory& trajectory : positions) {
        const Pose at(fenger::some_rotation(), trajectory.from + Vec3(3, 3, 3));
        const Result r = distance(ball, {}, ball, at, {.method = method});
        ++answered[std::string(info(r.method).name)];
        steps += r.iterations;
        most = std::max(most, static_cast<double>(r.iterations));
        ended += r.converged() ? 1.0 : 0.0;
      }
      const std::string name(info(method).name);
      const auto count = static_cast<double>(positions.size());
      row.here.push_back({name + " steps", steps / count});
      row.here.push_back({name + " most", most});
      row.here.push_back({name + " ended", ended / count});
    }
    for (const auto& [name, count] : answered) row.answered.push_back({name, count});
    rows.push_back(std::move(row));
    progress(static_cast<double>(rows.size()) / 6.0);
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
  LinePlot plot{"Figures 3.2 and 3.3: zigzag", "order of the facet-balls", "steps of a query", {}, false, true};
  for (const char* key : {"bobrow steps", "bobrow most", "dqp3-base steps", "dqp3-base most"}) {
    PlotLine line{key, {}, {}, std::string(key).ends_with("most")};
    for (const Row& row : rows) {
      line.x.push_back(std::stod(row.label.substr(6)));
      line.y.push_back(figure(row.here, key));
    }
    plot.lines.push_back(std::move(line));
  }
  return to_svg(plot);
}

}  // namespace

const Experiment fenger_figure_3_2{
    "fenger-figure-3.2",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, figures 3.2 and 3.3",
    "steps of Bobrow's method, which zigzags across facets, and of DQP3",
    "The figures are drawings; what they show is counted here: steps of a query, mean and most of 100, for facet-balls "
    "with "
    "radii 1, 2 and 5. ended: the share that ended before its bound, 1000 steps for bobrow.",
    &run,
    &judge,
    &plot};

}  // namespace clearance::reproduce
