// The ellipsoid of least volume about given points. For weights u of sum one, mean m and covariance S of the points,
// every ellipsoid that holds them has at least the volume of { m + sqrt(3 S) ball }: averaging |M (x - c)|^2 <= 1 gives
// trace(M S M') <= 1, and the inequality of the means det(M S M') <= 3^-3. The method looks for weights whose own
// ellipsoid, grown until it holds every point, is that small (L. Khachiyan, "Rounding of polytopes in the real number
// model of computation", 1996, with the away steps of M. Todd and E. Yildirim, "On Khachiyan's algorithm for the
// computation of minimum-volume enclosing ellipsoids", 2007): the weight of the point that is farthest out in the
// metric of the ellipsoid grows, or that of the one farthest in shrinks. That finds the points that matter; their
// weights then follow from Newton's method on the logarithm of det S, in a few steps.
//
// Departures: the points are first made a fat set by the affine map of a large tetrahedron among them, as the problem
// does not depend on the coordinates; the search is on a working set, to which the points farthest out are added when
// it is solved. Neither is relied upon: radii are grown until every point is inside in double-double arithmetic for the
// radii and the matrix as stored, and the bound on the volume is evaluated in the same. Cost: some passes over all
// points, and some hundred steps of a pass over the working set.

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "clearance/ellipsoid.hpp"
#include "clearance/error.hpp"
#include "numeric/vector.hpp"

namespace clearance {

namespace {

using detail::DoubleDouble;
using detail::to_double;
using detail::V3;
using detail::Wide3;
using detail::Wide33;
using Vec4 = Eigen::Matrix<double, 4, 1, Eigen::DontAlign>;
using Mat4 = Eigen::Matrix<double, 4, 4, Eigen::DontAlign>;

/// Thinner sets are flat.
constexpr double flat = 1e-9;
constexpr double least_tolerance = 1e-10;
constexpr int step_limit = 200000;
/// Points added to the working set at a time.
constexpr std::size_t batch = 8;

std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

/// Of the size of the largest coordinate, so that no product of three overflows.
double power_of_two_about(std::span<const Vec3> points) {
  double most = 0.0;
  for (const Vec3& p : points) most = std::max(most, p.cwiseAbs().maxCoeff());
  if (!(most > 0.0) || !std::isfinite(most)) return 1.0;
  int exponent = 0;
  std::frexp(most, &exponent);
  return std::ldexp(1.0, std::max(exponent - 1, -1000));
}

/// Any point minus a point, without rounding.
Wide3 exact_difference(const Vec3& x, const Vec3& y) {
  return {detail::two_sum(x.x(), -y.x()), detail::two_sum(x.y(), -y.y()), detail::two_sum(x.z(), -y.z())};
}

/// Four of the points that span a large tetrahedron.
struct Frame {
  Vec3 origin;
  Wide3 u, v, w;  ///< from there to the others

  explicit Frame(std::span<const Vec3> points) {
    if (points.empty()) throw InvalidInput("points: an enclosing ellipsoid needs at least four, and got none");
    for (const Vec3& p : points)
      if (!p.allFinite()) throw InvalidInput("points: coordinates must be finite numbers");
    const auto farthest = [&](const auto& measure) {
      return *std::max_element(points.begin(), points.end(),
                               [&](const Vec3& p, const Vec3& q) { return measure(p) < measure(q); });
    };
    origin = farthest([&](const Vec3& p) { return (p - points[0]).stableNorm(); });
    const Vec3 second = farthest([&](const Vec3& p) { return (p - origin).stableNorm(); });
    const double extent = (second - origin).stableNorm();
    const Vec3 along = (second - origin) / (extent > 0.0 ? extent : 1.0);
    const Vec3 third = farthest([&](const Vec3& p) { return (p - origin).cross(along).stableNorm(); });
    const Vec3 across = (third - origin).cross(along);
    const double breadth = across.stableNorm();
    const Vec3 normal = across / (breadth > 0.0 ? breadth : 1.0);
    const auto height = [&](const Vec3& p) { return std::fabs((p - origin).dot(normal)); };
    const Vec3 fourth = farthest(height);
    if (!(breadth > flat * extent) || !(height(fourth) > flat * extent) || !std::isfinite(extent))
      throw InvalidInput(
          "points: they lie in a plane, to 1e-9 of their extent, and no ellipsoid about them has a least volume");
    u = exact_difference(second, origin);
    v = exact_difference(third, origin);
    w = exact_difference(fourth, origin);
  }
  Vec3 coordinates(const Vec3& x) const {
    const Wide3 d = exact_difference(x, origin), vw = cross(v, w);
    const DoubleDouble over = DoubleDouble(1.0) / dot(u, vw);
    return {to_double(dot(d, vw) * over), to_double(dot(d, cross(w, u)) * over), to_double(dot(d, cross(u, v)) * over)};
  }
  Mat3 matrix() const {
    Mat3 m;
    m << rounded(u).eigen(), rounded(v).eigen(), rounded(w).eigen();
    return m;
  }
};

/// Weights of the points of a working set, and the metric that they give.
class Weights {
 public:
  explicit Weights(const std::vector<Vec3>& points) : points_(points), weight_(points.size(), 0.0) {}

