#include "ellipsoid_truth.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace oracle {

namespace {

using clearance::Mat3;
using clearance::Vec3;

Digits50 length(const WideVec& v) { return sqrt(dot(v, v)); }

WideVec unit(const WideVec& v) { return Digits50(1 / length(v)) * v; }

WideVec wide(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// Columns of the rotation, exact to 50 digits.
std::array<WideVec, 3> columns(const Placement& at) {
  if (!at.quaternion) return {wide(at.matrix.col(0)), wide(at.matrix.col(1)), wide(at.matrix.col(2))};
  const Digits50 w = (*at.quaternion)[0], x = (*at.quaternion)[1], y = (*at.quaternion)[2], z = (*at.quaternion)[3];
  const Digits50 s = 2 / (w * w + x * x + y * y + z * z);
  return {WideVec{1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
          WideVec{s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x)},
          WideVec{s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y)}};
}

/// A linear system of four unknowns, by elimination with pivots.
std::array<Digits50, 4> solve(std::array<std::array<Digits50, 5>, 4> m) {
  for (std::size_t k = 0; k < 4; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < 4; ++i)
      if (abs(m[i][k]) > abs(m[pivot][k])) pivot = i;
    std::swap(m[k], m[pivot]);
    if (m[k][k] == 0) return {0, 0, 0, 0};
    for (std::size_t i = k + 1; i < 4; ++i) {
      const Digits50 factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j < 5; ++j) m[i][j] -= factor * m[k][j];
    }
  }
  std::array<Digits50, 4> x;
  for (std::size_t k = 4; k-- > 0;) {
    x[k] = m[k][4];
    for (std::size_t j = k + 1; j < 4; ++j) x[k] -= m[k][j] * x[j];
    x[k] /= m[k][k];
  }
  return x;
}

/// The outward normal and depth of the point c in the ellipsoid {x : x' inverse(m) x <= 1}; depth is negative outside.
struct Exit {
  Vec3 normal;
  double depth;
};
Exit leave(const Mat3& m, const Vec3& c) {
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(m);
  const Vec3 e = eigen.eigenvalues().cwiseMax(1e-300), p = eigen.eigenvectors().transpose() * c;
  const auto excess = [&](double l) {
    double sum = -1.0;
    for (int i = 0; i < 3; ++i) sum += p[i] * p[i] * e[i] / ((e[i] + l) * (e[i] + l));
    return sum;
  };
  double low = -e[0], high = 0.0;
  while (excess(high) > 0.0) high = 2.0 * high + e[2];
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (excess(middle) > 0.0 ? low : high) = middle;
  }
  Vec3 x;
  for (int i = 0; i < 3; ++i) x[i] = e[i] + high > 1e-14 * e[2] ? e[i] * p[i] / (e[i] + high) : 0.0;
  const double inside = 1.0 - (x.array().square() / e.array()).sum();
  if (inside > 1e-9) x[0] = std::copysign(std::sqrt(e[0] * inside), p[0]);  // on the axis of the shortest radius
  Vec3 n = (x.array() / e.array()).matrix().normalized();
  const double depth = std::sqrt(n.dot(e.cwiseProduct(n))) - n.dot(p);
  n = eigen.eigenvectors() * n;
  return {n, depth};
}

Vec3 narrow(const WideVec& v) { return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)}; }

}  // namespace

EllipsoidTruth::Form EllipsoidTruth::form_of(const Vec3& radii, const Placement& at) {
  const auto axes = columns(at);
  return {Digits50(radii.x()) * axes[0], Digits50(radii.y()) * axes[1], Digits50(radii.z()) * axes[2]};
}

EllipsoidTruth::EllipsoidTruth(const Vec3& radii_a, const Placement& at_a, const Vec3& radii_b, const Placement& at_b)
    : a_(form_of(radii_a, at_a)),
      b_(form_of(radii_b, at_b)),
      centre_a_(wide(at_a.position)),
      c_(wide(at_b.position) - wide(at_a.position)),
      size_(radii_a.maxCoeff() + radii_b.maxCoeff() + narrow(c_).norm()) {}

WideVec EllipsoidTruth::support(const Form& form, const WideVec& n) {
  const WideVec m{dot(form.r0, n), dot(form.r1, n), dot(form.r2, n)};
  const Digits50 size = length(m);
  if (size == 0) return {0, 0, 0};
  return Digits50(m.x / size) * form.r0 + Digits50(m.y / size) * form.r1 + Digits50(m.z / size) * form.r2;
}

Digits50 EllipsoidTruth::gap_along(const WideVec& n) const {
  return (dot(n, c_) - dot(n, support(a_, n)) - dot(n, support(b_, n))) / length(n);
}

