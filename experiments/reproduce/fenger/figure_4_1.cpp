// Figure 4.1: two polygons, and the translational configuration space obstacle that stands for both.

#include <array>
#include <cmath>
#include <string>

#include "clearance/distance.hpp"
#include "reproduce/drawing.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/polytope_trace.hpp"

namespace clearance::reproduce {

namespace figure_4_1 {
namespace {

/// The drawing has no coordinates; these are ours, such that GJK visits the pairs dB and dA, as in the text.
const std::vector<Vec3> p{{0.2, 1.4, 0}, {2.4, 2.6, 0}, {3.4, 1.8, 0}, {1.6, 0.0, 0}};
const std::vector<Vec3> q{{1.0, -1.6, 0}, {2.6, -1.2, 0}, {3.4, -2.8, 0}};

struct Obstacle {
  std::vector<Vec3> points;        ///< every p - q
  std::vector<std::string> names;  ///< such as dB
  std::vector<int> border;         ///< of its hull, around
};

Obstacle obstacle() {
  Obstacle o;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < q.size(); ++j) {
      o.points.emplace_back(p[i] - q[j]);
      o.names.push_back({static_cast<char>('a' + i), static_cast<char>('A' + j)});
    }
  // Gift wrapping: from the lowest point, always the one that leaves all others to the left.
  const auto left = [&](int a, int b, int c) {
    const auto at = [&](int i) -> const Vec3& { return o.points[static_cast<std::size_t>(i)]; };
    return (at(b) - at(a)).cross(at(c) - at(a)).z();
  };
  const int count = static_cast<int>(o.points.size());
  int lowest = 0;
  for (int i = 1; i < count; ++i)
    if (o.points[static_cast<std::size_t>(i)].y() < o.points[static_cast<std::size_t>(lowest)].y()) lowest = i;
  int now = lowest;
  do {
    o.border.push_back(now);
    int next = now == 0 ? 1 : 0;
    for (int i = 0; i < count; ++i)
      if (i != now && left(now, next, i) < 0.0) next = i;
    now = next;
  } while (now != lowest && o.border.size() < o.points.size());
  return o;
}

std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  const Obstacle o = obstacle();
  const auto answered = [&](const std::string& label, const Result& r) {
    rows.push_back({label, {}, {{"distance", r.distance}}, {{std::string(info(r.method).name), 1}}});
  };
  answered("P and Q", distance(Hull(p), {}, Hull(q), {}, {.method = Method::gjk}));
  answered("the origin and the TCSO", distance(Point(Vec3::Zero()), {}, Hull(o.points), {}, {.method = Method::gjk}));
  for (const int i : o.border) {
    const auto k = static_cast<std::size_t>(i);
    rows.push_back({"TCSO vertex " + o.names[k],
                    {},
                    {{"distance", o.points[k].norm()}, {"x", o.points[k].x()}, {"y", o.points[k].y()}}});
  }
  // From the pair bC, far from the origin.
  int number = 0;
  for (const PolytopeStep& step : trace_polytope(o.points, 5)) {
    std::string set;
    for (const int i : step.working) set += " " + o.names[static_cast<std::size_t>(i)];
    rows.push_back({"step " + std::to_string(++number) + ":" + set,
                    {},
                    {{"distance", step.nearest.norm()}, {"x", step.nearest.x()}, {"y", step.nearest.y()}}});
  }
  progress(1.0);
  return rows;
}

Verdict judge(const std::vector<Row>& rows) {
  const double both = figure(rows[0].here, "distance"), one = figure(rows[1].here, "distance"),
               last = figure(rows.back().here, "distance");
  const bool agrees = std::fabs(both - one) < 1e-13 && std::fabs(both - last) < 1e-13;
  return {agrees ? Verdict::Kind::agrees : Verdict::Kind::differs,
          "the origin is as far from the TCSO as the polygons are from each other"};
}

std::string plot(const std::vector<Row>& rows) {
  const auto outline = [](const std::vector<Vec3>& points, char first, int colour, const char* name) {
    Curve curve{{}, colour, true, false, true, {}, name};
    for (const Vec3& v : points) {
      curve.points.push_back({v.x(), v.y()});
      curve.labels.emplace_back(1, first++);
    }
    return curve;
  };
  Drawing drawing{"Figure 4.1: two polygons and their TCSO", {outline(p, 'a', 0, "P"), outline(q, 'A', 1, "Q")}};
  Curve tcso{{}, 2, true, false, true, {}, "TCSO"}, path{{}, 3, false, true, true, {}, "nearest points, by GJK"};
  for (const Row& row : rows) {
    const Point2 at{figure(row.here, "x"), figure(row.here, "y")};
    if (row.label.starts_with("TCSO")) {
      tcso.points.push_back(at);
      tcso.labels.push_back(row.label.substr(row.label.size() - 2));
    } else if (row.label.starts_with("step")) {
      path.points.push_back(at);
    }
  }
  drawing.curves.push_back(tcso);
  drawing.curves.push_back(path);
  drawing.curves.push_back({{{0, 0}}, 4, false, false, true, {"origin"}, ""});
  return to_svg(drawing);
}

}  // namespace
}  // namespace figure_4_1

const Experiment fenger_figure_4_1{
    "fenger-figure-4.1",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, figure 4.1",
    "two polygons and their translational configuration space obstacle: one distance",
    "The figure is a drawing without coordinates; those here are ours, such that "
    "GJK visits the pairs dB and dA, as in the text. TCSO: the hull of the differences of the "
    "vertices of P and Q. Steps: the working sets of GJK and the points nearest to the origin, from the pair bC.",
    &figure_4_1::run,
    &figure_4_1::judge,
    &figure_4_1::plot};

}  // namespace clearance::reproduce