  void start(const std::vector<std::size_t>& chosen) {
    working_ = chosen;
    for (const std::size_t i : chosen) weight_[i] = 1.0 / static_cast<double>(chosen.size());
    refresh();
  }

  /// One for a point at the mean, more the farther out. Its weighted mean is four.
  double level(std::size_t i) const {
    const Vec4 q = points_[i].homogeneous();
    return q.dot(inverse_ * q);
  }

  /// Steps until no point of the working set is out, or in and weighs, by more than a share `slack` of the level.
  bool settle(double slack, int& steps) {
    for (int since = 0; steps < step_limit; ++steps) {
      if (++since % 32 == 0) newton();
      std::size_t out = working_[0], in = working_[0];
      double most = -HUGE_VAL, least = HUGE_VAL;
      for (const std::size_t i : working_) {
        const double value = level(i);
        if (value > most) most = value, out = i;
        if (weight_[i] > 0.0 && value < least) least = value, in = i;
      }
      if (most <= 4.0 * (1.0 + slack) && least >= 4.0 * (1.0 - slack)) {
        if (since == 1) return true;
        refresh();
        since = 0;
        continue;
      }
      if (most - 4.0 > 4.0 - least) {
        change(out, (most - 4.0) / (4.0 * (most - 1.0)), most);
      } else {
        const double all = weight_[in] / (1.0 - weight_[in]);
        const double best = least > 1.0 ? (4.0 - least) / (4.0 * (least - 1.0)) : HUGE_VAL;
        change(in, -std::min(all, best), least);
        if (all <= best) weight_[in] = 0.0;
      }
    }
    return false;
  }

