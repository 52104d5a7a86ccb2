#include "reproduce/fenger/quadratic_adjacency.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/facet_ball.hpp"

namespace clearance::reproduce {
namespace {

QuadraticAdjacency<double> adjacency_of(const std::vector<HalfspaceRow>& rows) {
  std::vector<Plane<double>> planes;
  for (const HalfspaceRow& row : rows) planes.push_back({detail::V3(row.normal), row.offset});
  return QuadraticAdjacency<double>(std::move(planes));
}

TEST(QuadraticAdjacency, GoesAroundTheSidesOfACube) {
  const std::vector<HalfspaceRow> cube = models::facet_ball_halfspaces(2);
  const QuadraticAdjacency<double> adjacency = adjacency_of(cube);
  for (int k = 0; k < 6; ++k) {
    const std::vector<int> around = adjacency.around(k);
    ASSERT_EQ(around.size(), 4U);
    const Vec3& n = cube[static_cast<std::size_t>(k)].normal;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3& u = cube[static_cast<std::size_t>(around[i])].normal;
      const Vec3& v = cube[static_cast<std::size_t>(around[(i + 1) % 4])].normal;
      EXPECT_EQ(n.cross(u), v) << "facet " << k;
    }
  }
}

TEST(QuadraticAdjacency, OfFacetBallsIsMutualAndFollowsEuler) {
  for (const int order : {3, 4, 6, 10, 15}) {
    const QuadraticAdjacency<double> adjacency = adjacency_of(models::facet_ball_halfspaces(order));
    std::vector<std::vector<int>> around;
    std::size_t sides = 0;
    for (int k = 0; k < adjacency.size(); ++k) {
      around.push_back(adjacency.around(k));
      sides += around.back().size();
    }
    for (int k = 0; k < adjacency.size(); ++k)
      for (const int j : around[static_cast<std::size_t>(k)]) {
        const std::vector<int>& back = around[static_cast<std::size_t>(j)];
        EXPECT_EQ(std::count(back.begin(), back.end(), k), 1) << "order " << order << ", facets " << k << ", " << j;
      }
    // With at least three facets at each vertex there are at most 3 F - 6 edges.
    EXPECT_LE(sides / 2, static_cast<std::size_t>(3 * adjacency.size() - 6)) << "order " << order;
    EXPECT_GE(sides / 2, static_cast<std::size_t>(5 * adjacency.size() / 2)) << "order " << order;
  }
}

TEST(QuadraticAdjacency, LeavesRedundantHalfspacesOut) {
  std::vector<HalfspaceRow> rows = models::facet_ball_halfspaces(2);
  rows.push_back({Vec3(1, 1, 1).normalized(), 2.0});   // beyond the corner
  rows.push_back({Vec3(1, -1, 0).normalized(), 1.3});  // cuts an edge off
  const QuadraticAdjacency<double> adjacency = adjacency_of(rows);
  EXPECT_TRUE(adjacency.around(6).empty());
  EXPECT_EQ(adjacency.around(7).size(), 4U);
  for (int k = 0; k < 6; ++k) {
    const std::vector<int> around = adjacency.around(k);
    EXPECT_EQ(std::count(around.begin(), around.end(), 6), 0);
  }
}

}  // namespace
}  // namespace clearance::reproduce
