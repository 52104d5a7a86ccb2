// Sections 5.5.1 and 6.1: a polyhedron against an ellipsoid, with and without refinement, beside two polyhedra; and the
// rule that halves the way to the active facets.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "reproduce/experiments.hpp"
#include "reproduce/fenger/crossed.hpp"
#include "reproduce/fenger/refined.hpp"

namespace clearance::reproduce {

namespace one_sided {
namespace {

using detail::CountedWide;
using detail::RefinementRule;
using fenger::Crossed;
using fenger::crossed_at;
using fenger::polyhedral;
using fenger::Polyhedral;
using fenger::refined;
using fenger::Refined;
using fenger::standard_gap;

std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  const Crossed standard = crossed_at(standard_gap);
  for (const int order : {4, 6, 8, 10, 15, 20, 30}) {
    if (progress.small() && order > 10) break;
    for (const bool against_ellipsoid : {false, true}) {
      const Polyhedral found = polyhedral(order, standard, against_ellipsoid);
      rows.push_back({"order " + std::to_string(order) + (against_ellipsoid ? ", one polyhedron" : ", two polyhedra"),
                      {},
                      {{"x error", found.point_error},
                       {"d error", found.distance_error},
                       {"flops", found.flops},
                       {"optimal", found.optimal ? 1.0 : 0.0}}});
    }
    progress(0.5 * order / 30.0);
  }
  for (const double gap : {0.1, 0.5, standard_gap, 5.0}) {
    const Crossed pair = crossed_at(gap);
    char text[32];
    std::snprintf(text, sizeof text, "gap %.4g, ", gap);
    for (const RefinementRule rule : {RefinementRule::four, RefinementRule::seven, RefinementRule::halving})
      for (const bool one_sided : {false, true}) {
        const Refined to_4 = refined<CountedWide>(pair, 1e-4, rule, one_sided, false),
                      to_7 = refined<CountedWide>(pair, 1e-7, rule, one_sided, false);
        rows.push_back(
            {text + std::string("refined ") + fenger::name(rule) + (one_sided ? ", one side" : ", both sides"),
             {},
             {{"flops to 1e-4", to_4.flops},
              {"cycles to 1e-4", to_4.cycles},
              {"by dqp3 to 1e-4", to_4.by_dqp3},
              {"flops to 1e-7", to_7.flops},
              {"cycles to 1e-7", to_7.cycles},
              {"by dqp3 to 1e-7", to_7.by_dqp3},
              {"reached", to_4.reached && to_7.reached ? 1.0 : 0.0}}});
      }
  }
  progress(1.0);
  return rows;
}

/// Of what refining both sides costs, to 1e-7; and of what the rule of 4 costs.
Verdict judge(const std::vector<Row>& rows) {
  double one_side_least = HUGE_VAL, one_side_most = 0.0, halving_least = HUGE_VAL, halving_most = 0.0, by_4 = 0.0;
  bool reached = true;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    const double both = figure(rows[i].here, "flops to 1e-7"), one = figure(rows[i + 1].here, "flops to 1e-7");
    reached = reached && !(figure(rows[i].here, "reached") == 0.0);
    if (!rows[i].label.ends_with("both sides")) continue;
    one_side_least = std::min(one_side_least, one / both);
    one_side_most = std::max(one_side_most, one / both);
    if (rows[i].label.find("by 4") != std::string::npos) by_4 = both;
    if (rows[i].label.find("halving") == std::string::npos) continue;
    halving_least = std::min(halving_least, both / by_4);
    halving_most = std::max(halving_most, both / by_4);
  }
  char text[500];
  std::snprintf(text, sizeof text,
                "left open there: refining one side takes %.2f to %.2f of the operations of both, halving %.2f to %.2f "
                "of those of 4 facets",
                one_side_least, one_side_most, halving_least, halving_most);
  return {reached ? Verdict::Kind::better : Verdict::Kind::differs, text};
}

}  // namespace
}  // namespace one_sided

const Experiment fenger_5_5_1{
    "fenger-5.5.1",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, sections 5.5.1 and 6.1",
    "a polyhedron against an ellipsoid, with and without refinement; facets by halving",
    "What the thesis suggests and did not try. The crossed ellipsoids 1:2:5. One polyhedron: DQP3 with steps to the "
    "ellipsoid (point, line and facet), against a facet-ball about the other. One side: the refinement of that one "
    "polyhedron; both sides: as in section 5.4. Halving: facets half-way between the normal of the foot and those of "
    "the active facets. flops: in double for models, in double-double for the refinement, each operation of which "
    "counts as one. Of both sides, cycles that DQP3 does not solve are decided by vertices; of one side, they go on "
    "from where it stopped.",
    &one_sided::run,
    &one_sided::judge};

}  // namespace clearance::reproduce