  /// Adds the points that are farthest out; false if none is by more than a share `slack`.
  bool extend(double slack) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (level(i) > 4.0 * (1.0 + slack)) out.push_back(i);
    if (out.empty()) return false;
    std::erase_if(working_, [&](std::size_t i) { return weight_[i] == 0.0; });
    const std::size_t count = std::min(batch, out.size());
    std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count), out.end(),
                      [&](std::size_t i, std::size_t j) { return level(i) > level(j); });
    for (std::size_t k = 0; k < count; ++k)
      if (weight_[out[k]] == 0.0) working_.push_back(out[k]);
    return true;
  }

  const std::vector<double>& values() const { return weight_; }
  Vec3 mean() const { return moment_.block<3, 1>(0, 3); }
  Mat3 covariance() const { return moment_.block<3, 3>(0, 0) - mean() * mean().transpose(); }

 private:
  /// Weight share to a point, taken from or given to all; the metric follows (Sherman and Morrison).
  void change(std::size_t i, double share, double value) {
    for (const std::size_t k : working_) weight_[k] *= 1.0 - share;
    weight_[i] += share;
    const Vec4 q = points_[i].homogeneous(), iq = inverse_ * q;
    inverse_ = (inverse_ - iq * iq.transpose() * (share / (1.0 - share + share * value))) / (1.0 - share);
  }
  /// Newton's method for the weights that are not zero, as far as they stay positive: the gradient of log det is the
  /// level of each point, the Hessian minus the squares of what the metric makes of two.
  void newton() {
    constexpr int rounds = 4;
    for (int round = 0; round < rounds; ++round) {
      refresh();
      std::vector<std::size_t> held;
      for (const std::size_t i : working_)
        if (weight_[i] > 0.0) held.push_back(i);
      const auto count = static_cast<Eigen::Index>(held.size());
      Eigen::Matrix4Xd q(4, count);
      for (Eigen::Index k = 0; k < count; ++k) q.col(k) = points_[held[static_cast<std::size_t>(k)]].homogeneous();
      const Eigen::MatrixXd products = q.transpose() * inverse_ * q;
      Eigen::MatrixXd system = Eigen::MatrixXd::Zero(count + 1, count + 1);
      system.topLeftCorner(count, count) = products.cwiseAbs2();
      system.rightCols(1).setOnes();
      system.bottomRows(1).setOnes();
      system(count, count) = 0.0;
      Eigen::VectorXd right = Eigen::VectorXd::Zero(count + 1);
      right.head(count) = products.diagonal();
      const Eigen::VectorXd step = system.completeOrthogonalDecomposition().solve(right);
      double share = 1.0;
      Eigen::Index stops = -1;
      for (Eigen::Index k = 0; k < count; ++k) {
        const double weight = weight_[held[static_cast<std::size_t>(k)]];
        if (weight + share * step[k] < 0.0) share = weight / -step[k], stops = k;
      }
      const std::vector<double> before = weight_;
      const double determinant = moment_.determinant();
      for (Eigen::Index k = 0; k < count; ++k) weight_[held[static_cast<std::size_t>(k)]] += share * step[k];
      if (stops >= 0) weight_[held[static_cast<std::size_t>(stops)]] = 0.0;
      refresh();
      if (!(moment_.determinant() > determinant)) {
        weight_ = before;
        refresh();
        return;
      }
    }
  }
  void refresh() {
    double sum = 0.0;
    for (const std::size_t i : working_) sum += weight_[i];
    moment_.setZero();
    for (const std::size_t i : working_) {
      weight_[i] /= sum;
      const Vec4 q = points_[i].homogeneous();
      moment_ += weight_[i] * q * q.transpose();
    }
    inverse_ = Eigen::Matrix4d(moment_).inverse();
  }

  const std::vector<Vec3>& points_;
  std::vector<double> weight_;
  std::vector<std::size_t> working_;
  Mat4 moment_, inverse_;
};

/// The square of how far out a point is, one on the surface, and no less than it is.
class Gauge {
 public:
  explicit Gauge(const Pose& pose) : centre_(pose.position()), rotation_(detail::wide_rotation(pose)) {
    const auto& [r0, r1, r2] = rotation_;
    cofactors_ = {cross(r1, r2), cross(r2, r0), cross(r0, r1)};
    over_ = DoubleDouble(1.0) / dot(r0, cofactors_.r0);
  }
  DoubleDouble operator()(const Vec3& radii, const Vec3& x) const {
    const Wide3 y = transposed_times(cofactors_, exact_difference(x, centre_)) * over_;
    const DoubleDouble a = y.x / DoubleDouble(radii.x()), b = y.y / DoubleDouble(radii.y()),
                       c = y.z / DoubleDouble(radii.z());
    return (a * a + b * b + c * c) * DoubleDouble(1.0 + 0x1p-52);  // far more than is rounded
  }

 private:
  Vec3 centre_;
  Wide33 rotation_, cofactors_;
  DoubleDouble over_;
};

