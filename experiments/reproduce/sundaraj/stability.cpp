// Section 6, experiments 1 and 2: very small bodies, and bodies of very different sizes that nearly touch, each turned
// at 100 speeds. The paper reports no numerical problem in about 100 runs; here a run fails if any of its steps is not
// converged, is refused by the independent check, or contradicts the default solver.

#include <cmath>
#include <cstdio>
#include <map>
#include <numbers>
#include <string>

#include "clearance/clearance.hpp"
#include "reproduce/experiments.hpp"

namespace clearance::reproduce {

namespace stability {
namespace {

constexpr int all_runs = 100, steps = 100;

Shape tetrahedron(double edge) {
  const double h = edge / (2.0 * std::numbers::sqrt2);  // half the edge of the cube that it is inscribed in
  return Tetrahedron({h, h, h}, {h, -h, -h}, {-h, h, -h}, {-h, -h, h});
}

/// Turned step by step at the speed of a run, from 0.1 to 90 degrees a step.
Pose turned(int run, int step, const Vec3& position) {
  const double speed = 0.1 * std::pow(900.0, run / (all_runs - 1.0)) * std::numbers::pi / 180.0;
  const Vec3 axis = Vec3(std::cos(run), std::sin(run), 0.5).normalized();
  return {Mat3(Eigen::AngleAxisd(speed * step, axis)), position};
}

std::string percent(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.0f %%", 100.0 * share);
  return text;
}

struct Setting {
  Shape a, b;
  Vec3 position;
};

/// `own`: counts the steps that the method answered itself; `answered`: by whom each was.
bool fails(const Setting& s, Method method, int run, double& width, double& own,
           std::map<std::string, double>& answered) {
  PairState state;
  bool failed = false;
  for (int step = 0; step < steps; ++step) {
    const Pose at = turned(run, step, s.position);
    const Result r = distance(s.a, {}, s.b, at, {.method = method}, &state);
    const Result cold = distance(s.a, {}, s.b, at);
    own += r.method == method ? 1.0 : 0.0;
    answered[std::string(info(r.method).name)] += 1.0;
    failed = failed || !r.converged() || !verify(r, s.a, {}, s.b, at) || r.lower > cold.upper || cold.lower > r.upper ||
             r.status != Status::separated;
    width = std::fmax(width, (r.upper - r.lower) / r.distance);
  }
  return failed;
}

std::vector<Row> run_setting(const Setting& s, const Progress& progress) {
  std::vector<Row> rows;
  const Method tried[] = {Method::feature, Method::egjk, Method::lin_canny, Method::automatic};
  for (const Method method : tried) {
    if (!info(method).accepts(s.a, s.b)) continue;
    double failures = 0.0, width = 0.0, own = 0.0;
    std::map<std::string, double> answered;
    const int stride = progress.repetitions(1, 10), runs = all_runs / stride;
    for (int run = 0; run < all_runs; run += stride)
      failures += fails(s, method, run, width, own, answered) ? 1.0 : 0.0;
    Row row{std::string(info(method).name), {}, {{"runs", static_cast<double>(runs)}, {"failures", failures}}};
    if (method != Method::automatic) row.here.push_back({"answered itself", own / (runs * steps)});
    row.here.push_back({"width / distance", width});
    for (const auto& [name, count] : answered) row.answered.push_back({name, count});
    if (method == Method::feature) row.paper = {{"runs", 100}, {"failures", 0}};
    rows.push_back(row);
    progress(static_cast<double>(rows.size()) / 4.0);
  }
  return rows;
}

std::vector<Row> small_tetrahedra(const Progress& progress) {
  constexpr double edge = 1e-23;
  // 20e-23 between the nearest points of the balls about them, whose radius is that of the corners.
  const double reach = edge * std::sqrt(3.0 / 8.0);
  return run_setting({tetrahedron(edge), tetrahedron(edge), Vec3(20e-23 + 2.0 * reach, 0, 0)}, progress);
}

std::vector<Row> unequal_cubes(const Progress& progress) {
  constexpr double large = 2000.0, small = 1e-15;
  const double reach = 0.5 * small * std::sqrt(3.0);
  return run_setting({Box(Vec3::Constant(large)), Box(Vec3::Constant(small)), Vec3(0.5 * large + 1e-10 + reach, 0, 0)},
                     progress);
}

/// No failure, and who answered.
Verdict judge(const std::vector<Row>& rows) {
  double failures = 0.0;
  std::string by;
  for (const Row& row : rows) {
    failures += figure(row.here, "failures");
    const double own = figure(row.here, "answered itself");
    if (own < 1.0) by.append(by.empty() ? "" : ", ").append(row.label).append(" ").append(percent(own));
  }
  if (failures > 0.0) return {Verdict::Kind::differs, "some runs fail"};
  if (by.empty()) return {Verdict::Kind::agrees, "no failure, every step answered by the method itself"};
  return {
      Verdict::Kind::differs,
      "no failure; answered by the method itself, the rest, which double cannot prove, by gjk in double-double: " + by};
}

}  // namespace
}  // namespace stability

const Experiment sundaraj_experiment_1{"sundaraj-experiment-1",
                                       "Sundaraj, d'Aulignac and Mazer 2000, section 6, experiment 1",
                                       "two tetrahedra of edge 1e-23, 20e-23 apart, one of them turned at 100 speeds",
                                       "A run has 100 steps of 0.1 to 90 degrees, tracked. It fails if a step is not "
                                       "proven apart, is refused by verify, or "
                                       "contradicts the cold default solver. A method hands a step over where its "
                                       "answer is not proven to full precision; "
                                       "answered itself: the share of steps where it did not.",
                                       &stability::small_tetrahedra,
                                       &stability::judge};

const Experiment sundaraj_experiment_2{
    "sundaraj-experiment-2",
    "Sundaraj, d'Aulignac and Mazer 2000, section 6, experiment 2",
    "cubes of 2000 and of 1e-15, 1e-10 apart, the small one turned at 100 speeds",
    "As sundaraj-experiment-1. The paper scales its coordinates by 10e39; no scaling is needed here. The gap is 5e-14 "
    "of "
    "the size of the pair. feature hands over the first step of a run, which has no features to start from; lin-canny "
    "all "
    "of them, since what it proves in double is wider than the gap: these go to gjk in double-double.",
    &stability::unequal_cubes,
    &stability::judge};

}  // namespace clearance::reproduce
