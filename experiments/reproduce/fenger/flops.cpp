// Tables 3.3 and 3.4: operations of DQP3, of the general primal active-set method and of an interior-point method,
// without tracking and with it.

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "literature/dqp3/dqp3.hpp"
#include "literature/qp/qp_active_set.hpp"
#include "literature/qp/qp_interior_point.hpp"
#include "numeric/counted.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/fenger/facet_ball_pair.hpp"
#include "reproduce/fenger/facet_ball_surface.hpp"

namespace clearance::reproduce {

namespace flops {
namespace {

using detail::Counted;
using Vector6 = detail::DistanceQp<Counted>::Vector6;

constexpr double cycles = HUGE_VAL;  // no figure: the thesis's solver cycled
struct Published {
  int order;
  double dqp3, qp, quadprog;
};
constexpr std::array<Published, 9> without_tracking{{{2, 1487.5, 8757.4, 11627.1},
                                                     {4, 3690.4, cycles, 21753.2},
                                                     {6, 6196.4, 31399.7, 27105.8},
                                                     {8, 9361.0, 49643.1, 39521.0},
                                                     {10, 14187.2, cycles, 61798.4},
                                                     {15, 29521.5, 168294.1, 119288.1},
                                                     {20, 58155.2, 304370.8, 214486.2},
                                                     {30, 110470.5, 657131.5, 449885.6},
                                                     {40, 199307.4, 1149438.2, 777696.1}}};
constexpr std::array<Published, 9> with_tracking{{{2, 768.3, 9625.8, 12095.3},
                                                  {4, 2383.5, cycles, 21450.8},
                                                  {6, 2642.1, 42120.9, 31390.0},
                                                  {8, 5752.7, 81266.0, 51303.2},
                                                  {10, 7347.3, 126798.2, 77668.8},
                                                  {15, 20617.9, 263467.3, 157053.0},
                                                  {20, 35502.4, 468365.3, 281196.4},
                                                  {30, 79397.3, 1130476.1, 636490.3},
                                                  {40, 157735.5, 2070436.5, 1159026.9}}};

/// Mean operations of each solver, and the pairs on which one of them failed or they disagree.
struct Totals {
  double dqp3 = 0.0, without_rule = 0.0, with_sets = 0.0, with_adjacency = 0.0, active_set = 0.0, interior_point = 0.0;
  int queries = 0, failures = 0;
};

Vector6 joined(const Vec3& a, const Vec3& b) {
  Vector6 x;
  x << a.x(), a.y(), a.z(), b.x(), b.y(), b.z();
  return x;
}
Vec3 point(const Vector6& x, int first) { return {x(first).value, x(first + 1).value, x(first + 2).value}; }
double gap(const Vector6& x) { return (point(x, 3) - point(x, 0)).norm(); }

/// What a solver found last: a point of each ball, relative to its centre, and the facets that it is held on.
struct Found {
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();
  detail::ActiveSet active_a{}, active_b{};
};
struct LastFound {
  Found dqp3, without_rule, with_sets, with_adjacency, active_set, interior_point;
};

void query(const fenger::FacetBall& ball, const detail::FacetGraph& graph, const Vec3& position, bool tracked,
           LastFound& last, Totals& totals) {
  std::vector<double> moved;
  ball.move_to(position, moved);
  const auto a = fenger::in_place<Counted>(ball, ball.offsets), b = fenger::in_place<Counted>(ball, moved);
  const double length = position.norm();

  const auto dqp3_from = [&](Found& found, double& operations, const detail::FacetGraph* adjacency, bool hold) {
    auto one = a, two = b;
    one.graph = two.graph = adjacency;
    detail::Dqp3State<Counted> state{{detail::Vector<Counted>(found.a), found.active_a},
                                     {detail::Vector<Counted>(Vec3(position + found.b)), found.active_b}};
    const detail::OperationCount count;
    const auto outcome = detail::dqp3<Counted>(one, two, {Dqp3Variant::base, length, 500, hold}, state);
    operations += static_cast<double>(count.count());
    found = {state.a.at.eigen(), state.b.at.eigen() - position, state.a.active, state.b.active};
    return outcome;
  };
  // From the centres nothing is held; a point that the last query left is, by its rule for starts.
  const auto by_dqp3 = dqp3_from(last.dqp3, totals.dqp3, nullptr, tracked);
  last.dqp3.active_a = last.dqp3.active_b = {};
  const auto without_rule = dqp3_from(last.without_rule, totals.without_rule, nullptr, false);
  last.without_rule.active_a = last.without_rule.active_b = {};
  const auto with_sets = dqp3_from(last.with_sets, totals.with_sets, nullptr, false);
  const auto with_adjacency = dqp3_from(last.with_adjacency, totals.with_adjacency, &graph, false);

  const auto qp = detail::distance_qp(a, b);
  detail::OperationCount count;
  const auto by_active_set =
      detail::QpActiveSet<Counted>(qp, {length}).solve(joined(last.active_set.a, position + last.active_set.b));
  totals.active_set += static_cast<double>(count.count());
  last.active_set = {point(by_active_set.x, 0), point(by_active_set.x, 3) - position, {}, {}};

  count = {};
  const auto by_interior_point = detail::QpInteriorPoint<Counted>(qp, {length})
                                     .solve(joined(last.interior_point.a, position + last.interior_point.b));
  totals.interior_point += static_cast<double>(count.count());
  last.interior_point = {point(by_interior_point.x, 0), point(by_interior_point.x, 3) - position, {}, {}};

  const double distance = std::sqrt(by_dqp3.distance_sq.value);
  const auto agrees = [&](double other) { return std::fabs(other - distance) < 1e-9 * length; };
  const bool agree = agrees(gap(by_active_set.x)) && agrees(gap(by_interior_point.x)) &&
                     agrees(std::sqrt(with_sets.distance_sq.value)) &&
                     agrees(std::sqrt(without_rule.distance_sq.value)) &&
                     agrees(std::sqrt(with_adjacency.distance_sq.value));
  ++totals.queries;
  if (by_dqp3.ending != detail::Dqp3Ending::optimal || with_sets.ending != detail::Dqp3Ending::optimal ||
      with_adjacency.ending != detail::Dqp3Ending::optimal || !by_active_set.optimal || !by_interior_point.optimal ||
      !agree)
    ++totals.failures;
}

std::vector<Row> compare(const std::array<Published, 9>& published, int walks, int steps, const Progress& progress) {
  std::vector<Row> rows;
  const std::vector<fenger::Trajectory> trajectories = fenger::trajectories(walks);
  double facets_in_all = 0.0, facets_done = 0.0;
  for (const Published& row : published) facets_in_all += row.order * row.order;
  for (const Published& row : published) {
    const fenger::FacetBall ball(row.order);
    const fenger::Surface surface = fenger::surface_of(models::facet_ball_halfspaces(row.order));
    const detail::FacetGraph graph = detail::facet_graph(detail::FaceLoops(surface.facets), surface.vertices);
    Totals totals;
    for (const fenger::Trajectory& trajectory : trajectories) {
      LastFound last;
      for (int step = 0; step < steps; ++step) query(ball, graph, trajectory.at(step, steps), step > 0, last, totals);
      facets_done += row.order * row.order / static_cast<double>(trajectories.size());
      progress(facets_done / facets_in_all);
    }
    const double n = totals.queries;
    rows.push_back({"N1+N2 = " + std::to_string(2 * ball.offsets.size()),
                    {{"dqp3", row.dqp3},
                     {"active set", row.qp},
                     {"interior point", row.quadprog},
                     {"active set / dqp3", row.qp / row.dqp3}},
                    {{"dqp3", totals.dqp3 / n},
                     {"active set", totals.active_set / n},
                     {"interior point", totals.interior_point / n},
                     {"active set / dqp3", totals.active_set / totals.dqp3},
                     {"dqp3 / paper", totals.dqp3 / n / row.dqp3},
                     {"failures", static_cast<double>(totals.failures)}}});
    const auto add = [&](const std::string& name, double operations) {
      rows.back().here.push_back({"dqp3 with " + name, operations / n});
      rows.back().here.push_back({"active set / with " + name, totals.active_set / operations});
    };
    if (steps > 1) {
      rows.back().here.push_back({"dqp3 without the rule", totals.without_rule / n});
      add("sets", totals.with_sets);
    }
    add("adjacency", totals.with_adjacency);
  }
  return rows;
}

std::vector<Row> run_3_3(const Progress& progress) {
  return compare(without_tracking, progress.repetitions(100, 10), 1, progress);
}
/// The same paths cold, for what tracking saves.
std::vector<Row> run_3_4(const Progress& progress) {
  std::vector<Row> rows = compare(with_tracking, progress.repetitions(5, 2), 20, progress.part(0.0, 0.8));
  const std::vector<Row> cold = compare(without_tracking, progress.repetitions(100, 10), 1, progress.part(0.8, 1.0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].paper.push_back({"tracked / cold", with_tracking[i].dqp3 / without_tracking[i].dqp3});
    rows[i].here.push_back({"tracked / cold", figure(rows[i].here, "dqp3") / figure(cold[i].here, "dqp3")});
    rows[i].here.push_back(
        {"without the rule / cold", figure(rows[i].here, "dqp3 without the rule") / figure(cold[i].here, "dqp3")});
  }
  return rows;
}

Verdict judge(const std::vector<Row>& rows) {
  double failures = 0.0, most = 0.0;
  for (const Row& row : rows) {
    failures += figure(row.here, "failures");
    most = std::max(most, figure(row.here, "dqp3 / paper"));
  }
  if (failures > 0.0) return {Verdict::Kind::differs, "some queries fail"};
  char text[80];
  std::snprintf(text, sizeof text, "no failure, at most %.2f of the operations of the thesis", most);
  return {most <= 1.0 ? Verdict::Kind::better : Verdict::Kind::differs, text};
}

}  // namespace
}  // namespace flops

const Experiment fenger_3_3{
    "fenger-3.3",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 3.3",
    "operations of DQP3 and of two general methods on facet-balls, from the centres",
    "Mean over 100 positions of the second ball, uniform in the cube (5, 5, 5) +- 3 (the thesis gives the centre "
    "only). "
    "Paper: Matlab flops of qp() and quadprog(). Here: qp-active-set and qp-interior-point, the variant base of dqp3. "
    "With adjacency: the same, but a point that is held on a facet looks at the neighbours of that facet alone "
    "(section 3.6).",
    &flops::run_3_3,
    &flops::judge};

const Experiment fenger_3_4{
    "fenger-3.4",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 3.4",
    "the same with tracking: each query starts from the points of the last one, without its active facets",
    "Mean over 5 straight paths of 20 points in the cube (5, 5, 5) +- 3, the first query of a path from the centres "
    "(the "
    "thesis gives no path). With sets: from the active facets of the last query, too (section 4.1), "
    "with adjacency: and with that. dqp3 starts from the points of the last query and holds each on the facets that it "
    "is "
    "on, which the active set of the thesis's algorithm begins with; without the rule: from nothing held. Otherwise as "
    "fenger-3.3.",
    &flops::run_3_4,
    &flops::judge};

}  // namespace clearance::reproduce
