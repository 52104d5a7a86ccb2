// An s-tope of few spheres that holds given points. With h the support function of the points and H that of the s-tope,
// it holds them if H >= h in every direction, and its surface is at most max (H - h) away from their hull. Adding to
// all radii moves H alone, so that what counts is the range of H - h: it is made small over a few hundred directions,
// by random changes of one sphere at a time that are kept if they help. The last step does not depend on any of it: the
// radii grow until the distance of every point is proven not to be above zero.
//
// The excess needs no sampling: max (c_i . n + r_i - h(n)) over n is the signed distance of c_i from the hull plus r_i.

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "clearance/distance.hpp"
#include "clearance/stope.hpp"

namespace clearance {

namespace {

constexpr int direction_count = 600;
constexpr double room = 0x1p-20;  // of the size
constexpr int starts = 3;
constexpr int changes_per_sphere = 1500;  // for each start

/// Evenly spread directions, on a spiral.
std::vector<Vec3> spiral(int count) {
  std::vector<Vec3> directions;
  const double golden = 2.399963229728653;
  for (int i = 0; i < count; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / count, across = std::sqrt(1.0 - z * z);
    directions.emplace_back(across * std::cos(golden * i), across * std::sin(golden * i), z);
  }
  return directions;
}

double support(const std::vector<Ball>& balls, const Vec3& n) {
  double most = -HUGE_VAL;
  for (const Ball& b : balls) most = std::max(most, b.centre.dot(n) + b.radius);
  return most;
}

class Fitter {
 public:
  Fitter(std::span<const Vec3> points, double size)
      : points_(points), size_(size), directions_(spiral(direction_count)) {
    for (const Vec3& n : directions_) {
      double most = -HUGE_VAL;
      for (const Vec3& p : points) most = std::max(most, p.dot(n));
      values_.push_back(most);
    }
  }

  std::vector<Ball> run(int count) {
    std::vector<Ball> best;
    double least = HUGE_VAL;
    for (int start = 0; start < starts; ++start) {
      std::vector<Ball> balls = spread(count);
      const double range = improve(balls);
      if (range < least) least = range, best = balls;
    }
    return best;
  }

 private:
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }

  /// Points far from each other, with small spheres about them.
  std::vector<Ball> spread(int count) {
    std::vector<double> nearest(points_.size(), HUGE_VAL);
    std::size_t next = std::uniform_int_distribution<std::size_t>(0, points_.size() - 1)(engine_);
    std::vector<Ball> balls;
    for (int i = 0; i < count; ++i) {
      balls.push_back({points_[next], 0.05 * size_});
      for (std::size_t k = 0; k < points_.size(); ++k)
        nearest[k] = std::min(nearest[k], (points_[k] - balls.back().centre).norm());
      next = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
    }
    return balls;
  }

  /// Range of H - h, if the radii that make H >= h are not negative; else infinite. Moves the radii there.
  double settle(std::vector<Ball>& balls) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      const double excess = support(balls, directions_[i]) - values_[i];
      low = std::min(low, excess);
      high = std::max(high, excess);
    }
    for (Ball& b : balls) {
      b.radius -= low;
      if (b.radius < 0.0) return HUGE_VAL;
    }
    return high - low;
  }

  double improve(std::vector<Ball>& balls) {
    double range = settle(balls);
    const int changes = changes_per_sphere * static_cast<int>(balls.size());
    for (int k = 0; k < changes; ++k) {
      const double step = 0.2 * size_ * std::pow(1e-4, static_cast<double>(k) / changes);
      std::vector<Ball> changed = balls;
      Ball& b = changed[std::uniform_int_distribution<std::size_t>(0, balls.size() - 1)(engine_)];
      b.centre += step * Vec3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
      b.radius = std::max(0.0, b.radius + step * uniform(-1, 1));
      const double now = settle(changed);
      if (now < range) range = now, balls = std::move(changed);
    }
    return range;
  }

  std::span<const Vec3> points_;
  double size_;
  std::vector<Vec3> directions_;
  std::vector<double> values_;
  std::mt19937_64 engine_{1};
};

/// How far the worst of the points may be outside, by the proven upper bound.
double worst_outside(const Shape& stope, std::span<const Vec3> points) {
  double worst = -HUGE_VAL;
  for (const Vec3& p : points) worst = std::max(worst, distance(Point(p), Pose(), stope, Pose()).upper);
  return worst;
}

}  // namespace

StopeFit fit_stope(std::span<const Vec3> points, int spheres) {
  if (spheres < 1) throw InvalidInput("spheres: at least 1 needed, got " + std::to_string(spheres));
  const Shape hull = Hull::from_points(points);
  std::vector<Vec3> extreme;
  const StopeStructure corners = structure(SphereHull([&] {
    std::vector<Ball> balls;
    for (const Vec3& p : points) balls.push_back({p, 0.0});
    return balls;
  }()));
  for (const int i : corners.vertices) extreme.push_back(points[static_cast<std::size_t>(i)]);
  const double size = (corners.box_high - corners.box_low).norm();

  std::vector<Ball> balls;
  if (static_cast<int>(extreme.size()) <= spheres)
    for (const Vec3& p : extreme) balls.push_back({p, 0.0});
  else
    balls = Fitter(extreme, size).run(spheres);
  // With room to spare, so that an s-tope written with a few digits still holds them.
  for (;;) {
    const double outside = worst_outside(SphereHull(balls), points);
    if (outside <= -0.5 * room * size || size == 0.0) break;
    for (Ball& b : balls) b.radius += outside + room * size;
  }
  StopeFit fit{SphereHull(balls), 0.0};
  for (const Ball& b : balls)
    fit.excess = std::max(fit.excess, b.radius + distance(Point(b.centre), Pose(), hull, Pose()).upper);
  return fit;
}

}  // namespace clearance
