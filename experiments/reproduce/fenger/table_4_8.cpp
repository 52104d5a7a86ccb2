// Table 4.8: what it costs to find the facets next to each facet of a facet-ball.

#include <array>
#include <cstdint>

#include "models/facet_ball.hpp"
#include "numeric/counted.hpp"
#include "reproduce/experiments.hpp"
#include "reproduce/fenger/facet_ball_surface.hpp"
#include "reproduce/fenger/quadratic_adjacency.hpp"
#include "reproduce/timing.hpp"

namespace clearance::reproduce {

namespace table_4_8 {
namespace {

using detail::Counted;

/// Some 100,000 facets.
constexpr int large_order = 280;

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

template <class T>
QuadraticAdjacency<T> quadratic(const std::vector<HalfspaceRow>& halfspaces) {
  std::vector<Plane<T>> planes;
  for (const HalfspaceRow& row : halfspaces) planes.push_back({detail::Vector<T>(row.normal), row.offset});
  return QuadraticAdjacency<T>(std::move(planes));
}

template <class T>
std::size_t sides(const QuadraticAdjacency<T>& adjacency) {
  std::size_t count = 0;
  for (int k = 0; k < adjacency.size(); ++k) count += adjacency.around(k).size();
  return count;
}

double counted_operations(const std::vector<HalfspaceRow>& halfspaces) {
  const auto adjacency = quadratic<Counted>(halfspaces);
  const detail::OperationCount operations;
  sides(adjacency);
  return static_cast<double>(operations.count());
}

Row measured(const std::vector<HalfspaceRow>& halfspaces) {
  Row row{std::to_string(halfspaces.size()) + " facets", {}, {}};
  const fenger::Surface surface = fenger::surface_of(halfspaces);
  const double graph = seconds_of([&] { detail::facet_graph(detail::FaceLoops(surface.facets), surface.vertices); });
  const double from_halfspaces = seconds_of([&] {
    const fenger::Surface found = fenger::surface_of(halfspaces);
    detail::facet_graph(detail::FaceLoops(found.facets), found.vertices);
  });
  row.here = {{"adjacency ms", 1e3 * graph}, {"with vertices ms", 1e3 * from_halfspaces}};
  return row;
}

std::vector<Row> run(const Progress& progress) {
  std::vector<Row> rows;
  for (const Published& published_row : published) {
    if (progress.small() && published_row.order > 15) break;
    const std::vector<HalfspaceRow> halfspaces = models::facet_ball_halfspaces(published_row.order);
    Row row = measured(halfspaces);
    const auto adjacency = quadratic<double>(halfspaces);
    const double slow = seconds_of([&] { sides(adjacency); });
    row.paper = {{"flops", published_row.flops}};
    row.here.insert(row.here.begin(), {{"flops", counted_operations(halfspaces)}, {"quadratic ms", 1e3 * slow}});
    row.here.push_back({"quadratic / adjacency", 1e3 * slow / row.here[2].value});
    row.here.push_back({"quadratic / with vertices", 1e3 * slow / row.here[3].value});
    rows.push_back(row);
    progress(0.5 * static_cast<double>(rows.size()) / static_cast<double>(published.size()));
  }
  rows.push_back(measured(models::facet_ball_halfspaces(progress.repetitions(large_order, 40))));
  progress(1.0);
  return rows;
}

Verdict judge(const std::vector<Row>& rows) {
  const Row& largest = rows[rows.size() - 2];  // the last is ours alone
  return {
      figure(largest.here, "flops") <= figure(largest.paper, "flops") ? Verdict::Kind::better : Verdict::Kind::differs,
      "fewer operations by the same method, and the library's is linear"};
}

}  // namespace
}  // namespace table_4_8

const Experiment fenger_4_8{
    "fenger-4.8",
    "D. K. Fenger, Fast Computation of Minimum Distance Among Convex 3D Objects, 2001, table 4.8",
    "cost of finding the facets next to each facet of a facet-ball",
    "flops: operations of our version of the quadratic method of section 3.6.2; quadratic: its time. adjacency: the "
    "time of the library's linear method, from the vertices around each facet; with vertices: the same from "
    "half-spaces, "
    "the dual hull included.",
    &table_4_8::run,
    &table_4_8::judge};

}  // namespace clearance::reproduce
