// Chapter 5: a point and an ellipsoid (5.1.9), the crossed ellipsoids with axes 1:2:5 (section 5.2) and their
// polyhedral models (table 5.1).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "clearance/distance.hpp"
#include "clearance/ellipsoid/nearest.hpp"
#include "literature/dqp3/dqp3.hpp"
#include "models/facet_ball.hpp"
#include "numeric/counted.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/fenger/crossed.hpp"
#include "reproduce/timing.hpp"
#include "solvers/ellipsoid_climb.hpp"

namespace clearance::reproduce {

namespace ellipsoids {
namespace {

using detail::Counted;
using detail::OperationCount;
using detail::V3;
using fenger::Crossed;
using fenger::crossed_at;
using fenger::polyhedral;
using fenger::Polyhedral;
using fenger::radii_a;
using fenger::radii_b;
using fenger::standard_gap;

std::vector<Row> point_to_ellipsoid(const Progress& progress) {
  const int trials = progress.repetitions(1000, 100);
  std::mt19937_64 engine(519);
  const auto uniform = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(engine() >> 11) * 0x1p-53;
  };
  double to_1e8 = 0.0, to_rounding = 0.0, newton = 0.0;
  for (int i = 0; i < trials; ++i) {
    const std::array<Counted, 3> radii{uniform(1, 100), 1.0, uniform(0.1, 1)};
    const std::array<Counted, 3> p{uniform(-100, 100), uniform(-100, 100), uniform(-100, 100)};
    OperationCount count;
    nearest_on_ellipsoid_by_dominant_term(radii, p, 1e-8);
    to_1e8 += static_cast<double>(count.count());
    count = {};
    nearest_on_ellipsoid_by_dominant_term(radii, p);
    to_rounding += static_cast<double>(count.count());
    count = {};
    nearest_on_ellipsoid(radii, p);
    newton += static_cast<double>(count.count());
  }
  progress(1.0);
  return {{"dominant term, |S - 1| < 1e-8", {{"flops", 236.74}}, {{"flops", to_1e8 / trials}}},
          {"dominant term, full precision", {{"flops", 236.74}}, {{"flops", to_rounding / trials}}},
          {"the default, full precision", {{"flops", 236.74}}, {{"flops", newton / trials}}}};
}

template <class T>
detail::Matrix<T> axis_aligned(const Vec3& radii) {
  return {detail::Vector<T>(V3(radii.x(), 0, 0)), detail::Vector<T>(V3(0, radii.y(), 0)),
          detail::Vector<T>(V3(0, 0, radii.z()))};
}

/// The default method in double-double, and how far its points may be from the true ones. With g the width of the
/// enclosure of the distance, the true point A u* of a has n . A u* >= |A'n| - g, hence |u - u*|^2 <= 2 g / |A'n|.
Row in_double_double(const std::vector<Figure>& paper) {
  using detail::DoubleDouble;
  using detail::Wide3;
  const auto a = axis_aligned<DoubleDouble>(radii_a), b = axis_aligned<DoubleDouble>(radii_b);
  const Wide3 c(V3(4, 4, 4));
  const double size = 16.0;
  detail::EllipsoidClimb<DoubleDouble> climb(a, b, c, size, 0.0, HUGE_VAL);
  auto station = climb.at(c);
  climb.run(station);
  const double width = to_double(norm(station.w) - station.f) + 0x1p-96 * size;
  const double least = std::min(to_double(station.alpha), to_double(station.beta));
  const double off = radii_a.maxCoeff() * std::sqrt(2.0 * width / least);
  const Vec3 x = rounded(transposed_times(a, station.u)).eigen();
  const Vec3 y = rounded(c - transposed_times(b, station.v)).eigen();
  const double d = to_double(station.f);
  // The distance is at least f and at most |w|, each of which double-double has to 2^-96 of the size.
  const DoubleDouble slack(0x1p-96 * size), low = station.f - slack, high = norm(station.w) + slack;
  double lower = to_double(low), upper = to_double(high);
  if (DoubleDouble(lower) > low) lower = std::nextafter(lower, -HUGE_VAL);
  if (DoubleDouble(upper) < high) upper = std::nextafter(upper, HUGE_VAL);
  return {"the default in double-double",
          paper,
          {{"distance", d},
           {"x1.x", x.x()},
           {"x1.y", x.y()},
           {"x1.z", x.z()},
           {"x2.x", y.x()},
           {"x2.y", y.y()},
           {"x2.z", y.z()},
           {"lower", lower},
           {"upper", upper},
           {"iterations", climb.steps() + 1.0},
           {"points within", off + 0x1p-51}}};
}

std::vector<Row> crossed_ellipsoids(const Progress& progress) {
  const std::vector<Figure> paper{{"distance", standard_gap}, {"x1.x", 0.13705777781256}, {"x1.y", 1.43051641611194},
                                  {"x1.z", 3.42644444486425}, {"x2.x", 0.57355555513575}, {"x2.y", 2.56948358388806},
                                  {"x2.z", 3.86294222218744}};
  std::vector<Row> rows;
  const Shape a = Ellipsoid(radii_a), b = Ellipsoid(radii_b);
  for (const MethodInfo& method : methods()) {
    if (!method.accepts(a, b)) continue;
    const Result r = distance(a, Pose(), b, Pose(Mat3::Identity(), Vec3(4, 4, 4)), {.method = method.method});
    rows.push_back({std::string(method.name),
                    paper,
                    {{"distance", r.distance},
                     {"x1.x", r.point_a.x()},
                     {"x1.y", r.point_a.y()},
                     {"x1.z", r.point_a.z()},
                     {"x2.x", r.point_b.x()},
                     {"x2.y", r.point_b.y()},
                     {"x2.z", r.point_b.z()},
                     {"lower", r.lower},
                     {"upper", r.upper},
                     {"iterations", static_cast<double>(r.iterations)}},
                    {{std::string(info(r.method).name), 1}}});
  }
  rows.push_back(in_double_double(paper));
  progress(1.0);
  return rows;
}

/// Seconds of a query of dqp3-base, bare, on the models: from the centres, and along a path of small steps with points
/// and active facets carried over.
std::pair<double, double> times_on_models(int order, const Vec3& from) {
  constexpr int steps = 100;
  std::vector<V3> normals;
  std::vector<double> offsets_a;
  std::vector<std::vector<double>> offsets_b(steps);
  std::vector<V3> positions;
  for (int step = 0; step < steps; ++step) positions.emplace_back(Vec3(from + 0.01 * step * Vec3(1, -1, 0.5)));
  for (const HalfspaceRow& row : models::facet_ball_halfspaces(order, radii_a)) {
    normals.emplace_back(Vec3(-row.normal));
    offsets_a.push_back(row.offset);
  }
  for (const HalfspaceRow& row : models::facet_ball_halfspaces(order, radii_b))
    for (std::size_t step = 0; step < positions.size(); ++step)
      offsets_b[step].push_back(row.offset - dot(V3(row.normal), positions[step]));
  const auto along = [&](bool tracked) {
    return seconds_of([&] {
             detail::Dqp3State<double> state;
             for (std::size_t step = 0; step < positions.size(); ++step) {
               if (!tracked || step == 0)
                 state = {{V3(0, 0, 0), {}}, {positions[step], {}}};
               else
                 state.b.at = state.b.at + (positions[step] - positions[step - 1]);
               detail::HalfspaceBody<double> a, b;
               a.normals = b.normals = normals;
               a.offsets = offsets_a;
               b.offsets = offsets_b[step];
               detail::dqp3(a, b, {Dqp3Variant::base, norm(positions[step])}, state);
             }
           }) /
           steps;
  };
  return {along(false), along(true)};
}

std::vector<Row> table_5_1(const Progress& progress) {
  constexpr double none = HUGE_VAL;
  struct Published {
    int order;
    double x_error, d_error, flops, cold_us, tracked_us;
  };
  constexpr std::array<Published, 7> published{{{4, 0.651, 0.564, 4231, 205.6, 36.9},
                                                {6, 0.417, 0.301, 11817, 396.8, 41.1},
                                                {8, 0.242, 0.0961, 28058, 790, 61.7},
                                                {10, 0.123, 0.0338, 27319, 1130, 84.5},
                                                {15, 0.148, 0.00395, 108940, 3160, 227},
                                                {20, 0.127, 0.00843, 271718, none, none},
                                                {30, 0.0478, 0.00440, 923458, none, none}}};
  const Crossed pair = crossed_at(standard_gap);
  std::vector<Row> rows;
  for (const Published& row : published) {
    if (progress.small() && row.order > 15) break;
    const Polyhedral here = polyhedral(row.order, pair);
    const auto [cold, tracked] = times_on_models(row.order, pair.position);
    rows.push_back({"order " + std::to_string(row.order),
                    {{"x error", row.x_error},
                     {"d error", row.d_error},
                     {"flops", row.flops},
                     {"cold us", row.cold_us},
                     {"tracked us", row.tracked_us},
                     {"cold / tracked", row.cold_us / row.tracked_us}},
                    {{"x error", here.point_error},
                     {"d error", here.distance_error},
                     {"flops", here.flops},
                     {"cold us", 1e6 * cold},
                     {"tracked us", 1e6 * tracked},
                     {"cold / tracked", cold / tracked},
                     {"optimal", here.optimal ? 1.0 : 0.0}}});
    progress(static_cast<double>(rows.size()) / static_cast<double>(published.size()));
  }
  return rows;
}

Verdict judge_5_1(const std::vector<Row>& rows) {
  int near = 0;
  for (const Row& row : rows) {
    const double here = figure(row.here, "d error"), paper = figure(row.paper, "d error");
    near += std::fabs(here - paper) <= 0.02 * paper ? 1 : 0;
  }
  char text[120];
  std::snprintf(text, sizeof text, "the error of the distance is the thesis's in %d of %zu rows; fewer operations",
                near, rows.size());
  return {near == static_cast<int>(rows.size()) ? Verdict::Kind::agrees : Verdict::Kind::differs, text};
}

Verdict judge_5_1_9(const std::vector<Row>& rows) {
  return {
      figure(rows[0].here, "flops") <= figure(rows[0].paper, "flops") ? Verdict::Kind::better : Verdict::Kind::differs,
      "to 1e-8 by the thesis's iteration; the thesis does not say where it stopped"};
}

Verdict judge_crossed(const std::vector<Row>& rows) {
  double most = 0.0;
  for (const Row& row : rows) {
    if (row.label == "ellipsoid-polyhedral") continue;  // an approximation, whose bounds are wide
    most = std::max(most, std::fabs(figure(row.here, "distance") - standard_gap));
  }
  char text[80];
  std::snprintf(text, sizeof text, "the distance is the thesis's to %.1e; its points are right to 1e-10", most);
  return {most < 1e-13 ? Verdict::Kind::agrees : Verdict::Kind::differs, text};
}

}  // namespace
}  // namespace ellipsoids

