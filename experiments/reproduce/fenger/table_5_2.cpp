// Table 5.2: how the cost of each method of chapter 5 depends on the gap.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "reproduce/experiments.hpp"
#include "reproduce/fenger/crossed.hpp"
#include "reproduce/fenger/refined.hpp"
#include "solvers/ellipsoid_climb.hpp"

namespace clearance::reproduce {

namespace table_5_2 {
namespace {

using detail::Counted;
using detail::CountedWide;
using detail::OperationCount;
using detail::RefinementRule;
using detail::V3;
using fenger::Crossed;
using fenger::crossed_at;
using fenger::point_error;
using fenger::polyhedral;
using fenger::Polyhedral;
using fenger::radii_a;
using fenger::radii_b;
using fenger::refined;
using fenger::Refined;
using fenger::standard_gap;

template <class T>
detail::Matrix<T> axis_aligned(const Vec3& radii) {
  return {detail::Vector<T>(V3(radii.x(), 0, 0)), detail::Vector<T>(V3(0, radii.y(), 0)),
          detail::Vector<T>(V3(0, 0, radii.z()))};
}

/// Nearest points in turn until both are as near to the solution as wanted.
struct Turns {
  double projections, flops;
};
Turns in_turn(const Crossed& pair, double error, bool accelerated, const Vec3& start = Vec3::Zero()) {
  using Vector = detail::Vector<Counted>;
  const detail::PlacedEllipsoid<Counted> a{{radii_a.x(), radii_a.y(), radii_a.z()}, Vector(V3(0, 0, 0))};
  const detail::PlacedEllipsoid<Counted> b{{radii_b.x(), radii_b.y(), radii_b.z()}, Vector(V3(pair.position))};
  detail::IterationSettings settings;
  settings.limit = 100000;
  settings.accelerated = accelerated;
  settings.tolerance = 1e-12;
  const OperationCount count;
  const auto found = detail::ellipsoid_iteration(
      a, b, Vector(V3(start)), settings,
      [&](const Vector& x, const Vector& y) { return point_error(pair.exact, x.eigen(), y.eigen()) < error; });
  return {2.0 * found.cycles, static_cast<double>(count.count())};
}

/// The steps of the default method, counted.
Turns by_newton(const Crossed& pair) {
  using detail::Vector;
  const double size = radii_a.maxCoeff() + radii_b.maxCoeff() + pair.position.norm();
  const Vector<Counted> between{V3(pair.position)};
  const OperationCount count;
  detail::EllipsoidClimb<Counted> climb(axis_aligned<Counted>(radii_a), axis_aligned<Counted>(radii_b), between, size,
                                        0x1p-49 * size, HUGE_VAL);
  auto station = climb.at(between);
  climb.run(station);
  return {climb.steps() + 1.0, static_cast<double>(count.count())};
}

std::vector<Row> table_5_2(const Progress& progress) {
  constexpr double none = HUGE_VAL;
  struct Published {
    double gap, turns, fine_turns, polyhedral, turns_to_1e4, turns_to_1e8, cycles_4, cycles_7, flops_4, flops_7, hybrid;
  };
  constexpr std::array<Published, 4> published{
      {{0.1, 37693, 79088, 119034, 78, 163, none, none, none, none, 46830},
       {0.5, 11688, none, 121038, none, none, none, none, 86651, none, none},
       {standard_gap, 6818, 10227, 108940, 14, 21, 21, 15, 100107, 62943, none},
       {5, 3422, none, 62899, none, none, none, none, 68300, 86534, none}}};
  std::vector<Row> rows;
  for (const Published& row : published) {
    const Crossed pair = crossed_at(row.gap);
    char text[32];
    std::snprintf(text, sizeof text, "gap %.4g, ", row.gap);
    const std::string gap = text;
    const Turns rough = in_turn(pair, 1e-4, false), fine = in_turn(pair, 1e-8, false);
    const Turns fast = in_turn(pair, 1e-4, true), fast_fine = in_turn(pair, 1e-8, true);
    rows.push_back({gap + "points in turn, 1e-4",
                    {{"flops", row.turns}, {"projections", row.turns_to_1e4}},
                    {{"flops", rough.flops}, {"projections", rough.projections}}});
    rows.push_back({gap + "points in turn, 1e-8",
                    {{"flops", row.fine_turns}, {"projections", row.turns_to_1e8}},
                    {{"flops", fine.flops}, {"projections", fine.projections}}});
    rows.push_back({gap + "accelerated, 1e-4", {}, {{"flops", fast.flops}, {"projections", fast.projections}}});
    rows.push_back(
        {gap + "accelerated, 1e-8", {}, {{"flops", fast_fine.flops}, {"projections", fast_fine.projections}}});
    const Polyhedral model = polyhedral(15, pair);
    rows.push_back({gap + "polyhedral, 288 facets",
                    {{"flops", row.polyhedral}},
                    {{"flops", model.flops}, {"d error", model.distance_error}}});
    for (const RefinementRule rule : {RefinementRule::four, RefinementRule::seven}) {
      const bool four = rule == RefinementRule::four, standard = row.gap == standard_gap;
      const auto to = [&](double error) { return refined<CountedWide>(pair, error, rule, false, false); };
      const Refined to_4 = to(1e-4), to_7 = to(1e-7), to_12 = to(1e-12);
      const Refined plain = refined<Counted>(pair, 1e-4, rule, false, true);
      rows.push_back({gap + "refinement " + fenger::name(rule),
                      {{"flops to 1e-4", four ? row.flops_4 : row.flops_7},
                       {"flops to 1e-7", !standard ? none
                                         : four    ? 183083.0
                                                   : 184980.0},
                       {"cycles to 1e-4", four ? row.cycles_4 : row.cycles_7},
                       {"cycles to 1e-7", standard ? 41.0 : none}},
                      {{"flops to 1e-4", to_4.flops},
                       {"flops to 1e-7", to_7.flops},
                       {"cycles to 1e-4", to_4.cycles},
                       {"by dqp3 to 1e-4", to_4.by_dqp3},
                       {"cycles to 1e-7", to_7.cycles},
                       {"by dqp3 to 1e-7", to_7.by_dqp3},
                       {"cycles to 1e-12", to_12.cycles},
                       {"by dqp3 to 1e-12", to_12.by_dqp3}}});
      rows.push_back({gap + "the same in double, DQP3 alone, " + fenger::name(rule),
                      {{"flops to 1e-4", four ? row.flops_4 : row.flops_7}},
                      {{"flops to 1e-4", plain.flops},
                       {"cycles to 1e-4", plain.cycles},
                       {"by dqp3 to 1e-4", plain.by_dqp3},
                       {"reached", plain.reached ? 1.0 : 0.0}}});
    }
    const Polyhedral coarse = polyhedral(6, pair);
    const Turns after = in_turn(pair, 1e-4, false, coarse.on_a);
    rows.push_back({gap + "hybrid, 46 facets, 1e-4",
                    {{"flops", row.hybrid}, {"projections", row.gap == 0.1 ? 72.0 : none}},
                    {{"flops", coarse.flops + after.flops},
                     {"projections", after.projections},
                     {"polyhedra apart", coarse.optimal ? 1.0 : 0.0}}});
    const Turns newton = by_newton(pair);
    rows.push_back(
        {gap + "the default, full precision",
         {},
         {{"flops", newton.flops}, {"steps", newton.projections}, {"width", pair.exact.upper - pair.exact.lower}}});
    progress(static_cast<double>(&row - published.data() + 1) / static_cast<double>(published.size()));
  }
  return rows;
}

Verdict judge_5_2(const std::vector<Row>& rows) {
  // The projections of the plain iteration can be compared one to one; of the refinement, the operations.
  int same = 0, all = 0;
  double most = 0.0, by_dqp3 = 0.0, cycles = 0.0, hybrid = 0.0;
  for (const Row& row : rows) {
    const double paper = figure(row.paper, "projections");
    if (std::isfinite(paper) && row.label.find("turn, 1e-4") != std::string::npos) {
      ++all;
      same += figure(row.here, "projections") == paper ? 1 : 0;
    }
    if (row.label.starts_with("gap 0.1, hybrid")) hybrid = figure(row.here, "projections");
    for (const char* const error : {"1e-4", "1e-7"}) {
      const std::string to = std::string(" to ") + error;
      const double here = figure(row.here, "flops" + to), published = figure(row.paper, "flops" + to);
      if (std::isfinite(here) && std::isfinite(published)) most = std::max(most, here / published);
      if (row.label.find("refinement") == std::string::npos) continue;
      cycles += figure(row.here, "cycles" + to);
      by_dqp3 += figure(row.here, "by dqp3" + to);
    }
  }
  char text[500];
  std::snprintf(text, sizeof text,
                "projections to 1e-4 as in the thesis in %d of %d; refinement at most %.2f of its operations, %.0f of "
                "%.0f cycles by DQP3, the others by vertices; hybrid %.0f projections for 72, as its polyhedra overlap",
                same, all, most, by_dqp3, cycles, hybrid);
  return {Verdict::Kind::differs, text};
}

}  // namespace
}  // namespace table_5_2

const Experiment fenger_5_2{
    "fenger-5.2",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 5.2",
    "the crossed ellipsoids 1:2:5 at four gaps, by every method of chapter 5",
    "Errors are those of both points together. The iterations that the thesis counts agree with projections, two of "
    "which make a cycle; its 21 to 1e-8 at the standard gap does not fit its own 14 to 1e-4 and 51 to rounding, 26 "
    "does. Refinement: by dqp3 says how many of its cycles DQP3 solved; the others, where it goes round in circles or "
    "facets are parallel to 1e-7, are decided by the vertices of the polyhedra. It runs in double-double, each "
    "operation of which counts as one. The same in double: DQP3 alone, with the tolerances of the thesis; to 1e-4 it "
    "solves every cycle at every gap, where the thesis has none at 0.1; to 1e-7 it does not get, as there. "
    "Hybrid: at gap 0.1 the polyhedra of 46 facets, which stand off "
    "by 0.3, "
    "overlap; then where DQP3 ends is any point of both, and whether that helps (72 projections for 78 in the thesis) "
    "or "
    "not (84) is chance.",
    &table_5_2::table_5_2,
    &table_5_2::judge_5_2};

}  // namespace clearance::reproduce
