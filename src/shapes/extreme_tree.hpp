#pragma once

// Finds, among points of R^D, those that lie far along a direction: a balanced tree of boxes, each turned to the main
// axes of its points. On a smooth surface such boxes are thin, so that few of them reach beyond a tangent plane. The
// tree makes sure of hulls and polyhedra at construction (is any point outside this face? any half-space violated by
// this vertex?) in a time that is nearly independent of their number.

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <numeric>
#include <vector>

namespace clearance::detail {

template <int D>
class ExtremeTree {
 public:
  using Point = Eigen::Matrix<double, D, 1>;

  explicit ExtremeTree(std::vector<Point> points) : points_(std::move(points)), order_(points_.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (!points_.empty()) build(0, points_.size());
    std::vector<Point> sorted;
    sorted.reserve(points_.size());
    for (const std::size_t i : order_) sorted.push_back(points_[i]);
    points_ = std::move(sorted);
  }

  /// The points that are next to each other: order()[begin .. end) of each leaf, for visit(begin, end).
  const std::vector<std::size_t>& order() const { return order_; }
  template <class Visit>
  void visit_leaves(Visit&& visit) const {
    for (const Node& node : nodes_)
      if (node.right == 0) visit(node.begin, node.end);
  }

  /// Directions within `spread` of `direction`, about a point; floor: how far along them points have to be from there.
  struct Bundle {
    Point direction, at;
    double spread, floor;
    double reach(const Point& to) const { return direction.dot(to) + spread * to.norm(); }
  };
  /// Calls take(point) for all points x with n . (x - at) >= floor for some n of the bundle, as computed, and for
  /// others near them; returns false as soon as take does.
  template <class Take>
  bool visit_bundle(const Bundle& bundle, Take&& take) const {
    return nodes_.empty() || walk_bundle(0, bundle, take);
  }

  /// Calls visit(index, value) for the points with value = direction . point >= floor, as computed; visit returns the
  /// floor from then on.
  template <class Visit>
  void visit_above(const Point& direction, double floor, Visit&& visit) const {
    if (!nodes_.empty()) walk(0, direction, floor, visit);
  }

 private:
  static constexpr std::size_t leaf_size = 16;
  static constexpr double unit_roundoff = 0x1p-53;
  struct Node {
    Point centre, half;
    Eigen::Matrix<double, D, D> axes;  // orthonormal rows, to rounding
    std::size_t begin, end, right;     // right: index of the second child, 0 for a leaf; the first child comes next
  };

  std::size_t build(std::size_t begin, std::size_t end) {
    const std::size_t self = nodes_.size();
    Node node;
    node.begin = begin;
    node.end = end;
    node.right = 0;
    Point mean = Point::Zero();
    for (std::size_t i = begin; i < end; ++i) mean += points_[order_[i]];
    mean /= static_cast<double>(end - begin);
    Eigen::Matrix<double, D, D> spread = Eigen::Matrix<double, D, D>::Zero();
    for (std::size_t i = begin; i < end; ++i) {
      const Point from_mean = points_[order_[i]] - mean;
      spread += from_mean * from_mean.transpose();
    }
    // Ascending: the last axis is the longest.
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, D, D>> main_axes(spread);
    node.axes = main_axes.eigenvectors().transpose();
    Point low = Point::Constant(HUGE_VAL), high = -low;
    for (std::size_t i = begin; i < end; ++i) {
      const Point at = node.axes * (points_[order_[i]] - mean);
      low = low.cwiseMin(at);
      high = high.cwiseMax(at);
    }
    node.centre = mean + node.axes.transpose() * (0.5 * (low + high));
    // Rounding of all this, and of `reach`, is some 20 u of the lengths that enter it.
    node.half = 0.5 * (high - low);
    node.half.array() += 32.0 * unit_roundoff * (mean.norm() + (high - low).norm());
    nodes_.push_back(node);
    if (end - begin > leaf_size) {
      const std::size_t middle = (begin + end) / 2;
      const Point longest = node.axes.row(D - 1);
      const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
      std::nth_element(at(begin), at(middle), at(end),
                       [&](std::size_t i, std::size_t j) { return longest.dot(points_[i]) < longest.dot(points_[j]); });
      build(begin, middle);
      const std::size_t right = build(middle, end);
      nodes_[self].right = right;
    }
    return self;
  }

  static double reach(const Node& node, const Point& direction) {
    return direction.dot(node.centre) + (node.axes * direction).cwiseAbs().dot(node.half);
  }

  template <class Take>
  bool walk_bundle(std::size_t self, const Bundle& bundle, Take& take) const {
    const Node& node = nodes_[self];
    const double beyond = (node.axes * bundle.direction).cwiseAbs().dot(node.half) + bundle.spread * node.half.norm();
    if (bundle.reach(node.centre - bundle.at) + beyond < bundle.floor) return true;
    if (node.right != 0) return walk_bundle(self + 1, bundle, take) && walk_bundle(node.right, bundle, take);
    for (std::size_t i = node.begin; i < node.end; ++i)
      if (!(bundle.reach(points_[i] - bundle.at) < bundle.floor) && !take(points_[i])) return false;
    return true;
  }

  template <class Visit>
  void walk(std::size_t self, const Point& direction, double& floor, Visit& visit) const {
    const Node& node = nodes_[self];
    if (node.right != 0) {
      const double first = reach(nodes_[self + 1], direction), second = reach(nodes_[node.right], direction);
      const bool second_first = second > first;
      if (!((second_first ? second : first) < floor))
        walk(second_first ? node.right : self + 1, direction, floor, visit);
      if (!((second_first ? first : second) < floor))
        walk(second_first ? self + 1 : node.right, direction, floor, visit);
      return;
    }
    for (std::size_t i = node.begin; i < node.end; ++i) {
      const double value = direction.dot(points_[i]);
      if (value >= floor) floor = visit(order_[i], value);
    }
  }

  std::vector<Point> points_;  // in the order of the leaves
  std::vector<std::size_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace clearance::detail
