// Tables 4.4 and 4.5: times of enhanced GJK beside DQP3.

#include <array>
#include <string>

#include "reproduce/experiments.hpp"
#include "reproduce/fenger/path_runs.hpp"

namespace clearance::reproduce {

namespace {

using fenger::FacetBall;
using fenger::Path;

using fenger::cold_paths, fenger::tracked_paths, fenger::tracked_steps;

/// Microseconds on a 166 MHz Pentium: cold and tracked, each without a rotation and with one; and DQP3 base, cold and
/// tracked (table 4.1; for 2000 features between its rows 1020 and 2296).
struct Published {
  int order;
  std::array<double, 4> gjk;
  double dqp3_cold, dqp3_tracked;
};
constexpr std::array<Published, 8> published_4_4{{{2, {27.3, 36.2, 10.3, 14.3}, 79.7, 18.2},
                                                  {4, {58.7, 67.7, 27.9, 37.2}, 141.9, 22.3},
                                                  {6, {84.9, 95.5, 42.4, 45.7}, 236.4, 28.8},
                                                  {8, {146.7, 153.6, 73.3, 73.7}, 465.0, 38.5},
                                                  {10, {203.9, 222.4, 109.6, 118.1}, 659.9, 56.5},
                                                  {15, {474.8, 503.9, 242.2, 246.5}, 1640.1, 143.4},
                                                  {20, {872.2, 984.0, 560.9, 520.8}, 2585.4, 249.4},
                                                  {28, {1801.5, 1985.0, 1215.5, 1139.5}, 5721.6, 552.0}}};

/// As many vertices as the facet-ball has facets.
Shape vertex_ball(int order) { return Hull(models::facet_ball_normals(order)); }

double gjk_seconds(const Shape& shape, const std::vector<Path>& paths, bool turned) {
  return fenger::seconds_per_query(
      paths, [&](const Path& path) { return fenger::run_gjk(shape, turned ? path.turned : path.poses, false); });
}

double dqp3_seconds(const FacetBall& ball, const std::vector<Path>& paths) {
  return fenger::seconds_per_query(
      paths, [&](const Path& path) { return fenger::run_dqp3(ball, path, Dqp3Variant::base, false, false); });
}

std::vector<Row> run_4_4(const Progress& progress) {
  std::vector<Row> rows;
  std::array<double, 4> first{};
  for (const Published& row : published_4_4) {
    const FacetBall ball(row.order);
    const Shape shape = vertex_ball(row.order);
    const std::vector<Path> cold = fenger::make_paths(ball, cold_paths, 1),
                            tracked = fenger::make_paths(ball, tracked_paths, tracked_steps);
    const std::array<double, 4> gjk{gjk_seconds(shape, cold, false), gjk_seconds(shape, cold, true),
                                    gjk_seconds(shape, tracked, false), gjk_seconds(shape, tracked, true)};
    const double dqp3_cold = dqp3_seconds(ball, cold), dqp3_tracked = dqp3_seconds(ball, tracked);
    if (rows.empty()) first = gjk;
    const std::array<double, 4>& p = row.gjk;
    const std::array<double, 4>& p1 = published_4_4[0].gjk;
    rows.push_back({"N1+N2 = " + std::to_string(2 * ball.offsets.size()),
                    {{"cold / row one", p[0] / p1[0]},
                     {"cold turned / row one", p[1] / p1[1]},
                     {"tracked / row one", p[2] / p1[2]},
                     {"tracked turned / row one", p[3] / p1[3]},
                     {"cold / dqp3", p[0] / row.dqp3_cold},
                     {"tracked / dqp3", p[2] / row.dqp3_tracked}},
                    {{"cold / row one", gjk[0] / first[0]},
                     {"cold turned / row one", gjk[1] / first[1]},
                     {"tracked / row one", gjk[2] / first[2]},
                     {"tracked turned / row one", gjk[3] / first[3]},
                     {"cold / dqp3", gjk[0] / dqp3_cold},
                     {"tracked / dqp3", gjk[2] / dqp3_tracked},
                     {"cold ns", 1e9 * gjk[0]},
                     {"tracked ns", 1e9 * gjk[2]}}});
    progress(static_cast<double>(rows.size()) / static_cast<double>(published_4_4.size()));
  }
  return rows;
}

struct Published45 {
  int order;
  std::array<double, 5> gjk, dqp3;  // by steps
};
constexpr std::array<int, 5> steps{1, 5, 20, 50, 100};
constexpr std::array<Published45, 3> published_4_5{
    {{2, {27.3, 16.9, 11.7, 11.1, 10.3}, {79.7, 40.6, 22.6, 19.3, 18.2}},
     {6, {84.9, 99.9, 66.8, 48.1, 42.4}, {236.4, 130.0, 52.3, 34.6, 28.8}},
     {15, {474.8, 536.8, 332.3, 271.8, 242.2}, {1640.1, 1165.8, 387.2, 204.2, 143.4}}}};

std::vector<Row> run_4_5(const Progress& progress) {
  std::vector<Row> rows;
  for (const Published45& published : published_4_5) {
    const FacetBall ball(published.order);
    const Shape shape = vertex_ball(published.order);
    double first_gjk = 0.0, first_dqp3 = 0.0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::vector<Path> paths = fenger::make_paths(ball, cold_paths / steps[i] + tracked_paths, steps[i]);
      const double gjk = gjk_seconds(shape, paths, false), dqp3 = dqp3_seconds(ball, paths);
      if (i == 0) first_gjk = gjk, first_dqp3 = dqp3;
      rows.push_back({"N1+N2 = " + std::to_string(2 * ball.offsets.size()) + ", steps " + std::to_string(steps[i]),
                      {{"gjk / row one", published.gjk[i] / published.gjk[0]},
                       {"dqp3 / row one", published.dqp3[i] / published.dqp3[0]},
                       {"gjk / dqp3", published.gjk[i] / published.dqp3[i]}},
                      {{"gjk / row one", gjk / first_gjk},
                       {"dqp3 / row one", dqp3 / first_dqp3},
                       {"gjk / dqp3", gjk / dqp3},
                       {"gjk ns", 1e9 * gjk},
                       {"dqp3 ns", 1e9 * dqp3}}});
      progress(static_cast<double>(rows.size()) / 15.0);
    }
  }
  return rows;
}

}  // namespace

const Experiment fenger_4_4{
    "fenger-4.4", "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 4.4",
    "times of enhanced GJK, from nothing and tracked, beside DQP3",
    "Paper: Cameron's enhanced GJK. Here: the method gjk, proof of the enclosure included, on hulls of as many points "
    "as the "
    "facet-balls have facets (the last row: 998 each for the paper's 1000). dqp3: the variant base, from the centres "
    "or "
    "tracked as in fenger-4.1, without a proof. Times as ratios.",
    &run_4_4};

const Experiment fenger_4_5{
    "fenger-4.5", "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 4.5",
    "times of enhanced GJK and DQP3 for a path sampled at few or many points",
    "Mean over all queries of a path, the first, cold one included. Row one is that of one step. Otherwise as "
    "fenger-4.4.",
    &run_4_5};

}  // namespace clearance::reproduce
