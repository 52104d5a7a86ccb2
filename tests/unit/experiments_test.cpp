// Every published experiment in its small form: what can be counted stays in its range, and no row hides who answered.
// Times are not looked at.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "clearance/distance.hpp"
#include "reproduce/experiment.hpp"

namespace clearance::reproduce {
namespace {

/// Rows whose label holds `label` have the figure `key` between two values.
struct Range {
  const char *experiment, *label, *key;
  double low, high;
};

const Range ranges[] = {
    {"eberly-example-1", "", "exchanges", 5, 5},
    {"eberly-example-2", "first", "x0", 2, 2},
    {"eberly-example-2", "last", "x1", 2, 2},
    {"eberly-example-3", "", "solved", 0, 0},
    {"eberly-example-4", "largest", "cycles", 1, 1},
    {"eberly-example-4", "Bland", "cycles", 0, 0},
    {"eberly-example-5", "first of a tie", "exchanges", 3, 3},
    {"eberly-example-5", "perturbed", "exchanges", 5, 5},
    {"eberly-listing-4", "rational, unit", "distance", 46.68457803737560, 46.68457803737562},
    {"eberly-listing-4", "cancellation is zero", "distance", 46.684578037, 46.684578038},
    {"eberly-listing-8", "field", "numerator", 11, 11},
    {"eberly-listing-8", "field", "denominator", 30, 30},
    {"eberly-listing-9", "field", "denominator of root", 7, 7},
    {"fenger-figure-3.2", "", "dqp3-base steps", 1, 12},
    {"fenger-figure-3.2", "tilt 0.02", "bobrow steps", 50, 1001},
    {"fenger-3.2", "facet-facet", "flops", 1, 125},
    {"fenger-3.2", "edge-edge", "flops", 50, 125},
    {"fenger-3.3", "", "failures", 0, 0},
    {"fenger-3.3", "", "dqp3 / paper", 0.1, 1.0},
    {"fenger-3.3", "", "active set / dqp3", 5.0, 100},
    {"fenger-3.4", "", "failures", 0, 0},
    {"fenger-3.4", "", "dqp3 / paper", 0.1, 0.5},
    {"fenger-3.4", "", "active set / dqp3", 4.5, 100},
    {"fenger-3.4", "", "active set / with sets", 18.0, 1000},
    {"fenger-3.4", "", "tracked / cold", 0.1, 0.79},
    {"fenger-4.1", "", "base failed", 0, 0},
    {"fenger-4.1", "cold", "consistent failed", 1, 40},
    {"fenger-4.2", "", "failed", 0, 0},
    {"fenger-figure-4.1", "", "distance", 1.3, 6},
    {"fenger-4.3", "", "cold / tracked", 0.5, 1000},
    {"fenger-4.4", "", "base ns", 1, 1e7},
    {"fenger-4.5", "", "base ns", 1, 1e7},
    {"fenger-4.6", "in 1 ms", "pairs", 10, 1e6},
    {"fenger-table-4.6", "", "time / dqp3", 0.01, 1000},
    {"fenger-table-4.7", "", "time / dqp3", 0.01, 1000},
    {"fenger-4.8", "288 facets", "flops", 1e5, 28257845},
    {"fenger-figure-5.1", "equation", "error", 0, 1e-14},
    {"fenger-figure-5.2", "cycle 7", "distance", 1.195, 1.197},
    {"fenger-figure-5.3", "distance", "of the boxes", 0.0999, 0.1001},
    {"fenger-figure-5.3", "distance", "of the feet", 1.50, 1.52},
    {"fenger-5.1", "order 4", "d error", 0.55, 0.57},
    {"fenger-5.1", "order 6", "d error", 0.29, 0.31},
    {"fenger-5.1", "order 15", "d error", 0.0038, 0.0041},
    {"fenger-5.1.9", "1e-8", "flops", 50, 400},
    {"fenger-5.2", "gap 0.1, points in turn, 1e-4", "projections", 78, 78},
    {"fenger-5.2", "gap 1.295, points in turn, 1e-4", "projections", 14, 14},
    {"fenger-5.2", "refinement", "cycles to 1e-4", 10, 25},
    {"fenger-5.2", "refinement", "by dqp3 to 1e-4", 10, 25},
    {"fenger-5.2", "gap 1.295, refinement by 4", "flops to 1e-4", 10000, 100107},
    {"fenger-5.2", "gap 1.295, refinement by 7", "flops to 1e-4", 10000, 62943},
    {"fenger-5.2", "gap 1.295, refinement by 4", "flops to 1e-7", 30000, 183083},
    {"fenger-5.2", "gap 1.295, refinement by 7", "flops to 1e-7", 30000, 184980},
    {"fenger-5.2", "gap 1.295, points in turn, 1e-8", "flops", 1000, 10227},
    {"fenger-5.2", "gap 0.1, points in turn, 1e-8", "flops", 10000, 79088},
    {"fenger-5.2", "DQP3 alone", "reached", 1, 1},
    {"fenger-5.2", "gap 0.1, hybrid", "projections", 60, 90},
    {"fenger-5.2", "gap 0.1, hybrid", "polyhedra apart", 0, 0},
    {"fenger-5.5.1", "one polyhedron", "optimal", 1, 1},
    {"fenger-5.5.1", "order 4, one polyhedron", "d error", 0.05, 0.06},
    {"fenger-5.5.1", "refined", "reached", 1, 1},
    {"fenger-5.5.1", "one side", "flops to 1e-4", 10000, 60000},
    {"fenger-5.5.1", "halving, both sides", "cycles to 1e-4", 8, 13},
    {"fenger-crossed", "ellipsoid-newton", "distance", 1.2954948199387, 1.2954948199388},
    {"fenger-crossed", "double-double", "lower", 1.2954948199387, 1.2954948199388},
    {"hamlin-figure-4", "p", "as in the caption", 1, 1},
    {"hamlin-figure-8", "200 vertices", "kept", 199.9, 200.1},
    {"hamlin-fewer-spheres", "", "volume over points", 1, 2},
    {"hamlin-figure-9", "200 vertices", "kept", 100, 200.1},
    {"hamlin-figure-9", "time over that of figure 8", "1 diameter us", 0.1, 10},
    {"sundaraj-operations", "", "wrong", 0, 0},
    {"sundaraj-operations", "egjk", "operations", 80, 250},
    {"sundaraj-operations", "lin-canny", "operations", 100, 350},
    {"sundaraj-operations", "feature", "operations", 80, 250},
    {"sundaraj-figure-1", "", "support points a query", 1, 1.2},
    {"sundaraj-figure-2", "", "support points a query", 1, 1.2},
    {"sundaraj-figure-3", "", "egjk s", 1e-4, 1e3},
    {"sundaraj-experiment-1", "", "failures", 0, 0},
    {"sundaraj-experiment-1", "feature", "answered itself", 1, 1},
    {"sundaraj-experiment-2", "feature", "answered itself", 0.98, 1},
    {"sundaraj-experiment-2", "", "failures", 0, 0},
};

/// Some row says who answered, if a method of the library was asked.
void expect_to_say_who_answered(const Experiment& experiment, const std::vector<Row>& rows) {
  const std::set<std::string_view> asks{
      "fenger-4.4",          "fenger-4.5",        "fenger-table-4.6",      "fenger-table-4.7",
      "hamlin-figure-8",     "hamlin-figure-9",   "sundaraj-experiment-1", "sundaraj-experiment-2",
      "sundaraj-figure-1",   "sundaraj-figure-2", "sundaraj-figure-3",     "fenger-crossed",
      "hamlin-figure-4",     "fenger-4.6",        "fenger-figure-3.2",     "fenger-figure-4.1",
      "hamlin-fewer-spheres"};
  if (asks.count(experiment.name) == 0) return;
  int with = 0;
  for (const Row& row : rows) with += row.answered.empty() ? 0 : 1;
  EXPECT_GT(with, 0);
}

class Experiments : public ::testing::TestWithParam<const Experiment*> {};

TEST_P(Experiments, StayInTheirRangesAndSayWhoAnswered) {
  const Experiment& experiment = *GetParam();
  const std::vector<Row> rows = experiment.run(Progress({}, true));
  ASSERT_FALSE(rows.empty());
  std::set<std::string> labels;
  for (const Row& row : rows) {
    EXPECT_TRUE(labels.insert(row.label).second) << row.label << " twice";
    EXPECT_FALSE(row.here.empty()) << row.label;
    for (const Figure& by : row.answered) EXPECT_GE(by.value, 1.0) << row.label;
  }
  expect_to_say_who_answered(experiment, rows);
  if (experiment.name == "fenger-3.3" || experiment.name == "fenger-3.4") {
    EXPECT_EQ(rows.size(), 9U);
  }
  const Verdict verdict = experiment.judge(rows);
  EXPECT_FALSE(verdict.why.empty());
  int in_all = 0;
  for (const Range& range : ranges) {
    if (experiment.name != range.experiment) continue;
    int seen = 0;
    for (const Row& row : rows) {
      if (row.label.find(range.label) == std::string::npos) continue;
      const double value = figure(row.here, range.key);
      if (std::isnan(value)) continue;
      ++seen;
      EXPECT_TRUE(value >= range.low && value <= range.high)
          << row.label << ": " << range.key << " is " << value << ", not in " << range.low << " .. " << range.high;
    }
    EXPECT_GT(seen, 0) << range.label << ": " << range.key;
    in_all += seen;
  }
  EXPECT_GT(in_all, 0) << "no figure of it has a range";
}

std::string test_name(const ::testing::TestParamInfo<const Experiment*>& info) {
  std::string name(info.param->name);
  for (char& c : name)
    if (c == '-' || c == '.') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Experiments, ::testing::ValuesIn(experiments().begin(), experiments().end()), test_name);

}  // namespace
}  // namespace clearance::reproduce
