// Table 3.2: operations of the delta step, for each combination of active facets.

#include <array>

#include "literature/dqp3/dqp3_delta.hpp"
#include "numeric/counted.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/fenger/facet_ball_pair.hpp"

namespace clearance::reproduce {

namespace table_3_2 {
namespace {

using detail::Counted;
using Vector = detail::Vector<Counted>;
using Flat = detail::Flat<Counted>;

constexpr std::array<std::string_view, 4> feature{"space", "facet", "edge", "vertex"};
/// By the active facets of the two objects; where it matters, general and parallel.
struct Published {
  int first, second;
  double general, parallel;
};
constexpr double none = HUGE_VAL;
constexpr std::array<Published, 10> published{{{0, 0, 9, none},
                                               {0, 1, 18, none},
                                               {0, 2, 57, none},
                                               {0, 3, 3, none},
                                               {1, 1, 87, 51},
                                               {1, 2, 39, 89},
                                               {1, 3, 15, none},
                                               {2, 2, 125, 88},
                                               {2, 3, 54, none},
                                               {3, 3, 3, none}}};

/// Unit normals without a zero or an accidental right angle.
Flat general_flat(int count, double turn) {
  Flat flat;
  flat.count = count;
  for (int i = 0; i < count; ++i) {
    const Vec3 n =
        Eigen::AngleAxisd(turn + i, Vec3(1, 2, 2).normalized()) * Vec3(0.6, 0.48, 0.64 - 0.1 * i).normalized();
    flat.normal[static_cast<std::size_t>(i)] = Vector(n);
  }
  return flat;
}

double operations(const Flat& first, const Flat& second) {
  const Vector d(2.0, -1.0, 0.5);
  const detail::OperationCount count;
  detail::delta_step(first, second, d);
  return static_cast<double>(count.count());
}

std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  for (const Published& row : published) {
    const std::string label = std::string(feature[static_cast<std::size_t>(row.first)]) + "-" +
                              std::string(feature[static_cast<std::size_t>(row.second)]);
    const Flat first = general_flat(row.first, 0.0);
    rows.push_back({label, {{"flops", row.general}}, {{"flops", operations(first, general_flat(row.second, 0.7))}}});
    if (row.parallel == none) continue;
    // The same plane, a line in it, the same line: the normals of the first, the last of them turned back.
    Flat second = general_flat(row.second, 0.0);
    if (row.second == 2) second.normal[1] = -second.normal[1];
    rows.push_back({label + ", parallel", {{"flops", row.parallel}}, {{"flops", operations(first, second)}}});
  }
  progress(1.0);
  return rows;
}

Verdict judge(const std::vector<Row>& rows) {
  for (const Row& row : rows)
    if (!(figure(row.here, "flops") <= figure(row.paper, "flops"))) return {Verdict::Kind::differs, row.label};
  return {Verdict::Kind::better, "no step takes more operations than in the thesis"};
}

}  // namespace
}  // namespace table_3_2

const Experiment fenger_3_2{
    "fenger-3.2",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 3.2",
    "operations of one delta step of DQP3, by what holds the two points",
    "flops: one for each +, -, *, / and square root, none for comparisons and signs.",
    &table_3_2::run,
    &table_3_2::judge};

}  // namespace clearance::reproduce
