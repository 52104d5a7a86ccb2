// The free margin of Rimon and Boyd 1997: coordinates in which a is the unit ball turn b into another ellipsoid, and
// what is asked for is the distance of the origin from it. The paper finds it as an eigenvalue of a 6 x 6 matrix; here
// it is the nearest point of an ellipsoid (ellipsoid/nearest.hpp), once the axes of the turned b are known. Cost: the
// singular values of a 3 x 3 matrix and some 180 operations.

#include <Eigen/SVD>

#include "clearance/ellipsoid.hpp"

namespace clearance {

FreeMargin free_margin(const Ellipsoid& a, const Pose& pose_a, const Ellipsoid& b, const Pose& pose_b) {
  const Mat3 back = a.radii.cwiseInverse().asDiagonal() * pose_a.rotation().inverse();
  const Mat3 form = back * pose_b.rotation() * b.radii.asDiagonal();
  const Vec3 centre = back * (pose_b.position() - pose_a.position());
  const Eigen::JacobiSVD<Mat3> svd(form, Eigen::ComputeFullU | Eigen::ComputeFullV);
  // A copy, as g++ 12 takes a reference for uninitialised.
  const Vec3 radii = svd.singularValues();  // NOLINT(performance-unnecessary-copy-initialization)
  const Vec3 origin = -(svd.matrixU().transpose() * centre);
  const auto near =
      nearest_on_ellipsoid<double, 3>({radii.x(), radii.y(), radii.z()}, {origin.x(), origin.y(), origin.z()});
  if (!(near.distance > 0.0)) return {-1.0, 0.0, pose_a.position()};
  const Vec3 on_axes(near.point[0], near.point[1], near.point[2]);
  const Vec3 in_b = svd.matrixV() * on_axes.cwiseQuotient(radii);  // of the unit ball that b is the image of
  const Vec3 point = pose_b * b.radii.cwiseProduct(in_b);
  return {(near.distance - 1.0) * (near.distance + 1.0), near.distance, point};
}

}  // namespace clearance
