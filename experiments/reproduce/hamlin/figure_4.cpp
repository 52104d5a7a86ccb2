// Figure 4: four iterations of the polytope algorithm on a polytope of six points in the plane.

#include <array>
#include <string>

#include "clearance/distance.hpp"
#include "reproduce/drawing.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/polytope_trace.hpp"

namespace clearance::reproduce {

namespace figure_4 {
namespace {

/// p1 to p6: the drawing has no coordinates; these make the working sets of its caption.
const std::vector<Vec3> points{{8, 1, 0}, {7, 4.5, 0}, {3.5, 6, 0}, {1, 3, 0}, {3, 0.9, 0}, {1.6, 1.6, 0}};
/// Their order around the polytope.
constexpr std::array around{0, 1, 2, 3, 5, 4};

std::string named(int i) { return std::string("p").append(std::to_string(i + 1)); }
std::string named(const std::vector<int>& set) {
  std::string out;
  for (const int i : set) out.append(out.empty() ? "" : " ").append(named(i));
  return out;
}

/// The caption: {p1}, {p1, p4}, {p4, p5}, {p4, p5, p6}.
const std::vector<std::vector<int>> caption{{0}, {0, 3}, {3, 4}, {3, 4, 5}};

std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  const std::vector<PolytopeStep> steps = trace_polytope(points, 0);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const PolytopeStep& step = steps[i];
    const bool same = i < caption.size() && step.working == caption[i];
    Row row{std::to_string(i + 1) + ": " + named(step.working),
            {},
            {{"distance", step.nearest.norm()},
             {"at x", step.nearest.x()},
             {"at y", step.nearest.y()},
             {"lower bound", step.nearest.norm() - step.gap},
             {"as in the caption", same ? 1.0 : 0.0}}};
    row.text.append("working set ").append(named(step.working)).append("; of these are needed ");
    row.text.append(named(step.kept))
        .append(step.gap > 1e-12 ? "; farthest towards the origin " : "; no point is nearer");
    row.text.append(step.gap > 1e-12 ? named(step.next) : ": the end").append("\n");
    rows.push_back(std::move(row));
  }
  const Result r = distance(Point(Vec3::Zero()), {}, Hull(points), {}, {.method = Method::gjk});
  rows.push_back({"gjk", {}, {{"distance", r.distance}, {"at x", r.point_b.x()}, {"at y", r.point_b.y()}}});
  rows.back().answered.push_back({std::string(info(r.method).name), 1});
  progress(1.0);
  return rows;
}

Verdict judge(const std::vector<Row>& rows) {
  std::size_t same = 0;
  for (const Row& row : rows) same += figure(row.here, "as in the caption") == 1.0 ? 1 : 0;
  const bool agrees = same == caption.size() && rows.size() == caption.size() + 1;
  return {agrees ? Verdict::Kind::agrees : Verdict::Kind::differs,
          std::to_string(same) + " of " + std::to_string(caption.size()) +
              " working sets are those of the caption, and the last is the end"};
}

std::string plot(const std::vector<Row>& rows) {
  Drawing drawing{"Figure 4: the polytope algorithm", {}};
  Curve body{{}, 0, true, false, true, {}, "polytope"};
  for (const int i : around) {
    const Vec3& p = points[static_cast<std::size_t>(i)];
    body.points.push_back({p.x(), p.y()});
    body.labels.push_back(named(i));
  }
  drawing.curves.push_back(body);
  drawing.curves.push_back({{{0, 0}}, 4, false, false, true, {"origin"}, ""});
  int colour = 1;
  for (const Row& row : rows)
    if (row.answered.empty())
      drawing.curves.push_back(
          {{{0, 0}, {figure(row.here, "at x"), figure(row.here, "at y")}}, colour++, false, true, true, {}, row.label});
  return to_svg(drawing);
}

}  // namespace
}  // namespace figure_4

const Experiment hamlin_figure_4{
    "hamlin-figure-4",
    "G. J. Hamlin, R. B. Kelley, J. Tornero, Efficient Distance Calculation using the S-tope Model, 1991, figure 4",
    "the working sets of the polytope algorithm, step by step, on six points in the plane",
    "The algorithm of section 5.1 with Johnson's sub-algorithm, from p1. The figure is a drawing without coordinates: "
    "those here are ours, and chosen for its working sets. Beside: the method gjk of the library.",
    &figure_4::run,
    &figure_4::judge,
    &figure_4::plot};

}  // namespace clearance::reproduce
