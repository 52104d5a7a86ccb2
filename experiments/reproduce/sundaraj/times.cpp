// Section 6, figures 1 to 3: time against the number of vertices, with and without tracking, and against the speed of
// rotation. The paper plots seconds for 10e4 steps on an SGI Octane of 195 MHz; it names two values in its text.

#include <cstdio>
#include <map>
#include <string>

#include "clearance/clearance.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/line_plot.hpp"
#include "reproduce/sundaraj/workload.hpp"
#include "reproduce/timing.hpp"
#include "solvers/feature.hpp"

namespace clearance::reproduce {

namespace {

/// Seconds that the paper's number of steps along a path takes.
double seconds_along(const Shape& a, const Shape& b, const std::vector<Pose>& path, Method method, bool tracked) {
  const double once = seconds_of([&] {
    PairState state;
    for (const Pose& at : path) distance(a, {}, b, at, {.method = method}, tracked ? &state : nullptr);
  });
  return once * sundaraj_paper_steps / static_cast<double>(path.size());
}

/// The tracking of features as in the paper, with its proof, but without the look at the last features that the library
/// puts before it (`steady`).
double seconds_without_shortcut(const Shape& a, const Shape& b, const std::vector<Pose>& path, bool tracked) {
  const double once = seconds_of([&] {
    PairState state;
    for (const Pose& at : path) {
      const detail::Pair pair = detail::make_pair(a, {}, b, at);
      const auto found =
          detail::track_features(pair, 0x1p-49 * pair.size, tracked ? detail::PairMemory::of(&state) : nullptr);
      if (found) detail::certify(pair, *found);
    }
  });
  return once * sundaraj_paper_steps / static_cast<double>(path.size());
}

double seconds_of_method(const Shape& a, const Shape& b, const std::vector<Pose>& path, Method method, bool tracked) {
  return method == Method::feature ? seconds_without_shortcut(a, b, path, tracked)
                                   : seconds_along(a, b, path, method, tracked);
}

/// Support points asked for in a tracked query, and who answered.
struct Answers {
  double supports = 0.0;
  std::map<std::string, double> by;
};
Answers answers_of(const Shape& a, const Shape& b, const std::vector<Pose>& path, Method method) {
  PairState state;
  Answers answers;
  for (const Pose& at : path) {
    const Result r = distance(a, {}, b, at, {.method = method}, &state);
    ++answers.by[std::string(info(r.method).name)];
    answers.supports += r.iterations / static_cast<double>(path.size());
  }
  return answers;
}

void note_answers(Row& row, const Shape& a, const Shape& b, const std::vector<Pose>& path, Method method) {
  const Answers answers = answers_of(a, b, path, method);
  row.here.push_back({"support points a query", answers.supports});
  for (const auto& [name, count] : answers.by) row.answered.push_back({name, count});
}

std::vector<Row> over_complexity(Method method, double paper_tracked, const Progress& progress) {
  std::mt19937_64 engine(2000);
  const std::vector<Pose> path = sundaraj_translations();
  std::vector<Row> rows;
  for (const int count : sundaraj_vertices) {
    if (progress.small() && count > 100) break;
    const Shape a = Hull(sundaraj_body(count, engine)), b = Hull(sundaraj_body(count, engine));
    Row row{std::to_string(count) + " vertices",
            {},
            {{"tracked s", seconds_of_method(a, b, path, method, true)},
             {"untracked s", seconds_of_method(a, b, path, method, false)},
             {"default tracked s", seconds_along(a, b, path, Method::automatic, true)}}};
    if (method == Method::feature) row.here.push_back({"with steady s", seconds_along(a, b, path, method, true)});
    note_answers(row, a, b, path, method);
    if (count <= 100) row.paper = {{"tracked s", paper_tracked}};
    rows.push_back(row);
    progress(static_cast<double>(rows.size()) / sundaraj_vertices.size());
  }
  return rows;
}

std::vector<Row> over_speed(const Progress& progress) {
  std::mt19937_64 engine(2001);
  const Shape a = Hull(sundaraj_body(sundaraj_turning, engine)), b = Hull(sundaraj_body(sundaraj_turning, engine));
  std::vector<Row> rows;
  for (const double degrees : sundaraj_degrees) {
    const std::vector<Pose> path = sundaraj_rotations(degrees);
    char label[32];
    std::snprintf(label, sizeof label, "%g degrees a step", degrees);
    rows.push_back({label,
                    {},
                    {{"feature s", seconds_without_shortcut(a, b, path, true)},
                     {"with steady s", seconds_along(a, b, path, Method::feature, true)},
                     {"egjk s", seconds_along(a, b, path, Method::egjk, true)},
                     {"lin-canny s", seconds_along(a, b, path, Method::lin_canny, true)},
                     {"default s", seconds_along(a, b, path, Method::automatic, true)}}});
    for (const Method method : {Method::feature, Method::egjk, Method::lin_canny})
      for (const auto& [by, count] : answers_of(a, b, path, method).by) {
        std::string name(info(method).name);
        if (by != name) name.append(" by ").append(by);
        rows.back().answered.push_back({name, count});
      }
    progress(static_cast<double>(rows.size()) / sundaraj_degrees.size());
  }
  return rows;
}

/// One line for each key; a label starts with what is on the axis.
std::string plot(const std::vector<Row>& rows, const char* title, const char* x_label) {
  LinePlot plot{title, x_label, "seconds for 100,000 steps", {}, true, false};
  for (std::size_t k = 0; k < rows.front().here.size(); ++k) {
    const std::string& key = rows.front().here[k].key;
    if (!key.ends_with(" s")) continue;
    PlotLine line{key.substr(0, key.size() - 2), {}, {}, key.find("untracked") != std::string::npos};
    for (const Row& row : rows) {
      line.x.push_back(std::stod(row.label));
      line.y.push_back(row.here[k].value);
    }
    plot.lines.push_back(std::move(line));
  }
  return to_svg(plot);
}

/// Tracked nearly constant; untracked linear in the paper.
Verdict judge_growth(const std::vector<Row>& rows) {
  const Row &first = rows.front(), &last = rows.back();
  const double tracked = figure(last.here, "tracked s") / figure(first.here, "tracked s");
  const double untracked = figure(last.here, "untracked s") / figure(first.here, "untracked s");
  const double more = std::stod(last.label) / std::stod(first.label);
  char text[500];
  std::snprintf(text, sizeof text,
                "with %.0f times the vertices tracked takes %.1f times as long, as there nearly constant; untracked "
                "%.1f times, where it is linear there: here a walk starts from a table of directions",
                more, tracked, untracked);
  if (!(tracked < 2.5)) return {Verdict::Kind::differs, text};
  return {untracked < 0.5 * more ? Verdict::Kind::better : Verdict::Kind::agrees, text};
}

/// The paper: feature below enhanced GJK at every speed.
Verdict judge_speed(const std::vector<Row>& rows) {
  int below = 0;
  for (const Row& row : rows) below += figure(row.here, "feature s") < figure(row.here, "egjk s") ? 1 : 0;
  char text[80];
  std::snprintf(text, sizeof text, "feature is faster than egjk at %d of %zu speeds", below, rows.size());
  return {below == static_cast<int>(rows.size()) ? Verdict::Kind::agrees : Verdict::Kind::differs, text};
}

std::string plot_1(const std::vector<Row>& rows) {
  return plot(rows, "egjk along small translations", "vertices of each body");
}
std::string plot_2(const std::vector<Row>& rows) {
  return plot(rows, "feature along small translations", "vertices of each body");
}
std::string plot_3(const std::vector<Row>& rows) {
  return plot(rows, "Two bodies of 50 vertices, one turning", "degrees a step");
}

}  // namespace

const Experiment sundaraj_figure_1{
    "sundaraj-figure-1",
    "Sundaraj, d'Aulignac and Mazer 2000, figure 1",
    "egjk: seconds for 10e4 small translations, with and without tracking",
    "The paper plots its curves and names 0.36 s, the average with tracking, on an SGI Octane of 195 MHz. It has up to "
    "some hundred vertices. 1,000 steps are run, and their time given for 10e4. Operations are "
    "counted in sundaraj-operations.",
    [](const Progress& progress) { return over_complexity(Method::egjk, 0.36, progress); },
    &judge_growth,
    &plot_1};

const Experiment sundaraj_figure_2{
    "sundaraj-figure-2",
    "Sundaraj, d'Aulignac and Mazer 2000, figure 2",
    "feature: seconds for 10e4 small translations, with and without tracking",
    "The paper plots its curves and names 0.24 s, the average with tracking, on an SGI Octane of 195 MHz. 1,000 steps "
    "are run, and their time given "
    "for 10e4. tracked and untracked: the tracking of features with its proof; with steady: as the library has it, "
    "with a "
    "look at the features of the last query before anything else. Operations are counted in sundaraj-operations.",
    [](const Progress& progress) { return over_complexity(Method::feature, 0.24, progress); },
    &judge_growth,
    &plot_2};

const Experiment sundaraj_figure_3{
    "sundaraj-figure-3",
    "Sundaraj, d'Aulignac and Mazer 2000, figure 3",
    "two bodies of 50 vertices: seconds for 10e4 steps against the speed of rotation, tracked",
    "The paper plots its curves and names no value. `./dev bench tracking` adds FCL and Bullet to all three figures. "
    "1,000 "
    "steps are run, and their time given for 10e4. feature: without the shortcut `steady`, which has its own column.",
    &over_speed,
    &judge_speed,
    &plot_3};

}  // namespace clearance::reproduce
