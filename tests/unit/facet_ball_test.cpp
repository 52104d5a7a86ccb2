#include "models/facet_ball.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace clearance {
namespace {

TEST(FacetBall, HasTheFacetCountsOfTheThesis) {
  for (const auto& [order, facets] :
       {std::pair{2, 6}, {3, 12}, {4, 22}, {6, 46}, {8, 82}, {10, 128}, {15, 288}, {20, 510}, {30, 1148}, {40, 2042}})
    EXPECT_EQ(models::facet_ball_normals(order).size(), static_cast<std::size_t>(facets)) << "order " << order;
}

TEST(FacetBall, OfOrderTwoIsTheCube) {
  for (const HalfspaceRow& row : models::facet_ball_halfspaces(2)) {
    EXPECT_EQ(row.normal.cwiseAbs().sum(), 1.0) << row.normal.transpose();
    EXPECT_EQ(row.offset, 1.0);
  }
}

TEST(FacetBall, SpreadsUnitNormalsEvenly) {
  for (const int order : {3, 10, 30}) {
    const std::vector<Vec3> normals = models::facet_ball_normals(order);
    const double spacing = std::acos(-1.0) / order;  // between rows
    for (std::size_t i = 0; i < normals.size(); ++i) {
      EXPECT_NEAR(normals[i].norm(), 1.0, 1e-15);
      double nearest = 4.0;
      for (std::size_t j = 0; j < normals.size(); ++j)
        if (i != j) nearest = std::min(nearest, std::acos(std::min(1.0, normals[i].dot(normals[j]))));
      EXPECT_GT(nearest, 0.6 * spacing) << "order " << order << ", facet " << i;
      EXPECT_LT(nearest, 1.5 * spacing) << "order " << order << ", facet " << i;
    }
  }
}

TEST(FacetBall, TouchesTheEllipsoid) {
  const Vec3 radii(1.0, 20.0, 1e4);
  for (const HalfspaceRow& row : models::facet_ball_halfspaces(8, radii)) {
    // The point of the ellipsoid with this normal is on the plane.
    const Vec3 scaled = row.normal.cwiseProduct(radii);
    const Vec3 touching = scaled.cwiseProduct(radii) / scaled.norm();
    EXPECT_NEAR(row.normal.dot(touching) / row.offset, 1.0, 1e-14);
  }
  EXPECT_NO_THROW(models::facet_ball(8, radii));
}

TEST(FacetBall, KeepsExtremeRadiiFinite) {
  for (const double size : {1e-300, 1e300})
    for (const HalfspaceRow& row : models::facet_ball_halfspaces(4, Vec3(size, size, size)))
      EXPECT_NEAR(row.offset / size, 1.0, 1e-14);
}

TEST(FacetBall, RefusesBadArguments) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(models::facet_ball_normals(1), InvalidInput);
  EXPECT_THROW(models::facet_ball_normals(1001), InvalidInput);
  EXPECT_THROW(models::facet_ball_halfspaces(4, Vec3(1, 0, 1)), InvalidInput);
  EXPECT_THROW(models::facet_ball_halfspaces(4, Vec3(1, 1, -1)), InvalidInput);
  EXPECT_THROW(models::facet_ball_halfspaces(4, Vec3(infinity, 1, 1)), InvalidInput);
}

}  // namespace
}  // namespace clearance