/// The least volume there can be, over that of the unit ball: 3 sqrt(3) times the root of det S.
DoubleDouble least_volume(std::span<const Vec3> points, const std::vector<double>& weights, const Vec3& about) {
  DoubleDouble sum(0.0);
  const Wide3 zero(V3(0, 0, 0));
  Wide3 mean = zero, diagonal = zero, rest = zero;  // xx, yy, zz and yz, zx, xy
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (weights[i] == 0.0) continue;
    const DoubleDouble u(weights[i]);
    sum += u;
    mean = mean + exact_difference(points[i], about) * u;
  }
  mean = mean * (DoubleDouble(1.0) / sum);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (weights[i] == 0.0) continue;
    const Wide3 d = exact_difference(points[i], about) - mean;
    const DoubleDouble u = DoubleDouble(weights[i]) / sum;
    diagonal = diagonal + Wide3(d.x * d.x, d.y * d.y, d.z * d.z) * u;
    rest = rest + Wide3(d.y * d.z, d.z * d.x, d.x * d.y) * u;
  }
  const Wide3 r0(diagonal.x, rest.z, rest.y), r1(rest.z, diagonal.y, rest.x), r2(rest.y, rest.x, diagonal.z);
  // Of rounding, far more than there is.
  const DoubleDouble trace = diagonal.x + diagonal.y + diagonal.z;
  const DoubleDouble determinant = dot(r0, cross(r1, r2)) - trace * trace * trace * DoubleDouble(0x1p-94);
  return determinant > DoubleDouble(0.0) ? sqrt(DoubleDouble(27.0) * determinant) : DoubleDouble(0.0);
}

}  // namespace

EnclosingEllipsoid enclosing_ellipsoid(std::span<const Vec3> given, double tolerance) {
  if (!(tolerance >= least_tolerance && tolerance <= 1.0))
    throw InvalidInput("tolerance: must be between 1e-10 and 1, and is " + text_of(tolerance));
  const double scale = power_of_two_about(given);
  std::vector<Vec3> points;
  points.reserve(given.size());
  for (const Vec3& p : given) points.push_back(p / scale);
  const Frame frame(points);
  std::vector<Vec3> fat;
  fat.reserve(points.size());
  for (const Vec3& p : points) fat.push_back(frame.coordinates(p));

  std::vector<std::size_t> chosen;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [low, high] =
        std::minmax_element(fat.begin(), fat.end(), [&](const Vec3& p, const Vec3& q) { return p[axis] < q[axis]; });
    chosen.push_back(static_cast<std::size_t>(low - fat.begin()));
    chosen.push_back(static_cast<std::size_t>(high - fat.begin()));
  }
  for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)})
    chosen.push_back(static_cast<std::size_t>(std::min_element(fat.begin(), fat.end(),
                                                               [&](const Vec3& p, const Vec3& q) {
                                                                 return (p - corner).squaredNorm() <
                                                                        (q - corner).squaredNorm();
                                                               }) -
                                              fat.begin()));
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());

  // A level of 4 (1 + s) at most, where the weighted mean is 4, makes the volume ((3 + 4 s) / 3)^(3/2) of the least.
  const double slack = 0.25 * tolerance;
  Weights weights(fat);
  weights.start(chosen);
  int steps = 0;
  while (weights.settle(0.5 * slack, steps) && weights.extend(slack)) {
  }

  const Mat3 map = frame.matrix();
  const Eigen::LLT<Mat3> root(weights.covariance());
  const Mat3 form = map * Mat3(root.matrixL()) * std::sqrt(3.0);
  const Eigen::JacobiSVD<Mat3> svd(form, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 axes = svd.matrixU();
  if (axes.determinant() < 0.0) axes.col(2) = -axes.col(2);
  const Pose pose(axes, frame.origin + map * weights.mean());
  Vec3 radii = svd.singularValues();
  const Gauge gauge(pose);
  DoubleDouble most(2.0);
  while (most > DoubleDouble(1.0)) {
    most = DoubleDouble(0.0);
    for (const Vec3& p : points) most = std::max(most, gauge(radii, p));
    if (most > DoubleDouble(1.0)) radii *= std::sqrt(to_double(most)) * (1.0 + 0x1p-51);
  }
  const DoubleDouble volume = DoubleDouble(radii.x()) * DoubleDouble(radii.y()) * DoubleDouble(radii.z());
  const DoubleDouble least = least_volume(points, weights.values(), pose.position());
  const double excess = to_double(volume / least - DoubleDouble(1.0)) + 0x1p-50;
  if (!(excess <= tolerance))
    throw InvalidInput("tolerance: " + text_of(tolerance) +
                       " is out of reach of double precision for points so flat or so far from the origin");
  return {Ellipsoid(radii * scale), Pose(axes, pose.position() * scale), excess, steps};
}

}  // namespace clearance
