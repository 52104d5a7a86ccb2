#pragma once

// The distance of two half-space sets as a quadratic program (D. K. Fenger, "Fast Computation of Minimum Distance Among
// Convex 3D Objects", University of Victoria 2001, section 3.2):
//
//   minimise F(x) = x' H x / 2 + q' x    subject to n_j . x <= d_j for every facet,
//
// with x = (x_a, x_b), a point of each object. Departure from the thesis: x_a and x_b are in the coordinates of the
// objects, and H and q hold where these are, H = J' J and q = J' (p_b - p_a) with J = (-R_a, R_b). Facets are used as
// stored. Then F(x) = |difference(x)|^2 / 2 but for a constant. H has rank 3: moving both points alike costs nothing.

#include <Eigen/Core>

#include "literature/dqp3/dqp3_alpha.hpp"

namespace clearance::detail {

template <class T>
struct DistanceQp {
  using Vector6 = Eigen::Matrix<T, 6, 1>;
  using Matrix6 = Eigen::Matrix<T, 6, 6>;

  const HalfspaceBody<T>*a, *b;
  Matrix6 hessian;
  Vector6 linear;

  int rows_of_a() const { return static_cast<int>(a->normals.size()); }
  int rows() const { return rows_of_a() + static_cast<int>(b->normals.size()); }
  bool of_a(int j) const { return j < rows_of_a(); }
  const V3& normal(int j) const {
    return of_a(j) ? a->normals[static_cast<std::size_t>(j)] : b->normals[static_cast<std::size_t>(j - rows_of_a())];
  }
  T offset(int j) const {
    const HalfspaceBody<T>& body = of_a(j) ? *a : *b;
    const double offset = body.offsets[static_cast<std::size_t>(of_a(j) ? j : j - rows_of_a())];
    return body.placement == nullptr ? offset : offset * body.placement->scale;
  }
  /// The gradient of a constraint in all six variables, as a general method sees it.
  Vector6 row(int j) const {
    const V3& n = normal(j);
    Vector6 r = Vector6::Zero();
    r.template segment<3>(of_a(j) ? 0 : 3) = Eigen::Matrix<T, 3, 1>(n.x, n.y, n.z);
    return r;
  }
  Vector6 gradient(const Vector6& x) const { return hessian * x + linear; }
};

template <class T>
Eigen::Matrix<T, 3, 3> eigen_matrix(const Matrix<T>& m) {
  Eigen::Matrix<T, 3, 3> e;
  e << m.r0.x, m.r0.y, m.r0.z, m.r1.x, m.r1.y, m.r1.z, m.r2.x, m.r2.y, m.r2.z;
  return e;
}

template <class T>
Eigen::Matrix<T, 3, 1> eigen_vector(const Vector<T>& v) {
  return {v.x, v.y, v.z};
}

template <class T>
DistanceQp<T> distance_qp(const HalfspaceBody<T>& a, const HalfspaceBody<T>& b) {
  using Matrix3 = Eigen::Matrix<T, 3, 3>;
  DistanceQp<T> qp{&a, &b, {}, {}};
  auto corner = [&](int i, int j) { return qp.hessian.template block<3, 3>(i, j); };
  qp.linear.setZero();
  if (a.placement == nullptr && b.placement == nullptr) {
    qp.hessian.setIdentity();
    corner(0, 3) = corner(3, 0) = -Matrix3::Identity();
    return qp;
  }
  const auto rotation = [](const HalfspaceBody<T>& body) -> Matrix3 {
    return body.placement == nullptr ? Matrix3(Matrix3::Identity()) : eigen_matrix(body.placement->rotation);
  };
  const auto position = [](const HalfspaceBody<T>& body) -> Eigen::Matrix<T, 3, 1> {
    return body.placement == nullptr ? Eigen::Matrix<T, 3, 1>(T(0.0), T(0.0), T(0.0))
                                     : eigen_vector(body.placement->position);
  };
  const Matrix3 ra = rotation(a), rb = rotation(b);
  const Eigen::Matrix<T, 3, 1> offset = position(b) - position(a);
  corner(0, 0) = ra.transpose() * ra;
  corner(0, 3) = -ra.transpose() * rb;
  corner(3, 0) = corner(0, 3).transpose().eval();
  corner(3, 3) = rb.transpose() * rb;
  qp.linear.template head<3>() = -ra.transpose() * offset;
  qp.linear.template tail<3>() = rb.transpose() * offset;
  return qp;
}

/// What solves the program: the point, and the facets that hold it, with their multipliers.
template <class T>
struct QpSolution {
  typename DistanceQp<T>::Vector6 x;
  ActiveSet active_a, active_b;
  int iterations = 0;
  bool optimal = false;
};

}  // namespace clearance::detail
