#pragma once

// A linear map that makes a point set about as thick as it is long, so that needles and plates have well-shaped hulls.
// Linear maps keep faces, vertices and adjacency.

#include <Eigen/Eigenvalues>
#include <cmath>
#include <vector>

#include "numeric/vector.hpp"

namespace clearance::detail {

/// The inverse square root of the covariance of the points.
inline M3 whitening(const std::vector<V3>& points) {
  Vec3 mean = Vec3::Zero();
  for (const V3& p : points) mean += p.eigen();
  mean /= static_cast<double>(points.size());
  Mat3 covariance = Mat3::Zero();
  for (const V3& p : points) covariance += (p.eigen() - mean) * (p.eigen() - mean).transpose();
  covariance /= static_cast<double>(points.size());
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(covariance);
  const double largest = eigen.eigenvalues()(2);
  if (!(largest > 0.0)) return M3(Mat3::Identity());
  const Vec3 scale = eigen.eigenvalues().cwiseMax(1e-28 * largest).cwiseSqrt().cwiseInverse();
  return M3(Mat3(eigen.eigenvectors() * scale.asDiagonal() * eigen.eigenvectors().transpose()));
}

}  // namespace clearance::detail
