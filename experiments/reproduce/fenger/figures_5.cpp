// Figures 5.1 to 5.3: an ellipsoid, nearest points in turn on two ellipses, and the first pass of the refinement.

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "literature/dqp3/dqp3.hpp"
#include "literature/ellipsoids/ellipsoid_iteration.hpp"
#include "reproduce/drawing.hpp"
#include "reproduce/experiments.hpp"

namespace clearance::reproduce {

namespace figures_5 {
namespace {

using detail::M3;
using detail::PlacedEllipsoid;
using detail::V3;

constexpr double pi = std::numbers::pi;

M3 turned(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {V3(c, -s, 0), V3(s, c, 0), V3(0, 0, 1)};
}

/// The outline in the plane z = 0, which holds the centre and two axes.
Curve outline(const PlacedEllipsoid<double>& body, int colour, const char* name) {
  Curve curve{{}, colour, true, false, false, {}, name};
  for (int i = 0; i < 180; ++i) {
    const double t = 2.0 * pi * i / 180.0;
    const V3 at = body.centre + body.outwards(V3(body.radii[0] * std::cos(t), body.radii[1] * std::sin(t), 0));
    curve.points.push_back({at.x, at.y});
  }
  return curve;
}

// Figure 5.1.

const std::array<double, 3> canonical{5, 2, 1};

std::vector<Row> run_5_1(const Progress& progress) {
  std::vector<Row> rows;
  const char* const names[] = {"major axis", "semi-major axis", "minor axis"};
  for (std::size_t k = 0; k < 3; ++k) {
    std::array<double, 3> far{};
    far[k] = 2.0 * canonical[k];
    const auto near = nearest_on_ellipsoid<double, 3>(canonical, far);
    rows.push_back({names[k], {}, {{"half-length", near.point[k]}}});
  }
  // Equation (5.0.1) at the points of the surface that are nearest to random ones.
  std::mt19937_64 engine(51);
  double most = 0.0;
  const int count = progress.repetitions(1000, 100);
  for (int i = 0; i < count; ++i) {
    std::array<double, 3> point{};
    for (double& x : point) x = 20.0 * static_cast<double>(engine() >> 11) * 0x1p-53 - 10.0;
    const auto near = nearest_on_ellipsoid<double, 3>(canonical, point);
    double sum = 0.0;
    for (std::size_t k = 0; k < 3; ++k) sum += near.point[k] * near.point[k] / (canonical[k] * canonical[k]);
    most = std::fmax(most, std::fabs(sum - 1.0));
  }
  rows.push_back({"equation 5.0.1, off by at most", {}, {{"error", most}}});
  progress(1.0);
  return rows;
}

Verdict judge_5_1(const std::vector<Row>& rows) {
  const double error = figure(rows.back().here, "error");
  bool axes = true;
  for (std::size_t k = 0; k < 3; ++k) axes = axes && figure(rows[k].here, "half-length") == canonical[k];
  return {axes && error < 1e-14 ? Verdict::Kind::agrees : Verdict::Kind::differs,
          "nearest points are on the surface, and along the axes at their ends"};
}

std::string plot_5_1(const std::vector<Row>& rows) {
  // Seen from above and the right, without perspective.
  const auto seen = [](double x, double y, double z) -> Point2 { return {x - 0.5 * y, z + 0.35 * y}; };
  Drawing drawing{"Figure 5.1: a canonical ellipsoid", {}};
  const std::array<double, 3> a{figure(rows[0].here, "half-length"), figure(rows[1].here, "half-length"),
                                figure(rows[2].here, "half-length")};
  const auto ring = [&](double height, bool around, int colour) {
    Curve curve{{}, colour, true, !around || height != 0.0, false, {}, ""};
    for (int i = 0; i < 120; ++i) {
      const double t = 2.0 * pi * i / 120.0, r = std::sqrt(1.0 - height * height);
      curve.points.push_back(around ? seen(a[0] * r * std::cos(t), a[1] * r * std::sin(t), a[2] * height)
                                    : seen(a[0] * std::cos(t) * r, a[1] * height, a[2] * std::sin(t) * r));
    }
    return curve;
  };
  for (const double h : {-0.8, -0.5, 0.0, 0.5, 0.8}) drawing.curves.push_back(ring(h, true, 0));
  for (const double h : {-0.8, -0.4, 0.0, 0.4, 0.8}) drawing.curves.push_back(ring(h, false, 6));
  drawing.curves.push_back({{{0, 0}, seen(a[0], 0, 0)}, 1, false, false, true, {"", "a1"}, "major axis"});
  drawing.curves.push_back({{{0, 0}, seen(0, -a[1], 0)}, 2, false, false, true, {"", "a2"}, "semi-major axis"});
  drawing.curves.push_back({{{0, 0}, seen(0, 0, a[2])}, 3, false, false, true, {"", "a3"}, "minor axis"});
  return to_svg(drawing);
}

// Figure 5.2.

const M3 turn_a = turned(0.5), turn_b = turned(-0.7);
const PlacedEllipsoid<double> ellipse_a{{4, 1.5, 1.5}, V3(0, 0, 0), &turn_a};
const PlacedEllipsoid<double> ellipse_b{{4, 1.2, 1.2}, V3(5.5, 3.4, 0), &turn_b};

std::vector<Row> run_5_2(const Progress& progress) {
  std::vector<Row> rows;
  detail::IterationSettings settings;
  settings.limit = 400;
  settings.accelerated = false;
  V3 before = ellipse_a.centre;
  ellipsoid_iteration(ellipse_a, ellipse_b, ellipse_a.centre, settings, [&](const V3& x, const V3& y) {
    const double moved = norm(x - before);
    rows.push_back({"cycle " + std::to_string(rows.size() + 1),
                    {},
                    {{"x1", x.x}, {"y1", x.y}, {"x2", y.x}, {"y2", y.y}, {"distance", norm(y - x)}, {"moved", moved}}});
    before = x;
    return moved < 1e-3 || rows.size() >= 60;
  });
  progress(1.0);
  return rows;
}

/// The distance falls in every cycle, and the steps get shorter.
Verdict judge_5_2(const std::vector<Row>& rows) {
  bool falls = true;
  for (std::size_t i = 1; i < rows.size(); ++i)
    falls = falls && figure(rows[i].here, "distance") <= figure(rows[i - 1].here, "distance");
  const double first = figure(rows[1].here, "moved"), last = figure(rows.back().here, "moved");
  return {falls && last < first ? Verdict::Kind::agrees : Verdict::Kind::differs,
          std::to_string(rows.size()) + " cycles, each nearer, in ever shorter steps"};
}

std::string plot_5_2(const std::vector<Row>& rows) {
  Drawing drawing{"Figure 5.2: nearest points in turn", {outline(ellipse_a, 0, "1"), outline(ellipse_b, 1, "2")}};
  Curve path{{{ellipse_a.centre.x, ellipse_a.centre.y}}, 2, false, false, true, {}, "points in turn"};
  for (const Row& row : rows) {
    path.points.push_back({figure(row.here, "x2"), figure(row.here, "y2")});
    path.points.push_back({figure(row.here, "x1"), figure(row.here, "y1")});
  }
  drawing.curves.push_back(path);
  return to_svg(drawing);
}

// Figure 5.3.

const PlacedEllipsoid<double> upright{{1.5, 3.2, 1.5}, V3(0, 0, 0)}, lying{{3.0, 1.2, 1.2}, V3(4.6, 4.2, 0)};

/// One of the two: where DQP3 ends on its box, the foot of that, and the facets that touch there.
struct FirstPass {
  V3 on_box, foot, normal, towards, touch;
};
std::array<FirstPass, 2> first_pass() {
  std::vector<V3> normals;
  for (const double sign : {1.0, -1.0})
    for (const V3& axis : {V3(1, 0, 0), V3(0, 1, 0), V3(0, 0, 1)}) normals.push_back(axis * sign);
  const auto offsets = [&](const PlacedEllipsoid<double>& body) {
    std::vector<double> out;
    for (const V3& n : normals)
      out.push_back(std::fabs(n.x) * body.radii[0] + std::fabs(n.y) * body.radii[1] + std::fabs(n.z) * body.radii[2] +
                    dot(n, body.centre));
    return out;
  };
  const std::vector<double> of_a = offsets(upright), of_b = offsets(lying);
  detail::HalfspaceBody<double> a, b;
  a.normals = b.normals = normals;
  a.offsets = of_a;
  b.offsets = of_b;
  detail::Dqp3State<double> state{{upright.centre, {}}, {lying.centre, {}}};
  detail::Dqp3Settings settings;
  settings.length = norm(lying.centre);
  detail::dqp3(a, b, settings, state);
  const detail::Foot<double> x = foot_on(upright, state.a.at), y = foot_on(lying, state.b.at);
  const V3 way = (y.at - x.at) * (1.0 / norm(y.at - x.at));
  const auto touch = [](const PlacedEllipsoid<double>& body, const V3& n) {
    const V3 m(n.x * body.radii[0], n.y * body.radii[1], n.z * body.radii[2]);
    const V3 at(m.x * body.radii[0], m.y * body.radii[1], m.z * body.radii[2]);
    return body.centre + at * (1.0 / norm(m));
  };
  return {
      {{state.a.at, x.at, x.normal, way, touch(upright, way)}, {state.b.at, y.at, y.normal, -way, touch(lying, -way)}}};
}

std::vector<Row> run_5_3(const Progress& progress) {
  std::vector<Row> rows;
  const char* const names[] = {"first", "second"};
  const std::array<FirstPass, 2> passes = first_pass();
  for (std::size_t i = 0; i < 2; ++i) {
    const FirstPass& p = passes[i];
    const auto add = [&](const char* what, const V3& at, const V3& n) {
      rows.push_back(
          {std::string(names[i]) + ": " + what, {}, {{"x", at.x}, {"y", at.y}, {"normal x", n.x}, {"normal y", n.y}}});
    };
    add("nearest point of the box", p.on_box, V3(0, 0, 0));
    add("its foot, and the facet there", p.foot, p.normal);
    add("the facet along the line between the feet", p.touch, p.towards);
  }
  rows.push_back({"distance",
                  {},
                  {{"of the boxes", norm(passes[1].on_box - passes[0].on_box)},
                   {"of the feet", norm(passes[1].foot - passes[0].foot)}}});
  progress(1.0);
  return rows;
}

Verdict judge_5_3(const std::vector<Row>& rows) {
  const double boxes = figure(rows.back().here, "of the boxes"), feet = figure(rows.back().here, "of the feet");
  return {boxes < feet ? Verdict::Kind::agrees : Verdict::Kind::differs,
          "the boxes bound the distance from below, the feet from above"};
}

std::string plot_5_3(const std::vector<Row>& rows) {
  Drawing drawing{"Figure 5.3: the first pass of the refinement",
                  {outline(upright, 0, "ellipsoid 1"), outline(lying, 1, "ellipsoid 2")}};
  for (const auto* body : {&upright, &lying}) {
    const V3& c = body->centre;
    const double rx = body->radii[0], ry = body->radii[1];
    drawing.curves.push_back({{{c.x - rx, c.y - ry}, {c.x + rx, c.y - ry}, {c.x + rx, c.y + ry}, {c.x - rx, c.y + ry}},
                              4,
                              true,
                              true,
                              false,
                              {},
                              body == &upright ? "boxes" : ""});
  }
  Curve ends{{}, 5, false, false, true, {}, "where DQP3 ends"};
  for (const Row& row : rows) {
    const Point2 at{figure(row.here, "x"), figure(row.here, "y")};
    const Point2 n{figure(row.here, "normal x"), figure(row.here, "normal y")};
    if (row.label.find("box") != std::string::npos && std::isfinite(at[0])) ends.points.push_back(at);
    if (row.label.find("facet") == std::string::npos) continue;
    const bool foot = row.label.find("foot,") != std::string::npos;
    drawing.curves.push_back(
        {{{at[0] - 1.5 * n[1], at[1] + 1.5 * n[0]}, at, {at[0] + 1.5 * n[1], at[1] - 1.5 * n[0]}},
         foot ? 2 : 3,
         false,
         false,
         true,
         {},
         row.label.starts_with("first") ? (foot ? "facet at the foot" : "facet along the line") : ""});
  }
  drawing.curves.push_back(ends);
  return to_svg(drawing);
}

constexpr char drawn[] = "The figure is a drawing without coordinates; those here are ours.";

}  // namespace
}  // namespace figures_5

const Experiment fenger_figure_5_1{
    "fenger-figure-5.1",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, figure 5.1",
    "the canonical ellipsoid, its axes and equation 5.0.1",
    figures_5::drawn,
    &figures_5::run_5_1,
    &figures_5::judge_5_1,
    &figures_5::plot_5_1};

const Experiment fenger_figure_5_2{
    "fenger-figure-5.2",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, figure 5.2",
    "the way of nearest points in turn, on two ellipsoids whose centres and long axes are in a plane",
    figures_5::drawn,
    &figures_5::run_5_2,
    &figures_5::judge_5_2,
    &figures_5::plot_5_2};

const Experiment fenger_figure_5_3{
    "fenger-figure-5.3",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, figure 5.3",
    "the first pass of the refinement: DQP3 on boxes, the feet, and two of the new facets of each",
    figures_5::drawn,
    &figures_5::run_5_3,
    &figures_5::judge_5_3,
    &figures_5::plot_5_3};

}  // namespace clearance::reproduce