const Experiment fenger_5_1{
    "fenger-5.1",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 5.1",
    "DQP3 on polyhedral models of the crossed ellipsoids 1:2:5",
    "At orders 15 and 20 the nearest facets of the two are parallel, and the nearest points not unique: the error of "
    "the "
    "distance is, that of the points depends on where in these facets the search ends. At 15 that is where the thesis "
    "was, at 20 it is not.",
    &ellipsoids::table_5_1,
    &ellipsoids::judge_5_1};

const Experiment fenger_5_1_9{
    "fenger-5.1.9",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, equation 5.1.9",
    "mean operations from a random point to a random ellipsoid",
    "1,000 trials: radii 1 to 100, 1, 0.1 to 1; coordinates -100 to 100. The thesis does not say where it stopped.",
    &ellipsoids::point_to_ellipsoid,
    &ellipsoids::judge_5_1_9};

const Experiment fenger_crossed{
    "fenger-crossed",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, equation 5.2.2",
    "distance and nearest points of the crossed ellipsoids 1:2:5 by every method that takes them",
    "The thesis prints 14 digits of the points, of which 10 are right. In double-double they are right to what is "
    "given as "
    "\"points within\", which is proven.",
    &ellipsoids::crossed_ellipsoids,
    &ellipsoids::judge_crossed};

}  // namespace clearance::reproduce
