// Built from above: the parts of a node are halved at the median of their centres, along the axis where these spread
// most. Unbounded parts have no box and are set apart at the root, so that they spoil no other node. n parts cost
// O(n log^2 n), and six queries each: the signed distance of a half-space {x : n . x <= 0} and a body is the least
// n . x over the body, and its lower bound is proven like any other. Boxes are thus as rigorous as distances are.

#include "core/part_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "clearance/distance.hpp"

namespace clearance::detail {

namespace {

/// Covers the few roundings from corners to centre, half lengths and radius.
constexpr double outwards = 1.0 + 0x1p-48;

struct Box3 {
  Vec3 low = Vec3::Constant(HUGE_VAL), high = Vec3::Constant(-HUGE_VAL);
  Vec3 middle() const { return 0.5 * low + 0.5 * high; }
};

Box3 box_of(const Part& part) {
  Box3 box;
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = distance(Halfspace(Vec3::Unit(axis), 0.0), {}, part.shape, part.pose).lower;
    box.high[axis] = -distance(Halfspace(-Vec3::Unit(axis), 0.0), {}, part.shape, part.pose).lower;
  }
  return box;
}

class Builder {
 public:
  explicit Builder(std::span<const Part> parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      boxes_.push_back(parts[i].shape.bounded() ? box_of(parts[i]) : Box3{});
      const Box3& box = boxes_.back();
      const bool bounded = parts[i].shape.bounded() && box.low.allFinite() && box.high.allFinite();
      (bounded ? bounded_ : unbounded_).push_back(static_cast<int>(i));
    }
  }

  PartTree build() {
    if (bounded_.empty() || unbounded_.empty()) {
      add(bounded_.empty() ? unbounded_ : bounded_, !bounded_.empty());
      return std::move(tree_);
    }
    tree_.nodes.emplace_back().bounded = false;
    const int left = add(bounded_, true), right = add(unbounded_, false);
    tree_.nodes.front().left = left;
    tree_.nodes.front().right = right;
    return std::move(tree_);
  }

 private:
  int add(std::span<int> parts, bool bounded) {
    const std::size_t index = tree_.nodes.size();
    tree_.nodes.push_back(bounded ? node_of(parts) : PartNode{.bounded = false});
    if (parts.size() == 1) {
      tree_.nodes[index].part = parts.front();
      return static_cast<int>(index);
    }
    const std::size_t half = parts.size() / 2;
    if (bounded) halve(parts, half);
    const int left = add(parts.first(half), bounded), right = add(parts.subspan(half), bounded);
    tree_.nodes[index].left = left;
    tree_.nodes[index].right = right;
    return static_cast<int>(index);
  }

  const Box3& box(int part) const { return boxes_[static_cast<std::size_t>(part)]; }

  PartNode node_of(std::span<const int> parts) const {
    Box3 all;
    for (const int part : parts) {
      all.low = all.low.cwiseMin(box(part).low);
      all.high = all.high.cwiseMax(box(part).high);
    }
    const Vec3 centre = all.middle();
    // The extremes of the coordinates join the sum, so that what the centre was rounded by is covered, too.
    const Vec3 size = all.low.cwiseAbs().cwiseMax(all.high.cwiseAbs());
    const Vec3 half = ((all.high - centre).cwiseMax(centre - all.low) + 0x1p-50 * size) * outwards;
    PartNode node;
    node.centre = V3(centre);
    node.half = V3(half);
    node.reach = half.stableNorm() * outwards;
    return node;
  }

  void halve(std::span<int> parts, std::size_t at) const {
    Box3 centres;
    for (const int part : parts) {
      centres.low = centres.low.cwiseMin(box(part).middle());
      centres.high = centres.high.cwiseMax(box(part).middle());
    }
    Eigen::Index axis = 0;
    (0.5 * centres.high - 0.5 * centres.low).maxCoeff(&axis);
    const auto before = [&](int p, int q) {
      const double x = box(p).middle()[axis], y = box(q).middle()[axis];
      return x != y ? x < y : p < q;
    };
    std::nth_element(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(at), parts.end(), before);
  }

  std::vector<Box3> boxes_;
  std::vector<int> bounded_, unbounded_;
  PartTree tree_;
};

}  // namespace

PartTree make_part_tree(std::span<const Part> parts) { return Builder(parts).build(); }

}  // namespace clearance::detail
