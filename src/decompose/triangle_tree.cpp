#include "decompose/triangle_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace clearance::decompose {
namespace {

/// The square of the distance of a point to a triangle: to its inside where the point is above that, else to an edge.
double distance_sq(const Vec3& point, const std::array<Vec3, 3>& t) {
  const auto to_edge = [&](const Vec3& p, const Vec3& q) {
    const Vec3 along = q - p;
    const double length_sq = along.squaredNorm();
    const double share = length_sq > 0.0 ? std::clamp((point - p).dot(along) / length_sq, 0.0, 1.0) : 0.0;
    return (p + share * along - point).squaredNorm();
  };
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
  const double normal_sq = normal.squaredNorm();
  bool above = normal_sq > 0.0;
  for (std::size_t i = 0; i < 3 && above; ++i) above = (t[(i + 1) % 3] - t[i]).cross(point - t[i]).dot(normal) >= 0.0;
  if (above) {
    const double height = (point - t[0]).dot(normal);
    return height * height / normal_sq;
  }
  return std::min({to_edge(t[0], t[1]), to_edge(t[1], t[2]), to_edge(t[2], t[0])});
}

/// The solid angle under which a triangle is seen, signed (A. van Oosterom and J. Strackee, 1983).
double solid_angle(const Vec3& point, const std::array<Vec3, 3>& t) {
  const Vec3 a = t[0] - point, b = t[1] - point, c = t[2] - point;
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

double box_distance_sq(const Vec3& point, const Vec3& low, const Vec3& high) {
  return (low - point).cwiseMax(point - high).cwiseMax(0.0).squaredNorm();
}

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) {
  std::vector<Corners> source;
  std::vector<Vec3> middles;
  for (const std::array<int, 3>& t : mesh.triangles) {
    source.push_back({mesh.points[static_cast<std::size_t>(t[0])], mesh.points[static_cast<std::size_t>(t[1])],
                      mesh.points[static_cast<std::size_t>(t[2])]});
    middles.emplace_back((source.back()[0] + source.back()[1] + source.back()[2]) / 3.0);
  }
  std::vector<int> order(source.size());
  std::iota(order.begin(), order.end(), 0);
  triangles_.reserve(source.size());
  build(0, static_cast<int>(source.size()), middles, source, order);
}

int TriangleTree::build(int first, int last, std::vector<Vec3>& middles, std::vector<Corners>& source,
                        std::vector<int>& order) {
  constexpr int leaf = 4;
  const int index = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  Node node;
  node.low = Vec3::Constant(std::numeric_limits<double>::infinity());
  node.high = -node.low;
  double total = 0.0;
  Vec3 plain = Vec3::Zero();
  for (int i = first; i < last; ++i) {
    const Corners& t = source[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
    for (const Vec3& p : t) node.low = node.low.cwiseMin(p), node.high = node.high.cwiseMax(p);
    const Vec3 area = 0.5 * (t[1] - t[0]).cross(t[2] - t[0]);
    const Vec3& middle = middles[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])];
    node.area += area;
    node.centre += area.norm() * middle;
    total += area.norm();
    plain += middle;
  }
  node.centre = total > 0.0 ? Vec3(node.centre / total) : Vec3(plain / (last - first));
  node.radius = (node.centre - node.low).cwiseMax(node.high - node.centre).norm();
  if (last - first <= leaf) {
    node.first = static_cast<int>(triangles_.size());
    node.count = last - first;
    for (int i = first; i < last; ++i)
      triangles_.push_back(source[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
  } else {
    int axis = 0;
    (node.high - node.low).maxCoeff(&axis);
    const int middle = first + (last - first) / 2;
    std::nth_element(order.begin() + first, order.begin() + middle, order.begin() + last, [&](int a, int b) {
      return middles[static_cast<std::size_t>(a)][axis] < middles[static_cast<std::size_t>(b)][axis];
    });
    build(first, middle, middles, source, order);
    node.right = build(middle, last, middles, source, order);
  }
  nodes_[static_cast<std::size_t>(index)] = node;
  return index;
}

double TriangleTree::distance(const Vec3& point, double within) const {
  double best = within * within;
  std::array<int, 96> stack{};
  int depth = 0;
  stack[static_cast<std::size_t>(depth++)] = 0;
  while (depth > 0) {
    const int index = stack[static_cast<std::size_t>(--depth)];
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    if (box_distance_sq(point, node.low, node.high) >= best) continue;
    if (node.right < 0) {
      for (int i = node.first; i < node.first + node.count; ++i)
        best = std::min(best, distance_sq(point, triangles_[static_cast<std::size_t>(i)]));
      continue;
    }
    const Node &left = nodes_[static_cast<std::size_t>(index) + 1],
               &right = nodes_[static_cast<std::size_t>(node.right)];
    const bool left_first = box_distance_sq(point, left.low, left.high) < box_distance_sq(point, right.low, right.high);
    stack[static_cast<std::size_t>(depth++)] = left_first ? node.right : index + 1;
    stack[static_cast<std::size_t>(depth++)] = left_first ? index + 1 : node.right;
  }
  return std::sqrt(best);
}

double TriangleTree::winding(const Vec3& point) const { return winding(nodes_[0], point) / (4.0 * std::numbers::pi); }

double TriangleTree::winding(const Node& node, const Vec3& point) const {
  constexpr double far = 3.0;  // radii away, a cluster is a single dipole
  const Vec3 away = node.centre - point;
  const double distance = away.norm();
  if (distance > far * node.radius) return node.area.dot(away) / (distance * distance * distance);
  if (node.right < 0) {
    double sum = 0.0;
    for (int i = node.first; i < node.first + node.count; ++i)
      sum += solid_angle(point, triangles_[static_cast<std::size_t>(i)]);
    return sum;
  }
  const Node& left = *(&node + 1);
  return winding(left, point) + winding(nodes_[static_cast<std::size_t>(node.right)], point);
}

}  // namespace clearance::decompose
