#pragma once

// Finds, among points of R^4, those that lie far along a direction: a balanced tree of bounding boxes. It makes sure of
// hulls and polyhedra at construction (is any point outside this face? any half-space violated by this vertex?)
// in a time that is nearly independent of their number.

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

namespace clearance::detail {

using Point4 = std::array<double, 4>;

class ExtremeTree {
 public:
  explicit ExtremeTree(std::vector<Point4> points) : points_(std::move(points)), order_(points_.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    if (!points_.empty()) build(0, points_.size());
  }

  /// Calls visit(index, value) for the points with value = direction . point >= floor; visit returns the floor from
  /// then on.
  template <class Visit>
  void visit_above(const Point4& direction, double floor, Visit&& visit) const {
    if (!nodes_.empty()) walk(0, direction, floor, visit);
  }

 private:
  static constexpr std::size_t leaf_size = 8;
  struct Node {
    Point4 low, high;
    std::size_t begin, end, right;  // right: index of the second child, 0 for a leaf; the first child comes next
  };

  static double value(const Point4& a, const Point4& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  }

  std::size_t build(std::size_t begin, std::size_t end) {
    const std::size_t self = nodes_.size();
    Node node{points_[order_[begin]], points_[order_[begin]], begin, end, 0};
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t k = 0; k < 4; ++k) {
        node.low[k] = std::min(node.low[k], points_[order_[i]][k]);
        node.high[k] = std::max(node.high[k], points_[order_[i]][k]);
      }
    nodes_.push_back(node);
    if (end - begin > leaf_size) {
      std::size_t axis = 0;
      for (std::size_t k = 1; k < 4; ++k)
        if (node.high[k] - node.low[k] > node.high[axis] - node.low[axis]) axis = k;
      const std::size_t middle = (begin + end) / 2;
      const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
      std::nth_element(at(begin), at(middle), at(end),
                       [&](std::size_t i, std::size_t j) { return points_[i][axis] < points_[j][axis]; });
      build(begin, middle);
      nodes_[self].right = build(middle, end);
    }
    return self;
  }

  static double reach(const Node& node, const Point4& direction) {
    double sum = 0.0;
    for (std::size_t k = 0; k < 4; ++k) sum += direction[k] * (direction[k] > 0.0 ? node.high[k] : node.low[k]);
    return sum;
  }

  template <class Visit>
  void walk(std::size_t self, const Point4& direction, double& floor, Visit& visit) const {
    const Node& node = nodes_[self];
    if (reach(node, direction) < floor) return;
    if (node.right != 0) {
      const bool second_first = reach(nodes_[node.right], direction) > reach(nodes_[self + 1], direction);
      walk(second_first ? node.right : self + 1, direction, floor, visit);
      walk(second_first ? self + 1 : node.right, direction, floor, visit);
      return;
    }
    for (std::size_t i = node.begin; i < node.end; ++i) {
      const double v = value(direction, points_[order_[i]]);
      if (v >= floor) floor = visit(order_[i], v);
    }
  }

  std::vector<Point4> points_;
  std::vector<std::size_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace clearance::detail
