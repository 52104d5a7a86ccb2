// Built from above: the parts of a node are halved at the median of their centres, along the axis where these spread
// most. Unbounded parts have no box and are set apart at the root, so that they spoil no other node. n parts cost
// O(n log^2 n), and six proven support values each.

#include "core/part_tree.hpp"

#include <algorithm>
#include <cmath>

#include "clearance/bounding_box.hpp"
#include "clearance/shapes.hpp"

namespace clearance::detail {

namespace {

/// Covers the few roundings from corners to centre, half lengths and radius.
constexpr double outwards = 1.0 + 0x1p-48;

Vec3 middle(const BoundingBox& box) { return 0.5 * box.low + 0.5 * box.high; }

/// Holds nothing yet.
BoundingBox empty_box() { return {Vec3::Constant(HUGE_VAL), Vec3::Constant(-HUGE_VAL)}; }

class Builder {
 public:
  explicit Builder(std::span<const Part> parts) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      boxes_.push_back(bounding_box(parts[i].shape, parts[i].pose));
      (boxes_.back().bounded() ? bounded_ : unbounded_).push_back(static_cast<int>(i));
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

  const BoundingBox& box(int part) const { return boxes_[static_cast<std::size_t>(part)]; }

  PartNode node_of(std::span<const int> parts) const {
    BoundingBox all = empty_box();
    for (const int part : parts) {
      all.low = all.low.cwiseMin(box(part).low);
      all.high = all.high.cwiseMax(box(part).high);
    }
    const Vec3 centre = middle(all);
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
    BoundingBox centres = empty_box();
    for (const int part : parts) {
      centres.low = centres.low.cwiseMin(middle(box(part)));
      centres.high = centres.high.cwiseMax(middle(box(part)));
    }
    Eigen::Index axis = 0;
    (0.5 * centres.high - 0.5 * centres.low).maxCoeff(&axis);
    const auto before = [&](int p, int q) {
      const double x = middle(box(p))[axis], y = middle(box(q))[axis];
      return x != y ? x < y : p < q;
    };
    std::nth_element(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(at), parts.end(), before);
  }

  std::vector<BoundingBox> boxes_;
  std::vector<int> bounded_, unbounded_;
  PartTree tree_;
};

}  // namespace

PartTree make_part_tree(std::span<const Part> parts) { return Builder(parts).build(); }

}  // namespace clearance::detail