WideVec EllipsoidTruth::point_a(const WideVec& n) const { return centre_a_ + support(a_, n); }
WideVec EllipsoidTruth::point_b(const WideVec& n) const { return centre_a_ + c_ - support(b_, n); }

WideVec EllipsoidTruth::refine(const Vec3& from) {
  WideVec n = unit(wide(from));
  Digits50 best = -std::numeric_limits<double>::infinity();
  WideVec best_n = n;
  for (int step = 0; step < 12; ++step) {
    const WideVec x = support(a_, n), y = support(b_, n), w = c_ - x - y;
    const Digits50 s = gap_along(n);
    if (s > best) best = s, best_n = n;
    lower_ = std::max(lower_, s);
    if (s > 0) upper_ = std::min(upper_, length(w));
    const WideVec rest = w - s * n;
    if (length(rest) < 1e-45 * size_) break;
    // c - A u(n) - B v(n) - s n = 0 and n . n = 1 in the unknowns n and s; the first two terms are of degree zero in n.
    std::array<std::array<Digits50, 5>, 4> m{};
    for (std::size_t i = 0; i < 3; ++i) m[i][i] = s;
    for (const Form* form : {&a_, &b_}) {
      const WideVec in{dot(form->r0, n), dot(form->r1, n), dot(form->r2, n)};
      const Digits50 size = length(in);
      if (size == 0) continue;
      const WideVec at = support(*form, n);
      const std::array<Digits50, 3> point{at.x, at.y, at.z};
      for (const WideVec& row : {form->r0, form->r1, form->r2}) {
        const std::array<Digits50, 3> r{row.x, row.y, row.z};
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j) m[i][j] += r[i] * r[j] / size;
      }
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) m[i][j] -= point[i] * point[j] / size;
    }
    const std::array<Digits50, 3> direction{n.x, n.y, n.z}, residual{rest.x, rest.y, rest.z};
    for (std::size_t i = 0; i < 3; ++i) {
      m[i][3] = direction[i];
      m[3][i] = direction[i];
      m[i][4] = residual[i];
    }
    const auto d = solve(m);
    n = unit({n.x + d[0], n.y + d[1], n.z + d[2]});
  }
  return best_n;
}

std::vector<Vec3> EllipsoidTruth::deepest_normals() const {
  const auto matrix = [](const Form& form) {
    Mat3 rows;
    rows << narrow(form.r0).transpose(), narrow(form.r1).transpose(), narrow(form.r2).transpose();
    return Mat3(rows.transpose() * rows);
  };
  const Mat3 p = matrix(a_), q = matrix(b_);
  const Vec3 c = narrow(c_);
  const auto depth = [&](double log_t) {
    const double t = std::exp(log_t);
    return leave((1.0 + t) * p + (1.0 + 1.0 / t) * q, c);
  };
  // t is |B'n| / |A'n|, between the quotients of extreme radii.
  const Eigen::SelfAdjointEigenSolver<Mat3> of_p(p), of_q(q);
  const double from = 0.5 * std::log(std::max(of_q.eigenvalues()[0], 1e-30) / of_p.eigenvalues()[2]) - 0.1;
  const double to =
      0.5 * std::log(std::max(of_q.eigenvalues()[2], 1e-30) / std::max(of_p.eigenvalues()[0], 1e-30)) + 0.1;
  constexpr int cells = 300;
  std::vector<double> value(cells + 1);
  for (int i = 0; i <= cells; ++i) value[static_cast<std::size_t>(i)] = depth(from + (to - from) * i / cells).depth;
  std::vector<Exit> exits;
  for (int i = 0; i <= cells; ++i) {
    const auto at = [&](int k) { return value[static_cast<std::size_t>(std::clamp(k, 0, cells))]; };
    if (at(i) > at(i - 1) || at(i) > at(i + 1)) continue;
    double low = from + (to - from) * (i - 1) / cells, high = from + (to - from) * (i + 1) / cells;
    for (int step = 0; step < 60; ++step) {
      const double left = low + 0.382 * (high - low), right = low + 0.618 * (high - low);
      (depth(left).depth < depth(right).depth ? high : low) = depth(left).depth < depth(right).depth ? right : left;
    }
    exits.push_back(depth(0.5 * (low + high)));
  }
  std::sort(exits.begin(), exits.end(), [](const Exit& x, const Exit& y) { return x.depth < y.depth; });
  std::vector<Vec3> normals;
  normals.reserve(exits.size());
  for (const Exit& e : exits) normals.push_back(e.normal);
  return normals;
}

}  // namespace oracle
