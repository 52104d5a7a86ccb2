// Table 4.8: what it costs to find the facets next to each facet of a facet-ball.

#include <array>
#include <cstdint>

#include "models/facet_ball.hpp"
#include "numeric/counted.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/fenger/quadratic_adjacency.hpp"

namespace clearance::reproduce {

namespace {

using detail::Counted;

struct Published {
  int order;
  double flops;
};
constexpr std::array<Published, 8> published{{{2, 3669},
                                              {4, 50640},
                                              {6, 664838},
                                              {8, 1653492},
                                              {10, 8645644},
                                              {15, 28257845},
                                              {20, 153121140},
                                              {30, 511450114}}};

double counted_operations(const std::vector<HalfspaceRow>& halfspaces) {
  std::vector<Plane<Counted>> planes;
  for (const HalfspaceRow& row : halfspaces) planes.push_back({detail::Vector<Counted>(row.normal), row.offset});
  const QuadraticAdjacency<Counted> adjacency(std::move(planes));
  const detail::OperationCount operations;
  for (int k = 0; k < adjacency.size(); ++k) adjacency.around(k);
  return static_cast<double>(operations.count());
}

std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  for (const Published& row : published) {
    const std::vector<HalfspaceRow> halfspaces = models::facet_ball_halfspaces(row.order);
    rows.push_back({std::to_string(halfspaces.size()) + " facets",
                    {{"flops", row.flops}},
                    {{"flops", counted_operations(halfspaces)}}});
    progress(static_cast<double>(rows.size()) / static_cast<double>(published.size()));
  }
  return rows;
}

}  // namespace

const Experiment fenger_4_8{
    "fenger-4.8", "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 4.8",
    "cost of finding the facets next to each facet of a facet-ball",
    "flops: operations of our version of the quadratic method of section 3.6.2, run with a number type that counts.",
    &run};

}  // namespace clearance::reproduce
